#!/usr/bin/env python3
"""Solves positions while bits are flipped between coordinator and workers: nothing false may come of it.

  flipped_bits.py --tengen build/tengen --runs 30 --seed 1 POSITION...

Each run solves one of the positions, in turns, into a book of its own. All its workers join over TCP
through a proxy, which flips a bit after a random number of bytes, each way of each connection alike,
--every in the mean. A run passes when it ends in time, when what it calls proven verifies without a
hole, when every other record of its book does too, and when the workers are still there at its end,
or end with the run. Workers must have joined again after a loss, in some run. Prints a line for each run and the sums; exit status 0 when all passed.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
import time

from soak import Proxy, shut

# Beyond --time: to start, to wait for the last answers, to leave.
MORE_SECONDS = 60


class FlippingProxy(Proxy):
    def __init__(self, every, seed):
        self.every = every
        self.random = random.Random(seed)
        self.counts = collections.Counter()
        super().__init__()

    def pass_on(self, source, sink):
        with self.lock:
            self.counts["ways"] += 1
            left = int(self.random.expovariate(1 / self.every))
        try:
            while data := bytearray(source.recv(1 << 16)):
                at = left
                while at < len(data):
                    with self.lock:
                        data[at] ^= 1 << self.random.randrange(8)
                        at += 1 + int(self.random.expovariate(1 / self.every))
                        self.counts["flips"] += 1
                left = at - len(data)
                with self.lock:
                    self.counts["bytes"] += len(data)
                sink.sendall(data)
        except OSError:
            pass
        shut(source, sink)


def aim(proxy, book, path, coordinator):
    """Writes a join file of the proxy's own, once the run has written one. False when it has ended."""
    while coordinator.poll() is None:
        try:
            with open(os.path.join(book, "run.join"), encoding="utf-8") as file:
                join = json.load(file)
        except (OSError, ValueError):
            time.sleep(0.05)
            continue
        proxy.target = join["port"]
        join["port"] = proxy.port
        with open(path, "w", encoding="utf-8") as file:
            json.dump(join, file)
        return True
    return False


def lost_workers(book):
    """How many were lost, and of these the ones whose bytes the coordinator did not believe."""
    lost = damaged = 0
    folder = os.path.join(book, "log")
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            for line in file:
                event = json.loads(line)
                if event["event"] == "worker" and event["what"] == "lost":
                    lost += 1
                    damaged += "not what was sent" in event["why"]
    return lost, damaged


def one_run(options, number, folder):
    """A line of the table and the list of what was wrong."""
    position = options.positions[number % len(options.positions)]
    book = os.path.join(folder, f"{number}.book")
    join = os.path.join(folder, f"{number}.join")
    proxy = FlippingProxy(options.every, options.seed * 1000 + number)
    faults = []
    begin = time.monotonic()
    with open(os.path.join(folder, f"{number}.log"), "w+", encoding="utf-8") as log:
        coordinator = subprocess.Popen(
            [options.tengen, "solve", position, "--book", book, "--workers", "0", "--time",
             str(options.time), "--json"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True)
        workers = None
        if aim(proxy, book, join, coordinator):
            workers = subprocess.Popen(
                [options.tengen, "worker", "--join", join, "--workers", str(options.workers),
                 "--memory", str(0.1 * options.workers)] +
                (["--wait", str(options.wait)] if options.wait else []),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        status = "none"
        try:
            out, _ = coordinator.communicate(timeout=options.time + MORE_SECONDS)
            answers = [json.loads(line) for line in out.splitlines()]
            known = answers and "error" not in answers[0]
            status = answers[0]["status"] if known else f"exit status {coordinator.returncode}"
        except subprocess.TimeoutExpired:
            coordinator.kill()
            coordinator.wait()
            faults.append("it does not end")
        seconds = time.monotonic() - begin
        if workers is not None:
            # One without a connection at the end waits for the next run.
            gone = workers.poll()
            if gone not in (None, 0):
                faults.append(f"the workers ended with {gone}")
            workers.terminate()
            if workers.wait(timeout=60) != 0:
                faults.append(f"workers that were asked to leave ended with {workers.returncode}")
        log.seek(0)
        text = log.read()
    if status not in ("proven", "unknown") or coordinator.returncode != (status == "unknown"):
        faults.append(f"{status}, exit status {coordinator.returncode}: {text[-300:].strip()}")
    asked = [position] if status == "proven" else []
    for what in (asked, []):
        verify = subprocess.run([options.tengen, "verify", *what, "--book", book],
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if verify.returncode != 0:
            said = (verify.stdout + verify.stderr).strip().splitlines()
            faults.append(f"{status}, and verify {' '.join(what)}: {said[-1] if said else ''}")
    lost, damaged = lost_workers(book)
    records = json.loads(subprocess.run(
        [options.tengen, "stats", "--book", book, "--json"], capture_output=True, text=True,
        check=True).stdout)["records"]
    row = (number + 1, position if len(position) < 12 else position[:11] + "~", status,
           f"{seconds:.1f}", records, proxy.counts["bytes"], proxy.counts["flips"],
           proxy.counts["ways"] // 2, lost, damaged)
    proxy.cut()
    proxy.listener.close()
    return row, faults


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", metavar="POSITION", nargs="+")
    parser.add_argument("--tengen", metavar="PATH", default="build/tengen")
    parser.add_argument("--runs", metavar="N", type=int, default=30)
    parser.add_argument("--every", metavar="BYTES", type=float, default=10_000,
                        help="between two flips, in the mean; default: 10000")
    parser.add_argument("--workers", metavar="N", type=int, default=2)
    parser.add_argument("--time", metavar="S", type=float, default=20, help="for each run")
    parser.add_argument("--wait", metavar="S", type=float, default=600,
                        help="of the workers; 0: none, they join again by themselves; default: 600")
    parser.add_argument("--seed", metavar="N", type=int, default=1)
    options = parser.parse_args()
    widths = (4, -13, -8, 8, 8, 9, 6, 12, 5, 8)
    names = ("run", "position", "answer", "seconds", "records", "bytes", "flips", "connections",
             "lost", "damaged")
    line = " ".join(f"%{width}s" for width in widths)
    print(line % names, flush=True)
    failures = []
    sums = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="tengen-flips-") as folder:
        for number in range(options.runs):
            row, faults = one_run(options, number, folder)
            print(line % row, flush=True)
            sums[row[2]] += 1
            sums["flips"] += row[6]
            sums["again"] += max(0, row[7] - options.workers)
            failures += [f"run {number + 1}: {fault}" for fault in faults]
    for failure in failures:
        print(f"FAILED: {failure}")
    print(f"{options.runs} runs: {sums['proven']} proven, {sums['unknown']} unknown, "
          f"{sums['flips']} bits flipped, {len(failures)} failures")
    if sums["flips"] == 0 or sums["again"] == 0:
        print("FAILED: nothing was flipped, or no worker joined again")
        failures.append("")
    print("FLIPS FAILED" if failures else "FLIPS OK")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
