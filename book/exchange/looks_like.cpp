#include "book/exchange/looks_like.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <utility>

namespace tengen::book {
namespace {

// Libraries travel in archives, and pages that offer them are saved in their place.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kOthers = {{
    {"PK\x03\x04", "a zip archive: unpack it first"},
    {"Rar!", "a RAR archive: unpack it first"},
    {"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"},
    {"\x1f\x8b", "a gzip archive: unpack it first"},
    {"\x89PNG", "a picture"},
    {"GIF8", "a picture"},
    {"%PDF", "a PDF"},
    {"<", "a web page"},
}};

}  // namespace

std::string looks_like(const std::string& path, HintFormat asked) {
  constexpr std::size_t kMostBytes = 64;
  std::ifstream in(path, std::ios::binary);
  std::string head(kMostBytes, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  const std::size_t text = std::min(head.find_first_not_of(" \t\r\n"), head.size());
  const std::string_view first = std::string_view(head).substr(text);
  if (head.starts_with("\xffRenLib\xff")) {
    return asked == HintFormat::kLib ? "" : "; it looks like RenLib (--format lib)";
  }
  if (first.starts_with("(;")) {
    return asked == HintFormat::kSgf ? "" : "; it looks like SGF (--format sgf)";
  }
  if (head.starts_with("\x04\x22\x4d\x18")) {
    return asked == HintFormat::kYxdb ? "" : "; it looks like a database (--format yxdb)";
  }
  if (first.starts_with("# tengen proof") || head.starts_with("\xfd"
                                                              "7zXZ")) {
    return "; it looks like a certificate (--format proof)";
  }
  if (first.starts_with("Piskvorky ")) {
    return asked == HintFormat::kPsq ? "" : "; it looks like a Piskvork game (--format psq)";
  }
  if (head.find("=[") != std::string::npos && head.find(",,") != std::string::npos) {
    return asked == HintFormat::kBdt ? "" : "; it looks like a list of games (--format bdt)";
  }
  for (const auto& [begin, what] : kOthers) {
    if (head.starts_with(begin)) return fmt::format("; it looks like {}", what);
  }
  return "";
}

}  // namespace tengen::book
