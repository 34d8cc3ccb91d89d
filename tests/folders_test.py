#!/usr/bin/env python3
"""Holds CONTRIBUTING.md against the tree: folders_test.py ROOT.

What a library includes is what it links, every folder stands in a table, and the places of the
walks through the code are there."""

import pathlib
import re
import sys

TOP = ("solver", "book", "worker", "coordinator", "cluster")


def libraries(root):
    """By target: its folder, and the project's libraries that it links (all; those it hands on)."""
    found = {}
    for file in [path for top in TOP for path in (root / top).rglob("CMakeLists.txt")]:
        text = re.sub(r"#.*", "", file.read_text())
        for name in re.findall(r"add_(?:library|executable)\((\w+)|pybind11_add_module\((\w+)", text):
            found["".join(name)] = (file.parent.relative_to(root), set(), set())
        for name, links in re.findall(r"target_link_libraries\((\w+)([^)]*)\)", text):
            public = True
            for word in links.split():
                if word in ("PUBLIC", "PRIVATE"):
                    public = word == "PUBLIC"
                elif word.startswith("tengen"):
                    found[name][1].add(word)
                    if public:
                        found[name][2].add(word)
    return found


def reachable(found, name):
    """What `name` links, by itself or handed on."""
    seen, waiting = set(), list(found[name][1])
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += found[one][2]
    return seen


# tengen_solver is in several folders; of those this much is positions and their text.
SOLVER = {"solver/base", "solver/game", "solver/renju", "solver/reversi"}
POSITIONS = {"solver/base/check.h", "solver/base/status.h", "solver/base/text.h",
             "solver/game/position.h", "solver/game/win.h"}


def may_include(found, targets, folder):
    folders = {str(folder)}
    for one in set().union(*(reachable(found, target) for target in targets)) - {"tengen_positions"}:
        folders |= SOLVER if one == "tengen_solver" else {str(found[one][0])}
    return folders


def wrong_includes(root):
    found = libraries(root)
    by_folder = {}
    for name, (folder, _, _) in found.items():
        by_folder.setdefault(folder, []).append(name)
    for folder, targets in sorted(by_folder.items()):
        if folder.parts[0] == "solver":
            continue
        folders = may_include(found, targets, folder)
        for file in sorted((root / folder).glob("*.[ch]*")):
            for header in re.findall(r'^#include "([^"]+)"', file.read_text(), re.M):
                if str(pathlib.PurePath(header).parent) not in folders and header not in POSITIONS:
                    yield f"{file.relative_to(root)} includes {header}, which {folder} does not link"


def missing_folders(root, text):
    for top in ("book", "cluster"):
        table = text[text.index(f"| `{top}/` | holds | links"):].split("\n\n")[0]
        for folder in sorted(path.parent for path in (root / top).glob("*/CMakeLists.txt")):
            if f"`{folder.name}/`" not in table:
                yield f"{folder.relative_to(root)} does not stand in the table of {top}/"


def defines(text, symbol):
    """As a function of its own or a member, or within its class."""
    inside = symbol.split("::")[-1]
    return re.search(rf"^\S.*\b{symbol}\(|^  \w[^;=(]* {inside}\([^;]*$", text, re.M)


def missing_places(root, text):
    """Of the walks: rows `| 7 | `file`: `symbol` | what happens |`."""
    walks = text.split("\n## A walk")[1:]
    for walk, most in zip(walks, (15, 8), strict=True):
        rows = re.findall(r"^\| (\d+) \| (.*) \| (.*) \|$", walk, re.M)
        if not 2 < len(rows) <= most:
            yield f"a walk of {len(rows)} places, not {most} at most"
        for number, place, happens in rows:
            path, symbol = re.fullmatch(r"`([^`]+)`: `([^`]+)`", place).groups()
            if not (root / path).is_file():
                yield f"{path}, place {number} of a walk, is not there"
            elif not defines((root / path).read_text(), symbol):
                yield f"{path} defines no {symbol}, place {number} of a walk"
            # Others are named by the way, by their path or as one of the same folder.
            for other in re.findall(r"`([\w/]+\.(?:cpp|h))`", happens):
                if not any((folder / other).is_file() for folder in (root, (root / path).parent)):
                    yield f"{other}, by the way of place {number} of a walk, is not there"


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "CONTRIBUTING.md").read_text()
    faults = [*wrong_includes(root), *missing_folders(root, text), *missing_places(root, text)]
    print("\n".join(faults) or "folders and walks are as CONTRIBUTING.md says")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
