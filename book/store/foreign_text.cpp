#include "book/store/foreign_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tengen::book {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
constexpr const char* kGuessedCharset = "GB18030";

// As files name them, without hyphens and in small letters, and as iconv does.
constexpr std::array<std::pair<std::string_view, const char*>, 19> kCharsets = {{
    {"utf8", "UTF-8"},         {"ascii", "UTF-8"},        {"usascii", "UTF-8"},
    {"gb2312", "GB18030"},     {"gbk", "GB18030"},        {"gb18030", "GB18030"},
    {"big5", "BIG5"},          {"shiftjis", "CP932"},     {"sjis", "CP932"},
    {"cp932", "CP932"},        {"windows31j", "CP932"},   {"eucjp", "EUC-JP"},
    {"euckr", "EUC-KR"},       {"iso88591", "CP1252"},    {"latin1", "CP1252"},
    {"windows1252", "CP1252"}, {"windows1251", "CP1251"}, {"windows1250", "CP1250"},
    {"koi8r", "KOI8-R"},
}};

// The character that begins there, and how many bytes it takes; kReplacement for one byte that
// begins none.
std::pair<char32_t, std::size_t> character(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  const bool begins = first >= 0xC2 && first <= 0xF4;
  if (!begins || text.size() < length) return {kReplacement, 1};
  char32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {kReplacement, 1};
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[length] || code > 0x10FFFF || surrogate) return {kReplacement, 1};
  return {code, length};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto [code, length] = character(text);
    if (code == kReplacement && length == 1) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool is_invisible(char32_t code) {
  constexpr std::array<std::pair<char32_t, char32_t>, 12> kRanges = {{{0x00, 0x1F},
                                                                      {0x7F, 0x9F},
                                                                      {0xAD, 0xAD},
                                                                      {0x61C, 0x61C},
                                                                      {0x200B, 0x200F},
                                                                      {0x202A, 0x202E},
                                                                      {0x2060, 0x206F},
                                                                      {0xFDD0, 0xFDEF},
                                                                      {0xFEFF, 0xFEFF},
                                                                      {0xFFF0, 0xFFFB},
                                                                      {0xFFFE, 0xFFFF},
                                                                      {0xE0000, 0x10FFFF}}};
  return std::ranges::any_of(
      kRanges, [code](const auto& range) { return code >= range.first && code <= range.second; });
}

std::string without_blanks_at_the_end(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

}  // namespace

std::string clean_text(std::string_view text, std::size_t most_bytes, Lines lines) {
  CHECK(most_bytes >= 16);
  std::string clean;
  bool was_return = false;
  while (!text.empty() && clean.size() <= most_bytes) {
    const auto [code, length] = character(text);
    const std::string_view bytes =
        code == kReplacement && length == 1 ? "\xEF\xBF\xBD" : text.substr(0, length);
    text.remove_prefix(length);
    const bool ends_line = code == '\n' || code == '\r' || code == 0x2028 || code == 0x2029;
    if (ends_line) {
      const bool second_half = code == '\n' && was_return;
      was_return = code == '\r';
      if (second_half || clean.empty()) continue;
      if (lines == Lines::kOne) {
        if (clean.back() != ' ') clean += ' ';
        continue;
      }
      clean.erase(clean.find_last_not_of(' ') + 1);
      if (!clean.empty() && !clean.ends_with("\n\n")) clean += '\n';
      continue;
    }
    was_return = false;
    if (code == '\t' || code == ' ') {
      if (!clean.empty()) clean += ' ';
    } else if (!is_invisible(code)) {
      clean += bytes;
    }
  }
  clean = without_blanks_at_the_end(std::move(clean));
  if (clean.size() <= most_bytes) return clean;
  std::size_t end = most_bytes - kEllipsis.size();
  while ((static_cast<unsigned char>(clean[end]) & 0xC0) == 0x80) --end;
  clean.resize(end);
  return without_blanks_at_the_end(std::move(clean)).append(kEllipsis);
}

TextDecoder::~TextDecoder() { forget(); }

void TextDecoder::forget() {
  if (converter_ != reinterpret_cast<iconv_t>(-1)) iconv_close(converter_);
  converter_ = reinterpret_cast<iconv_t>(-1);
  charset_.clear();
}

Status TextDecoder::choose(std::string_view charset) {
  std::string name;
  for (const char c : charset) {
    if (c == '-' || c == '_' || c == ' ') continue;
    name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  const auto found = std::ranges::find(kCharsets, name, &decltype(kCharsets)::value_type::first);
  if (found == kCharsets.end()) {
    return invalid_argument(
        "unknown encoding: there are utf-8, gb18030 (gbk, gb2312), big5, shift_jis (cp932), "
        "euc-jp, euc-kr, windows-1250, windows-1251, windows-1252 (iso-8859-1), koi8-r");
  }
  forget();
  charset_ = found->second;
  return {};
}

std::string TextDecoder::utf8(std::string_view bytes) {
  if (is_utf8(bytes) || charset_ == "UTF-8") return std::string(bytes);
  if (charset_.empty()) ++guessed_;
  if (converter_ == reinterpret_cast<iconv_t>(-1)) {
    converter_ = iconv_open("UTF-8", charset_.empty() ? kGuessedCharset : charset_.c_str());
    // A system without the table: what is not ASCII is lost.
    if (converter_ == reinterpret_cast<iconv_t>(-1)) return std::string(bytes);
  }
  iconv(converter_, nullptr, nullptr, nullptr, nullptr);
  std::string text;
  std::string input(bytes);
  char* from = input.data();
  std::size_t left = input.size();
  std::array<char, 1024> buffer{};
  while (left > 0) {
    char* to = buffer.data();
    std::size_t room = buffer.size();
    const std::size_t done = iconv(converter_, &from, &left, &to, &room);
    text.append(buffer.data(), buffer.size() - room);
    // A full buffer is an error, too, but takes something.
    if (done == static_cast<std::size_t>(-1) && room == buffer.size()) {
      text += "\xEF\xBF\xBD";
      ++from;
      --left;
    }
  }
  return text;
}

}  // namespace tengen::book
