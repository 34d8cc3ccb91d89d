#include "book/care/proof_reader.h"

namespace tengen::book {
namespace {

constexpr std::size_t kReadAtOnce = 4096;

}  // namespace

Result<std::optional<KeyedProof>> ProofReader::next() {
  if (next_ == read_.size() && !at_end_) {
    read_.clear();
    next_ = 0;
    const Status status = store_.scan_proofs(
        [this](const BookKey& key, const StoredProof& proof) {
          read_.push_back({key, proof});
          return read_.size() < kReadAtOnce;
        },
        last_ ? &*last_ : nullptr);
    if (!status.ok()) return status;
    at_end_ = read_.size() < kReadAtOnce;
    if (!read_.empty()) last_ = read_.back().key;
  }
  if (next_ == read_.size()) return std::optional<KeyedProof>();
  return std::optional<KeyedProof>(read_[next_++]);
}

}  // namespace tengen::book
