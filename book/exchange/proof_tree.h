// The proven tree under a position, walked in pre-order for files that people and other programs
// read: the attacker's one move in each position, and the defender's replies, passes included.
//
// An open position has what is proven below it. The root, with the defender to move, has every
// reply, open ones marked, and so has each position with the defender to move of which a reply is
// proven: there open replies are leaves. Else, and with the attacker to move, the tree goes on
// through the moves that soon lead to proven ones (proven_below.h).
//
// Positions that are reached by several orders of moves are gone into once; later nodes refer to
// the first. A win by a short VCF is given by its first move alone. The defender's replies come
// longest first, those that the book stores before those that lose to a short VCF.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "book/query/query.h"
#include "book/store/store.h"
#include "solver/game/game.h"

namespace tengen::book {

// What follows a node.
enum class NodeEnd : std::uint8_t {
  kGoesOn,         // its children do, if the defender has any
  kGameOver,       // five
  kShortWin,       // the attacker's first move of a win by fours
  kTransposition,  // the children of an earlier node
  kCut,            // what max_plies left out
  kOpen,           // nothing is known
  kRefuted,        // the goal is not reached: the other side wins, or draws
};

struct ProofNode {
  std::uint64_t id = 0;      // 1, 2, ... in pre-order
  std::uint64_t parent = 0;  // 0 is the position asked
  int ply = 0;               // 1 for a move in the position asked
  Move move = kNoMove;
  bool by_attacker = false;
  bool has_sibling = false;  // another one follows, after this one's children
  GameResult result = GameResult::kUnknown;
  int distance_plies = 0;  // upper bound of the plies to the win, this move included; 0: no win
  NodeEnd end = NodeEnd::kGoesOn;
  std::uint64_t same_as = 0;             // kTransposition: the id of the node that reached it first
  std::span<const Move> same_as_line{};  // and the moves to it from the position asked
  // What somebody's files say of the position after the move, and the label and mark that they have
  // on the move.
  std::span<const Note> notes{};
  std::string label{};
  bool marked = false;
};

struct ProofTreeOptions {
  std::optional<int> max_plies;      // below the position asked, at least 1; all when empty
  bool stored_replies_only = false;  // leaves out replies that lose to a short VCF
  bool noted = false;                // walk_noted_tree() (noted_tree.h)
};

struct ProofTreeHead {
  std::string_view rules;
  Position position;
  // The moves from the empty board to it; empty when it was asked as a set-up.
  std::vector<Move> path;
  Color goal = Color::kBlack;
  bool open = false;              // the goal is not proven in it
  int distance_plies = 0;         // 0 while it is open
  int proven_moves = 0;           // open: of how many of its moves the goal's win is known
  int moves = 0;                  // open: that the tree has
  std::span<const Note> notes{};  // on the position
  ProofTreeOptions options;
};

struct ProofTreeCounts {
  std::uint64_t nodes = 0;
  std::uint64_t stored = 0;          // attacker's positions of the book that were gone into
  std::uint64_t transpositions = 0;  // nodes that refer to an earlier one
  std::uint64_t open = 0;            // nodes of which nothing is known
};

// Who writes the tree.
class ProofTreeSink {
 public:
  virtual ~ProofTreeSink() = default;
  virtual Status begin(const ProofTreeHead& head) = 0;
  virtual Status node(const ProofNode& node) = 0;
  virtual Status end(const ProofTreeCounts& counts) = 0;
};

using ProofTreeProgress = std::function<void(const ProofTreeCounts&)>;

// Walks the tree into the sink. Memory: about 150 bytes for each stored position. Errors: kNotFound
// when the book proves neither the position nor anything soon below it, or a proof has a hole,
// naming the moves to it; the sink's and the store's. REQUIRES: position came from game.parse() and
// is that after `path`, unless that is empty; store and game have the same rules and size.
Result<ProofTreeCounts> walk_proof_tree(const Store& store, const Game& game,
                                        const Position& position, const std::vector<Move>& path,
                                        Color goal, const ProofTreeOptions& options,
                                        ProofTreeSink& sink,
                                        const ProofTreeProgress& progress = {});

}  // namespace tengen::book
