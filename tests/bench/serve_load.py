#!/usr/bin/env python3
"""Load on `tengen serve`, one line a case: requests a second, latencies, errors, resident memory.

wrk asks with 64, 256 and 1,024 connections for the positions one move after OPENING, which are all
kept from having been asked once; then with 64 for those two moves after it, which are too many to be
kept. Then 64 connections ask for kept positions beside clients that mean ill: slow writers (a byte a
second), slow readers (ask for much, take nothing), 10,000 idle connections, huge heads, and beside
clients that send many requests at once. Errors are those of wrk: no connection, no answer, a status
other than 200; for the ill ones it is said what they got.

Run: serve_load.py TENGEN BOOK [--opening D4] [--seconds 10]. Needs wrk and the right to open 10,300
files (`ulimit -n`).
"""

import argparse
import collections
import contextlib
import json
import os
import re
import resource
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

IDLE = 10_000
SLOW = 500
CONNECTIONS = 10_200  # what serve is told to take
PATIENCE = 15  # seconds that serve waits for a request to be whole
HEAD = "GET {} HTTP/1.1\r\nHost: localhost\r\n"

ASK = r"""
local moves = {}
for move in io.lines(os.getenv("MOVES")) do moves[#moves + 1] = move end
local two = os.getenv("DEPTH") == "2"
math.randomseed(os.time())
function request()
  local path = "/v1/position?moves=" .. os.getenv("OPENING") .. "+" .. moves[math.random(#moves)]
  if two then
    local second = moves[math.random(#moves)]
    while path:match("%+" .. second .. "$") do second = moves[math.random(#moves)] end
    path = path .. "+" .. second
  end
  return wrk.format("GET", path)
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %f %f %f %f %d\n", summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
"""


class Bench:
    def __init__(self, options, scratch):
        self.options = options
        self.process = subprocess.Popen(
            [options.tengen, "serve", "--book", options.book, "--port", "0", "--connections",
             str(CONNECTIONS)], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split()[-1].rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])
        self.script = os.path.join(scratch, "ask.lua")
        self.moves = os.path.join(scratch, "moves")
        with open(self.script, "w", encoding="ascii") as file:
            file.write(ASK)

    def get(self, target):
        with urllib.request.urlopen(self.url + target, timeout=120) as response:
            return response.read()

    def warm(self):
        """Asks each position one move after the opening once."""
        opening = self.options.opening
        moves = [one["move"] for one in
                 json.loads(self.get(f"/v1/position?moves={opening}"))["moves"]]
        with open(self.moves, "w", encoding="ascii") as file:
            file.write("".join(move + "\n" for move in moves))
        for move in moves:
            self.get(f"/v1/position?moves={opening}+{move}")

    def resident(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def wrk(self, name, connections, depth=1, note=lambda: "", seconds=None):
        environment = dict(os.environ, MOVES=self.moves, OPENING=self.options.opening,
                           DEPTH=str(depth))
        out = subprocess.run(
            ["wrk", "--threads", "1", "--connections", str(connections), "--duration",
             f"{seconds or self.options.seconds}s", "--timeout", "10s", "--script", self.script, self.url],
            env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
        rate, p50, p99, worst, errors = re.search(r"RESULT (.*)", out)[1].split()
        print(f"{name:<34}{float(rate):>8.0f}{float(p50):>9.2f}{float(p99):>9.2f}"
              f"{float(worst):>9.1f}{int(errors):>7}{self.resident():>9.0f}  {note()}", flush=True)

    def connect(self, receive_bytes=None):
        raw = socket.socket()
        if receive_bytes:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        raw.settimeout(20)
        raw.connect(("127.0.0.1", self.port))
        return raw

    # What goes on beside wrk; each yields how to say what came of it.

    @contextlib.contextmanager
    def slow_writers(self):
        raws = [self.connect() for _ in range(SLOW)]
        ended = threading.Event()
        closed = set()

        def write():
            head = (HEAD.format("/healthz") + "X: " + "x" * 1000).encode()
            for byte in head:
                for raw in raws:
                    try:
                        raw.send(bytes([byte]))
                    except OSError:
                        closed.add(raw)
                if ended.wait(1):
                    return

        writer = threading.Thread(target=write)
        writer.start()
        yield lambda: f"{len(closed)} of {SLOW} were closed"
        ended.set()
        writer.join()
        for raw in raws:
            raw.close()

    @contextlib.contextmanager
    def slow_readers(self):
        raws = [self.connect(4096) for _ in range(SLOW)]
        for raw in raws:
            raw.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                raw.send(100 * (HEAD.format("/v1/openapi.json") + "\r\n").encode())
        yield lambda: f"{SLOW} ask for 100 answers each and read none"
        for raw in raws:
            raw.close()

    @contextlib.contextmanager
    def idle(self):
        raws = [self.connect() for _ in range(IDLE)]
        selector = selectors.DefaultSelector()
        for raw in raws:
            selector.register(raw, selectors.EVENT_READ)
        yield lambda: f"{len(selector.select(0))} of {IDLE} were closed"
        selector.close()
        for raw in raws:
            raw.close()

    @contextlib.contextmanager
    def huge_heads(self):
        ended = threading.Event()
        got = collections.Counter()

        def send():
            head = (HEAD.format("/healthz") + "X: " + "x" * 1_000_000).encode()
            while not ended.is_set():
                with self.connect() as raw:
                    with contextlib.suppress(OSError):
                        raw.sendall(head)
                    try:
                        got[raw.recv(12)[9:].decode() or "closed"] += 1
                    except OSError:
                        got["reset"] += 1

        sender = threading.Thread(target=send)
        sender.start()
        yield lambda: "answers: " + ", ".join(f"{count} of {what}" for what, count in got.items())
        ended.set()
        sender.join()

    @contextlib.contextmanager
    def pipelines(self):
        ended = threading.Event()
        good, bad = [0], [0]
        together = 100

        def send():
            head = HEAD.format(f"/v1/line?moves={self.options.opening}") + "\r\n"
            with self.connect() as raw:
                stream = raw.makefile("rb")
                while not ended.is_set():
                    raw.sendall(together * head.encode())
                    for _ in range(together):
                        status = stream.readline()
                        length = 0
                        for line in iter(stream.readline, b"\r\n"):
                            if line.lower().startswith(b"content-length:"):
                                length = int(line.split()[1])
                        stream.read(length)
                        (good if b" 200 " in status else bad)[0] += 1

        sender = threading.Thread(target=send)
        sender.start()
        yield lambda: f"{good[0]} answers, {bad[0]} bad"
        ended.set()
        sender.join()

    def run(self):
        print(f"{'case':<34}{'1/s':>8}{'p50 ms':>9}{'p99 ms':>9}{'worst':>9}{'errors':>7}"
              f"{'MiB':>9}")
        print(f"{'at first':<34}{'':>42}{self.resident():>9.0f}", flush=True)
        self.warm()
        for connections in (64, 256, 1024):
            self.wrk(f"known positions, {connections}", connections)
        self.wrk("new positions, 64", 64, depth=2)
        for name, beside, seconds in (
                ("slow writers", self.slow_writers, max(self.options.seconds, PATIENCE + 5)),
                ("slow readers", self.slow_readers, None), ("idle connections", self.idle, None),
                ("huge heads", self.huge_heads, None), ("pipelines", self.pipelines, None)):
            with beside() as note:
                self.wrk(f"known, 64, beside {name}", 64, note=note, seconds=seconds)
        time.sleep(1)
        print(f"{'at the end':<34}{'':>42}{self.resident():>9.0f}")

    def close(self):
        self.process.terminate()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tengen")
    parser.add_argument("book")
    parser.add_argument("--opening", default="D4", help="a code or moves, without spaces")
    parser.add_argument("--seconds", type=int, default=10, help="of each case")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < CONNECTIONS + 256:
        sys.exit(f"serve_load.py: {hard} open files are allowed, {CONNECTIONS + 256} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, CONNECTIONS + 256), hard))
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options, scratch)
        try:
            bench.run()
        finally:
            bench.close()


if __name__ == "__main__":
    main()
