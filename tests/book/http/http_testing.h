// A small book and its service, for the tests of this folder.
#pragma once

#include <nlohmann/json.hpp>

#include "book/http/service.h"
#include "tests/book/book_testing.h"

namespace tengen::book {

// Black wins D4 with h7 answered: the position itself and one after it, stored by run 1.
inline std::unique_ptr<Store> make_served_book(const std::string& path) {
  std::unique_ptr<Store> store = writer(path);
  const Result<std::uint32_t> run = store->begin_run("host");
  CHECK(run.ok());
  CommitBatch batch = batch_of({record(at("h8i9/h9h7/b"), Color::kBlack, point("g7"), 37)});
  batch.run = run.value();
  CHECK(store->commit(batch).ok());
  return store;
}

inline std::unique_ptr<Service> open_service(const std::string& path) {
  Result<std::unique_ptr<Service>> service = Service::open(path);
  CHECK(service.ok());
  return std::move(service).value();
}

inline Request get(std::string target) {
  return {.method = "GET", .target = std::move(target), .if_none_match = {}};
}

inline std::string header(const Response& response, std::string_view name) {
  for (const auto& [known, value] : response.headers) {
    if (known == name) return value;
  }
  return {};
}

}  // namespace tengen::book
