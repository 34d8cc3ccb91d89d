// Records of nodes that the tree solved: they follow from the nodes' children, and no job hands
// them out.
#pragma once

#include <optional>
#include <vector>

#include "coordinator/journal.h"
#include "coordinator/tree.h"

namespace tengen::coordinator {

// The record that `goal` wins a position, from records about to be stored or else from the journal.
[[nodiscard]] Result<std::optional<ProofRecord>> known_record(Journal& journal,
                                                              const std::vector<ProofRecord>& fresh,
                                                              const Position& canonical,
                                                              Color goal);

// Appends the missing records of the nodes in `solved` (children before parents) to `records`,
// which are about to be stored. `asked` is the node that was solved by its own job's answer, if
// one was. Errors: the journal's.
Status add_derived_records(const Tree& tree, Journal& journal, const std::vector<NodeId>& solved,
                           std::optional<NodeId> asked, std::vector<ProofRecord>& records);

}  // namespace tengen::coordinator
