#!/usr/bin/env python3
"""A match of `tengen engine` against itself, or of two programs, judged by this script.

    tests/cluster/engine_match.py --tengen build/tengen --games 20 --turn 100

Games start from the 26 openings in turn, each engine playing Black in every other game. Wrong are:
an answer that is no point of the board or an occupied one, an ERROR or UNKNOWN line, an end of the
program, a foul of Black's (judged by `tengen fouls` after the game), and a win that an engine has
called certain for its own side and does not bring home. The last line is "MATCH OK" when nothing was.
"""
import argparse
import queue
import subprocess
import sys
import threading
import time

SIZE = 15
OPENINGS = {
    "D1": "h8h9h10", "D2": "h8h9i10", "D3": "h8h9j10", "D4": "h8h9i9", "D5": "h8h9j9",
    "D6": "h8h9i8", "D7": "h8h9j8", "D8": "h8h9h7", "D9": "h8h9i7", "D10": "h8h9j7",
    "D11": "h8h9h6", "D12": "h8h9i6", "D13": "h8h9j6", "I1": "h8i9j10", "I2": "h8i9j9",
    "I3": "h8i9j8", "I4": "h8i9j7", "I5": "h8i9j6", "I6": "h8i9i8", "I7": "h8i9i7",
    "I8": "h8i9i6", "I9": "h8i9h7", "I10": "h8i9h6", "I11": "h8i9g7", "I12": "h8i9g6",
    "I13": "h8i9f6",
}


class Fault(Exception):
    """What an engine or its game did wrong."""


def points_of(text):
    """'h8i10' as (column, row) pairs, row 0 at the bottom."""
    points = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and text[end].isdigit():
            end += 1
        points.append((ord(text[at]) - ord("a"), int(text[at + 1:end]) - 1))
        at = end
    return points


def name_of(point):
    return "abcdefghijklmno"[point[0]] + str(point[1] + 1)


class Engine:
    """A program that speaks the Gomocup protocol, in column, row from the top."""

    def __init__(self, command, turn_ms, patience_ms, nodes):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.lines = queue.Queue()
        self.color = "Black"
        self.claims_win = False  # for certain, in the game under way
        self.longest = 0.0
        self.patience = (turn_ms + patience_ms) / 1000
        threading.Thread(target=self._read, daemon=True).start()
        self.send(f"START {SIZE}")
        self.expect_ok()
        for option in ("rule 4", f"timeout_turn {turn_ms}", "timeout_match 0",
                       "max_memory 300000000", f"max_node {nodes}"):
            self.send("INFO " + option)

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Fault(f"the engine is gone: {error}") from error

    def answer(self, patience):
        """The next line that is no message."""
        deadline = time.monotonic() + patience
        while True:
            try:
                line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                raise Fault(f"no answer in {patience:.1f} s") from None
            if line is None:
                raise Fault("the engine has ended")
            if line.startswith("MESSAGE "):
                if line.startswith(f"MESSAGE {self.color} wins") and ", proven" in line:
                    self.claims_win = True
            elif not line.startswith("DEBUG "):
                return line

    def expect_ok(self):
        line = self.answer(20)
        if line != "OK":
            raise Fault(f"'{line}' instead of OK")

    def move(self, lines):
        """Sends `lines` and returns the point that the engine plays."""
        start = time.monotonic()
        for line in lines:
            self.send(line)
        line = self.answer(self.patience)
        self.longest = max(self.longest, time.monotonic() - start)
        try:
            column, from_top = (int(number) for number in line.split(","))
        except ValueError:
            raise Fault(f"'{line}' is no move") from None
        if not (0 <= column < SIZE and 0 <= from_top < SIZE):
            raise Fault(f"'{line}' is off the board")
        return column, SIZE - 1 - from_top

    def new_game(self, color):
        self.color = color
        self.claims_win = False
        self.send("RESTART")
        self.expect_ok()

    def end(self):
        self.send("END")
        self.process.wait(timeout=20)
        if self.process.returncode != 0:
            raise Fault(f"exit status {self.process.returncode}")


def protocol_point(point):
    return f"{point[0]},{SIZE - 1 - point[1]}"


def rows_through(stones, point):
    """The lengths of the four rows of one colour's stones through one of them."""
    rows = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            x, y = point[0] + sign * dx, point[1] + sign * dy
            while (x, y) in stones:
                length += 1
                x, y = x + sign * dx, y + sign * dy
        rows.append(length)
    return rows


def wins(stones, point, black):
    rows = rows_through(stones, point)
    return 5 in rows if black else max(rows) >= 5


def check_fouls(tengen, moves):
    """No black stone of the game stands on what was a foul point. REQUIRES: Black moved first."""
    positions = []
    for number in range(0, len(moves), 2):
        black = "".join(name_of(p) for p in moves[:number:2]) or "-"
        white = "".join(name_of(p) for p in moves[1:number:2]) or "-"
        positions.append(f"{black}/{white}/b")
    run = subprocess.run([tengen, "fouls"], input="\n".join(positions) + "\n", text=True,
                         capture_output=True, check=True)
    for number, line in enumerate(run.stdout.splitlines()):
        move = name_of(moves[2 * number])
        if move in line.split():
            raise Fault(f"move {2 * number + 1}, {move}, is a foul")


def play(black, white, opening):
    """Plays a game; returns its moves and 'Black', 'White' or 'draw'."""
    moves = points_of(opening)
    stones = (set(moves[0::2]), set(moves[1::2]))
    players = (black, white)
    started = [False, False]
    black.new_game("Black")
    white.new_game("White")
    while len(moves) < SIZE * SIZE:
        side = len(moves) % 2
        if started[side]:
            lines = [f"TURN {protocol_point(moves[-1])}"]
        else:
            started[side] = True
            lines = ["BOARD"]
            for number, point in enumerate(moves):
                lines.append(f"{protocol_point(point)},{1 if number % 2 == side else 2}")
            lines.append("DONE")
        try:
            point = players[side].move(lines)
        except Fault as fault:
            raise Fault(f"move {len(moves) + 1}: {fault}") from None
        if point in stones[0] | stones[1]:
            raise Fault(f"move {len(moves) + 1}: {name_of(point)} is occupied")
        stones[side].add(point)
        moves.append(point)
        if wins(stones[side], point, side == 0):
            return moves, ("Black", "White")[side]
    return moves, "draw"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tengen", required=True, help="the program")
    parser.add_argument("--opponent", help="another program that speaks the protocol")
    parser.add_argument("--book", help="for --tengen")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="skip so many openings")
    parser.add_argument("--turn", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--nodes", type=int, default=0, help="a move; 0: no limit but the time")
    parser.add_argument("--patience", type=int, default=10000,
                        help="milliseconds over that before an engine counts as hung")
    parser.add_argument("--verbose", action="store_true", help="print the games")
    options = parser.parse_args()
    command = [options.tengen, "engine"]
    if options.book:
        command += ["--book", options.book]
    other = [options.opponent] if options.opponent else [options.tengen, "engine"]
    score = {"Black": 0, "White": 0, "draw": 0}
    first_score = 0.0
    plies = 0
    faults = 0
    engines = []
    try:
        limits = (options.turn, options.patience, options.nodes)
        engines = [Engine(command, *limits), Engine(other, *limits)]
        names = list(OPENINGS)
        for game in range(options.games):
            opening = names[(game // 2 + options.first) % len(names)]
            black = game % 2
            try:
                moves, result = play(engines[black], engines[1 - black], OPENINGS[opening])
                check_fouls(options.tengen, moves)
                for engine in engines:
                    if engine.claims_win and engine.color != result:
                        raise Fault(f"{engine.color} was to win for certain: {result}, "
                                    + "".join(name_of(p) for p in moves))
            except Fault as fault:
                print(f"game {game + 1}, {opening}: {fault}")
                faults += 1
                break
            score[result] += 1
            plies += len(moves)
            if result == "draw":
                first_score += 0.5
            elif (result == "Black") == (black == 0):
                first_score += 1
            if options.verbose:
                print(f"game {game + 1}, {opening}: {result}, {len(moves)} moves: "
                      + "".join(name_of(p) for p in moves), flush=True)
        for engine in engines:
            engine.end()
    except Fault as fault:
        print(fault)
        faults += 1
    finally:
        for engine in engines:
            engine.process.kill()
    print(f"Black {score['Black']}, White {score['White']}, draws {score['draw']};"
          f" the first program {first_score:g} of {sum(score.values())}; {plies} moves")
    print("longest move: " + ", ".join(f"{engine.longest * 1000:.0f}" for engine in engines) +
          f" ms of {options.turn}")
    print("MATCH FAILED" if faults else "MATCH OK")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
