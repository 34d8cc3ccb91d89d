#include "worker/frame.h"

#include <lzma.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <array>
#include <limits>

#include "solver/base/check.h"

namespace tengen::worker {
namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kChecksumBytes = 8;

template <typename Number>
void append_number(std::string& bytes, Number number, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<char>(number >> (8 * i)));
}

const unsigned char* raw(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

bool equal(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::uint64_t checksum(std::string_view bytes, const MessageName& name) {
  std::string text;
  append_number(text, static_cast<std::uint32_t>(name.source), 4);
  append_number(text, static_cast<std::uint32_t>(name.target), 4);
  append_number(text, name.number, 8);
  return lzma_crc64(raw(text), text.size(), lzma_crc64(raw(bytes), bytes.size(), 0));
}

}  // namespace

// OpenSSL's context, with the key in it: to look both up anew costs more than a short frame's tag.
struct FrameSeal::Mac {
  explicit Mac(std::string_view key) {
    std::array<char, 7> digest{"SHA256"};
    const std::array<OSSL_PARAM, 2> parameters{
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
        OSSL_PARAM_construct_end()};
    algorithm = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
    CHECK(algorithm != nullptr);
    context = EVP_MAC_CTX_new(algorithm);
    CHECK(context != nullptr);
    CHECK(EVP_MAC_init(context, raw(key), key.size(), parameters.data()) == 1);
  }
  ~Mac() {
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(algorithm);
  }
  Mac(const Mac&) = delete;
  Mac& operator=(const Mac&) = delete;

  EVP_MAC* algorithm = nullptr;
  EVP_MAC_CTX* context = nullptr;
};

FrameSeal::FrameSeal(std::string_view key) : mac_(std::make_unique<Mac>(key)) {}

FrameSeal::~FrameSeal() = default;

std::string FrameSeal::tag(char what, std::string_view length, std::string_view body) {
  std::string head(1, what);
  append_number(head, number_, 8);
  head += length;
  std::array<unsigned char, EVP_MAX_MD_SIZE> made{};
  std::size_t made_bytes = 0;
  EVP_MAC_CTX* const context = mac_->context;
  CHECK(EVP_MAC_init(context, nullptr, 0, nullptr) == 1 &&
        EVP_MAC_update(context, raw(head), head.size()) == 1 &&
        EVP_MAC_update(context, raw(body), body.size()) == 1 &&
        EVP_MAC_final(context, made.data(), &made_bytes, made.size()) == 1 &&
        made_bytes >= kTagBytes);
  return {reinterpret_cast<const char*>(made.data()), kTagBytes};
}

std::string FrameSeal::seal(std::string_view body) {
  CHECK(body.size() <= std::numeric_limits<std::uint32_t>::max());
  std::string frame;
  frame.reserve(kFrameHeadBytes + body.size() + kTagBytes);
  append_number(frame, body.size(), kLengthBytes);
  const std::string length = frame;
  frame += tag('H', length, {});
  frame += body;
  frame += tag('B', length, body);
  ++number_;
  return frame;
}

std::optional<std::size_t> FrameSeal::open_head(std::string_view head) {
  CHECK(head.size() == kFrameHeadBytes);
  const std::string_view length = head.substr(0, kLengthBytes);
  if (!equal(head.substr(kLengthBytes), tag('H', length, {}))) return std::nullopt;
  std::size_t bytes = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) bytes = bytes << 8 | raw(length)[i];
  return bytes;
}

bool FrameSeal::open_body(std::string_view body, std::string_view given) {
  CHECK(given.size() == kTagBytes);
  std::string length;
  append_number(length, body.size(), kLengthBytes);
  if (!equal(given, tag('B', length, body))) return false;
  ++number_;
  return true;
}

void append_checksum(std::string& bytes, const MessageName& name) {
  append_number(bytes, checksum(bytes, name), kChecksumBytes);
}

bool take_checksum(std::string& bytes, const MessageName& name) {
  if (bytes.size() < kChecksumBytes) return false;
  const std::string given = bytes.substr(bytes.size() - kChecksumBytes);
  bytes.resize(bytes.size() - kChecksumBytes);
  std::string wanted;
  append_number(wanted, checksum(bytes, name), kChecksumBytes);
  return given == wanted;
}

}  // namespace tengen::worker
