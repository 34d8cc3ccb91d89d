// Fits the evaluation's network (evaluation.h) to labelled positions:
// `fit_evaluation SAMPLES... > evaluation_weights.h`, with the losses on stderr. Deterministic.
//
// The embedding of a point code is the sum of three parts, so that codes that are seldom seen lean
// on what they are made of: one for each of its line patterns, one for the code, and one for the
// code in this colour's hands (Black has fouls). AdaGrad (Duchi et al. 2011) on the logistic loss.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "solver/game/symmetry.h"
#include "solver/renju/board.h"
#include "solver/renju/evaluation.h"

namespace tengen::renju {
namespace {

constexpr std::size_t kLanes = kEvaluationLanes;
constexpr std::size_t kHidden = kEvaluationHidden;
constexpr std::size_t kCodes = kPointCodes;
constexpr int kEpochs = 24;
constexpr float kRate = 0.02F;
constexpr float kDecay = 1e-4F;
// Every eighth block of so many samples, which come from a few games, is held out.
constexpr std::size_t kBlock = 240;
constexpr float kPatternScale = 1.0F / 16;
// Picks the order of the samples, by what the search then proves (README.md).
constexpr unsigned kShuffle = 4;
// A sample counts as proven if fewer nodes were enough; samples may have been searched for
// longer.
constexpr double kProofNodes = 5'000;

struct Counts {
  std::vector<std::pair<PointCode, float>> points;
};

struct Sample {
  std::array<Counts, 2> role;  // of the attacker, of the defender
  std::size_t attacker;        // colour
  std::size_t to_move;         // role
  float proven;
};

// A block of parameters with the sums of squares of their gradients.
class Weights {
 public:
  Weights(std::size_t count, float spread, float decay, std::mt19937& random)
      : value_(count), squares_(count, 0.01F), decay_(decay) {
    std::normal_distribution<float> normal(0, 1);
    for (float& value : value_) value = spread * normal(random);
  }
  float operator[](std::size_t i) const { return value_[i]; }
  [[nodiscard]] std::size_t size() const { return value_.size(); }
  void descend(std::size_t i, float gradient, float rate) {
    gradient += decay_ * value_[i];
    squares_[i] += gradient * gradient;
    value_[i] -= rate * gradient / std::sqrt(squares_[i]);
  }

 private:
  std::vector<float> value_;
  std::vector<float> squares_;
  float decay_;
};

float leaky(float x) { return x > 0 ? x : kEvaluationLeak * x; }
float leaky_slope(float x) { return x > 0 ? 1 : kEvaluationLeak; }

class Network {
 public:
  explicit Network(std::mt19937& random)
      : pattern_(2 * kLinePatterns * kLanes, 0.05F, kDecay, random),
        code_(2 * kCodes * kLanes, 0.02F, kDecay, random),
        colour_(2 * 2 * kCodes * kLanes, 0, kDecay, random),
        bias_(2 * 2 * kLanes, 0.1F, 0, random),
        hidden_(2 * kHidden * kLanes, 1 / std::sqrt(static_cast<float>(kLanes)), kDecay, random),
        hidden_bias_(2 * kHidden, 0.1F, 0, random),
        out_(2 * kHidden, 0.2F, kDecay, random),
        out_bias_(2 * 2, 0, 0, random) {}

  // Probability that the sample is proven.
  float forward(const Sample& sample) {
    const std::size_t side = sample.to_move;
    for (std::size_t d = 0; d < kLanes; ++d) {
      sum_[d] = bias_[(side * 2 + sample.attacker) * kLanes + d];
    }
    for (std::size_t role = 0; role < 2; ++role) {
      const std::size_t colour = role == 0 ? sample.attacker : 1 - sample.attacker;
      for (const auto& [code, count] : sample.role[role].points) {
        for (std::size_t d = 0; d < kLanes; ++d)
          sum_[d] += count * embedding(role, colour, code, d);
      }
    }
    float logit = out_bias_[side * 2 + sample.attacker];
    for (std::size_t j = 0; j < kHidden; ++j) {
      float sum = hidden_bias_[side * kHidden + j];
      for (std::size_t d = 0; d < kLanes; ++d) {
        sum += hidden_[(side * kLanes + d) * kHidden + j] * leaky(sum_[d]);
      }
      hidden_sum_[j] = sum;
      logit += out_[side * kHidden + j] * leaky(sum);
    }
    return 1 / (1 + std::exp(-std::clamp(logit, -30.0F, 30.0F)));
  }

  // One step down the gradient of the loss; forward() must have been called with this sample.
  void backward(const Sample& sample, float probability, float rate) {
    const std::size_t side = sample.to_move;
    const float error = probability - sample.proven;
    std::array<float, kLanes> sum_gradient{};
    out_bias_.descend(side * 2 + sample.attacker, error, rate);
    for (std::size_t j = 0; j < kHidden; ++j) {
      const std::size_t row = side * kHidden + j;
      const float gradient = error * out_[row] * leaky_slope(hidden_sum_[j]);
      out_.descend(row, error * leaky(hidden_sum_[j]), rate);
      hidden_bias_.descend(row, gradient, rate);
      for (std::size_t d = 0; d < kLanes; ++d) {
        sum_gradient[d] +=
            gradient * hidden_[(side * kLanes + d) * kHidden + j] * leaky_slope(sum_[d]);
        hidden_.descend((side * kLanes + d) * kHidden + j, gradient * leaky(sum_[d]), rate);
      }
    }
    for (std::size_t d = 0; d < kLanes; ++d) {
      bias_.descend((side * 2 + sample.attacker) * kLanes + d, sum_gradient[d], rate);
    }
    for (std::size_t role = 0; role < 2; ++role) {
      const std::size_t colour = role == 0 ? sample.attacker : 1 - sample.attacker;
      std::array<float, kLinePatterns> patterns{};
      for (const auto& [code, count] : sample.role[role].points) {
        for (const LinePattern pattern : patterns_of(code)) {
          patterns[pattern] += kPatternScale * count;
        }
        for (std::size_t d = 0; d < kLanes; ++d) {
          code_.descend((role * kCodes + code) * kLanes + d, count * sum_gradient[d], rate);
          colour_.descend(((role * 2 + colour) * kCodes + code) * kLanes + d,
                          count * sum_gradient[d], rate);
        }
      }
      for (std::size_t pattern = 0; pattern < kLinePatterns; ++pattern) {
        if (patterns[pattern] == 0) continue;
        for (std::size_t d = 0; d < kLanes; ++d) {
          pattern_.descend((role * kLinePatterns + pattern) * kLanes + d,
                           patterns[pattern] * sum_gradient[d], rate);
        }
      }
    }
  }

  // Writes evaluation_weights.h. `seen` are the codes of the samples.
  void print(const std::vector<PointCode>& seen) const {
    std::printf(
        "// Made by training/fit.cpp from training/samples.tsv.xz; see training/README.md.\n"
        "#pragma once\n\n#include <array>\n#include <cstdint>\n\n"
        "#include \"solver/renju/evaluation.h\"\n\n"
        "namespace tengen::renju::evaluation_weights {\n\n"
        "// clang-format off\n");
    std::printf("// Embeddings in 1/%d: [role: attacker, defender][pattern][lane].\n",
                kEvaluationUnit);
    std::printf("constexpr std::int16_t kPattern[2][%d][%zu] = {\n", kLinePatterns, kLanes);
    for (std::size_t role = 0; role < 2; ++role) {
      std::printf("{");
      for (std::size_t pattern = 0; pattern < kLinePatterns; ++pattern) {
        print_embedding([&](std::size_t d) {
          return kPatternScale * pattern_[(role * kLinePatterns + pattern) * kLanes + d];
        });
        std::printf(",\n");
      }
      std::printf("},\n");
    }
    std::printf(
        "};\n// What a code has beyond its patterns: [colour][role][lane].\n"
        "struct CodeWeights {\n  std::uint16_t code;\n  std::int16_t weights[2][2][%zu];\n};\n"
        "constexpr CodeWeights kCodes[] = {\n",
        kLanes);
    for (const PointCode code : seen) {
      std::printf("{%d, {", code);
      for (std::size_t colour = 0; colour < 2; ++colour) {
        std::printf("{");
        for (std::size_t role = 0; role < 2; ++role) {
          print_embedding([&](std::size_t d) {
            return code_[(role * kCodes + code) * kLanes + d] +
                   colour_[((role * 2 + colour) * kCodes + code) * kLanes + d];
          });
          std::printf(",");
        }
        std::printf("},");
      }
      std::printf("}},\n");
    }
    std::printf("};\n");
    print_floats("kBias", "[role to move][attacker's colour][lane]", bias_);
    print_floats("kHidden", "[role to move][lane][hidden]", hidden_);
    print_floats("kHiddenBias", "[role to move][hidden]", hidden_bias_);
    print_floats("kOut", "[role to move][hidden]", out_);
    print_floats("kOutBias", "[role to move][attacker's colour]", out_bias_);
    std::printf("// clang-format on\n\n}  // namespace tengen::renju::evaluation_weights\n");
  }

 private:
  float embedding(std::size_t role, std::size_t colour, PointCode code, std::size_t d) const {
    float sum = code_[(role * kCodes + code) * kLanes + d] +
                colour_[((role * 2 + colour) * kCodes + code) * kLanes + d];
    for (const LinePattern pattern : patterns_of(code)) {
      sum += kPatternScale * pattern_[(role * kLinePatterns + pattern) * kLanes + d];
    }
    return sum;
  }

  template <typename Value>
  static void print_embedding(Value value) {
    std::printf("{");
    for (std::size_t d = 0; d < kLanes; ++d) {
      std::printf("%s%ld", d == 0 ? "" : ",", std::lround(value(d) * kEvaluationUnit));
    }
    std::printf("}");
  }
  static void print_floats(const char* name, const char* shape, const Weights& weights) {
    std::printf("// %s\nconstexpr float %s[] = {", shape, name);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      std::printf("%s%.5gF,", i % 8 == 0 ? "\n" : " ", static_cast<double>(weights[i]));
    }
    std::printf("\n};\n");
  }

  Weights pattern_, code_, colour_, bias_, hidden_, hidden_bias_, out_, out_bias_;
  std::array<float, kLanes> sum_{};
  std::array<float, kHidden> hidden_sum_{};
};

Counts count_points(const Board& board, Color color) {
  std::map<PointCode, float> counts;
  board.empty_points().for_each([&](Move p) {
    const PointCode code = board.code(color, p);
    if (patterns_of(code).back() >= kTwo) counts[code] += 1;
  });
  return {{counts.begin(), counts.end()}};
}

bool read_samples(const char* file, std::vector<Sample>& samples) {
  std::ifstream input(file);
  std::string line;
  while (std::getline(input, line)) {
    std::istringstream fields(line);
    std::string text;
    std::string attacker;
    bool proven = false;
    double nodes = 0;
    if (!(fields >> text >> attacker >> proven >> nodes)) return false;
    const Result<Position> position = parse_setup(text, kMaxSize);
    if (!position.ok()) return false;
    const Color color = attacker == "black" ? Color::kBlack : Color::kWhite;
    const Board board(position.value());
    samples.push_back({{count_points(board, color), count_points(board, opponent(color))},
                       static_cast<std::size_t>(color),
                       position.value().to_move == color ? std::size_t{0} : std::size_t{1},
                       proven && nodes < kProofNodes ? 1.0F : 0.0F});
  }
  return input.eof();
}

double loss(float probability, float proven) {
  return -std::log(std::clamp(proven > 0 ? probability : 1 - probability, 1e-6F, 1.0F));
}

// Loss and accuracy on the held-out samples, by who is to move.
void report(Network& network, const std::vector<Sample>& samples,
            const std::vector<std::size_t>& held_out, int epoch, double trained_loss) {
  std::array<double, 2> total{};
  std::array<double, 2> right{};
  std::array<double, 2> proven{};
  std::array<double, 2> count{};
  for (const std::size_t i : held_out) {
    const Sample& sample = samples[i];
    const float probability = network.forward(sample);
    total[sample.to_move] += loss(probability, sample.proven);
    right[sample.to_move] += (probability > 0.5F) == (sample.proven > 0) ? 1 : 0;
    proven[sample.to_move] += static_cast<double>(sample.proven);
    ++count[sample.to_move];
  }
  std::fprintf(stderr, "epoch %d: fitted %.4f", epoch, trained_loss);
  for (std::size_t side = 0; side < 2; ++side) {
    const double share = proven[side] / count[side];
    std::fprintf(stderr, "; %s to move: loss %.4f (constant %.4f), right %.1f %%",
                 side == 0 ? "attacker" : "defender", total[side] / count[side],
                 -share * std::log(share) - (1 - share) * std::log(1 - share),
                 100 * right[side] / count[side]);
  }
  std::fprintf(stderr, "\n");
}

int fit(int files, char** names) {
  std::vector<Sample> samples;
  for (int i = 0; i < files; ++i) {
    if (!read_samples(names[i], samples)) {
      std::fprintf(stderr, "%s: cannot be read, or is no list of samples\n", names[i]);
      return 2;
    }
  }
  std::vector<std::size_t> fitted;
  std::vector<std::size_t> held_out;
  std::vector<bool> is_seen(kPointCodes, false);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    (i / kBlock % 8 == 7 ? held_out : fitted).push_back(i);
    for (const Counts& counts : samples[i].role) {
      for (const auto& [code, count] : counts.points) is_seen[code] = true;
    }
  }
  std::mt19937 random(1);
  Network network(random);
  random.discard(kShuffle);
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    const float rate = kRate * (1 - 0.9F * static_cast<float>(epoch) / kEpochs);
    std::shuffle(fitted.begin(), fitted.end(), random);
    double total = 0;
    for (const std::size_t i : fitted) {
      const float probability = network.forward(samples[i]);
      total += loss(probability, samples[i].proven);
      network.backward(samples[i], probability, rate);
    }
    report(network, samples, held_out, epoch + 1, total / static_cast<double>(fitted.size()));
  }
  std::vector<PointCode> seen;
  for (PointCode code = 0; code < kPointCodes; ++code) {
    if (is_seen[code]) seen.push_back(code);
  }
  network.print(seen);
  return 0;
}

}  // namespace
}  // namespace tengen::renju

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: fit_evaluation SAMPLES... > evaluation_weights.h\n");
    return 2;
  }
  return tengen::renju::fit(argc - 1, argv + 1);
}
