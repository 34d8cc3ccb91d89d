#include "worker/messages.h"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <cmath>
#include <exception>
#include <streambuf>

namespace tengen::worker {
namespace {

constexpr std::string_view kPrefix = "TGN";
constexpr std::size_t kPrefixBytes = 5;  // kPrefix, version, type
constexpr int kMostPlies = 2 * kMaxBoardSize * kMaxBoardSize;
constexpr unsigned kArchiveFlags = boost::archive::no_header;

// Thrown by the readers below only; decode() turns it into a Status.
struct Malformed : std::exception {};

void require(bool condition) {
  if (!condition) throw Malformed();
}

class StringSink : public std::streambuf {
 public:
  explicit StringSink(std::string& target) : target_(target) {}

 protected:
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) target_.push_back(static_cast<char>(c));
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* data, std::streamsize count) override {
    target_.append(data, static_cast<std::size_t>(count));
    return count;
  }

 private:
  std::string& target_;
};

class SpanSource : public std::streambuf {
 public:
  explicit SpanSource(std::string_view bytes) {
    char* begin = const_cast<char*>(bytes.data());  // streambuf's get area is never written to
    setg(begin, begin, begin + bytes.size());
  }
  [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(egptr() - gptr()); }
};

// Writes fields in order. Only arithmetic types reach the archive, so that no class information,
// tracking or container header of Boost's choosing gets into the bytes.
class Writer {
 public:
  explicit Writer(std::string& target) : sink_(target), archive_(sink_, kArchiveFlags) {}

  template <typename T>
  void number(const T& value) {
    static_assert(std::is_arithmetic_v<T>);
    archive_ << value;
  }
  template <typename E>
  void choice(const E& value, std::uint8_t /*count*/) {
    archive_ << static_cast<std::uint8_t>(value);
  }
  void seconds(const double& value) { archive_ << value; }
  void move(const Move& value, int /*size*/) { archive_ << value; }
  void distance(const int& value, int /*least*/, int /*most*/) { archive_ << value; }
  void text(const std::string& value) {
    const auto length = static_cast<std::uint32_t>(value.size());
    archive_ << length;
    archive_.save_binary(value.data(), value.size());
  }
  void position(const Position& value) {
    archive_ << static_cast<std::uint8_t>(value.size);
    text(encode_position(value));
  }
  template <typename T, typename Fields>
  void list(const std::vector<T>& values, Fields fields) {
    const auto count = static_cast<std::uint32_t>(values.size());
    archive_ << count;
    for (const T& value : values) fields(*this, value);
  }

 private:
  StringSink sink_;
  boost::archive::binary_oarchive archive_;
};

// The mirror image of Writer. Lists grow as their elements arrive: a claimed count allocates
// nothing.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : source_(bytes), archive_(source_, kArchiveFlags) {}

  template <typename T>
  void number(T& value) {
    static_assert(std::is_arithmetic_v<T>);
    archive_ >> value;
  }
  template <typename E>
  void choice(E& value, std::uint8_t count) {
    std::uint8_t raw = 0;
    archive_ >> raw;
    require(raw < count);
    value = static_cast<E>(raw);
  }
  void seconds(double& value) {
    archive_ >> value;
    require(std::isfinite(value) && value >= 0);
  }
  void move(Move& value, int size) {
    archive_ >> value;
    require(value >= kNoMove && value < size * size);
  }
  void distance(int& value, int least, int most) {
    archive_ >> value;
    require(value >= least && value <= most);
  }
  void text(std::string& value) {
    std::uint32_t length = 0;
    archive_ >> length;
    require(length <= source_.remaining());
    value.resize(length);
    archive_.load_binary(value.data(), length);
  }
  void position(Position& value) {
    std::uint8_t size = 0;
    archive_ >> size;
    require(size >= kMinBoardSize && size <= kMaxBoardSize);
    std::string bytes;
    text(bytes);
    Result<Position> decoded = decode_position(bytes, size);
    require(decoded.ok());
    value = std::move(decoded).value();
  }
  template <typename T, typename Fields>
  void list(std::vector<T>& values, Fields fields) {
    std::uint32_t count = 0;
    archive_ >> count;
    require(count <= source_.remaining());
    for (std::uint32_t i = 0; i < count; ++i) fields(*this, values.emplace_back());
  }
  [[nodiscard]] bool at_end() const { return source_.remaining() == 0; }

 private:
  SpanSource source_;
  boost::archive::binary_iarchive archive_;
};

// The fields of each message, once for both directions: `A` is Writer or Reader, and `M` the
// message, const when writing.

template <typename A, typename M>
void record_fields(A& archive, M& record) {
  archive.position(record.position);
  archive.choice(record.goal, 2);
  archive.move(record.move, record.position.size);
  archive.distance(record.distance_plies, 1, most_plies(record.position, record.goal));
  archive.choice(record.kind, 3);
}

template <typename A, typename M>
void child_fields(A& archive, M& child) {
  archive.move(child.move, kMaxBoardSize);
  archive.choice(child.verdict, 3);
  archive.number(child.proof_number);
  archive.number(child.disproof_number);
  archive.distance(child.distance_plies, 0, kMostPlies);
}

template <typename A, typename M>
void fields(A& archive, M& message) {
  using T = std::remove_const_t<M>;
  if constexpr (std::is_same_v<T, Hello>) {
    archive.text(message.build);
    archive.text(message.host);
    archive.number(message.process_id);
    archive.text(message.rules);
    archive.number(message.board_size);
  } else if constexpr (std::is_same_v<T, Job>) {
    archive.number(message.id);
    archive.position(message.position);
    archive.choice(message.goal, 2);
    archive.number(message.limits.nodes);
    archive.seconds(message.limits.seconds);
    archive.number(message.limits.attempt);
  } else if constexpr (std::is_same_v<T, Answer>) {
    archive.number(message.job_id);
    auto& outcome = message.outcome;
    archive.choice(outcome.verdict, 3);
    archive.number(outcome.proof_number);
    archive.number(outcome.disproof_number);
    archive.move(outcome.best, kMaxBoardSize);
    archive.distance(outcome.distance_plies, 0, kMostPlies);
    archive.list(outcome.children, [](A& a, auto& child) { child_fields(a, child); });
    archive.list(outcome.records, [](A& a, auto& record) { record_fields(a, record); });
    archive.number(outcome.nodes);
    archive.number(outcome.expansions);
    archive.seconds(outcome.seconds);
    archive.seconds(outcome.certify_seconds);
    archive.number(message.peak_memory_bytes);
    archive.choice(message.handed_back, 2);
  } else if constexpr (std::is_same_v<T, Facts>) {
    archive.list(message.records, [](A& a, auto& record) { record_fields(a, record); });
  } else if constexpr (std::is_same_v<T, Cancel>) {
    archive.number(message.job_id);
  } else if constexpr (std::is_same_v<T, Heartbeat>) {
    archive.number(message.job_id);
    archive.seconds(message.busy_seconds);
    archive.number(message.nodes);
  } else if constexpr (std::is_same_v<T, Stop>) {
    archive.choice(message.all_present, 2);
    archive.choice(message.may_resume, 2);
    archive.text(message.refusal);
  } else if constexpr (std::is_same_v<T, Bye>) {
    archive.text(message.fault);
  } else if constexpr (std::is_same_v<T, Hints>) {
    archive.choice(message.first, 2);
    archive.list(message.hints, [](A& a, auto& hint) {
      a.position(hint.position);
      a.move(hint.move, hint.position.size);
      a.choice(hint.wins, 2);
    });
  } else {
    static_assert(std::is_same_v<T, KeepAlive>);
  }
}

template <std::size_t Index = 0>
Message read_message(std::size_t type, Reader& reader) {
  if constexpr (Index < std::variant_size_v<Message>) {
    if (type != Index) return read_message<Index + 1>(type, reader);
    std::variant_alternative_t<Index, Message> message;
    fields(reader, message);
    return message;
  } else {
    throw Malformed();
  }
}

}  // namespace

std::string encode(const Message& message) {
  std::string bytes(kPrefix);
  bytes.push_back(static_cast<char>(kWireVersion));
  bytes.push_back(static_cast<char>(message.index()));
  Writer writer(bytes);
  std::visit([&](const auto& alternative) { fields(writer, alternative); }, message);
  return bytes;
}

Result<Message> decode(std::string_view bytes) {
  if (bytes.size() < kPrefixBytes || !bytes.starts_with(kPrefix)) {
    return Status(StatusCode::kCorruption, "a message does not start like one of Tengen's");
  }
  const auto version = static_cast<std::uint8_t>(bytes[kPrefix.size()]);
  if (version != kWireVersion) {
    return Status(StatusCode::kIncompatible,
                  "a message has wire version " + std::to_string(version) +
                      ", this program speaks " + std::to_string(kWireVersion) +
                      ": run the same build on every rank");
  }
  const auto type = static_cast<std::uint8_t>(bytes[kPrefixBytes - 1]);
  try {
    Reader reader(bytes.substr(kPrefixBytes));
    Message message = read_message(type, reader);
    if (reader.at_end()) return message;
  } catch (const std::exception&) {
    // Truncated or absurd: reported below.
  }
  return Status(StatusCode::kCorruption, "a message of type " + std::to_string(type) + " and " +
                                             std::to_string(bytes.size()) + " bytes is damaged");
}

}  // namespace tengen::worker
