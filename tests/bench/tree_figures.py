#!/usr/bin/env python3
"""Figures of the source tree at some commits, as Markdown: tree_figures.py COMMIT...

Lines that are not empty are counted as they stand, comments among them. A class's lines are those of
its declaration and of its members' definitions, as clang-format lays them out."""

import collections
import re
import subprocess
import sys

CODE = (".h", ".cpp", ".c", ".py", ".sh", ".js", ".css", ".html", ".cmake", "CMakeLists.txt")
DECLARED = r"^(?:template <.*> )?(?:class|struct) (\w+).*\{$"
MEMBER = r"^\S.*?\b([A-Z]\w+)::~?\w+\("
NUMBER = r"(?:std::u?int\w+|int|unsigned|float|double|std::size_t|std::uint\w+)"


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True).stdout


def tree_of(commit):
    """Path -> text, of all files that are text."""
    tree = {}
    for path in git("ls-tree", "-r", "--name-only", commit).decode().splitlines():
        if path.endswith(CODE + (".md",)):
            tree[path] = git("show", f"{commit}:{path}").decode()
    return tree


def lines(texts):
    return sum(1 for text in texts for line in text.splitlines() if line.strip())


def folders(tree):
    sizes = collections.Counter()
    for path, text in tree.items():
        if "/" in path:
            reversi = path.startswith(("solver/reversi/", "book/reversi/"))
            sizes["Reversi" if reversi else path.split("/")[0]] += lines([text])
    return sizes.most_common()


def class_lines(tree):
    """Of classes by their folder; of those that a source has to itself, by that source."""
    sizes = collections.Counter()
    for path, text in tree.items():
        if not path.endswith((".h", ".cpp")) or path.startswith("tests/"):
            continue
        own = set(re.findall(DECLARED, text, re.M)) if path.endswith(".cpp") else set()
        open_class = None
        for line in text.splitlines():
            if open_class is None:
                found = re.match(DECLARED, line) or re.match(MEMBER, line)
                open_class = found and found[1]
            if open_class is not None:
                place = path if open_class in own else path.rpartition("/")[0]
                sizes[f"{place}: {open_class}"] += bool(line.strip())
                # A member's declaration alone, or a call at the beginning of a line, ends at once.
                if line.startswith("}") or (line.endswith(";") and not line.startswith(" ")):
                    open_class = None
    return sizes


SEARCH = ("guide", "dfpn", "attack_candidates", "certify", "renju_prover", "team_search", "team",
          "evaluation", "vcf", "style", "crew")
# Sizes and shapes, which nobody tunes.
NOT_TUNED = re.compile("kUnlimited|kRecordBytes|kGuideFixedBytes|kMoveRoom|kProven|kDisproven|kBytes|"
                       "kWords|kMarks|kMostVirtual|kLeastBytes|kComplete|kEntries|kEvaluation|"
                       "kHidden|kLanes|kMax|kNoStep|kStoneWords|kNumbers")


def constants(tree):
    """Numbers of the search and of the policy that somebody has chosen."""
    found = set()
    for path, text in tree.items():
        name = path.rpartition("/")[2].partition(".")[0]
        if path.startswith("solver/renju/") and path.count("/") == 2 and name in SEARCH:
            found |= {constant for constant in re.findall(rf"constexpr {NUMBER} (k\w+)", text)
                      if not NOT_TUNED.match(constant)}
    policy = re.search(r"struct Policy \{(.*?)^\};", tree.get("coordinator/scheduler.h", ""),
                       re.S | re.M)
    if policy:
        found |= set(re.findall(r"^  [\w:]+ (\w+)(?: =|\{)", policy[1], re.M))
    return found


def targets(tree):
    """Target -> what it links, of the project."""
    linked = collections.defaultdict(set)
    for path, text in tree.items():
        if not path.endswith("CMakeLists.txt") or path.startswith("tests/"):
            continue
        for name in re.findall(r"add_(?:library|executable)\((\w+)", text):
            linked[name]
        for name, links in re.findall(r"target_link_libraries\((\w+)([^)]*)\)", text):
            linked[name] |= {word for word in links.split() if word.startswith("tengen_")}
    return linked


def main():
    commits = sys.argv[1:] or sys.exit(__doc__)
    trees = [tree_of(commit) for commit in commits]
    code = [{p: t for p, t in tree.items() if p.endswith(CODE) and not p.startswith("tests/")}
            for tree in trees]
    tests = [{p: t for p, t in tree.items() if p.endswith(CODE) and p.startswith("tests/")}
             for tree in trees]
    rows = [
        ("files of code", [len(c) for c in code]),
        ("lines of code", [lines(c.values()) for c in code]),
        ("by folder", [", ".join(f"{folder} {size:,}" for folder, size in folders(c)) for c in code]),
        ("in files over 400 lines",
         [", ".join(sorted(f"`{p}`" for p, t in c.items() if len(t.splitlines()) > 400)) or "none"
          for c in code]),
        ("lines of tests", [lines(t.values()) for t in tests]),
        ("lines of prose", [lines(x for p, x in tree.items() if p.endswith(".md"))
                            for tree in trees]),
        ("numbers chosen for the search", [len(constants(tree)) for tree in trees]),
        ("largest classes, lines", ["; ".join(f"{name} {size}" for name, size
                                              in class_lines(tree).most_common(10))
                                    for tree in trees]),
    ]
    print("| | " + " | ".join(git("rev-parse", "--short", c).decode().strip() for c in commits) +
          " |\n" + "| --- " * (len(commits) + 1) + "|")
    for what, figures in rows:
        print(f"| {what} | " + " | ".join(
            f"{figure:,}" if isinstance(figure, int) else figure for figure in figures) + " |")
    print("\n| target | links, of the project |\n| --- | --- |")
    for name, links in sorted(targets(trees[-1]).items()):
        print(f"| `{name}` | {', '.join(f'`{link}`' for link in sorted(links)) or 'nothing'} |")


if __name__ == "__main__":
    main()
