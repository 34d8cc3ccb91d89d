// Who may read the book, by what a browser says of who asks.
#include "book/http/access.h"

#include <gtest/gtest.h>

namespace tengen::book {
namespace {

Request from(std::string host, std::string origin, std::string site = {}, std::string mode = {}) {
  return {.method = "GET",
          .target = "/v1/position",
          .host = std::move(host),
          .origin = std::move(origin),
          .fetch_site = std::move(site),
          .fetch_mode = std::move(mode)};
}

int refusal(const Access& access, const Request& request) {
  const std::optional<Response> refused = access.refuse(request);
  return refused ? refused->status : 0;
}

std::string header(const Response& response, std::string_view name) {
  for (const auto& [known, value] : response.headers) {
    if (known == name) return value;
  }
  return {};
}

TEST(Access, AnswersToAddressesLocalhostAndTheNamesItWasGiven) {
  const Access access({.origins = {}, .hosts = {"Book.Example"}});
  for (const char* const host : {"127.0.0.1:8815", "localhost", "LOCALHOST:80", "[::1]:8815",
                                 "192.168.1.7:8815", "book.example:8815", ""}) {
    EXPECT_EQ(refusal(access, from(host, "")), 0) << host;
  }
  // A name that was pointed at this machine is not ours.
  for (const char* const host : {"evil.example", "evil.example:8815", "localhost.evil.example",
                                 "127.0.0.1.evil.example", "x", "[evil]"}) {
    EXPECT_EQ(refusal(access, from(host, "")), 421) << host;
  }
}

TEST(Access, RefusesPagesOfOtherOrigins) {
  const Access access({});
  EXPECT_EQ(refusal(access, from("127.0.0.1:8815", "http://127.0.0.1:8815")), 0);
  for (const char* const origin : {"https://evil.example", "http://127.0.0.1:9999", "null",
                                   "http://localhost:8815", "file://"}) {
    EXPECT_EQ(refusal(access, from("127.0.0.1:8815", origin)), 403) << origin;
  }
}

TEST(Access, RefusesWhatAForeignPageEmbedsButNotALinkToUs) {
  const Access access({});
  EXPECT_EQ(refusal(access, from("localhost", "", "cross-site", "no-cors")), 403);
  EXPECT_EQ(refusal(access, from("localhost", "", "cross-site", "navigate")), 0);
  EXPECT_EQ(refusal(access, from("localhost", "", "same-origin", "cors")), 0);
  EXPECT_EQ(refusal(access, from("localhost", "", "none", "navigate")), 0);
}

TEST(Access, AllowsTheOriginsItWasTold) {
  const Access access({.origins = {"https://Renju.example"}, .hosts = {}});
  const Request request = from("localhost:8815", "https://renju.example", "cross-site", "cors");
  EXPECT_EQ(refusal(access, request), 0);
  Response response;
  access.allow(request, response);
  EXPECT_EQ(header(response, "Access-Control-Allow-Origin"), "https://renju.example");
  EXPECT_EQ(header(response, "Vary"), "Origin");
  EXPECT_EQ(refusal(access, from("localhost:8815", "https://evil.example", "cross-site", "cors")),
            403);
  Response own;
  access.allow(from("localhost:8815", ""), own);
  EXPECT_EQ(header(own, "Access-Control-Allow-Origin"), "");
  EXPECT_EQ(header(own, "Vary"), "Origin");  // a cache must not give it to others
  // The name must be ours even so.
  EXPECT_EQ(refusal(access, from("evil.example", "https://renju.example")), 421);
}

TEST(Access, AllowsAllWhereToldSo) {
  const Access access({.origins = {"*"}, .hosts = {}});
  EXPECT_EQ(refusal(access, from("localhost", "https://any.example", "cross-site", "cors")), 0);
  EXPECT_EQ(refusal(access, from("localhost", "null", "cross-site", "cors")), 0);
  EXPECT_EQ(refusal(access, from("localhost", "", "cross-site", "no-cors")), 0);
}

TEST(Access, AnswersABrowserThatAsksForLeave) {
  const Access access({.origins = {"https://renju.example"}, .hosts = {}});
  Request request = from("localhost", "https://renju.example");
  EXPECT_FALSE(access.preflight(request).has_value());
  request.method = "OPTIONS";
  const std::optional<Response> leave = access.preflight(request);
  ASSERT_TRUE(leave.has_value());
  EXPECT_EQ(leave->status, 204);
  EXPECT_EQ(header(*leave, "Access-Control-Allow-Methods"), "GET, HEAD");
  request.origin = "https://evil.example";
  EXPECT_FALSE(access.preflight(request).has_value());
}

TEST(Access, AnOriginIsASchemeAndAHost) {
  for (const char* const good : {"*", "https://renju.example", "http://localhost:3000"}) {
    EXPECT_TRUE(check_origin(good).ok()) << good;
  }
  for (const char* const bad : {"", "renju.example", "https://", "https://renju.example/",
                                "ftp://renju.example", "https://a b"}) {
    EXPECT_FALSE(check_origin(bad).ok()) << bad;
  }
}

}  // namespace
}  // namespace tengen::book
