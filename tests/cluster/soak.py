#!/usr/bin/env python3
"""Solves positions while workers, connections and coordinators are killed, stopped and cut.

  soak.py --tengen build/tengen --seconds 600 --seed 1 "I7 g8" "I7 h7" "D4 i10"
  soak.py --tengen build/tengen --faults 8 "D4 h7" "D4 j9"          # ends after so many at the latest

A coordinator with MPI workers solves the positions; two more workers join it, one of them through a
proxy that can cut the connection or let it hang. Every few seconds one of these happens, chosen by
the seed:

  kill-worker   kill -9 of an MPI worker or a joiner
  stop-worker   SIGSTOP of one for 2 to 15 s, then SIGCONT
  cut           the proxy closes the joiner's connection
  hang          the proxy passes nothing on for 2 to 15 s
  kill-rank0    kill -9 of the coordinator's process alone
  kill-all      kill -9 of the command, mpirun and every rank

A joiner that has ended is started again after a second, a coordinator at once, by the same command.
After each death of a coordinator the book must hold at least the records that a reader saw in it
before. At the end every position must have the verdict of a run without faults, and its proof must
stand all that proof_audit.py asks of it. Prints the counts; exit status 0 when nothing was lost.
"""

import argparse
import collections
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import proof_audit

HANG_SECONDS = (2, 15)


def shut(*ends):
    for end in ends:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Proxy:
    """Passes a TCP connection on to the run's gate, and can cut it or let it hang."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.target = None
        self.open_until = 0.0
        self.pairs = []
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self.target or 1), timeout=5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            with self.lock:
                self.pairs.append((near, far))
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=(source, sink), daemon=True).start()

    def pass_on(self, source, sink):
        try:
            while data := source.recv(1 << 16):
                while time.monotonic() < self.open_until:
                    time.sleep(0.05)
                sink.sendall(data)
        except OSError:
            pass
        shut(source, sink)

    def cut(self):
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            shut(*pair)

    def hang(self, seconds):
        self.open_until = time.monotonic() + seconds


def processes_of(session):
    """Process ids of a session, with the MPI rank of each (None: not a rank)."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
            if int(fields[3]) != session or fields[0] == "Z":
                continue
            with open(f"/proc/{entry}/environ", "rb") as file:
                environment = file.read().split(b"\0")
        except OSError:
            continue
        rank = next((int(value.partition(b"=")[2]) for value in environment
                     if value.startswith(b"OMPI_COMM_WORLD_RANK=")), None)
        found[int(entry)] = rank
    return found


def kill(process_id, number=signal.SIGKILL):
    try:
        os.kill(process_id, number)
        return True
    except OSError:
        return False


class Soak:
    def __init__(self, options, folder):
        self.options = options
        self.random = random.Random(options.seed)
        self.folder = folder
        self.book = os.path.join(folder, "soak.book")
        self.errors = open(os.path.join(folder, "stderr"), "w", encoding="utf-8")
        self.proxy = Proxy()
        self.coordinator = None
        self.joiners = {}      # name: process, or when it may start again
        self.resume_at = []    # (when, process id) of those that were stopped
        self.faults = collections.Counter()
        self.starts = 0
        self.lost_records = 0
        self.answers = {}

    def tengen(self, *arguments):
        return subprocess.run([self.options.tengen, *arguments], capture_output=True, text=True,
                              check=False, timeout=600)

    def records(self):
        """How many a reader sees; 0 while there is no book."""
        result = self.tengen("stats", "--book", self.book, "--json")
        if result.returncode != 0:
            return 0
        return json.loads(result.stdout)["records"]

    def start_coordinator(self):
        self.starts += 1
        self.coordinator = subprocess.Popen(
            [self.options.tengen, "solve", *self.options.positions, "--book", self.book,
             "--workers", str(self.options.workers), "--json"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, text=True,
            start_new_session=True)

    def aim_proxy(self):
        """A join file of the proxy's own, once the run has written one."""
        try:
            with open(os.path.join(self.book, "run.join"), encoding="utf-8") as file:
                text = file.read()
            join = json.loads(text)
        except (OSError, ValueError):
            return
        if self.proxy.target == join["port"]:
            return
        self.proxy.target = join["port"]
        join["port"] = self.proxy.port
        path = os.path.join(self.folder, "proxy.join")
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(join, file)
        os.replace(path + ".new", path)

    def keep_joiners(self):
        now = time.monotonic()
        for name, path in (("direct", self.book),
                           ("proxied", os.path.join(self.folder, "proxy.join"))):
            joiner = self.joiners.get(name, 0.0)
            if isinstance(joiner, float):
                if now >= joiner:
                    self.joiners[name] = subprocess.Popen(
                        [self.options.tengen, "worker", "--join", path, "--wait", "3600",
                         "--memory", "0.25"],
                        stdin=subprocess.DEVNULL, stdout=self.errors, stderr=self.errors)
            elif joiner.poll() is not None:
                self.joiners[name] = now + 1

    def a_worker(self):
        ranks = [pid for pid, rank in processes_of(self.coordinator.pid).items() if rank]
        joined = [joiner.pid for joiner in self.joiners.values()
                  if not isinstance(joiner, float) and joiner.poll() is None]
        return self.random.choice(ranks + joined) if ranks + joined else None

    def inject(self, kind):
        if kind == "cut":
            self.proxy.cut()
        elif kind == "hang":
            self.proxy.hang(self.random.uniform(*HANG_SECONDS))
        elif kind in ("kill-worker", "stop-worker"):
            victim = self.a_worker()
            if victim is None:
                return
            if kind == "kill-worker":
                kill(victim)
            else:
                kill(victim, signal.SIGSTOP)
                self.resume_at.append(
                    (time.monotonic() + self.random.uniform(*HANG_SECONDS), victim))
        else:
            seen = self.records()
            victims = processes_of(self.coordinator.pid)
            for pid, rank in victims.items():
                if kind == "kill-all" or rank == 0:
                    kill(pid)
            self.end_of_coordinator()
            # A reader of the dead run's book sees all that a reader saw before.
            self.lost_records += max(0, seen - self.records())
        self.faults[kind] += 1

    def end_of_coordinator(self):
        """Waits for the command's end and takes its answers. Whether all is answered."""
        out, _ = self.coordinator.communicate(timeout=120)
        for answer in map(json.loads, out.splitlines()):
            if "error" in answer:  # rank 0 was killed
                continue
            self.answers[answer["asked"]] = (answer["status"], answer["result"])
        for pid in processes_of(self.coordinator.pid):
            kill(pid)
        status, self.coordinator = self.coordinator.returncode, None
        return status == 0

    def wake(self, everybody=False):
        now = time.monotonic()
        for when, pid in self.resume_at:
            if everybody or now >= when:
                kill(pid, signal.SIGCONT)
        self.resume_at = [] if everybody else [item for item in self.resume_at if now < item[0]]

    def run(self):
        begin = time.monotonic()
        next_fault = begin + self.pause()
        kinds = ["kill-worker"] * 3 + ["stop-worker"] * 2 + ["cut", "hang", "kill-rank0",
                                                             "kill-all"]
        while True:
            if self.coordinator is None:
                self.start_coordinator()
            self.aim_proxy()
            self.keep_joiners()
            self.wake()
            time.sleep(0.1)
            if self.coordinator.poll() is not None and self.end_of_coordinator():
                break
            now = time.monotonic()
            if self.coordinator is None or now < next_fault or not self.more_faults(begin):
                continue
            self.inject(self.random.choice(kinds))
            next_fault = now + self.pause()
        self.wake(everybody=True)
        seconds = time.monotonic() - begin
        for joiner in self.joiners.values():
            if not isinstance(joiner, float):
                joiner.terminate()
                joiner.wait(timeout=60)
        return seconds

    def more_faults(self, begin):
        return (sum(self.faults.values()) < self.options.faults and
                time.monotonic() - begin < self.options.seconds)

    def pause(self):
        return self.random.uniform(0.5, 2 * self.options.every)


def reference(options, folder):
    """Verdicts without faults, and the time they took."""
    begin = time.monotonic()
    out = subprocess.run(
        [options.tengen, "solve", *options.positions, "--book", os.path.join(folder, "ref.book"),
         "--workers", str(options.workers), "--json"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    answers = [json.loads(line) for line in out.splitlines()]
    return ({answer["asked"]: (answer["status"], answer["result"]) for answer in answers},
            time.monotonic() - begin)


def run(options, folder):
    expected, quiet_seconds = reference(options, folder)
    soak = Soak(options, folder)
    seconds = soak.run()
    failures = []
    if soak.lost_records:
        failures.append(f"{soak.lost_records} records lost")
    audit = proof_audit.Audit(options.tengen, options.checker, folder)
    audit.book(soak.book)
    for position in options.positions:
        verdict = soak.answers.get(position)
        if verdict != expected[position]:
            failures.append(f"{position}: {verdict} instead of {expected[position]}")
        if verdict is not None and verdict[1] in ("black_wins", "white_wins"):
            audit.proof(position, verdict[1].removesuffix("_wins"), soak.book)
    failures += audit.faults
    whole = soak.tengen("verify", "--book", soak.book)
    if whole.returncode != 0:
        failures.append(f"verify of the book: {(whole.stdout + whole.stderr).strip()}")
    faults = ", ".join(f"{count} {kind}" for kind, count in sorted(soak.faults.items()))
    print(f"positions {len(options.positions)}, proven or disproven as without faults; "
          f"faults {sum(soak.faults.values())}: {faults or 'none'}")
    print(f"coordinator started {soak.starts} times, records lost {soak.lost_records}, "
          f"{seconds:.1f} s with faults, {quiet_seconds:.1f} s without")
    print((whole.stdout.strip().splitlines() or [""])[-1])
    for failure in failures:
        print(f"FAILED: {failure}")
    print("SOAK FAILED" if failures else "SOAK OK")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", metavar="POSITION", nargs="+")
    parser.add_argument("--tengen", metavar="PATH", default="build/tengen")
    parser.add_argument("--checker", metavar="PATH", default="build/book/checker/check_proof")
    parser.add_argument("--workers", metavar="N", type=int, default=2,
                        help="MPI workers, beside two that join; default: 2")
    parser.add_argument("--seconds", metavar="S", type=float, default=600,
                        help="no more faults after; default: 600")
    parser.add_argument("--faults", metavar="N", type=int, default=1_000_000,
                        help="no more than so many")
    parser.add_argument("--every", metavar="S", type=float, default=4,
                        help="mean time between faults; default: 4")
    parser.add_argument("--seed", metavar="N", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="leave books, logs and messages there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tengen-soak-") as folder:
        status = run(options, folder)
        if options.keep:
            shutil.copytree(folder, options.keep, dirs_exist_ok=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
