#include "book/http/content.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <utility>

namespace tengen::book {
namespace {

// Below this a response is one packet either way.
constexpr std::size_t kLeastCompressed = 1024;
constexpr int kGzipWindow = 15 + 16;  // the largest, with gzip's header

std::string gzip(std::string_view plain) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return {};
  }
  std::string packed(deflateBound(&stream, static_cast<uLong>(plain.size())), '\0');
  // zlib does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (!done || packed.size() >= plain.size()) return {};
  packed.shrink_to_fit();
  return packed;
}

// The items of a header's list, trimmed.
template <typename Visit>
void for_each_item(std::string_view list, const Visit& visit) {
  while (!list.empty()) {
    std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
    visit(item);
  }
}

std::string_view opaque(std::string_view etag) {
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  return etag;
}

}  // namespace

std::shared_ptr<const Content> make_content(std::string plain) {
  Content content{.plain = std::move(plain), .gzip = {}, .etag = {}};
  if (content.plain.size() >= kLeastCompressed) content.gzip = gzip(content.plain);
  content.etag = fmt::format("W/\"{:x}\"", std::hash<std::string>()(content.plain));
  return std::make_shared<const Content>(std::move(content));
}

bool accepts_gzip(std::string_view accept_encoding) {
  bool accepted = false;
  for_each_item(accept_encoding, [&accepted](std::string_view item) {
    const std::string_view name = item.substr(0, item.find_first_of("; "));
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (lower != "gzip") return;
    // "q=0" refuses it; whatever else follows does not.
    const std::size_t weight = item.find("q=");
    double value = 1;
    if (weight != std::string_view::npos) {
      std::from_chars(item.data() + weight + 2, item.data() + item.size(), value);
    }
    accepted = value > 0;
  });
  return accepted;
}

bool matches_etag(std::string_view if_none_match, std::string_view etag) {
  bool matched = false;
  for_each_item(if_none_match, [&](std::string_view item) {
    matched = matched || item == "*" || opaque(item) == opaque(etag);
  });
  return matched;
}

}  // namespace tengen::book
