#include "worker/gate.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <thread>

#include "worker/handshake.h"
#include "worker/joined_port.h"

namespace tengen::wire {
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
        ++left_;
      } else {
        gate_->send(incoming->source, std::to_string(incoming->source) + ":" + incoming->bytes);
      }
    }
  }

  std::unique_ptr<Gate> gate_;
  JoinFile file_;
  std::atomic<bool> end_{false};
  std::atomic<int> left_{0};
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

TEST(Gate, AFrameOfAbsurdLengthEndsItsConnection) {
  const Echo echo;
  asio::io_context io;
  tcp::socket socket(io);
  socket.connect(echo.endpoint());
  std::string greeting(kGreetingBytes, '\0');
  asio::read(socket, asio::buffer(greeting));
  const std::string nonce(kNonceBytes, 'n');
  asio::write(socket, asio::buffer(make_reply(kSecret, read_greeting(greeting).value(), nonce,
                                              JoinRole::kWorker)));
  asio::write(socket, asio::buffer(std::string("\xff\xff\xff\xff????", 8)));
  EXPECT_TRUE(comes_true([&] { return echo.left() == 1; }));
  std::string rest(1000, '\0');
  boost::system::error_code error;
  asio::read(socket, asio::buffer(rest), error);
  EXPECT_TRUE(error);
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
}  // namespace tengen::wire
