#!/usr/bin/env python3
"""The stand-alone checker and the one in Python: fouls, whole certificates, and spoiled ones.

  checkers.py --checker build/book/checker/check_proof --data tests/data
"""

import argparse
import os
import subprocess
import sys
import tempfile

import check_certificate

HEAD = "# tengen proof 1\n# rules renju size 15\n"


def cpp(checker, text, *arguments):
    """Exit status and output; the text goes through a pipe."""
    if isinstance(text, str):
        text = text.encode()
    done = subprocess.run([checker, *arguments, "-"], input=text, capture_output=True, timeout=120,
                          check=False)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def python(text):
    """The same exit status by the checker in Python."""
    try:
        return 1 if check_certificate.check(text)[0] else 0
    except check_certificate.BadInput:
        return 2


def split(text):
    """Head, lines as fields; the end is left out."""
    rows = text.splitlines()
    return ([row for row in rows[:-1] if row.startswith("#")],
            [row.split("\t") for row in rows if not row.startswith("#")])


def join(head, lines):
    return "\n".join([*head, *("\t".join(line) for line in lines), f"# end {len(lines)}"]) + "\n"


def without_root(text):
    """The certificate of the position after the first line's move: the defender is to move."""
    head, lines = split(text)
    (black, white, side), move = lines[0][0].split("/"), lines[0][1]
    asked = f"{black}{move}/{white}/w" if side == "b" else f"{black}/{white}{move}/b"
    goal, to_move = ("black", "white") if side == "b" else ("white", "black")
    return join([*head[:2], f"# position {asked}", f"# goal {goal} to_move {to_move}"], lines[1:])


def one_line(position, goal, move, distance):
    to_move = {"b": "black", "w": "white"}[position[-1]]
    return (f"{HEAD}# position {position}\n# goal {goal} to_move {to_move}\n"
            f"{position}\t{move}\t{distance}\n# end 1\n")


def spoiled(text, others):
    """(what, text, exit status or None where both checkers must agree)."""
    head, lines = split(text)
    for number, line in enumerate(lines):
        rest = lines[:number] + lines[number + 1:]
        stones = check_certificate.points_in(line[0][:-2].replace("/", "").replace("-", ""), 15)
        other = next(name for name in others
                     if name != line[1] and check_certificate.points_in(name, 15)[0] not in stones)
        yield f"line {number} dropped", join(head, rest), None
        yield f"line {number} moved", join(head, rest + [[line[0], other, line[2]]]), None
        if line[2] != "1":
            yield f"line {number} in one ply", join(head, rest + [[line[0], line[1], "1"]]), 1
    yield "line twice", join(head, lines + lines[:1]), 2
    yield "line twice, with another move", join(head, lines + [[lines[0][0], "a1", "9"]]), 2
    yield "lines turned around", join(head, lines[::-1]), 0
    yield "wrong count", join(head, lines).replace(f"# end {len(lines)}", "# end 7"), 2
    yield "no count", join(head, lines).replace(f"# end {len(lines)}", "# end"), 2
    yield "carriage returns", join(head, lines).replace("\n", "\r\n"), 0
    yield "a comment", join([*head, "# leaves need 17 nodes"], lines), 0
    yield "a line after the end", join(head, lines) + "\t".join(lines[0]) + "\n", 2
    whole = join(head, lines)
    for tenth in range(10):
        yield f"cut off at {tenth}/10", whole[:len(whole) * tenth // 10], 2
    position, move, distance = lines[0]
    for what, bad in (
            ("move on a stone", [position, position.split("/")[0][:2], distance]),
            ("pass as move", [position, "pass", distance]),
            ("move off the board", [position, "p1", distance]),
            ("row 16", [position, "a16", distance]),
            ("row 0", [position, "a0", distance]),
            ("no distance", [position, move, ""]),
            ("distance 0", [position, move, "0"]),
            ("negative distance", [position, move, "-3"]),
            ("distance 1e9", [position, move, "1000000000"]),
            ("distance 2^64+9", [position, move, str(2 ** 64 + 9)]),
            ("two moves", [position, move + "a1", distance]),
            ("a fourth field", [position, move, distance, "1"]),
            ("a stone twice", ["a1a1/-/b", "h8", "9"]),
            ("no side", [position[:-2], move, distance]),
            ("another side", [position[:-1] + "x", move, distance]),
            ("nothing of White", [position.split("/")[0] + "//b", move, distance]),
            ("a long line", [position, move, distance + "9" * 5000])):
        yield what, join(head, [bad] + lines[1:]), 2
    for what, old, new in (
            ("another format", "# tengen proof 1", "# tengen proof 2"),
            ("other rules", "# rules renju", "# rules gomoku-pro"),
            ("size 4", "size 15", "size 4"), ("size 99", "size 15", "size 99"),
            ("a goal of its own", "# goal ", "# goal red or "),
            ("nothing asked", "# position ", "# places ")):
        yield what, whole.replace(old, new, 1), 2


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--data", required=True)
    options = parser.parse_args()
    failures = []

    def expect(what, got, wanted):
        if got != wanted:
            failures.append(f"{what}: {got} instead of {wanted}")

    # Fouls, all of them and some by the slower one.
    with open(os.path.join(options.data, "forbidden_points.tsv"), encoding="ascii") as file:
        rows = [row.rstrip("\n").split("\t") for row in file][1:]
    wanted = [set() if row[4] == "-" else {foul.split(":")[0] for foul in row[4].split(",")}
              for row in rows]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"{row[2]}/{row[3]}\n" for row in rows))
        file.flush()
        done = subprocess.run([options.checker, "--fouls", "1", file.name], capture_output=True,
                              text=True, check=True)
    got = [set(line.split()) for line in done.stdout.splitlines()]
    expect("number of foul positions", len(got), len(rows))
    expect("foul positions that differ", sum(a != b for a, b in zip(got, wanted)), 0)
    board = check_certificate.Board(15)
    for row, fouls in list(zip(rows, wanted))[::200]:
        stones, _ = check_certificate.position_in(f"{row[2]}/{row[3]}/b", 15)
        board.set(dict(stones))
        found = {check_certificate.name_of(point) for point in board.points
                 if point not in board.stones and board.is_foul(point)}
        expect(f"fouls of {row[0]} in Python", found, fouls)

    # Whole certificates: Black's win, White's, with Black's fouls, the defender to move.
    folder = os.path.join(options.data, "proofs")
    texts = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="ascii") as file:
            texts[name] = file.read()
    expect("certificates", len(texts), 3)
    for name, text in list(texts.items()):
        texts[name + ", defender to move"] = without_root(text)
    for name, text in texts.items():
        status, out = cpp(options.checker, text)
        expect(f"{name}: {out}", status, 0)
        expect(f"{name} in Python", python(text), 0)
        expect(f"{name}: by one thread", cpp(options.checker, text, "--threads", "1"),
               cpp(options.checker, text, "--threads", "3"))
        expect(f"{name}: each win searched for", cpp(options.checker, text, "--plain", "1")[0], 0)
    expect("fouls among the replies", " 0 fouls" in
           cpp(options.checker, texts["white_with_fouls.proof"])[1], False)

    # Spoiled ones. What is dropped or moved may be right where fours alone win.
    counts = {0: 0, 1: 0, 2: 0}
    for name in ("black.proof", "white_with_fouls.proof"):
        holes = 0
        corners = ("a1", "o15", "a15", "o1")
        for number, (what, text, status) in enumerate(spoiled(texts[name], corners)):
            got, out = cpp(options.checker, text)
            counts[got] += 1
            if status is not None:
                expect(f"{name}, {what}: {out}", got, status)
            else:
                holes += got == 1
            if status == 2 or number % 40 == 1:
                expect(f"{name}, {what}, in Python", python(text), got)
            if got == 1:
                expect(f"{name}, {what}: names a hole", out.startswith("hole: "), True)
        expect(f"{name}: holes are seen", holes * 3 >= 2 * len(split(texts[name])[1]), True)

    # What no solver would write.
    foul = rows[0]
    stones = f"{foul[2]}/{foul[3]}"
    for what, text, status, words in (
            ("a foul as move", one_line(stones + "/b", "black", min(wanted[0]), 9), 1, "is a foul"),
            ("first stone in the corner", one_line("-/-/b", "black", "a1", 99), 1, "centre"),
            ("first stone", one_line("-/-/b", "black", "h8", 99), 1, "hole: -/-/b h8 "),
            ("a five", one_line("h8i8j8k8/-/b", "black", "l8", 1), 0, "complete"),
            ("six are no five", one_line("h8i8j8k8m8/-/b", "black", "l8", 1), 1, "is a foul"),
            ("White's six", one_line("-/h8i8j8k8m8/w", "white", "l8", 1), 0, "complete"),
            ("decided already", one_line("h8i8j8k8l8/-/b", "black", "a1", 9), 1, "decided"),
            ("the defender's five", one_line("h8j8l8n8/a1b1c1d1/b", "black", "o15", 99), 1,
             "o15 e1: makes a five"),
            ("no proof at all", one_line("h8/a1/b", "black", "h9", 99), 1, "hole: h8/a1/b h9")):
        got, out = cpp(options.checker, text)
        expect(f"{what}: {out}", got, status)
        expect(f"{what}: {words} in {out}", words in out, True)
        expect(f"{what} in Python", python(text), status)
    for what, text in (("nothing", b""), ("zeros", bytes(100_000)), ("noise", os.urandom(100_000)),
                       ("compressed", b"\xfd7zXZ\x00" + bytes(50)), ("lines", b"\n" * 1000)):
        expect(what, cpp(options.checker, text)[0], 2)
    expect("no file", subprocess.run([options.checker, "none.proof"], capture_output=True,
                                     check=False).returncode, 2)
    expect("no argument", subprocess.run([options.checker], capture_output=True,
                                         check=False).returncode, 2)

    for failure in failures[:20]:
        print("FAILED:", failure)
    print(f"spoiled certificates: {counts[0]} still whole, {counts[1]} with holes, "
          f"{counts[2]} refused")
    print(f"{len(failures)} failures" if failures else "all passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
