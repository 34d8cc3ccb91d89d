// Tab-separated tables, read whole: the one reader of tests and benchmarks.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tengen {

// One row: column name -> text.
using TestRow = std::map<std::string, std::string>;

struct TestTable {
  std::vector<TestRow> rows;
  std::string fault;  // one line; empty where all could be read
};

// Comment lines before the header begin with '#'; the header itself may.
inline TestTable read_table(const std::string& path) {
  TestTable table;
  std::ifstream file(path);
  if (!file) table.fault = "cannot read " + path;
  const auto fields_of = [](const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
    return fields;
  };
  std::vector<std::string> header;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) {
      line.erase(0, line.find_first_not_of("# "));
      header.clear();
    }
    const std::vector<std::string> fields = fields_of(line);
    if (header.empty()) {
      header = fields;
      continue;
    }
    if (fields.size() != header.size()) table.fault = path + ": not as many fields: " + line;
    TestRow row;
    for (std::size_t i = 0; i < fields.size() && i < header.size(); ++i) row[header[i]] = fields[i];
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace tengen
