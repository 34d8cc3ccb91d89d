#!/usr/bin/env python3
"""Signals to every process of a solve: the command ends within its time, and leaves nothing behind.

    tests/cluster/signals.py --tengen build/tengen [--rounds 3] [--seed 1] [--load 4]

Each round starts `tengen solve --time 6` for each kind of process (the command itself, mpirun, rank
0, a worker) and each signal, and sends it at a random moment, from the first on. A signal to a
worker, or one that is passed over, may leave the solve to its time. What is left 30 s after the
signal, or a process of the run that outlives the command, is a fault. --load: processes that burn
time beside it. The last line is "SIGNALS OK" when nothing was.
"""
import argparse
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = ["QUIT", "TERM", "INT", "HUP", "ABRT", "SEGV", "USR1", "ALRM", "PIPE", "KILL"]
ROLES = ["command", "mpirun", "rank 0", "worker"]
MOST_SECONDS = 30


def stat_of(pid):
    """(state, parent) of a process, or None."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return fields[0], int(fields[1])
    except (OSError, IndexError):
        return None


def children(pid):
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            stat = stat_of(int(name))
            if stat and stat[1] == pid and stat[0] != "Z":
                found.append(int(name))
    return sorted(found)


def rank_of(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            for entry in file.read().split(b"\0"):
                if entry.startswith(b"OMPI_COMM_WORLD_RANK="):
                    return int(entry.split(b"=")[1])
    except (OSError, ValueError):
        pass
    return None


def family(command):
    """The processes of a run by role, as far as they are there."""
    found = {"command": command}
    for mpirun in children(command):
        found["mpirun"] = mpirun
        for rank in children(mpirun):
            number = rank_of(rank)
            if number is not None:
                found["rank 0" if number == 0 else "worker"] = rank
    return found


def is_there(pid):
    stat = stat_of(pid)
    return stat is not None and stat[0] not in "ZX"


def try_signal(tengen, role, name, pause):
    """What went wrong, or None."""
    with tempfile.TemporaryDirectory() as directory:
        log = open(os.path.join(directory, "log"), "w+")
        process = subprocess.Popen(
            [tengen, "solve", "D4 i8", "--book", os.path.join(directory, "book"), "--workers", "2",
             "--time", "6", "--memory", "0.2"], stdout=log, stderr=log, start_new_session=True)
        known = set()
        target = None
        patience = time.monotonic() + 30
        while process.poll() is None and target is None and time.monotonic() < patience:
            found = family(process.pid)
            known.update(found.values())
            target = found.get(role)
            time.sleep(0.005)
        until = time.monotonic() + pause
        while time.monotonic() < until:
            known.update(family(process.pid).values())
            time.sleep(0.05)
        sent = time.monotonic()
        if target is not None and process.poll() is None:
            try:
                os.kill(target, getattr(signal, "SIG" + name))
            except ProcessLookupError:
                pass
        fault = None
        while process.poll() is None:
            known.update(family(process.pid).values())
            if time.monotonic() - sent > MOST_SECONDS:
                fault = f"still there after {MOST_SECONDS} s"
                break
            time.sleep(0.05)
        until = time.monotonic() + 10
        while fault is None and any(is_there(pid) for pid in known - {process.pid}):
            if time.monotonic() > until:
                fault = "processes are left behind"
            time.sleep(0.1)
        took = time.monotonic() - sent
        if fault:
            left = {pid: stat_of(pid) for pid in known if is_there(pid)}
            log.seek(0)
            fault += f": {left}; {log.read()[-400:]}"
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.wait()
        print(f"{role:8} {name:5} after {pause:4.1f} s: {took:5.1f} s  {fault or 'ok'}", flush=True)
        return fault


def burn():
    while True:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tengen", required=True)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--signals", nargs="+", default=SIGNALS)
    parser.add_argument("--roles", nargs="+", default=ROLES)
    parser.add_argument("--latest", type=float, default=4, help="seconds from the start to a signal")
    arguments = parser.parse_args()
    choose = random.Random(arguments.seed)
    load = [multiprocessing.Process(target=burn, daemon=True) for _ in range(arguments.load)]
    for process in load:
        process.start()
    faults = 0
    for _ in range(arguments.rounds):
        for role in arguments.roles:
            for name in arguments.signals:
                pause = choose.choice([0, choose.uniform(0, 1), choose.uniform(0, arguments.latest)])
                faults += try_signal(os.path.abspath(arguments.tengen), role, name, pause) is not None
    for process in load:
        process.terminate()
    print("SIGNALS OK" if faults == 0 else f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
