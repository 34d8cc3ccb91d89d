#!/usr/bin/env python3
"""A key means the same in every JSON: here, that it has one type, in the answers of every command
with --json, of the service, in exported trees and in the log of a run.

Run: json_keys.py --tengen TENGEN --data tests/data --position SETUP
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

# What lists may hold in one place and not in another is told apart, too: "list of string".
EMPTY = "list of nothing"


def kind(value):
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, list):
        inside = sorted({kind(one) for one in value} - {"null"})
        return "list of " + " or ".join(inside) if inside else EMPTY
    return {str: "string", dict: "object", type(None): "null"}[type(value)]


class Keys:
    """By key: kind -> where it was seen first."""

    def __init__(self):
        self.kinds = collections.defaultdict(dict)
        self.commands = set()

    def add(self, value, where):
        if isinstance(value, list):
            for one in value:
                self.add(one, where)
        if isinstance(value, dict):
            for key, inside in value.items():
                found = kind(inside)
                if found != "null":
                    self.kinds[key].setdefault(found, where)
                self.add(inside, where)

    def clashes(self):
        """An empty list may be one of anything."""
        clashes = {}
        for key, kinds in self.kinds.items():
            lists = {one for one in kinds if one.startswith("list") and one != EMPTY}
            others = {one for one in kinds if not one.startswith("list")}
            if len(lists) + len(others) + (EMPTY in kinds and not lists) > 1:
                clashes[key] = kinds
        return clashes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--tengen", "--data", "--position"):
        parser.add_argument(name, required=True)
    arguments = parser.parse_args()
    keys = Keys()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        ask_commands(arguments, keys)
        ask_service(arguments, keys)
    for key, kinds in sorted(keys.clashes().items()):
        print(f"FAILED: '{key}' is " + ", and ".join(f"{one} in {where}" for one, where in kinds.items()))
    missing = commands_with_json(arguments.tengen) - keys.commands
    if missing:
        print("FAILED: nobody has asked", ", ".join(sorted(missing)))
    # The check sees a difference.
    probe = Keys()
    probe.add({"a": 1, "b": [{"c": ["x"]}], "d": None}, "one")
    probe.add({"a": 1.5, "b": [], "e": {"c": "x"}, "d": 3}, "another")
    probe.add({"e": []}, "a third")
    assert list(probe.clashes()) == ["c", "e"], probe.clashes()
    if keys.clashes() or missing:
        sys.exit(1)
    print(f"{len(keys.kinds)} keys, of one type each")


def commands_with_json(tengen):
    words = subprocess.run([tengen, "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+)  ", words, re.MULTILINE)
    assert "query" in commands, words
    return {command for command in commands
            if "--json" in subprocess.run([tengen, command, "--help"], capture_output=True,
                                          text=True, check=True).stdout}


def ask_commands(arguments, keys):
    proofs = f"{arguments.data}/proofs"

    def ask(*words, statuses=(0,)):
        done = subprocess.run([arguments.tengen, *words], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        assert done.returncode in statuses, (words, done)
        for line in done.stdout.splitlines() if words[0] != "export" else [done.stdout]:
            keys.add(json.loads(line), "tengen " + " ".join(words[:2]))
        if "--json" in words:
            keys.commands.add(words[0])

    white = f"{proofs}/white.proof"
    with open("words.sgf", "w", encoding="utf-8") as file:
        file.write("(;FF[4]SZ[15];B[hh]N[a]C[b]LB[ig:A]MA[aa];W[ig]C[c])")
    ask("solve", arguments.position, "--book", "won", "--workers", "1", "--time", "120", "--json")
    ask("solve", "D4 i8", "--book", "open", "--workers", "1", "--time", "1", "--json", statuses=(0, 1))
    ask("import", white, "--format", "proof", "--book", "other", "--json")
    ask("import", "words.sgf", "--format", "sgf", "--book", "other", "--json")
    ask("import", "none.sgf", "--format", "sgf", "--book", "other", "--json", statuses=(2,))
    ask("query", arguments.position, "--book", "won", "--json")
    ask("query", "h8", "--book", "other", "--json", statuses=(1,))
    ask("stats", "--book", "won", "--json")
    ask("stats", "--book", "other", "--json")
    ask("verify", arguments.position, "--book", "won", "--json")
    ask("verify", "h8", "--book", "other", "--goal", "black", "--json", statuses=(1,))
    ask("check", "--book", "won", "--json")
    ask("repair", "--book", "won", "--dry-run", "--json")
    ask("diff", "won", "other", "--json", statuses=(0, 1))
    ask("export", arguments.position, "--book", "won", "--format", "json", "--max-ply", "3")
    ask("export", "h8", "--notes", "--book", "other", "--format", "json")
    ask("report", "--book", "won", "--json")
    ask("opening", "--rules", "--json")
    ask("opening", "--rule", "soosorv-8", "D4 h7", "--book", "won", "--json", statuses=(0, 1))
    ask_care(ask)
    ask_status(arguments, keys)


def ask_care(ask):
    ask("merge", "--book", "all", "won", "other", "--json")
    ask("backup", "--book", "all", "copies", "--json")
    ask("restore", "copies", "--book", "again", "--json")
    ask("compact", "--book", "all", "--json")


def ask_status(arguments, keys):
    """Of a solve that goes on, which also leaves a log."""
    solve = subprocess.Popen([arguments.tengen, "solve", "D4 i8", "--book", "open", "--workers", "2",
                              "--time", "60", "--log-jobs"], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            told = subprocess.run([arguments.tengen, "status", "--book", "open", "--json"],
                                  capture_output=True, text=True)
            status = json.loads(told.stdout) if told.returncode == 0 else {}
            if status.get("moves"):
                break
            time.sleep(0.2)
        assert status.get("moves"), told
        keys.add(status, "tengen status")
        keys.commands.add("status")
    finally:
        solve.terminate()
        solve.wait()
    logs = [os.path.join(folder, name) for folder, _, names in os.walk("open/log") for name in names]
    assert logs, os.listdir(".")
    for path in logs:
        with open(path, encoding="utf-8") as file:
            for line in file:
                keys.add(json.loads(line), "the log of a run")


def ask_service(arguments, keys):
    serve = subprocess.Popen([arguments.tengen, "serve", "--book", "all", "--port", "0"],
                             stdout=subprocess.PIPE, text=True)
    try:
        url = serve.stdout.readline().split()[-1].rstrip("/")
        position = urllib.parse.quote(arguments.position)
        for path in (f"/v1/position?moves={position}", "/v1/position?moves=h8", "/v1/position?moves=z1",
                     f"/v1/positions?moves={position};h8;z1", f"/v1/line?moves={position}",
                     "/v1/opening?rule=soosorv-8&moves=D4+h7", "/v1/rules", "/v1/run",
                     "/v1/openings", "/v1/report", "/v1/stats"):
            keys.add(get(url + path), "GET " + path.split("?")[0])
    finally:
        serve.terminate()
        serve.wait()


def get(url):
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 503:
                return json.load(error)
            time.sleep(0.2)  # not counted yet
    raise AssertionError(f"busy for long: {url}")


if __name__ == "__main__":
    main()
