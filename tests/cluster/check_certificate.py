#!/usr/bin/env python3
"""Checks a small certificate (book/exchange/export.h) by rules of its own: slow, and by another road than
the C++ checkers. A line of the board is a string, and all is asked of strings.

  check_certificate.py FILE [--nodes N]      exit status 0 complete, 1 holes, 2 bad input
  check_certificate.py --fouls FILE          Black's fouls in each line BLACK/WHITE
"""

import argparse
import functools
import re
import sys

FOURS = 5          # a win by so many may be left out of a certificate
BEFORE_PASS = 6    # stones
OTHER = {"b": "w", "w": "b"}
NAMES = {"black": "b", "white": "w"}


class BadInput(Exception):
    """The text is no certificate."""


@functools.lru_cache(1 << 17)
def almost_fives(line, color):
    """(the empty point, the four stones) of each five that one more stone makes; '.' is empty."""
    found = []
    for begin in range(len(line) - 4):
        window = line[begin:begin + 5]
        if window.count(color) != 4 or "." not in window:
            continue
        around = line[max(begin - 1, 0):begin] + line[begin + 5:begin + 6]
        if color == "w" or color not in around:
            point = begin + window.index(".")
            found.append((point, frozenset(range(begin, begin + 5)) - {point}))
    return found


@functools.lru_cache(1 << 17)
def five_points(line, color):
    return frozenset(point for point, _ in almost_fives(line, color))


def with_stone(line, at, color):
    return line[:at] + color + line[at + 1:]


@functools.lru_cache(1 << 17)
def fours(line, at, color):
    """The fours that a stone there makes in the line, each known by its stones."""
    made = almost_fives(with_stone(line, at, color), color)
    return {stones for _, stones in made if at in stones}


@functools.lru_cache(1 << 17)
def four_points(line, color):
    return frozenset(at for at, char in enumerate(line) if char == "." and fours(line, at, color))


@functools.lru_cache(1 << 17)
def three_points(line, at):
    """Where one more black stone makes a straight four of a black stone put at `at`."""
    line = with_stone(line, at, "b")
    found = []
    for point, char in enumerate(line):
        if char == ".":
            completed = [stones for _, stones in almost_fives(with_stone(line, point, "b"), "b")
                         if at in stones and point in stones]
            if len(completed) > len(set(completed)):  # two points complete the same four stones
                found.append(point)
    return found


@functools.lru_cache(1 << 17)
def is_overline(line, at):
    line = with_stone(line, at, "b")
    return any(run.start() <= at < run.end() for run in re.finditer("b{6,}", line))


class Board:
    def __init__(self, size):
        self.size = size
        self.points = [(x, y) for y in range(size) for x in range(size)]
        keys = (lambda x, y: (0, y), lambda x, y: (1, x), lambda x, y: (2, x - y),
                lambda x, y: (3, x + y))
        self.on_line = {}
        for point in self.points:
            for key in keys:
                self.on_line.setdefault(key(*point), []).append(point)
        self.places = {point: [] for point in self.points}
        for key, points in self.on_line.items():
            for at, point in enumerate(points):
                self.places[point].append((key, at))
        self.set({})

    def set(self, stones):
        self.stones = {}
        self.lines = {key: "." * len(points) for key, points in self.on_line.items()}
        # Of each side, the lines that have any.
        self.line_fives = {"b": {}, "w": {}}
        self.line_fours = {"b": {}, "w": {}}
        for point, color in stones.items():
            self.put(point, color)

    def put(self, point, color):
        """Puts a stone, or takes it away ('.')."""
        self.stones[point] = color
        if color == ".":
            del self.stones[point]
        for key, at in self.places[point]:
            line = self.lines[key] = with_stone(self.lines[key], at, color)
            for side in "bw":
                for kind, lines in ((five_points, self.line_fives), (four_points, self.line_fours)):
                    found = kind(line, side)
                    if found:
                        lines[side][key] = found
                    else:
                        lines[side].pop(key, None)

    def fives(self, color):
        return self.points_of(self.line_fives[color])

    def fours(self, color):
        return self.points_of(self.line_fours[color])

    def points_of(self, lines):
        return {self.on_line[key][at] for key, found in lines.items() for at in found}

    def makes_five(self, point, color):
        return any(at in five_points(self.lines[key], color) for key, at in self.places[point])

    def is_foul(self, point):
        if self.makes_five(point, "b"):
            return False
        here = [(self.lines[key], key, at) for key, at in self.places[point]]
        if any(is_overline(line, at) for line, _, at in here):
            return True
        if sum(len(fours(line, at, "b")) for line, _, at in here) > 1:
            return True
        maybe = [(key, three_points(line, at)) for line, key, at in here if three_points(line, at)]
        if len(maybe) < 2:
            return False
        self.put(point, "b")
        threes = 0
        for key, ats in maybe:
            completing = [self.on_line[key][at] for at in ats]
            threes += any(not self.makes_five(next_, "b") and not self.is_foul(next_)
                          for next_ in completing)
        self.put(point, ".")
        return threes > 1


class Checker:
    def __init__(self, size, lines, most_nodes):
        self.board = Board(size)
        self.lines = lines
        self.most_nodes = most_nodes
        self.nodes = 0
        self.holes = []
        self.reached = set()

    def attack(self, color, count, script=None):
        """The fours of a win by at most so many; of those of the script alone if there is one."""
        board = self.board
        if board.fives(color):
            return []
        if count == 0:
            return None
        threats = board.fives(OTHER[color])
        tries = board.fours(color) & (threats or set(board.points))
        for move in sorted(tries & {script[0]} if script else tries):
            if color == "b" and board.is_foul(move):
                continue
            self.nodes += 1
            if self.nodes > self.most_nodes:
                return None
            board.put(move, color)
            rest = self.after_four(color, count - 1, script and script[1:])
            board.put(move, ".")
            if rest is not None:
                return [move] + rest
        return None

    def after_four(self, color, count, script):
        board = self.board
        ends = board.fives(color)
        if board.fives(OTHER[color]):
            return None
        answer = min(ends)
        if len(ends) > 1 or (color == "w" and board.is_foul(answer)):
            return []
        if script is not None and not script:
            return None
        board.put(answer, OTHER[color])
        rest = self.attack(color, count, script)
        board.put(answer, ".")
        return rest

    def wins_by_fours(self, color, plies, known):
        for script in known:
            self.nodes = 0
            if 2 * len(script) < plies and self.attack(color, len(script), script) is not None:
                return True
        self.nodes = 0
        for count in range(FOURS + 1):
            if 2 * count < plies:
                found = self.attack(color, count)
                if found is not None:
                    if found:
                        known.append(found)
                    return True
        return False

    def meet(self, attacker, plies, known, what):
        """The position on the board, the attacker to move."""
        key = (frozenset(self.board.stones.items()), attacker)
        if key in self.lines:
            self.reached.add(key)
            if self.lines[key][1] <= plies:
                return
        if not self.wins_by_fours(attacker, plies, known):
            self.holes.append(f"{what}: not met within {plies} plies")

    def meet_all(self, attacker, plies, what):
        board = self.board
        known = []
        if len(board.stones) >= BEFORE_PASS:
            self.meet(attacker, plies, known, what + " pass")
        for reply in board.points:
            if reply in board.stones:
                continue
            name = f"{what} {name_of(reply)}"
            if board.makes_five(reply, OTHER[attacker]):
                self.holes.append(name + ": makes five")
            elif attacker == "b" or not board.is_foul(reply):
                board.put(reply, OTHER[attacker])
                self.meet(attacker, plies, known, name)
                board.put(reply, ".")

    def check_line(self, stones, attacker, move, plies):
        board = self.board
        board.set(dict(stones))
        what = f"{text_of(stones, attacker)} {name_of(move)}"
        if board.makes_five(move, attacker):
            return
        centre = {board.size // 2, (board.size - 1) // 2}
        if attacker == "b" and board.is_foul(move):
            self.holes.append(what + ": a foul")
        elif not stones and not set(move) <= centre:
            self.holes.append(what + ": not in the centre")
        elif len(stones) + 1 == len(board.points):
            self.holes.append(what + ": the board is full")
        else:
            board.put(move, attacker)
            self.meet_all(attacker, plies - 2, what)

    def check_asked(self, stones, to_move, goal):
        self.board.set(dict(stones))
        what = text_of(stones, to_move)
        if any(re.search("b{5}|w{5}", line) for line in self.board.lines.values()):
            self.holes.append(what + ": decided already")
        elif to_move == goal:
            self.meet(goal, 10 ** 9, [], what)
        else:
            self.meet_all(goal, 10 ** 9, what)


def name_of(point):
    return "abcdefghijklmno"[point[0]] + str(point[1] + 1)


def text_of(stones, to_move):
    of = {color: "".join(name_of(point) for point, other in sorted(stones) if other == color) or "-"
          for color in "bw"}
    return f"{of['b']}/{of['w']}/{to_move}"


def points_in(text, size):
    if not re.fullmatch(r"([a-o][1-9][0-9]?)+", text):
        raise BadInput(f"no points: {text[:80]!r}")
    points = [(ord(name[0]) - ord("a"), int(name[1:]) - 1)
              for name in re.findall("[a-o][0-9]+", text)]
    if any(max(point) >= size for point in points):
        raise BadInput(f"a point off the board: {text[:80]!r}")
    return points


def position_in(text, size):
    parts = text.split("/")
    if len(parts) != 3 or parts[2] not in OTHER:
        raise BadInput(f"no position: {text[:80]!r}")
    stones = [(point, color) for color, part in zip("bw", parts) if part != "-"
              for point in points_in(part, size)]
    if len({point for point, _ in stones}) < len(stones):
        raise BadInput(f"two stones on a point: {text[:80]!r}")
    return frozenset(stones), parts[2]


def read(text):
    """(size, asked [(stones, to move, goal)], lines {(stones, side): (move, plies)})."""
    rows = text.split("\n")
    if rows.pop() != "" or len(rows) < 5:
        raise BadInput("cut off")
    rows = [row.removesuffix("\r") for row in rows]
    rules = re.fullmatch(r"# rules renju size ([0-9]+)", rows[1])
    if rows[0] != "# tengen proof 1" or rules is None or not 5 <= int(rules[1]) <= 15:
        raise BadInput("not a certificate of renju")
    size = int(rules[1])
    asked = []
    for row, goal_row in zip(rows[2::2], rows[3::2]):
        if not row.startswith("# position "):
            break
        stones, to_move = position_in(row.removeprefix("# position "), size)
        goal = re.fullmatch("# goal (black|white) to_move (black|white)", goal_row)
        if goal is None or NAMES[goal[2]] != to_move:
            raise BadInput(f"no goal: {goal_row[:80]!r}")
        asked.append((stones, to_move, NAMES[goal[1]]))
    lines = {}
    for row in rows[2 + 2 * len(asked):-1]:
        if row.startswith("# end "):
            raise BadInput("something after the end")
        if row.startswith("#"):
            continue
        fields = row.split("\t")
        if len(fields) != 3 or not re.fullmatch("[1-9][0-9]{0,8}", fields[2]):
            raise BadInput(f"no line: {row[:80]!r}")
        key = position_in(fields[0], size)
        moves = points_in(fields[1], size)
        if key in lines or len(moves) != 1 or moves[0] in dict(key[0]):
            raise BadInput(f"twice, or no move: {row[:80]!r}")
        if int(fields[2]) > 2 * size * size:
            raise BadInput(f"no distance: {row[:80]!r}")
        lines[key] = (moves[0], int(fields[2]))
    if not asked or rows[-1] != f"# end {len(lines)}":
        raise BadInput("no end, or of another number of lines")
    return size, asked, lines


def check(text, most_nodes=20_000):
    """What is not proven, in words, and how many lines there are and how many are reached."""
    size, asked, lines = read(text)
    checker = Checker(size, lines, most_nodes)
    for stones, to_move, goal in asked:
        checker.check_asked(stones, to_move, goal)
    for (stones, side), (move, plies) in lines.items():
        checker.check_line(stones, side, move, plies)
    return checker.holes, len(lines), len(checker.reached)


def list_fouls(text):
    board = Board(15)
    for row in text.splitlines():
        board.set(dict(position_in(row + "/b", 15)[0]))
        print(*[name_of(point) for point in board.points
                if point not in board.stones and board.is_foul(point)])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--nodes", type=int, default=20_000, help="of a search for fours")
    parser.add_argument("--fouls", action="store_true")
    options = parser.parse_args()
    with open(options.file, encoding="ascii", newline="", errors="replace") as file:
        text = file.read()
    if options.fouls:
        list_fouls(text)
        return 0
    try:
        holes, lines, reached = check(text, options.nodes)
    except BadInput as fault:
        print(f"{options.file}: {fault}", file=sys.stderr)
        return 2
    for hole in holes[:20]:
        print("hole:", hole)
    print(f"{len(holes)} holes" if holes else "complete", f"{lines} lines, {reached} reached",
          sep=": ")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
