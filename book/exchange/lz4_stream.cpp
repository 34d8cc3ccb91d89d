#include "book/exchange/lz4_stream.h"

#include <lz4frame.h>

#include <array>

#include "solver/base/check.h"

namespace tengen::book {

struct Lz4Buffer::State {
  LZ4F_dctx* context = nullptr;
  std::array<char, 1 << 15> packed;
  std::array<char, 1 << 16> content;
  std::size_t packed_at = 0;
  std::size_t packed_end = 0;
  bool frame_ended = false;
};

Lz4Buffer::Lz4Buffer(std::istream& in) : in_(in), state_(std::make_unique<State>()) {
  CHECK(!LZ4F_isError(LZ4F_createDecompressionContext(&state_->context, LZ4F_VERSION)));
}

Lz4Buffer::~Lz4Buffer() { LZ4F_freeDecompressionContext(state_->context); }

Lz4Buffer::int_type Lz4Buffer::underflow() {
  State& state = *state_;
  while (!damaged_ && !state.frame_ended) {
    if (state.packed_at == state.packed_end && in_) {
      in_.read(state.packed.data(), static_cast<std::streamsize>(state.packed.size()));
      state.packed_at = 0;
      state.packed_end = static_cast<std::size_t>(in_.gcount());
    }
    std::size_t consumed = state.packed_end - state.packed_at;
    std::size_t produced = state.content.size();
    const bool at_end = consumed == 0;
    const std::size_t hint =
        LZ4F_decompress(state.context, state.content.data(), &produced,
                        state.packed.data() + state.packed_at, &consumed, nullptr);
    damaged_ = LZ4F_isError(hint) != 0 || (at_end && produced == 0 && hint != 0);
    if (damaged_) break;
    state.packed_at += consumed;
    state.frame_ended = hint == 0;
    if (produced > 0) {
      setg(state.content.data(), state.content.data(), state.content.data() + produced);
      return traits_type::to_int_type(*gptr());
    }
  }
  return traits_type::eof();
}

}  // namespace tengen::book
