#include "worker/gate.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "worker/handshake.h"
#include "worker/joined_port.h"

namespace tengen::worker {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

const std::string kSecret(kSecretBytes, 's');

// A gate on the loopback interface that a thread of its own serves: it says every message back to
// whom it came from, and counts those who left.
class Echo {
 public:
  explicit Echo(double handshake_seconds = 5) {
    GateOptions options;
    options.secret = kSecret;
    options.first_rank = 3;
    options.handshake_seconds = handshake_seconds;
    gate_ = std::move(Gate::open(options)).value();
    gate_->answer_status([] { return std::string("{\"well\": true}"); });
    file_ = {"0.1.0", 1, "here", 1, gate_->address(), gate_->port(), kSecret};
    thread_ = std::thread([this] { serve(); });
  }
  ~Echo() {
    end_ = true;
    thread_.join();
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

  [[nodiscard]] const JoinFile& file() const { return file_; }
  [[nodiscard]] int left() const { return left_; }
  [[nodiscard]] int heard() const { return heard_; }
  // Why the last one left, when something was wrong with what it sent.
  [[nodiscard]] std::string fault() const {
    const std::lock_guard lock(mutex_);
    return fault_;
  }
  void clear_fault() const {
    const std::lock_guard lock(mutex_);
    fault_.clear();
  }
  [[nodiscard]] tcp::endpoint endpoint() const {
    return {asio::ip::make_address(file_.address), file_.port};
  }

 private:
  void serve() {
    while (!end_) {
      const std::optional<Incoming> incoming = gate_->receive();
      if (!incoming) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      } else if (incoming->closed) {
        {
          const std::lock_guard lock(mutex_);
          fault_ = incoming->fault;
        }
        ++left_;
      } else {
        ++heard_;
        gate_->send(incoming->source, std::to_string(incoming->source) + ":" + incoming->bytes);
      }
    }
  }

  std::unique_ptr<Gate> gate_;
  JoinFile file_;
  std::atomic<bool> end_{false};
  std::atomic<int> left_{0};
  std::atomic<int> heard_{0};
  mutable std::mutex mutex_;
  mutable std::string fault_;
  std::thread thread_;
};

std::string answer(JoinedPort& port, const std::string& bytes) {
  port.send(0, bytes);
  for (int i = 0; i < 20'000; ++i) {
    if (std::optional<Incoming> incoming = port.receive()) {
      return incoming->closed ? "closed" : incoming->bytes;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return "nothing";
}

template <typename Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 20'000 && !condition(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return condition();
}

TEST(Gate, JoinersGetRanksInTurnAndTheirMessagesThrough) {
  const Echo echo;
  const auto first = std::move(JoinedPort::connect(echo.file())).value();
  const auto second = std::move(JoinedPort::connect(echo.file())).value();
  EXPECT_EQ(first->rank(), 3);
  EXPECT_EQ(second->rank(), 4);
  EXPECT_EQ(answer(*first, "a"), "3:a");
  EXPECT_EQ(answer(*second, ""), "4:");
  const std::string large(5'000'000, 'x');
  EXPECT_EQ(answer(*first, large), "3:" + large);
  EXPECT_EQ(echo.left(), 0);
}

TEST(Gate, TellsWhenAJoinerHasGone) {
  const Echo echo;
  std::move(JoinedPort::connect(echo.file())).value().reset();
  EXPECT_TRUE(comes_true([&] { return echo.left() == 1; }));
}

TEST(Gate, AnswersWhoAsksForTheStatus) {
  const Echo echo;
  EXPECT_EQ(ask_status(echo.file()).value(), "{\"well\": true}");
  EXPECT_EQ(ask_status(echo.file()).value(), "{\"well\": true}");
  EXPECT_EQ(std::move(JoinedPort::connect(echo.file())).value()->rank(), 3);
}

TEST(Gate, RefusesWhoDoesNotKnowTheSecret) {
  const Echo echo;
  JoinFile wrong = echo.file();
  wrong.secret[0] = 'x';
  const auto refused = JoinedPort::connect(wrong);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), StatusCode::kUnavailable);
  EXPECT_FALSE(ask_status(wrong).ok());
  EXPECT_EQ(std::move(JoinedPort::connect(echo.file())).value()->rank(), 3);
}

TEST(Gate, StrangersBytesDoNoHarm) {
  const Echo echo;
  const auto joined = std::move(JoinedPort::connect(echo.file())).value();
  asio::io_context io;
  for (const std::string& bytes :
       {std::string("GET / HTTP/1.1\r\n\r\n"), std::string(1'000'000, '\xff'), std::string(),
        "TGNJ\x01W" + std::string(64, 'a'), "TGNJ\x02W" + std::string(64, 'a')}) {
    tcp::socket stranger(io);
    stranger.connect(echo.endpoint());
    boost::system::error_code ignored;
    asio::write(stranger, asio::buffer(bytes), ignored);
  }
  EXPECT_EQ(answer(*joined, "still here"), "3:still here");
  EXPECT_EQ(std::move(JoinedPort::connect(echo.file())).value()->rank(), 4);
}

TEST(Gate, WhoSaysNothingIsShownOut) {
  const Echo echo(0.3);
  asio::io_context io;
  std::vector<tcp::socket> strangers;
  for (int i = 0; i < 100; ++i) {
    tcp::socket& stranger = strangers.emplace_back(io);
    stranger.connect(echo.endpoint());
  }
  // More of them than the gate lets in at a time: a joiner gets in once their time is over.
  Result<std::unique_ptr<JoinedPort>> joined = JoinedPort::connect(echo.file());
  EXPECT_TRUE(comes_true([&] {
    if (!joined.ok()) joined = JoinedPort::connect(echo.file());
    return joined.ok();
  }));
  for (tcp::socket& stranger : strangers) {
    std::string rest(1000, '\0');
    boost::system::error_code error;
    asio::read(stranger, asio::buffer(rest), error);
    EXPECT_TRUE(error);
  }
}

// An acceptor that fails at once and for ever must not keep the gate from its links.
TEST(Gate, HearsItsJoinersWhenTheSystemHasNoMoreFiles) {
  const Echo echo;
  const auto joined = std::move(JoinedPort::connect(echo.file())).value();
  asio::io_context io;
  std::vector<tcp::socket> strangers;
  for (int i = 0; i < 3; ++i) strangers.emplace_back(io, tcp::v4());
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{static_cast<rlim_t>(strangers.back().native_handle()) + 1, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  boost::system::error_code ignored;
  for (tcp::socket& stranger : strangers) stranger.connect(echo.endpoint(), ignored);
  EXPECT_EQ(answer(*joined, "a"), "3:a");
  EXPECT_EQ(answer(*joined, "b"), "3:b");
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(std::move(JoinedPort::connect(echo.file())).value()->rank(), 4);
}

// A joiner that writes its frames by hand. It knows the secret.
class RawJoiner {
 public:
  explicit RawJoiner(const Echo& echo, JoinRole role = JoinRole::kWorker) : socket_(io_) {
    socket_.connect(echo.endpoint());
    std::string greeting(kGreetingBytes, '\0');
    asio::read(socket_, asio::buffer(greeting));
    const std::string nonce(kNonceBytes, 'n');
    const std::string gate_nonce = read_greeting(greeting).value();
    asio::write(socket_, asio::buffer(make_reply(kSecret, gate_nonce, nonce, role)));
    std::string welcome(kWelcomeBytes, '\0');
    asio::read(socket_, asio::buffer(welcome));
    const FrameKeys keys = frame_keys_of_joiner(kSecret, gate_nonce, nonce);
    writer_.emplace(keys.send);
    reader_.emplace(keys.receive);
  }

  // The next frame, not sent yet.
  std::string seal(const std::string& body) { return writer_->seal(body); }
  void write(const std::string& bytes) {
    boost::system::error_code ignored;
    asio::write(socket_, asio::buffer(bytes), ignored);
  }
  // The next frame's body; "closed" when none comes.
  std::string read() {
    boost::system::error_code error;
    std::string head(kFrameHeadBytes, '\0');
    asio::read(socket_, asio::buffer(head), error);
    if (error) return "closed";
    std::string body(reader_->open_head(head).value(), '\0');
    std::string tag(kTagBytes, '\0');
    asio::read(socket_, asio::buffer(body));
    asio::read(socket_, asio::buffer(tag));
    return reader_->open_body(body, tag) ? body : "damaged";
  }

 private:
  asio::io_context io_;
  tcp::socket socket_;
  std::optional<FrameSeal> writer_;
  std::optional<FrameSeal> reader_;
};

TEST(Gate, AFrameThatIsNotAsItWasSentEndsItsConnectionAlone) {
  const Echo echo;
  const auto other = std::move(JoinedPort::connect(echo.file())).value();
  const std::vector<std::pair<const char*, std::function<std::string(RawJoiner&)>>> cases = {
      {"turned bit in the length",
       [](RawJoiner& joiner) {
         std::string frame = joiner.seal("false");
         frame[3] = static_cast<char>(frame[3] ^ 1);
         return frame;
       }},
      {"turned bit in the body",
       [](RawJoiner& joiner) {
         std::string frame = joiner.seal("false");
         frame[kFrameHeadBytes] = static_cast<char>(frame[kFrameHeadBytes] ^ 1);
         return frame;
       }},
      {"turned bit in the last byte",
       [](RawJoiner& joiner) {
         std::string frame = joiner.seal("false");
         frame.back() = static_cast<char>(frame.back() ^ 1);
         return frame;
       }},
      {"one is missing",
       [](RawJoiner& joiner) {
         (void)joiner.seal("missing");
         return joiner.seal("false");
       }},
      {"of another connection",
       [&echo](RawJoiner& /*joiner*/) {
         RawJoiner stranger(echo);
         (void)stranger.seal("true");
         return stranger.seal("false");
       }},
      {"without a tag",
       [](RawJoiner& /*joiner*/) {
         return std::string(
             "\x05\x00\x00\x00"
             "false-----------------------------",
             38);
       }},
      {"absurd length", [](RawJoiner& /*joiner*/) { return std::string(40, '\xff'); }}};
  for (const auto& [what, frame] : cases) {
    RawJoiner joiner(echo);
    joiner.write(joiner.seal("true"));
    const std::string answer_to_true = joiner.read();
    EXPECT_NE(answer_to_true.find(":true"), std::string::npos) << what;
    joiner.write(frame(joiner) + joiner.seal("after"));
    EXPECT_EQ(joiner.read(), "closed") << what;
    EXPECT_TRUE(comes_true([&] { return echo.fault() != ""; })) << what;
    EXPECT_EQ(echo.fault(), "what came over its connection is not what was sent") << what;
    echo.clear_fault();
  }
  EXPECT_EQ(answer(*other, "still here"), "3:still here");
}

TEST(Gate, AFrameThatComesTwiceIsHeardOnce) {
  const Echo echo;
  RawJoiner joiner(echo);
  const std::string frame = joiner.seal("once");
  joiner.write(frame + frame);
  EXPECT_TRUE(comes_true([&] { return echo.left() == 1; }));
  EXPECT_EQ(echo.heard(), 1);
}

// Who knows the secret may still claim what he likes.
TEST(Gate, ALengthBeyondTheLimitEndsItsConnectionBeforeItIsRead) {
  const Echo echo;
  RawJoiner joiner(echo);
  const std::string head =
      joiner.seal(std::string((std::size_t{128} << 20) + 1, 'x')).substr(0, kFrameHeadBytes);
  joiner.write(head);
  EXPECT_EQ(joiner.read(), "closed");
  EXPECT_TRUE(comes_true([&] { return echo.fault() == "it sent more at once than it may"; }));
}

TEST(Gate, TheStatusIsAFrameToo) {
  const Echo echo;
  RawJoiner asker(echo, JoinRole::kStatus);
  EXPECT_EQ(asker.read(), "{\"well\": true}");
  EXPECT_EQ(asker.read(), "closed");
}

TEST(Gate, AStaleFileIsSaidToBeOne) {
  JoinFile stale;
  {
    const Echo echo;
    stale = echo.file();
  }
  const auto refused = JoinedPort::connect(stale);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), StatusCode::kUnavailable);
  EXPECT_NE(refused.status().message().find("it has ended"), std::string::npos)
      << refused.status().message();
}

TEST(Gate, ListensWhereItIsToldOrSaysWhyNot) {
  const auto status = [](const std::string& listen) {
    GateOptions options;
    options.listen = listen;
    const auto gate = Gate::open(options);
    return gate.ok() ? Status() : gate.status();
  };
  for (const char* good : {"127.0.0.1", "127.0.0.1:0", "lo", "lo:0", "localhost:0", "0.0.0.0"}) {
    EXPECT_TRUE(status(good).ok()) << good << ": " << status(good).message();
  }
  for (const char* bad : {"", ":", ":80", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536",
                          "127.0.0.1:-1", "[::1", "[::1]x", "no such host.invalid"}) {
    EXPECT_EQ(status(bad).code(), StatusCode::kInvalidArgument) << bad;
  }
  GateOptions options;
  const auto gate = std::move(Gate::open(options)).value();
  EXPECT_EQ(gate->address(), "127.0.0.1");
  EXPECT_EQ(status("127.0.0.1:" + std::to_string(gate->port())).code(), StatusCode::kUnavailable);
}

}  // namespace
}  // namespace tengen::worker
