// The service over real sockets: many clients, and those that mean ill.
#include "book/http/server.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <thread>

#include "tests/book/http/http_testing.h"

namespace tengen::book {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

class Client {
 public:
  explicit Client(const Server& server) {
    socket_.connect({asio::ip::make_address("127.0.0.1"), server.port()});
  }
  void send(std::string_view text) {
    boost::system::error_code ignored;  // the other side may have closed already
    asio::write(socket_, asio::buffer(text), ignored);
  }
  void finish_sending() { socket_.shutdown(tcp::socket::shutdown_send); }
  // All that comes until the server closes.
  std::string read_all() {
    std::string text;
    boost::system::error_code end;
    asio::read(socket_, asio::dynamic_buffer(text), end);
    return text;
  }
  // One response, whose length its head gives.
  std::string read_one() {
    while (true) {
      const std::size_t head = pending_.find("\r\n\r\n");
      if (head != std::string::npos) {
        const std::size_t field = pending_.find("Content-Length: ");
        const std::size_t length = head + 4 + std::stoul(pending_.substr(field + 16));
        if (pending_.size() >= length) {
          const std::string one = pending_.substr(0, length);
          pending_.erase(0, length);
          return one;
        }
      }
      std::array<char, 4096> bytes{};
      boost::system::error_code end;
      const std::size_t count = socket_.read_some(asio::buffer(bytes), end);
      if (end) return pending_;
      pending_.append(bytes.data(), count);
    }
  }

 private:
  asio::io_context io_;
  tcp::socket socket_{io_};
  std::string pending_;
};

class ServerTest : public testing::Test {
 protected:
  ServerTest() : store_(make_served_book(path_)), service_(open_service(path_)) { start({}); }

  void start(const ServerOptions& options) {
    server_.reset();
    Result<std::unique_ptr<Server>> server = Server::start(*service_, options);
    ASSERT_TRUE(server.ok()) << server.status().message();
    server_ = std::move(server).value();
  }
  std::string all(std::string_view request) {
    Client client(*server_);
    client.send(request);
    return client.read_all();
  }
  static void expect_status(const std::string& response, int status) {
    EXPECT_EQ(response.substr(0, 13), "HTTP/1.1 " + std::to_string(status) + " ") << response;
  }

  const TempDir directory_;
  const std::string path_ = directory_.path("b");
  std::unique_ptr<Store> store_;
  std::unique_ptr<Service> service_;
  std::unique_ptr<Server> server_;
};

constexpr std::string_view kHealth = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

TEST_F(ServerTest, AnswersOneRequestAfterAnother) {
  Client client(*server_);
  for (int i = 0; i < 3; ++i) {
    client.send(kHealth);
    const std::string response = client.read_one();
    expect_status(response, 200);
    EXPECT_TRUE(response.ends_with("\r\n\r\nok\n")) << response;
    EXPECT_NE(response.find("X-Content-Type-Options: nosniff\r\n"), std::string::npos);
    EXPECT_EQ(response.find("Access-Control-Allow-Origin"), std::string::npos);
    client.send("GET /v1/position?moves=D4 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect_status(client.read_one(), 200);
  }
}

TEST_F(ServerTest, AnswersRequestsThatCameTogetherInTheirOrder) {
  const std::string text =
      all("GET /v1/line?moves=D4+h7 HTTP/1.1\r\nHost: localhost\r\n\r\n"
          "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
          "GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::size_t line = text.find("black_wins");
  const std::size_t ok = text.find("\r\n\r\nok\n");
  const std::size_t nothing = text.find("HTTP/1.1 404 ");
  ASSERT_NE(nothing, std::string::npos) << text;
  EXPECT_LT(line, ok);
  EXPECT_LT(ok, nothing);
}

TEST_F(ServerTest, SendsNoBodyToHead) {
  const std::string page = all("GET / HTTP/1.0\r\n\r\n");
  const std::string head = all("HEAD / HTTP/1.0\r\n\r\n");
  expect_status(head, 200);
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  const std::size_t field = page.find("Content-Length: ");
  const std::string length = page.substr(field, page.find('\r', field) - field);
  EXPECT_NE(head.find(length), std::string::npos) << head;
}

TEST_F(ServerTest, AnswersAClientThatHasClosedItsSide) {
  Client client(*server_);
  client.send("GET /v1/position?moves=D4 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.finish_sending();
  expect_status(client.read_all(), 200);
}

TEST_F(ServerTest, RefusesWhatIsNoRequestAndCloses) {
  const std::map<std::string, int> wanted = {
      {"garbage\r\n\r\n", 400},
      {std::string("\0\1\2\xff\r\n\r\n", 8), 400},
      {"GET\r\n\r\n", 400},
      {"GET /healthz HTTP/9.9\r\n\r\n", 400},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
      {"\x16\x03\x01\x02\x01\x01\r\n", 400},   // a TLS handshake
      {"GET /healthz HTTP/1.1\r\n\r\n", 400},  // no host
      {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n", 400},
      {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5x\r\n\r\n", 400},
      {"GET /" + std::string(5000, 'a') + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414},
      {"GET /" + std::string(200'000, 'a'), 414},
      {"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(200'000, 'a') + "\r\n\r\n", 431},
      {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", 413},
      {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       413},
      {"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n" +
           std::string(200'000, 'a'),
       405},
      {"DELETE /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405},
      {"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405}};
  for (const auto& [text, status] : wanted) {
    const std::string response = all(text);
    expect_status(response, status);
    EXPECT_NE(response.find("\r\nConnection: close\r\n"), std::string::npos) << response;
    EXPECT_NE(response.find("{\"error\":{\"code\":\""), std::string::npos) << response;
    // And nothing after it: what follows a refused request is not taken for the next.
    EXPECT_EQ(response.find("HTTP/1.1", 8), std::string::npos) << response;
  }
  expect_status(all("GET /healthz HTTP/1.0\r\n\r\n"), 200);
}

TEST_F(ServerTest, ClosesOnAClientThatNeverEndsItsRequest) {
  start({.request_timeout = std::chrono::milliseconds(50)});
  Client silent(*server_);
  Client slow(*server_);
  slow.send("GET /healthz HT");
  EXPECT_EQ(silent.read_all(), "");
  EXPECT_EQ(slow.read_all(), "");
}

TEST_F(ServerTest, ClosesOnAClientThatTakesNoResponse) {
  start({.response_timeout = std::chrono::milliseconds(50)});
  Client client(*server_);
  const std::string request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
  constexpr std::size_t kRequests = 2000;
  std::string many;
  for (std::size_t i = 0; i < kRequests; ++i) many += request;
  client.send(request);
  const std::size_t response = client.read_one().size();  // so the connection is open
  EXPECT_GT(response, 1000U);
  client.send(many);
  // Tens of megabytes do not fit into the sockets, and nobody reads them.
  while (service_->metrics().text({}).find("open_connections 0\n") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LT(client.read_all().size(), kRequests * response);
}

TEST_F(ServerTest, MakesRoomForAConnectionBeyondTheLimitByClosingTheLongestIdle) {
  start({.max_connections = 2, .least_idle = std::chrono::milliseconds(0)});
  Client first(*server_);
  Client second(*server_);
  first.send(kHealth);
  first.read_one();
  second.send(kHealth);
  second.read_one();
  Client third(*server_);
  third.send(kHealth);
  expect_status(third.read_one(), 200);
  EXPECT_EQ(first.read_all(), "");
  second.send(kHealth);
  expect_status(second.read_one(), 200);
}

TEST_F(ServerTest, RefusesConnectionsBeyondTheLimitWhereNoneIsIdle) {
  start({.max_connections = 2});
  Client first(*server_);
  Client second(*server_);
  first.send(kHealth);
  second.send(kHealth);
  first.read_one();
  second.read_one();
  Client third(*server_);
  expect_status(third.read_all(), 503);
  first.finish_sending();
  first.read_all();
  std::string response;
  while (response.empty()) {  // the server may be about to let go of the first
    Client next(*server_);
    next.send("GET /healthz HTTP/1.0\r\n\r\n");
    response = next.read_all();
    if (response.find(" 503 ") != std::string::npos) response.clear();
  }
  expect_status(response, 200);
}

TEST_F(ServerTest, AnswersManyClientsAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&, i] {
      Client client(*server_);
      for (int j = 0; j < 5; ++j) {
        const std::string name = format_move(static_cast<Move>(16 * j + i), 15);
        client.send("GET /v1/position?moves=h8+" + name + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        good += client.read_one().starts_with("HTTP/1.1 200 ") ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 16 * 5);
}

TEST_F(ServerTest, StopsWithConnectionsOpen) {
  Client idle(*server_);
  Client half(*server_);
  half.send("GET /healthz");
  Client asking(*server_);
  asking.send(kHealth);
  expect_status(asking.read_one(), 200);
  server_->stop();
  EXPECT_EQ(idle.read_all(), "");
  EXPECT_EQ(half.read_all(), "");
  EXPECT_EQ(asking.read_all(), "");
}

TEST_F(ServerTest, NamesWhereItListens) {
  EXPECT_EQ(server_->url(), "http://127.0.0.1:" + std::to_string(server_->port()) + "/");
  EXPECT_TRUE(server_->is_loopback());
  start({.bind = "0.0.0.0"});
  EXPECT_FALSE(server_->is_loopback());
}

TEST_F(ServerTest, SaysWhyItCannotListen) {
  const auto refused = [this](const ServerOptions& options, std::string_view what) {
    const auto server = Server::start(*service_, options);
    ASSERT_FALSE(server.ok());
    EXPECT_NE(server.status().message().find(what), std::string::npos) << server.status().message();
  };
  refused({.bind = "nowhere"}, "nowhere");
  refused({.bind = "192.0.2.1"}, "192.0.2.1");  // an address of nobody
  refused({.port = server_->port()}, std::to_string(server_->port()));
}

}  // namespace
}  // namespace tengen::book
