#!/usr/bin/env python3
"""The recorded dialogues of tests/data/dialogues (see its README) through the program itself.

    tests/cluster/engine_dialogues.py --tengen build/tengen tests/data/dialogues/*.txt

Each dialogue is sent at once; the program must answer it in order and end by itself, with status 0.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile


def read_dialogue(path):
    """The position that the book must prove or None, the lines to send, the answers expected."""
    book, sent, expected = None, [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("book "):
                book = line[5:]
            elif line.startswith(">"):
                sent.append(line[2:])
            elif line.startswith(("<", "?")):
                pattern = ".*".join(re.escape(part) for part in line[2:].split("*"))
                expected.append((line[0] == "?", re.compile(pattern)))
    return book, sent, expected


def difference(answers, expected):
    at = 0
    for any_number, pattern in expected:
        if any_number:
            while at < len(answers) and pattern.fullmatch(answers[at]):
                at += 1
        elif at == len(answers):
            return f"no line like '{pattern.pattern}'"
        elif not pattern.fullmatch(answers[at]):
            return f"'{answers[at]}' is not like '{pattern.pattern}'"
        else:
            at += 1
    return f"one line more: '{answers[at]}'" if at < len(answers) else None


def run(tengen, path, scratch):
    book, sent, expected = read_dialogue(path)
    command = [tengen, "engine", "--memory", "0.0625"]
    if book:
        directory = os.path.join(scratch, os.path.basename(path) + ".book")
        subprocess.run([tengen, "solve", book, "--book", directory, "--workers", "1", "--time",
                        "60"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        command += ["--book", directory]
    engine = subprocess.run(command, input="".join(line + "\r\n" for line in sent), text=True,
                            capture_output=True, timeout=120, check=False)
    if engine.returncode != 0:
        return f"exit status {engine.returncode}: {engine.stderr}"
    return difference(engine.stdout.splitlines(), expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tengen", required=True, help="the program")
    parser.add_argument("dialogues", nargs="+")
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        for path in options.dialogues:
            wrong = run(options.tengen, path, scratch)
            if wrong:
                print(f"{path}: {wrong}")
                failures += 1
    print("DIALOGUES FAILED" if failures else "DIALOGUES OK")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
