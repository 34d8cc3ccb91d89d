#!/usr/bin/env python3
"""How long `tengen engine` takes for its moves, by the manager's clock, on a busy machine.

    tests/bench/engine_clock.py --tengen build/tengen --games 200 --turn 200 --load 4

Games of the engine against itself from openings in turn, two new processes every --keep games, with
--load processes that only burn time beside it. A move's time runs from the line that asks for it to the line that answers, what was sent
just before included. Prints one line a game, and at the end: moves, the longest first move and the
longest other one, and how many were over the limit by more than --tolerance milliseconds. Exit
status 0 when none was.
"""
import argparse
import multiprocessing
import os
import subprocess
import sys
import time

OPENINGS = ["7,7", "7,7 7,6", "7,7 7,6 8,6", "7,7 8,6 8,8", "7,7 7,6 7,8", "7,7 8,6 9,5"]


class Engine:
    def __init__(self, command, turn_ms):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.turn_ms = turn_ms
        self.send("START 15")
        if self.answer() != "OK":
            raise SystemExit("no OK after START")

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def answer(self):
        for line in self.process.stdout:
            line = line.rstrip()
            if not line.startswith("MESSAGE "):
                return line
        raise SystemExit("the engine has ended")

    def timed_move(self, lines):
        """The answer, and the milliseconds over the limit (negative: below it)."""
        start = time.monotonic()
        self.send("\n".join(lines))
        line = self.answer()
        return line, (time.monotonic() - start) * 1000 - self.turn_ms

    def end(self):
        self.send("END")
        self.process.wait(timeout=20)


def play(engines, number, turn_ms, most_moves):
    """The overshoots of a game: of both first moves, and of the others."""
    for engine in engines:
        engine.send("RESTART")
        if engine.answer() != "OK":
            raise SystemExit("no OK after RESTART")
        # What a manager sends just before the first move: the memory is made anew.
        engine.send(f"INFO rule 4\nINFO timeout_turn {turn_ms}\nINFO timeout_match 0\n"
                    f"INFO max_memory {300_000_000 + number}")
    moves = OPENINGS[number % len(OPENINGS)].split()
    first, others = [], []
    while len(moves) < most_moves:
        engine = engines[len(moves) % 2]
        is_first = len(first) < 2
        if is_first:
            own = len(moves) % 2
            board = [f"{move},{1 if i % 2 == own else 2}" for i, move in enumerate(moves)]
            asked = ["BOARD", *board, "DONE"]
        else:
            asked = ["TURN " + moves[-1]]
        line, over = engine.timed_move(asked)
        if line.startswith("ERROR"):  # the game is over
            break
        (first if is_first else others).append(over)
        moves.append(line)
    return first, others


def burn():
    while True:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tengen", required=True)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--turn", type=int, default=200, help="milliseconds for a move")
    parser.add_argument("--keep", type=int, default=10, help="games of one process")
    parser.add_argument("--moves", type=int, default=30, help="the most of a game")
    parser.add_argument("--load", type=int, default=0, help="processes that burn time")
    parser.add_argument("--tolerance", type=float, default=20, help="milliseconds over the limit")
    parser.add_argument("--book", help="a book for the engine")
    arguments = parser.parse_args()
    command = [arguments.tengen, "engine"]
    if arguments.book:
        command += ["--book", arguments.book]
    load = [multiprocessing.Process(target=burn, daemon=True) for _ in range(arguments.load)]
    for process in load:
        process.start()
    first, others = [], []
    engines = []
    for number in range(arguments.games):
        if number % arguments.keep == 0:
            for engine in engines:
                engine.end()
            engines = [Engine(command, arguments.turn) for _ in range(2)]
        of_game = play(engines, number, arguments.turn, arguments.moves)
        first += of_game[0]
        others += of_game[1]
        worst = max(of_game[0] + of_game[1])
        print(f"game {number + 1}: {sum(map(len, of_game))} moves, at most {worst:+.1f} ms, "
              f"load average {os.getloadavg()[0]:.1f}", flush=True)
    for process in load:
        process.terminate()
    for engine in engines:
        engine.end()
    late = sum(over > arguments.tolerance for over in first + others)
    print(f"{arguments.games} games, {len(first) + len(others)} moves of {arguments.turn} ms, "
          f"{arguments.load} processes beside: first moves at most {max(first):+.1f} ms, others at most "
          f"{max(others, default=0):+.1f} ms; {late} later than {arguments.tolerance:g} ms")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
