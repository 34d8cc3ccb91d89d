#!/usr/bin/env python3
"""Holds the table of constants in solver/README.md against the code: constants_test.py ROOT."""

import pathlib
import re
import sys


def value_in(text, name):
    """What stands behind `name =`, or in the braces behind it; None where there is nothing."""
    found = re.search(rf"\b{name}\s*(?:=\s*([^;]+);|(\{{[^;]*\}});)", text)
    return found and re.sub(r"\s+", " ", found[1] or found[2])


def main():
    root = pathlib.Path(sys.argv[1])
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| `([^`]+)` \| ([^|]+) \|$",
                      (root / "solver/README.md").read_text(), re.M)
    if len(rows) < 20:
        sys.exit("solver/README.md: no table of constants")
    faults = []
    for name, value, path, reason in rows:
        text = (root / "solver" / path).read_text()
        code, value = value_in(text, name), value.strip()
        if value.endswith(" rows"):
            code = f"{code.count('{') - 2} rows"
        if code != value:
            faults.append(f"{name}: the page says {value}, {path} {code}")
        if not reason.strip():
            faults.append(f"{name}: no reason")
    # Whatever else there is to tune in the search has a row too.
    listed = {row[0] for row in rows}
    for path in ("renju/guide.cpp", "renju/attack_candidates.cpp", "renju/certify.cpp",
                 "renju/renju_prover.cpp"):
        for name in re.findall(r"constexpr (?:std::u?int\w+|int|double|std::size_t) (k\w+)",
                               (root / "solver" / path).read_text()):
            if name not in listed | NOT_TUNED:
                faults.append(f"{name} of {path} has no row")
    print("\n".join(faults) or f"{len(rows)} constants")
    return bool(faults)


NOT_TUNED = {"kUnlimited", "kRecordBytes", "kGuideFixedBytes", "kMoveRoom"}

if __name__ == "__main__":
    sys.exit(main())
