// Tab-separated tables, read whole; those of tests/data by name. Needs the definition
// TENGEN_TEST_DATA.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace tengen {

// One row: column name -> text.
using TestRow = std::map<std::string, std::string>;

// Of any file.
inline std::vector<TestRow> read_tsv(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  const auto fields_of = [](const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
    return fields;
  };
  std::vector<std::string> header;
  std::vector<TestRow> rows;
  for (std::string line; std::getline(file, line);) {
    // Comment lines before the header; the header itself may begin with '#'.
    if (line.starts_with("#")) {
      line.erase(0, line.find_first_not_of("# "));
      header.clear();
    }
    const std::vector<std::string> fields = fields_of(line);
    if (header.empty()) {
      header = fields;
      continue;
    }
    EXPECT_EQ(fields.size(), header.size()) << path << ": " << line;
    TestRow row;
    for (std::size_t i = 0; i < fields.size() && i < header.size(); ++i) row[header[i]] = fields[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

inline std::vector<TestRow> read_test_data(const std::string& name) {
  return read_tsv(std::string(TENGEN_TEST_DATA) + "/" + name);
}

}  // namespace tengen
