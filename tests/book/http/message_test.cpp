// Reading a request's target, and errors as JSON.
#include "book/http/message.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tengen::book {
namespace {

TEST(HttpTarget, HasAPathAndDecodedParameters) {
  const Result<Target> target = parse_target("/v1/a%20b+c?moves=D4%20h7+g7&goal=black&&flag&e=");
  ASSERT_TRUE(target.ok()) << target.status().message();
  EXPECT_EQ(target.value().path, "/v1/a b+c");
  using Parameters = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(target.value().parameters,
            (Parameters{{"moves", "D4 h7 g7"}, {"goal", "black"}, {"flag", ""}, {"e", ""}}));
}

TEST(HttpTarget, MayBeInAbsoluteForm) {
  EXPECT_EQ(parse_target("http://host:1/healthz").value().path, "/healthz");
  EXPECT_EQ(parse_target("http://host").value().path, "/");
}

TEST(HttpTarget, OfAnotherShapeIsRefused) {
  for (const char* const text : {"", "healthz", "*", "ftp://host/", "/%", "/%4", "/%zz", "/%-1",
                                 "/a?b=%", "/a?%0a=b", "/%00", "/a%7f", "/a?x=1&x=2", "/a?x&%78"}) {
    EXPECT_FALSE(parse_target(text).ok()) << text;
  }
}

TEST(HttpError, IsJsonWhateverTheMessageHolds) {
  const Response response = error_response(invalid_argument("no \"\xff\" here"));
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.content_type, "application/json");
  const nlohmann::json json = nlohmann::json::parse(*response.body);
  EXPECT_EQ(json["error"]["code"], "bad_request");
  EXPECT_EQ(json["error"]["message"], "no \"\xef\xbf\xbd\" here");
}

TEST(HttpError, HasTheStatusOfItsKind) {
  EXPECT_EQ(error_response({StatusCode::kNotFound, "x"}).status, 404);
  EXPECT_EQ(error_response({StatusCode::kUnavailable, "x"}).status, 503);
  EXPECT_EQ(error_response({StatusCode::kCorruption, "x"}).status, 500);
  EXPECT_EQ(error_response({StatusCode::kIo, "x"}).status, 500);
}

}  // namespace
}  // namespace tengen::book
