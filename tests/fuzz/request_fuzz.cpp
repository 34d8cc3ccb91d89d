// The request path of `tengen serve`: bytes as they come from a socket, parsed, refused or answered
// from a small book.
#include <boost/asio/buffer.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "book/http/service.h"
#include "book/http/wire.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

// One record, in a directory that the process leaves behind.
std::unique_ptr<Service> make_service() {
  std::string directory =
      (std::filesystem::temp_directory_path() / "tengen-request-fuzz-XXXXXX").string();
  CHECK(::mkdtemp(directory.data()) != nullptr);
  const std::string path = directory + "/b";
  {
    const auto store = Store::open_for_writing(path, "renju", 15);
    CHECK(store.ok());
    const Canonical canonical = canonicalize(parse_setup("h8i9/h9h7/b", 15).value());
    const Move move = canonical.canonical_from_input.apply(parse_move("g7", 15).value(), 15);
    CommitBatch batch;
    batch.proofs = {{.position = canonical.position,
                     .goal = Color::kBlack,
                     .move = move,
                     .distance_plies = 37,
                     .kind = RecordKind::kTree}};
    CHECK(store.value()->commit(batch).ok());
  }
  Result<std::unique_ptr<Service>> service = Service::open(path);
  CHECK(service.ok());
  std::filesystem::remove_all(directory);  // the open files stay
  return std::move(service).value();
}

Response respond_to(Service& service, const std::string& bytes) {
  const std::unique_ptr<RequestParser> parser = make_parser();
  boost::beast::error_code error;
  const std::size_t used = parser->put(boost::asio::buffer(bytes), error);
  if (!error && !parser->is_header_done() && used < bytes.size()) {
    parser->put(boost::asio::buffer(bytes.data() + used, bytes.size() - used), error);
  }
  if (!error && !parser->is_header_done()) parser->put_eof(error);
  if (error) return refuse_bytes(*parser, error);
  if (!parser->is_header_done()) return error_response(400, "bad_request", "nothing");
  if (std::optional<Response> refused = refuse_head(*parser)) return *refused;
  const Request request = to_request(*parser);
  if (std::optional<Response> response = service.respond_at_once(request)) return *response;
  return service.respond(request);
}

}  // namespace
}  // namespace tengen::book

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tengen::book;
  static Service& service = *make_service().release();
  const Response response =
      respond_to(service, std::string(reinterpret_cast<const char*>(data), size));
  CHECK(response.body != nullptr);
  CHECK(!head_bytes(response, true).empty());
  // A request may be refused; it is never the service's fault.
  CHECK(response.status == 200 || response.status == 304 ||
        (response.status >= 400 && response.status < 500) || response.status == 503);
  if (response.content_type == "application/json" && response.status != 304) {
    CHECK(nlohmann::json::accept(*response.body));
  }
  return 0;
}
