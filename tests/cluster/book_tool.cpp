// Does to a book what no command of Tengen would: spoils it, for the tests of this folder.
//   book_tool remove BOOK SETUP GOAL                 deletes the record of a position
//   book_tool add BOOK SETUP GOAL DISTANCE           says that GOAL wins against every reply
//   book_tool set BOOK SETUP GOAL MOVE DISTANCE      overwrites it
//   book_tool meta BOOK KEY VALUE                    overwrites what the book says of itself
//   book_tool lock BOOK                              keeps it open for writing until stdin ends
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "book/store/database.h"
#include "book/store/record.h"
#include "book/store/store.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

int fail(const std::string& message) {
  std::cerr << "book_tool: " << message << '\n';
  return 2;
}

struct Target {
  Canonical canonical;
  Color goal = Color::kBlack;
  std::string key;
};

Result<Target> target_of(const BookMeta& meta, const std::string& setup, const std::string& goal) {
  const Result<Position> position = parse_setup(setup, meta.size);
  if (!position.ok()) return position.status();
  const Result<std::uint8_t> rules = rules_byte(meta.rules);
  if (!rules.ok()) return rules.status();
  Target target{canonicalize(position.value()), goal == "white" ? Color::kWhite : Color::kBlack,
                ""};
  target.key = encode_key(rules.value(), target.canonical.position, target.goal);
  return target;
}

int edit(const std::vector<std::string>& arguments) {
  const std::string& command = arguments[0];
  const std::string& path = arguments[1];
  const Result<BookMeta> meta = read_meta(path);
  if (!meta.ok()) return fail(meta.status().message());
  Result<Database> opened = open_database_for_writing(path);
  if (!opened.ok()) return fail(opened.status().message());
  Database& database = opened.value();
  rocksdb::Status status;
  if (command == "meta") {
    status = database.db->Put({}, database.families.at(kMetaFamily), arguments[2], arguments[3]);
    return status.ok() ? 0 : fail(status.ToString());
  }
  const Result<Target> target = target_of(meta.value(), arguments[2], arguments[3]);
  if (!target.ok()) return fail(target.status().message());
  rocksdb::ColumnFamilyHandle* const proofs = database.families.at(kProofsFamily);
  if (command == "add") {
    const ProofRecord record{.position = target.value().canonical.position,
                             .goal = target.value().goal,
                             .move = kNoMove,
                             .distance_plies = std::stoi(arguments[4]),
                             .kind = RecordKind::kAllReplies};
    status = database.db->Put({}, proofs, target.value().key, encode_value(record, 1));
    return status.ok() ? 0 : fail(status.ToString());
  }
  std::string value;
  status = database.db->Get({}, proofs, target.value().key, &value);
  if (!status.ok()) return fail("no record of " + arguments[2]);
  if (command == "remove") {
    status = database.db->Delete({}, proofs, target.value().key);
  } else {
    const Canonical& canonical = target.value().canonical;
    const Result<Move> move = parse_move(arguments[4], meta.value().size);
    if (!move.ok()) return fail(move.status().message());
    const ProofRecord record{
        .position = canonical.position,
        .goal = target.value().goal,
        .move = canonical.canonical_from_input.apply(move.value(), meta.value().size),
        .distance_plies = std::stoi(arguments[5]),
        .kind = RecordKind::kTree};
    status = database.db->Put({}, proofs, target.value().key, encode_value(record, 1));
  }
  return status.ok() ? 0 : fail(status.ToString());
}

int lock(const std::string& path) {
  const Result<std::unique_ptr<Store>> store = Store::open_for_writing(path, "renju", 15);
  if (!store.ok()) return fail(store.status().message());
  std::cout << "locked" << std::endl;
  while (std::cin.get() != std::char_traits<char>::eof()) {
  }
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  const std::size_t count = arguments.size();
  if (command == "lock" && count == 2) return lock(arguments[1]);
  if ((command == "remove" && count == 4) || (command == "set" && count == 6) ||
      (command == "meta" && count == 4) || (command == "add" && count == 5)) {
    return edit(arguments);
  }
  return fail("unknown command; see the head of book_tool.cpp");
}

}  // namespace
}  // namespace tengen::book

int main(int argc, char** argv) {
  return tengen::book::run(std::vector<std::string>(argv + 1, argv + argc));
}
