#include "book/opening_rules/rule.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace tengen::book {
namespace {

constexpr Color kBlack = Color::kBlack;
constexpr Color kWhite = Color::kWhite;

constexpr Step place(Color who, int stone, int width) {
  return {.kind = StepKind::kPlace, .who = who, .stone = stone, .width = width};
}
constexpr Step swap(Color who) { return {.kind = StepKind::kSwap, .who = who}; }
constexpr Step declare(Color who, int least, int most) {
  return {.kind = StepKind::kDeclare, .who = who, .least = least, .most = most};
}
constexpr Step offer(int number) {
  return {.kind = StepKind::kOffer, .who = kBlack, .most = number};
}
constexpr Step pick() { return {.kind = StepKind::kPick, .who = kWhite, .stone = 5}; }
constexpr Step choose(Color who, std::size_t branch) {
  return {.kind = StepKind::kChoose, .who = who, .branch = branch};
}
constexpr Step play() { return {}; }

constexpr std::array<Step, 8> kRif = {
    place(kBlack, 1, 1),
    place(kBlack, 2, 3),
    place(kBlack, 3, 5),
    swap(kWhite),
    place(kWhite, 4, 15),
    offer(2),
    pick(),
    play(),
};

constexpr std::array<Step, 8> kSwap = {
    place(kBlack, 1, 1),
    place(kWhite, 2, 3),
    place(kBlack, 3, 5),
    swap(kWhite),
    place(kWhite, 4, 15),
    offer(2),
    pick(),
    play(),
};
// The two that are known to be White's.
constexpr std::array<std::string_view, 2> kSwapExcluded = {"D13", "I13"};

constexpr std::array<Step, 9> kYamaguchi = {
    place(kBlack, 1, 1),
    place(kBlack, 2, 3),
    place(kBlack, 3, 5),
    declare(kBlack, 1, kAnyNumber),
    swap(kWhite),
    place(kWhite, 4, 15),
    offer(kDeclared),
    pick(),
    play(),
};

constexpr std::array<Step, 10> kSoosorv8 = {
    place(kBlack, 1, 1),
    place(kBlack, 2, 3),
    place(kBlack, 3, 5),
    swap(kWhite),
    place(kWhite, 4, 15),
    declare(kWhite, 1, 8),
    swap(kBlack),
    offer(kDeclared),
    pick(),
    play(),
};

// The swap after the fourth stone belongs to the first choice: who offers ten does not swap.
constexpr std::array<Step, 15> kTaraguchi10 = {
    place(kBlack, 1, 1),
    swap(kWhite),
    place(kWhite, 2, 3),
    swap(kBlack),
    place(kBlack, 3, 5),
    swap(kWhite),
    place(kWhite, 4, 7),
    choose(kBlack, 12),
    swap(kBlack),
    place(kBlack, 5, 9),
    swap(kWhite),
    play(),
    offer(10),
    pick(),
    play(),
};

constexpr std::array<Step, 11> kTarannikov = {
    place(kBlack, 1, 1),
    swap(kWhite),
    place(kWhite, 2, 3),
    swap(kBlack),
    place(kBlack, 3, 5),
    swap(kWhite),
    place(kWhite, 4, 7),
    swap(kBlack),
    place(kBlack, 5, 9),
    swap(kWhite),
    play(),
};

constexpr std::array<Step, 7> kSakata = {
    place(kBlack, 1, 1),
    place(kBlack, 2, 3),
    place(kBlack, 3, 5),
    place(kWhite, 4, 7),
    place(kWhite, 5, 9),
    swap(kBlack),
    play(),
};

constexpr std::array<OpeningRule, 7> kRules = {{
    {"rif", "RIF", "world championships 1996-2008", kRif, {}},
    {"swap", "Swap", "world championships 1989-1995", kSwap, kSwapExcluded},
    {"yamaguchi", "Yamaguchi", "world championships 2009-2015", kYamaguchi, {}},
    {"soosorv-8", "Soosõrv-8", "world championships since 2017", kSoosorv8, {}},
    {"taraguchi-10", "Taraguchi-10", "one fifth move or ten on offer", kTaraguchi10, {}},
    {"tarannikov", "Tarannikov", "a swap after every stone", kTarannikov, {}},
    {"sakata", "Sakata", "White places two stones, Black chooses the colour", kSakata, {}},
}};

std::string_view color_text(Color color) { return color == kBlack ? "Black" : "White"; }

std::string area_text(int width) {
  if (width == 1) return "on h8";
  if (width == 15) return "anywhere";
  return fmt::format("within the central {}x{}", width, width);
}

// Lower case, without hyphens and the like, õ as o.
std::string plain(std::string_view id) {
  std::string out;
  for (std::size_t i = 0; i < id.size(); ++i) {
    const auto c = static_cast<unsigned char>(id[i]);
    if (c == 0xC3 && i + 1 < id.size()) {
      out += 'o';
      ++i;
    } else if (std::isalnum(c) != 0) {
      out += static_cast<char>(std::tolower(c));
    }
  }
  return out;
}

}  // namespace

std::span<const OpeningRule> all_rules() { return kRules; }

Result<const OpeningRule*> find_rule(std::string_view id) {
  std::string ids;
  for (const OpeningRule& rule : kRules) {
    if (plain(rule.id) == plain(id)) return &rule;
    ids += ids.empty() ? "" : ", ";
    ids += rule.id;
  }
  return invalid_argument(fmt::format("no opening rule '{}': there are {}", id.substr(0, 40), ids));
}

std::string step_text(const OpeningRule& rule, std::size_t index) {
  const Step& step = rule.steps[index];
  const std::string_view who = color_text(step.who);
  switch (step.kind) {
    case StepKind::kPlace: {
      const bool own = (step.stone % 2 == 1) == (step.who == kBlack);
      std::string text = fmt::format(
          "{} places stone {}{} {}", who, step.stone,
          own ? std::string() : fmt::format(" ({})", step.stone % 2 == 1 ? "black" : "white"),
          area_text(step.width));
      if (step.stone == 3 && !rule.excluded.empty()) {
        text += fmt::format(", not {}", fmt::join(rule.excluded, " or "));
      }
      return text;
    }
    case StepKind::kSwap:
      return fmt::format("{} may swap colours", who);
    case StepKind::kDeclare:
      return fmt::format("{} declares how many fifth moves will be offered: {}", who,
                         step.most == kAnyNumber ? fmt::format("at least {}", step.least)
                                                 : fmt::format("{} to {}", step.least, step.most));
    case StepKind::kOffer:
      return fmt::format("{} offers {} fifth moves anywhere, no two symmetric", who,
                         step.most == kDeclared ? std::string("the declared number of")
                                                : std::to_string(step.most));
    case StepKind::kPick:
      return fmt::format("{} keeps one of them as stone {}", who, step.stone);
    case StepKind::kChoose:
      return fmt::format("{} chooses: step {} or step {}", who, index + 2, step.branch + 1);
    case StepKind::kPlay:
      break;
  }
  return "White plays stone 6 anywhere; the game is free";
}

std::string_view step_kind_name(StepKind kind) {
  switch (kind) {
    case StepKind::kPlace:
      return "place";
    case StepKind::kSwap:
      return "swap";
    case StepKind::kDeclare:
      return "declare";
    case StepKind::kOffer:
      return "offer";
    case StepKind::kPick:
      return "pick";
    case StepKind::kChoose:
      return "choose";
    case StepKind::kPlay:
      break;
  }
  return "play";
}

}  // namespace tengen::book
