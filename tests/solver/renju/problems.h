// The problems of tests/data/problems.tsv, by their names there.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "solver/game/game.h"
#include "tests/test_data.h"

namespace tengen {

inline Position problem(const std::string& id) {
  for (const TestRow& row : read_test_data("problems.tsv")) {
    if (row.at("id") != id) continue;
    const std::string text = row.at("black") + "/" + row.at("white") + "/" + row.at("side");
    return find_game("renju", 15).value()->parse(text).value();
  }
  ADD_FAILURE() << "no problem " << id;
  return {};
}

}  // namespace tengen
