#include "solver/renju/evaluation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/renju/evaluation_weights.h"

namespace tengen::renju {
namespace {

namespace weights = evaluation_weights;

constexpr std::size_t kLanes = kEvaluationLanes;
constexpr std::size_t kHidden = kEvaluationHidden;
// Estimates grow with the odds up to this logit and with the logit from there on.
constexpr float kLinearFrom = 1.0F;
constexpr float kMaxLogit = 50.0F;

PointSums make_point_sums(std::size_t color) {
  PointSums sums;
  for (PointCode code = 0; code < kPointCodes; ++code) {
    const PointPatterns patterns = patterns_of(code);
    if (patterns.back() < kTwo) continue;  // nothing there: no part of the sum
    for (std::size_t lane = 0; lane < 2 * kLanes; ++lane) {
      int sum = 0;
      for (const LinePattern p : patterns)
        sum += weights::kPattern[lane / kLanes][p][lane % kLanes];
      sums[code].set_lane(lane, static_cast<PointSum::Lane>(sum));
    }
  }
  for (const weights::CodeWeights& row : weights::kCodes) {
    for (std::size_t lane = 0; lane < 2 * kLanes; ++lane) {
      const int sum = sums[row.code].lane(lane) + row.weights[color][lane / kLanes][lane % kLanes];
      sums[row.code].set_lane(lane, static_cast<PointSum::Lane>(sum));
    }
  }
  return sums;
}

// The exponential alone would make all positions far from a win look alike once it is cut off.
double growth(float logit) {
  const float steep = std::min(logit, kLinearFrom);
  return static_cast<double>(std::exp(steep) * (1 + (logit - steep)));
}

float leaky(float x) { return std::max(x, kEvaluationLeak * x); }

}  // namespace

const PointSums& point_sums(Color color) {
  static const std::array<PointSums, 2> sums{make_point_sums(0), make_point_sums(1)};
  return sums[static_cast<std::size_t>(color)];
}

float win_logit(const BoardSums& sums, Color attacker, bool attacker_to_move) {
  const std::size_t side = attacker_to_move ? 0 : 1;
  const std::size_t color = static_cast<std::size_t>(attacker);
  const PointSum& own = sums[static_cast<std::size_t>(attacker)];
  const PointSum& theirs = sums[static_cast<std::size_t>(opponent(attacker))];
  // Loops over hidden units are innermost, so that the compiler makes vectors of them.
  std::array<float, kHidden> hidden;
  std::copy_n(&weights::kHiddenBias[side * kHidden], kHidden, hidden.begin());
  for (std::size_t i = 0; i < kLanes; ++i) {
    const int sum = own.lane(i) + theirs.lane(kLanes + i);
    const float input = leaky(weights::kBias[(2 * side + color) * kLanes + i] +
                              static_cast<float>(sum) / kEvaluationUnit);
    const float* row = &weights::kHidden[(side * kLanes + i) * kHidden];
    for (std::size_t j = 0; j < kHidden; ++j) hidden[j] += row[j] * input;
  }
  float logit = weights::kOutBias[2 * side + color];
  for (std::size_t j = 0; j < kHidden; ++j) {
    logit += weights::kOut[side * kHidden + j] * leaky(hidden[j]);
  }
  return logit;
}

Numbers estimated_numbers(const BoardSums& sums, Color attacker, bool attacker_to_move,
                          double proof_scale) {
  return estimated_numbers(win_logit(sums, attacker, attacker_to_move), proof_scale);
}

Numbers estimated_numbers(float logit, double proof_scale) {
  logit = std::clamp(logit, -kMaxLogit, kMaxLogit);
  return {static_cast<std::uint32_t>(1 + proof_scale * growth(-logit)),
          static_cast<std::uint32_t>(1 + growth(logit))};
}

}  // namespace tengen::renju
