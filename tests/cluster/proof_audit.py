#!/usr/bin/env python3
"""What every proof must stand: verify, check, export in each format, the two foreign checkers,
import into an empty book, and queries that agree with each other.

  proof_audit.py --tengen build/tengen --checker build/book/checker/check_proof --book BOOK POSITION...
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile

import check_certificate

FORMATS = ("lib", "sgf", "json", "html")
PYTHON_LINES = 60   # of a certificate, at most, that is small enough for the slow checker
SAMPLED_LINES = 25  # of a certificate, at most, that are asked for


def agree(parent, move, child):
    """Whether two answers say the same of a move: its distance in the position before it, and the
    distance of the position after it. This is where distances are compared."""
    listed = next((entry for entry in parent["moves"] if entry["move"] == move), None)
    if listed is None or listed["status"] != "proven" or child["status"] != "proven":
        return False
    return listed["result"] == child["result"] and listed["distance"] == child["distance"] + 1


def kill_session(session):
    """kill -9 of every process of a session, which is the caller's own child's."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                of = int(file.read().rpartition(")")[2].split()[3])
            if of == session:
                os.kill(int(entry), signal.SIGKILL)
        except OSError:
            pass


class Audit:
    def __init__(self, tengen, checker, folder):
        self.tengen = tengen
        self.checker = checker
        self.folder = folder
        self.faults = []
        self.sizes = []     # lines of each certificate
        self.slow_checks = 0
        self.queries = 0

    def run(self, *arguments, program=None):
        return subprocess.run([program or self.tengen, *arguments], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=1800)

    def expect(self, what, done):
        if done.returncode != 0:
            said = (done.stdout + done.stderr).strip().splitlines()
            self.faults.append(f"{what}: exit status {done.returncode}: {' | '.join(said[:2])}")
        return done.returncode == 0

    def book(self, book):
        """The book as a whole."""
        self.expect(f"check --book {book}", self.run("check", "--book", book))

    def proof(self, position, goal, book):
        """That `goal` wins the position, all that can be asked about it."""
        self.expect(f"verify {position}", self.run("verify", position, "--goal", goal, "--book", book))
        path = os.path.join(self.folder, "audit.proof")
        if not self.expect(f"export {position}",
                           self.run("export", position, "--goal", goal, "--book", book, "-o", path)):
            return
        for name in FORMATS:
            self.expect(f"export {position} as {name}",
                        self.run("export", position, "--goal", goal, "--book", book, "--format", name,
                                 "-o", os.path.join(self.folder, "audit." + name)))
        self.foreign(position, path)
        self.imported(position, goal, path)
        self.queried(position, goal, book, path)

    def foreign(self, position, path):
        self.expect(f"check_proof {position}", self.run(path, program=self.checker))
        with open(path, encoding="ascii") as file:
            text = file.read()
        self.sizes.append(int(text.rstrip().rpartition(" ")[2]))
        if self.sizes[-1] <= PYTHON_LINES:
            self.slow_checks += 1
            holes = check_certificate.check(text)[0]
            self.faults += [f"check_certificate.py {position}: {hole}" for hole in holes[:1]]

    def imported(self, position, goal, path):
        with tempfile.TemporaryDirectory(dir=self.folder) as fresh:
            fresh = os.path.join(fresh, "book")
            if self.expect(f"import of {position}",
                           self.run("import", path, "--format", "proof", "--book", fresh)):
                self.expect(f"verify of the imported {position}",
                            self.run("verify", position, "--goal", goal, "--book", fresh))

    def query(self, position, book):
        self.queries += 1
        done = self.run("query", position, "--book", book, "--json")
        return json.loads(done.stdout) if self.expect(f"query {position}", done) else None

    def queried(self, position, goal, book, path):
        """Lines of the certificate, and the positions after their moves: won all, and as long as
        each other says."""
        with open(path, encoding="ascii") as file:
            lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
        for setup, move, _ in lines[::len(lines) // SAMPLED_LINES + 1]:
            parent = self.query(setup, book)
            if parent is None:
                continue
            if (parent["status"], parent["result"]) != ("proven", goal + "_wins"):
                self.faults.append(f"query {setup}: {parent['status']} {parent['result']}")
                continue
            black, white, side = setup.split("/")
            after = f"{black.strip('-')}{move}/{white}/w" if side == "b" else (
                f"{black}/{white.strip('-')}{move}/b")
            if next((entry["distance"] for entry in parent["moves"] if entry["move"] == move), 0) == 1:
                continue  # five
            child = self.query(after, book)
            if child is not None and not agree(parent, move, child):
                self.faults.append(f"{setup} and {after} disagree about {move}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", metavar="POSITION", nargs="+")
    parser.add_argument("--tengen", default="build/tengen")
    parser.add_argument("--checker", default="build/book/checker/check_proof")
    parser.add_argument("--goal", default="black")
    parser.add_argument("--book", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tengen-audit-") as folder:
        audit = Audit(options.tengen, options.checker, folder)
        audit.book(options.book)
        for position in options.positions:
            audit.proof(position, options.goal, options.book)
    for fault in audit.faults[:20]:
        print("FAILED:", fault)
    print(f"{len(audit.sizes)} proofs, {sum(audit.sizes)} lines, {audit.slow_checks} checked in Python, "
          f"{audit.queries} queries, {len(audit.faults)} faults")
    return 1 if audit.faults else 0


if __name__ == "__main__":
    sys.exit(main())
