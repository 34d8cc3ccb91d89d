// The service as a function from request to response.
#include "book/opening_rules/rule.h"
#include "tests/book/http/http_testing.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

class ServiceTest : public testing::Test {
 protected:
  ServiceTest() : store_(make_served_book(path_)), service_(open_service(path_)) {}

  Json ok(const std::string& target) {
    const Response response = service_->respond(get(target));
    EXPECT_EQ(response.status, 200) << target << ": " << *response.body;
    EXPECT_EQ(response.content_type, "application/json");
    return Json::parse(*response.body);
  }
  void expect_error(const std::string& target, int status, std::string_view code) {
    const Response response = service_->respond(get(target));
    EXPECT_EQ(response.status, status) << target;
    EXPECT_EQ(Json::parse(*response.body)["error"]["code"], code) << target;
  }

  const TempDir directory_;
  const std::string path_ = directory_.path("b");
  std::unique_ptr<Store> store_;
  std::unique_ptr<Service> service_;
};

TEST_F(ServiceTest, AnswersAPosition) {
  const Json json = ok("/v1/position?moves=D4+h7");
  EXPECT_EQ(json["position"], "h8i9/h7h9/b");
  EXPECT_EQ(json["goal"], "black");
  EXPECT_EQ(json["status"], "proven");
  EXPECT_EQ(json["result"], "black_wins");
  EXPECT_EQ(json["distance"], 37);
  EXPECT_EQ(json["best"], "g7");
  EXPECT_EQ(json["moves"].size(), 221U);
  EXPECT_EQ(json["opening"]["code"], "D4");
  EXPECT_EQ(json["opening"]["name"], "Kagetsu");
  EXPECT_EQ(json["opening"]["kanji"], "花月");
  EXPECT_EQ(json["history"], Json::array({"h8", "h9", "i9", "h7"}));
  EXPECT_EQ(json["over"], nullptr);
  EXPECT_EQ(json["provenance"]["run"], 1);
  EXPECT_EQ(json["provenance"]["host"], "host");
  EXPECT_EQ(json["provenance"]["kind"], "tree");
  EXPECT_GT(json["provenance"]["started"], 0);
}

TEST(ServiceOfReversi, AnswersAndSaysThatThePageDoesNotDrawIt) {
  const TempDir directory;
  ASSERT_TRUE(Store::open_for_writing(directory.path("b"), "reversi", 4).ok());
  const auto service = open_service(directory.path("b"));
  const Json json = Json::parse(*service->respond(get("/v1/position?moves=b1")).body);
  EXPECT_EQ(json["rules"], "reversi");
  EXPECT_EQ(json["result"], "white_wins");  // found again without a record
  EXPECT_NE(service->respond(get("/")).body->find("not this book's"), std::string::npos);
  EXPECT_EQ(service->respond(get("/v1/position?moves=a1")).status, 400);
}

TEST_F(ServiceTest, AnswersInTheAskersFrame) {
  const Json json = ok("/v1/position?moves=h8g8g7i8");  // mirrored
  EXPECT_EQ(json["best"], "i9");
  EXPECT_EQ(json["history"], Json::array({"h8", "g8", "g7", "i8"}));
}

TEST_F(ServiceTest, JudgesByTheGoal) {
  EXPECT_EQ(ok("/v1/position?moves=D4+h7&goal=white")["status"], "disproven");
  EXPECT_EQ(ok("/v1/position?goal=white&moves=D4+h7")["result"], "black_wins");
}

TEST_F(ServiceTest, SaysUnknownOfWhatTheBookDoesNotHold) {
  const Json json = ok("/v1/position?moves=D4+i8");
  EXPECT_EQ(json["status"], "unknown");
  EXPECT_EQ(json["distance"], nullptr);
  EXPECT_EQ(json["provenance"], nullptr);
}

TEST_F(ServiceTest, NamesBlacksFoulPointsWhoeverIsToMove) {
  EXPECT_EQ(ok("/v1/position?moves=h8+a1+h10+o15+g9+a15+i9+o1")["fouls"], Json::array({"h9"}));
  EXPECT_EQ(ok("/v1/position?moves=h8h10g9i9/a1a15o1/w")["fouls"], Json::array({"h9"}));
}

TEST_F(ServiceTest, AnswersAGameThatIsOver) {
  const Json json = ok("/v1/position?moves=h8a1h9c1h10e1h11g1h12");
  EXPECT_EQ(json["over"], "black_wins");
  EXPECT_EQ(json["result"], "black_wins");
  EXPECT_EQ(json["status"], "proven");
  EXPECT_EQ(json["distance"], 0);
  EXPECT_EQ(json["best"], nullptr);
  EXPECT_TRUE(json["moves"].empty());
  EXPECT_TRUE(json["line"].empty());
  EXPECT_EQ(ok("/v1/position?moves=h8+a1+h10+o15+g9+a15+i9+o1+h9")["over"], "white_wins");
  EXPECT_EQ(ok("/v1/position?moves=h8+a1+b1+c1+d1+e1+pass+pass")["distance"], nullptr);
}

TEST_F(ServiceTest, AnswersALine) {
  const Json json = ok("/v1/line?moves=D4+h7");
  EXPECT_EQ(json["position"], "h8i9/h7h9/b");
  EXPECT_EQ(json["status"], "proven");
  EXPECT_EQ(json["line"][0], "g7");
  EXPECT_EQ(json["asked"], "D4 h7");
  EXPECT_EQ(json.size(), 7U);
}

TEST_F(ServiceTest, SaysWhatWasAskedBesideTheBoard) {
  const Json json = ok("/v1/position?moves=D4+h7");
  EXPECT_EQ(json["asked"], "D4 h7");
  EXPECT_EQ(json["position"], "h8i9/h7h9/b");
  const Json opening = ok("/v1/openings")["openings"][3];
  EXPECT_EQ(opening["position"], "h8i9/h9/w");
  EXPECT_EQ(opening["history"], Json::array({"h8", "h9", "i9"}));
}

TEST_F(ServiceTest, LeavesOutWhatIsNotKnownWhereAskedTo) {
  const Json all = ok("/v1/position?moves=D4");
  EXPECT_EQ(all["moves"].size(), 222U);
  const Json known = ok("/v1/position?moves=D4&known=1");
  ASSERT_EQ(known["moves"].size(), 1U);
  EXPECT_EQ(known["moves"][0]["move"], "h7");
  EXPECT_EQ(ok("/v1/position?moves=D4&known=0")["moves"].size(), 222U);
  expect_error("/v1/position?moves=D4&known=yes", 400, "bad_request");
  expect_error("/v1/line?moves=D4&known=1", 400, "bad_request");
}

TEST_F(ServiceTest, OffersOnTheEmptyBoardTheCentreAlone) {
  const Json json = ok("/v1/position");
  ASSERT_EQ(json["moves"].size(), 1U);
  EXPECT_EQ(json["moves"][0]["move"], "h8");
}

TEST_F(ServiceTest, AnswersSeveralPositionsEachAsIfAskedAlone) {
  const Json answers = ok("/v1/positions?moves=D4+h7;D4;h9;&known=1")["answers"];
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0], ok("/v1/position?moves=D4+h7&known=1"));
  EXPECT_EQ(answers[1], ok("/v1/position?moves=D4&known=1"));
  EXPECT_EQ(answers[2]["error"]["code"], "illegal");
  EXPECT_EQ(answers[3]["position"], "-/-/b");
  std::string many = "/v1/positions?moves=h8";
  for (std::size_t i = 1; i < kMaxPositions; ++i) many += ";h8";
  EXPECT_EQ(ok(many)["answers"].size(), kMaxPositions);
  expect_error(many + ";h8", 400, "bad_request");
}

TEST_F(ServiceTest, SaysWhatAnOpeningRuleDecides) {
  const Json json = ok("/v1/opening?rule=sakata&moves=D4+h7");
  EXPECT_EQ(json["rule"], "sakata");
  EXPECT_EQ(json["asked"], "D4 h7");
  EXPECT_EQ(json["position"], "h8i9/h7h9/b");
  EXPECT_FALSE(json["stages"].empty());
  EXPECT_EQ(ok("/v1/opening?rule=rif&moves=D4")["opening"]["code"], "D4");
  EXPECT_EQ(ok("/v1/rules")["opening_rules"].size(), all_rules().size());
  expect_error("/v1/opening?moves=D4", 400, "bad_request");
  expect_error("/v1/opening?rule=none&moves=D4", 400, "bad_request");
  expect_error("/v1/opening?rule=rif&moves=h9", 400, "illegal");
  expect_error("/v1/opening?rule=rif&fifths=0", 400, "bad_request");
}

TEST_F(ServiceTest, TakesNoQuestionForAnotherOfTheSameWords) {
  const std::string opening = "/v1/opening?rule=rif&offers=";
  const Response first = service_->respond(get(opening + "g7+i10&moves=D4+h7"));
  const Response second = service_->respond(get(opening + "g7&moves=i10+D4+h7"));
  EXPECT_EQ(first.status, 200) << *first.body;
  EXPECT_EQ(second.status, 400) << *second.body;
}

TEST_F(ServiceTest, TellsOfTheRunThatIsAtWork) {
  EXPECT_EQ(ok("/v1/run")["at_work"], nullptr);
  int asked = 0;
  const auto service =
      Service::open(path_, {.access = {}, .ask_run = [&asked] {
                              ++asked;
                              return Result<std::string>(
                                  R"({"run":2,"listen":"10.0.0.1:1","asked":"D4 h7",
                                  "workers":[{"rank":1,"host":"a","process_id":7,"jobs":3}]})");
                            }});
  ASSERT_TRUE(service.ok());
  EXPECT_FALSE(service.value()->respond_at_once(get("/v1/run")).has_value());
  for (int i = 0; i < 2; ++i) {
    const Json run = Json::parse(*service.value()->respond(get("/v1/run")).body)["at_work"];
    EXPECT_EQ(run["asked"], "D4 h7");
    EXPECT_EQ(run["workers"], Json::parse(R"([{"rank":1,"jobs":3}])"));
    EXPECT_FALSE(run.contains("listen"));
  }
  EXPECT_EQ(asked, 1);  // twice within a second
}

TEST_F(ServiceTest, SendsAnAnswerOnceToAClientThatKeepsIt) {
  for (const char* const path : {"/v1/position?moves=D4", "/v1/positions?moves=D4;h8",
                                 "/v1/openings", "/v1/report", "/report", "/v1/rules", "/"}) {
    Request request = get(path);
    const Response first = service_->respond(request);
    const std::string etag = header(first, "ETag");
    ASSERT_FALSE(etag.empty()) << path;
    request.if_none_match = "\"other\", " + etag;
    const Response again = service_->respond(request);
    EXPECT_EQ(again.status, 304) << path;
    EXPECT_TRUE(again.body->empty()) << path;
    EXPECT_EQ(header(again, "ETag"), etag) << path;
  }
  Request position = get("/v1/position?moves=D4+i8");
  position.if_none_match = header(service_->respond(position), "ETag");
  const ProofRecord more = record(at("h8i9/h9i8/b"), Color::kBlack, point("g7"), 9);
  ASSERT_TRUE(store_->commit(batch_of({more})).ok());
  service_->refresh();
  EXPECT_EQ(service_->respond(position).status, 200);
}

TEST_F(ServiceTest, CompressesForWhoTakesIt) {
  Request request = get("/v1/position?moves=D4");
  const Response plain = service_->respond(request);
  EXPECT_EQ(header(plain, "Content-Encoding"), "");
  EXPECT_EQ(header(plain, "Vary"), "Accept-Encoding");
  request.accept_encoding = "deflate, gzip;q=0.5";
  const Response packed = service_->respond(request);
  EXPECT_EQ(header(packed, "Content-Encoding"), "gzip");
  EXPECT_LT(packed.body->size(), plain.body->size() / 5);
  EXPECT_EQ(packed.body->substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(header(packed, "ETag"), header(plain, "ETag"));
  request.target = "/healthz";
  EXPECT_EQ(header(service_->respond(request), "Content-Encoding"), "");
}

TEST_F(ServiceTest, RefusesWhatIsNoPositionAsIllegal) {
  for (const char* const text : {"h9", "h8h8", "h8+p9", "D14", "h8/h8/b", "%ff", "h8+pass"}) {
    expect_error(std::string("/v1/position?moves=") + text, 400, "illegal");
    expect_error(std::string("/v1/line?moves=") + text, 400, "illegal");
  }
}

TEST_F(ServiceTest, RefusesOtherParameters) {
  expect_error("/v1/position?moves=h8&goal=red", 400, "bad_request");
  expect_error("/v1/position?move=h8", 400, "bad_request");
  expect_error("/v1/position?moves=h8&moves=h8", 400, "bad_request");
  expect_error("/v1/position?moves=%", 400, "bad_request");
}

TEST_F(ServiceTest, RefusesOtherPathsMethodsAndLengths) {
  for (const char* const path : {"/v1/nothing", "/v1/", "/../etc/passwd", "/index.html/", "//"}) {
    expect_error(path, 404, "not_found");
  }
  const Response post =
      service_->respond({.method = "POST", .target = "/v1/stats", .if_none_match = {}});
  EXPECT_EQ(post.status, 405);
  EXPECT_EQ(header(post, "Allow"), "GET, HEAD");
  expect_error("/v1/position?moves=" + std::string(kMaxTargetBytes, 'h'), 414, "uri_too_long");
}

TEST_F(ServiceTest, KnowsTheOpeningsFromTheStart) {
  const Json json = ok("/v1/openings");
  ASSERT_EQ(json["openings"].size(), 26U);
  EXPECT_EQ(json["openings"][3]["code"], "D4");
  EXPECT_EQ(json["openings"][3]["fourth_black_wins"], 1);
}

TEST_F(ServiceTest, IsBusyUntilTheRecordsAreCounted) {
  expect_error("/v1/stats", 503, "busy");
  EXPECT_EQ(header(service_->respond(get("/v1/stats")), "Retry-After"), "1");
  service_->refresh();
  const Json json = ok("/v1/stats");
  EXPECT_EQ(json["records"], 1);
  EXPECT_EQ(json["runs"].size(), 1U);
  EXPECT_GT(json["live"]["refreshed"], 0);
}

TEST_F(ServiceTest, FollowsTheWriter) {
  EXPECT_EQ(ok("/v1/position?moves=D4+i8")["status"], "unknown");
  EXPECT_EQ(ok("/v1/position?moves=D4+i8")["status"], "unknown");  // from the cache
  const ProofRecord more = record(at("h8i9/h9i8/b"), Color::kBlack, point("g7"), 9);
  ASSERT_TRUE(store_->commit(batch_of({more})).ok());
  service_->refresh();
  EXPECT_EQ(ok("/v1/position?moves=D4+i8")["status"], "proven");
  EXPECT_EQ(ok("/v1/position?moves=D4+i8")["provenance"]["run"], 0);
  EXPECT_EQ(ok("/v1/position?moves=D4+i8")["provenance"]["host"], nullptr);
}

TEST_F(ServiceTest, AnswersAtOnceWhatItHasAnsweredBefore) {
  const Request request = get("/v1/position?moves=D4");
  EXPECT_FALSE(service_->respond_at_once(request).has_value());
  const Response first = service_->respond(request);
  const std::optional<Response> again = service_->respond_at_once(request);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(*again->body, *first.body);
  EXPECT_FALSE(service_->respond_at_once(get("/v1/position?moves=h9")).has_value());
}

TEST_F(ServiceTest, ServesPagesThatMayBeKept) {
  const Response page = service_->respond(get("/?moves=D4"));
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(header(page, "Content-Security-Policy").substr(0, 18), "default-src 'self'");
  const std::string etag = header(page, "ETag");
  ASSERT_FALSE(etag.empty());
  const Response same =
      service_->respond({.method = "GET", .target = "/index.html", .if_none_match = etag});
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(same.body->empty());
  const Response other =
      service_->respond({.method = "GET", .target = "/", .if_none_match = "\"other\""});
  EXPECT_EQ(other.status, 200);
}

TEST_F(ServiceTest, DescribesItself) {
  const Json json = ok("/v1/openapi.json");
  EXPECT_EQ(json["openapi"], "3.1.0");
  EXPECT_TRUE(json["paths"].contains("/v1/position"));
}

TEST_F(ServiceTest, IsHealthyUntilTheBookIsGone) {
  EXPECT_EQ(*service_->respond(get("/healthz")).body, "ok\n");
  store_.reset();
  std::filesystem::remove_all(path_);
  for (int i = 0; i < 5; ++i) service_->refresh();
  expect_error("/healthz", 503, "busy");
  EXPECT_EQ(service_->respond(get("/v1/openings")).status, 200);  // the last state stays
}

TEST_F(ServiceTest, CountsWhatItAnswers) {
  service_->metrics().answered("/v1/line", 200, std::chrono::milliseconds(2));
  service_->refresh();
  const std::string text = *service_->respond(get("/metrics")).body;
  for (const char* const line :
       {"tengen_http_requests_total{path=\"/v1/line\",status=\"200\"} 1\n",
        "tengen_http_request_duration_seconds_bucket{path=\"/v1/line\",le=\"0.001\"} 0\n",
        "tengen_http_request_duration_seconds_bucket{path=\"/v1/line\",le=\"0.0025\"} 1\n",
        "tengen_http_request_duration_seconds_bucket{path=\"/v1/line\",le=\"+Inf\"} 1\n",
        "tengen_book_records 1\n", "tengen_book_refreshes_total 1\n",
        "tengen_http_open_connections 0\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "in\n" << text;
  }
}

TEST(Service, OfNoBookIsNotFound) {
  const auto service = Service::open("/nonexistent/book");
  ASSERT_FALSE(service.ok());
  EXPECT_EQ(service.status().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace tengen::book
