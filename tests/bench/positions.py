#!/usr/bin/env python3
"""Solves a list of positions, verifies each proof, and prints a table; or compares two tables.

  positions.py LIST --workers 2 --time 60 --out table.tsv
  positions.py --problems tests/data/problems.tsv --workers 1 --time 10 --out table.tsv
  positions.py --compare before.tsv after.tsv

LIST has one position per line: the first column of a TSV, or the whole line. Empty lines, lines
that start with '#' and a header (first column "position") are skipped. With --problems the columns
id, side, black, white and answer of tests/data/problems.tsv are read instead, the goal is the side
to move, and what is proven is held against the answer.

Each position is solved into a fresh book, so that none profits from another; with --from into a
copy of that one. Ctrl-C ends the run
with the totals of what is done. Exit status: 0 it ran, 2 bad input, 130 Ctrl-C.
"""

import argparse
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

# Of the TSV, in order. "records" are those stored, "needed" those of them that verify came by;
# "certify_share" is of the workers' seconds; memory in MiB; "plies" is the proof's distance;
# messages and their bytes go both ways; "coordinator_seconds" are of its CPU.
COLUMNS = [
    "position", "goal", "expected", "status", "seconds", "nodes", "expansions", "records",
    "needed", "worker_seconds", "certify_share", "plies", "best", "peak_mib", "peak_sum_mib",
    "verify_seconds", "verify", "jobs", "messages", "message_bytes", "coordinator_seconds"]
SHOWN = [  # title, column, width; positive widths are numbers and stand right
    ("position", "position", -30), ("status", "status", -9), ("seconds", "seconds", 8),
    ("nodes", "nodes", 11), ("expansions", "expansions", 11), ("records", "records", 8),
    ("needed", "needed", 8),
    ("certify", "certify_share", 7), ("plies", "plies", 5), ("best", "best", -4),
    ("MiB", "peak_mib", 7), ("sum MiB", "peak_sum_mib", 7), ("verify s", "verify_seconds", 8),
    ("verify", "verify", -10), ("expected", "expected", -9)]
NONE = "-"


class BadInput(Exception):
    pass


def read_lines(path):
    try:
        with (sys.stdin if path == "-" else open(path, encoding="utf-8")) as file:
            return [line.rstrip("\n") for line in file]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error


def read_positions(path, goal):
    tasks = []
    for line in read_lines(path):
        position = line.split("\t")[0].strip()
        if position and not position.startswith("#") and position.lower() != "position":
            tasks.append({"position": position, "goal": goal, "expected": NONE})
    return tasks


def read_problems(path):
    """A win of the side to move is to be proven, and never where the answer says otherwise."""
    lines = read_lines(path)
    names = lines[0].lstrip("# ").split("\t") if lines else []
    tasks = []
    for line in lines[1:]:
        if not line.strip():
            continue
        row = dict(zip(names, line.split("\t")))
        try:
            tasks.append({
                "position": f"{row['black']}/{row['white']}/{row['side']}",
                "goal": "mover", "expected": row["answer"]})
        except KeyError as missing:
            raise BadInput(f"{path}: no column {missing}") from missing
    return tasks


def side_to_move(position):
    """Of a set-up or of a move list, which begins with h8 or with the code of an opening."""
    text = position.strip().lower()
    if text.count("/") == 2:
        return "white" if text.endswith("w") else "black"
    code = re.match(r"[di]\d+|\d+[di]", text)
    moves = re.findall(r"pass|[a-o]\d+", text[code.end():] if code else text)
    return "white" if (len(moves) + (3 if code else 0)) % 2 else "black"


def run_tengen(arguments):
    """Its exit status, last line of stdout and last line of stderr. Ctrl-C stops it in order."""
    # While it starts, Ctrl-C waits: a process that nobody knows of yet could not be ended.
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True)
    except OSError:
        signal.signal(signal.SIGINT, before)
        raise
    try:
        signal.signal(signal.SIGINT, before)
        if pressed:
            raise KeyboardInterrupt
        out, err = process.communicate()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        process.communicate()
        raise
    last = [(text.strip().splitlines() or [""])[-1] for text in (out, err)]
    return process.returncode, last[0], last[1]


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def solve(task, options):
    """A row of the table, all values text."""
    row = dict.fromkeys(COLUMNS, NONE)
    row.update(task)
    if row["goal"] == "mover":
        row["goal"] = side_to_move(row["position"])
    with tempfile.TemporaryDirectory(prefix="tengen-bench-") as scratch:
        book = os.path.join(scratch, "book")
        if options.start is not None:
            shutil.copytree(options.start, book)
        command = [options.tengen, "solve", "--book", book, "--goal", row["goal"], "--json",
                   "--time", str(options.time), "--workers", str(options.workers)]
        if options.threads:
            command += ["--threads", str(options.threads)]
        if options.memory is not None:
            command += ["--memory", str(options.memory)]
        status, out, err = run_tengen(command + ["--", row["position"]])
        answer = parsed(out)
        if answer is None or "error" in answer:
            row["status"] = "refused" if status == 2 else "error"
            why = err if answer is None else answer["error"]
            print(f"{row['position']}: exit status {status}: {why}", file=sys.stderr)
            return row
        worker_seconds = answer["worker_seconds"]
        share = answer["certify_seconds"] / worker_seconds if worker_seconds else 0
        row.update(
            status=answer["status"], seconds=f"{answer['seconds']:.3f}",
            nodes=str(answer["nodes"]), expansions=str(answer["expansions"]),
            records=str(answer["records"]), worker_seconds=f"{worker_seconds:.3f}",
            certify_share=f"{share:.3f}", plies=str(answer["distance"] or NONE),
            best=answer["best"] or NONE, peak_mib=str(answer["peak_memory_mib"]),
            peak_sum_mib=str(answer["peak_memory_sum_mib"]))
        row.update((name, str(answer[name])) for name in
                   ("jobs", "messages", "message_bytes", "coordinator_seconds"))
        if answer["status"] in ("proven", "disproven"):
            winner = row["goal"]
            if answer["status"] == "disproven":
                winner = "white" if winner == "black" else "black"
            status, out, err = run_tengen(
                [options.tengen, "verify", "--book", book, "--goal", winner, "--json", "--",
                 row["position"]])
            report = parsed(out)
            if report is None:
                row["verify"] = "error"
                print(f"{row['position']}: verify: {err}", file=sys.stderr)
            else:
                row["verify"] = "complete" if report["complete"] else "INCOMPLETE"
                row["needed"] = str(report["records"])
                row["verify_seconds"] = f"{report['seconds']:.3f}"
    return row


def number(text):
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def total(rows, column):
    return sum(number(row[column]) or 0 for row in rows)


def cells(values):
    parts = []
    for value, (_, _, width) in zip(values, SHOWN):
        parts.append(value.rjust(width) if width > 0 else shortened(value, -width).ljust(-width))
    return "  ".join(parts).rstrip()


def shortened(text, width):
    return text if len(text) <= width else text[:width - 2] + ".."


def totals_of(rows):
    """Sums, but for the certify share (of all worker seconds) and the largest of plies and MiB."""
    certify = sum((number(row["certify_share"]) or 0) * (number(row["worker_seconds"]) or 0)
                  for row in rows)
    proven = sum(row["status"] == "proven" for row in rows)
    sums = dict.fromkeys(COLUMNS, "")
    sums["position"] = f"total of {len(rows)}"
    sums["status"] = f"{proven} proven"
    for column in ("seconds", "verify_seconds"):
        sums[column] = f"{total(rows, column):.3f}"
    for column in ("nodes", "expansions", "records", "needed"):
        sums[column] = f"{total(rows, column):.0f}"
    sums["certify_share"] = f"{certify / (total(rows, 'worker_seconds') or 1):.3f}"
    for column in ("plies", "peak_mib", "peak_sum_mib"):
        sums[column] = f"{max((number(row[column]) or 0 for row in rows), default=0):g}"
    sums["verify"] = f"{sum(row['verify'] == 'complete' for row in rows)} complete"
    return sums


def against_expected(rows):
    """How the problems went: a line, empty without expectations."""
    wins = [row for row in rows if row["expected"] == "win"]
    others = [row for row in rows if row["expected"] == "nowin"]
    if not wins and not others:
        return ""
    solved = sum(row["status"] == "proven" for row in wins)
    wrong = sum(row["status"] == "proven" for row in others) + \
        sum(row["status"] == "disproven" for row in wins)
    return f"wins proven {solved} of {len(wins)}; proven against the answer {wrong}"


def run(options):
    path = options.list
    tasks = read_problems(path) if options.problems else read_positions(path, options.goal)
    if not tasks:
        raise BadInput(f"{path}: no position")
    if not os.access(options.tengen, os.X_OK):
        raise BadInput(f"{options.tengen}: no such program; name one with --tengen")
    if options.start is not None and not os.path.isdir(options.start):
        raise BadInput(f"{options.start}: no such book")
    try:
        table = open(options.out, "w", encoding="utf-8") if options.out else None
    except OSError as error:
        raise BadInput(f"cannot write {options.out}: {error}") from error

    def record(line):
        if table:
            print(line, file=table, flush=True)

    memory = "default" if options.memory is None else f"{options.memory} GiB"
    record(f"# workers {options.workers}, time {options.time:g} s, memory {memory}")
    record("\t".join(COLUMNS))
    print(cells([title for title, _, _ in SHOWN]), flush=True)
    rows = []
    stopped = False
    try:
        for task in tasks:
            row = solve(task, options)
            rows.append(row)
            print(cells([row[column] for _, column, _ in SHOWN]), flush=True)
            record("\t".join(row[column] for column in COLUMNS))
    except KeyboardInterrupt:
        stopped = True
    sums = totals_of(rows)
    print(cells([sums[column] for _, column, _ in SHOWN]))
    expectations = against_expected(rows)
    if expectations:
        print(expectations)
    record("# " + "; ".join(f"{column} {sums[column]}" for column in COLUMNS if sums[column]))
    if table:
        table.close()
    if stopped:
        return 130
    return 2 if any(row["status"] == "refused" for row in rows) else 0


def read_table(path):
    """Rows by position and goal."""
    lines = [line for line in read_lines(path) if line and not line.startswith("#")]
    if not lines or lines[0].split("\t")[:4] != COLUMNS[:4]:
        raise BadInput(f"{path} is no table of positions.py")
    names = lines[0].split("\t")
    rows = {}
    for line in lines[1:]:
        row = dict.fromkeys(COLUMNS, NONE)
        row.update(zip(names, line.split("\t")))
        rows[row["position"], row["goal"]] = row
    return rows


def ratio(before, after):
    if before is None or after is None or before <= 0:
        return NONE
    return f"{after / before:.2f}"


COMPARED = ("seconds", "nodes", "records", "peak_mib")


def compare(path_before, path_after):
    before, after = read_table(path_before), read_table(path_after)
    both = [key for key in before if key in after]

    def line(label, *parts):
        print(f"{shortened(label, 30):<30}  " + "  ".join(f"{part:>20}" for part in parts).rstrip())

    def compared(rows_before, rows_after, columns):
        parts = []
        for column in columns:
            a, b = total(rows_before, column), total(rows_after, column)
            parts.append(f"{a:g} -> {b:g} x{ratio(a, b)}" if column == "seconds"
                         else f"x{ratio(a, b)}")
        return parts

    line("position", "status", "seconds", "nodes", "records", "MiB")
    for key in both:
        a, b = before[key], after[key]
        status = a["status"] if a["status"] == b["status"] else f"{a['status']} -> {b['status']}"
        line(key[0], status, *compared([a], [b], COMPARED))
    for key in sorted(before.keys() - after.keys()):
        line(key[0], "only before")
    for key in sorted(after.keys() - before.keys()):
        line(key[0], "only after")

    def summary(label, keys):
        a, b = [before[key] for key in keys], [after[key] for key in keys]
        proven = [sum(row["status"] == "proven" for row in rows) for rows in (a, b)]
        line(f"{label}: {len(keys)}", f"{proven[0]} -> {proven[1]} proven",
             *compared(a, b, COMPARED[:3]))

    summary("all", both)
    proven = [key for key in both if before[key]["status"] == after[key]["status"] == "proven"]
    summary("proven in both", proven)
    logs = [math.log(b / a) for key in proven
            if (a := number(before[key]["seconds"])) and (b := number(after[key]["seconds"]))]
    if logs:
        print(f"geometric mean of the ratios of seconds, proven in both: "
              f"{math.exp(sum(logs) / len(logs)):.2f}")
    return 0


def positive(kind):
    def parse(text):
        value = kind(text)
        if not (math.isfinite(value) and value > 0):
            raise ValueError(text)
        return value
    parse.__name__ = f"positive {kind.__name__}"
    return parse


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", metavar="LIST", help="positions; - is stdin")
    parser.add_argument("--workers", type=positive(int), default=1, metavar="N",
                        help="default: 1")
    parser.add_argument("--threads", type=positive(int), metavar="N",
                        help="cores of each; default: all, shared among them")
    parser.add_argument("--time", type=positive(float), default=60, metavar="SECONDS",
                        help="for each position; default: 60")
    parser.add_argument("--memory", type=positive(float), metavar="GIB", help="as for tengen solve")
    parser.add_argument("--from", dest="start", metavar="BOOK",
                        help="each position begins with a copy of this book: of hints, say")
    parser.add_argument("--goal", choices=("black", "white", "mover"), default="black",
                        help="whose win is to be proven; default: black")
    parser.add_argument("--problems", action="store_true",
                        help="LIST has the columns of tests/data/problems.tsv")
    parser.add_argument("--tengen", default="build/tengen", metavar="PATH",
                        help="default: build/tengen")
    parser.add_argument("--out", metavar="FILE", help="also write the table there, as TSV")
    parser.add_argument("--compare", nargs=2, metavar=("BEFORE", "AFTER"),
                        help="two tables written by --out; ratios are after / before")
    options = parser.parse_args()
    if (options.compare is None) == (options.list is None):
        parser.error("give LIST or --compare")
    try:
        return compare(*options.compare) if options.compare else run(options)
    except BadInput as error:
        print(f"positions.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
