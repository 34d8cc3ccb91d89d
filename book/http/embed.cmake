# Writes the files that `tengen serve` carries in itself as a C++ source. Run by the build:
#   cmake -DOUTPUT=FILE -DWEB=DIR -DAPI=FILE -P embed.cmake
# WEB's files come under their names, API as /v1/openapi.json.
set(types html "text/html" js "text/javascript" css "text/css" svg "image/svg+xml" png "image/png"
    ico "image/x-icon" json "application/json" webmanifest "application/manifest+json")
set(arrays "")
set(entries "")
set(count 0)

function(embed path file extension)
  list(FIND types "${extension}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${file}: no content type is known for .${extension}")
  endif()
  math(EXPR at "${at} + 1")
  list(GET types ${at} type)
  file(READ "${file}" hex HEX)
  file(SHA256 "${file}" hash)
  string(SUBSTRING "${hash}" 0 16 tag)
  string(LENGTH "${hex}" digits)
  math(EXPR bytes "${digits} / 2")
  # A line of a million characters is hard on every tool.
  string(REGEX REPLACE "(................................)" "\\1\n" lines "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," values "${lines}")
  set(arrays "${arrays}constexpr char kFile${count}[] = {${values}'\\0'};\n" PARENT_SCOPE)
  set(entries "${entries}    {\"${path}\", \"${type}\", \"\\\"${tag}\\\"\", {kFile${count}, ${bytes}}},\n"
      PARENT_SCOPE)
  math(EXPR next "${count} + 1")
  set(count ${next} PARENT_SCOPE)
endfunction()

embed("/v1/openapi.json" "${API}" json)
file(GLOB files RELATIVE "${WEB}" LIST_DIRECTORIES false
     "${WEB}/*.html" "${WEB}/*.js" "${WEB}/*.css" "${WEB}/*.svg" "${WEB}/*.png" "${WEB}/*.ico"
     "${WEB}/*.webmanifest")
foreach(name IN LISTS files)
  get_filename_component(extension "${name}" LAST_EXT)
  string(SUBSTRING "${extension}" 1 -1 extension)
  embed("/${name}" "${WEB}/${name}" "${extension}")
endforeach()

file(WRITE "${OUTPUT}" "// Written by book/http/embed.cmake.
#include \"book/web/assets.h\"

namespace tengen::book {
namespace {

${arrays}
constexpr Asset kAssets[] = {
${entries}};

}  // namespace

std::span<const Asset> all_assets() { return kAssets; }

std::string_view asset_text(std::string_view path) {
  for (const Asset& asset : kAssets) {
    if (asset.path == path) return asset.bytes;
  }
  return {};
}

}  // namespace tengen::book
")
