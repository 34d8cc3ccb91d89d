// The tables of tests/data. Needs the definition TENGEN_TEST_DATA.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/tsv.h"

namespace tengen {

// Of any file.
inline std::vector<TestRow> read_tsv(const std::string& path) {
  TestTable table = read_table(path);
  EXPECT_EQ(table.fault, "");
  return std::move(table.rows);
}

inline std::vector<TestRow> read_test_data(const std::string& name) {
  return read_tsv(std::string(TENGEN_TEST_DATA) + "/" + name);
}

}  // namespace tengen
