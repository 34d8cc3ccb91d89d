#!/usr/bin/env python3
"""Random positions are asked of `tengen solve`, some with everything killed in between; each proof is
exported and must pass the stand-alone checker, a small one the checker in Python too.

  random_proofs.py --tengen build/tengen --checker build/book/checker/check_proof
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import check_certificate
import proof_audit

KILL_EVERY = 4  # batches


def draw(rng):
    """A legal, undecided position of 5 to 40 stones, played near other stones; its side to move."""
    while True:
        board = check_certificate.Board(15)
        board.put((7, 7), "b")
        color, stones = "w", rng.randint(5, 40)
        while len(board.stones) < stones:
            x, y = rng.choice(sorted(board.stones))
            point = (x + rng.randint(-3, 3), y + rng.randint(-3, 3))
            if point not in board.places or point in board.stones:
                continue
            if board.makes_five(point, color) or (color == "b" and board.is_foul(point)):
                break  # decided: draw another one
            board.put(point, color)
            color = check_certificate.OTHER[color]
        else:
            return check_certificate.text_of(frozenset(board.stones.items()), color)


def solve(options, book, goal, positions, killed_after):
    """The answers by position; killed once after so many seconds, if that is not None."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(position + "\n" for position in positions))
        file.flush()
        command = [options.tengen, "solve", "--file", file.name, "--goal", goal, "--book", book,
                   "--workers", str(options.workers), "--time", str(options.time), "--json"]
        if killed_after is not None:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(killed_after)
            proof_audit.kill_session(process.pid)
            process.wait()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [answer for answer in answers if "error" not in answer], done


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tengen", default="build/tengen")
    parser.add_argument("--checker", default="build/book/checker/check_proof")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--batch", type=int, default=50, help="positions to one run and book")
    parser.add_argument("--time", type=float, default=0.3, help="seconds for each position")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    asked = proven = kills = 0
    faults = []
    with tempfile.TemporaryDirectory(prefix="tengen-random-") as folder:
        audit = proof_audit.Audit(options.tengen, options.checker, folder)
        for batch in range(-(-options.positions // options.batch)):
            book = os.path.join(folder, f"book{batch}")
            goal = ("black", "white")[batch % 2]
            positions = [draw(rng) for _ in range(min(options.batch, options.positions - asked))]
            killed_after = rng.uniform(1, 5) if batch % KILL_EVERY == KILL_EVERY - 1 else None
            kills += killed_after is not None
            answers, done = solve(options, book, goal, positions, killed_after)
            if len(answers) != len(positions):
                faults.append(f"batch {batch}: {len(answers)} answers, {done.stderr.strip()[-200:]}")
            asked += len(positions)
            for answer in answers:
                if answer["result"] not in ("black_wins", "white_wins"):
                    continue
                proven += 1
                winner = answer["result"].removesuffix("_wins")
                path = os.path.join(folder, "random.proof")
                if audit.expect(f"export of {answer['position']}, {winner}",
                                audit.run("export", answer["position"], "--goal", winner, "--book", book,
                                          "-o", path)):
                    audit.foreign(answer["position"], path)
            print(f"{asked} asked, {proven} proven, {sum(audit.sizes)} lines, {kills} kills, "
                  f"{len(audit.faults) + len(faults)} faults", file=sys.stderr, flush=True)
    faults += audit.faults
    for fault in faults[:20]:
        print("FAILED:", fault)
    print(f"{asked} positions, {proven} proven, {sum(audit.sizes)} lines, largest "
          f"{max(audit.sizes, default=0)}; {audit.slow_checks} checked in Python too; {kills} kills; "
          f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
