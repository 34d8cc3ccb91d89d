"""What a player does on the page: opens games, sets up positions, takes pictures, asks about opening
rules, watches a solve. In headless Chromium, on a book that holds the proof of D4 h7.

Run: player_test.py TENGEN
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

from browser import Page, Serving, solve_into

PROVEN = "h8h9i9h7"
MOVES = 40
FORMATS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data/formats")

TENGEN = sys.argv.pop(1) if len(sys.argv) > 1 else "tengen"


def setUpModule():
    global scratch, book, serving, page, game
    scratch = tempfile.TemporaryDirectory()
    book = scratch.name + "/book"
    solve_into(TENGEN, book)
    serving = Serving(TENGEN, book)
    page = Page(serving.url)
    page.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=scratch.name)
    game = game_of_40()


def tearDownModule():
    page.close()
    serving.close()
    scratch.cleanup()


def answer(moves):
    return serving.get("/v1/position", moves=moves)


def game_of_40():
    """Black follows his win for a while, leaves it, and both play on without ending the game."""
    moves = ["h8", "h9", "i9", "h7"]
    moves += answer("".join(moves))["line"][:4]
    while len(moves) < MOVES:
        told = answer("".join(moves))
        open_moves = [one for one in told["moves"] if one["move"] != "pass" and not one["foul"] and
                      one["distance"] != 1]
        # Far apart, so that no five comes about; what is not known before what loses.
        open_moves.sort(key=lambda one: one["result"] != "unknown")
        moves.append(open_moves[(37 * len(moves)) % max(1, len(open_moves) // 2)]["move"])
    return moves


def query(moves):
    """`tengen query` itself."""
    done = subprocess.run([TENGEN, "query", "".join(moves), "--book", book, "--json"],
                          stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def paste(text):
    page.click("#game-button")
    page.script("document.getElementById('game-text').value = arguments[0]", text)
    page.click("#game-dialog .primary")


def written(name, data):
    path = os.path.join(scratch.name, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def open_file(path):
    page.click("#game-button")
    page.one("#game-file").send_keys(path)


def as_numbers(text):
    pairs = []
    for number, i in enumerate(range(0, len(text), 2), 1):
        pairs.append(f"{number}. " + " ".join(text[i:i + 2]))
    return "\n".join(pairs)


def as_sgf(moves):
    nodes = []
    for number, move in enumerate(moves):
        point = move[0] + chr(ord("a") + 15 - int(move[1:]))
        nodes.append(f";{'BW'[number % 2]}[{point}]C[a\\] comment; (with) marks]")
    return f"(;GM[4]SZ[15]{''.join(nodes[:6])}({''.join(nodes[6:])})(;B[aa];W[bb]))".encode()


def as_psq(moves):
    lines = [f"{ord(move[0]) - 96},{16 - int(move[1:])},100" for move in moves]
    return ("Piskvorky 15x15, 11:11, 0\r\n" + "\r\n".join(lines) + "\r\na.zip\r\nb.zip\r\n").encode()


def as_lib(moves):
    data = b"\xffRenLib\xff\x03\x04" + 10 * b"\xff" + b"\x00\x00"
    for number, move in enumerate(moves):
        flags = 0x40 if number == len(moves) - 1 else 0x80 if number == 5 else 0
        data += bytes([16 * (15 - int(move[1:])) + ord(move[0]) - 96, flags | 0x08]) + b"text\0\0"
    return data + bytes([0x11, 0x40])  # the sibling of the sixth


def loaded(name):
    """The file that the page has handed out."""
    path = os.path.join(scratch.name, name)
    page.wait(lambda: os.path.exists(path), f"the file {name}")
    with open(path, "rb") as file:
        return file.read()


class PlayerTest(unittest.TestCase):
    def setUp(self):
        page.forget()
        page.open()

    def tearDown(self):
        self.assertEqual(page.faults(), [])

    def rows(self):
        page.wait(lambda: page.attribute("#review", "data-done") == "true", "the verdicts",
                  seconds=120)
        return page.script(
            "return [...document.querySelectorAll('.review li')].map((row) => ({"
            "move: row.querySelector('.move').dataset.move, result: row.dataset.result,"
            "distance: row.dataset.distance ? Number(row.dataset.distance) : null,"
            "left: row.querySelector('.left-note')?.textContent ?? null}))")

    def test_a_pasted_game_of_40_moves_has_the_verdicts_of_tengen_query(self):
        paste(as_numbers(game))
        page.shows("".join(game))
        rows = self.rows()
        self.assertEqual([row["move"] for row in rows], game)
        told = [query(game[:ply]) for ply in range(1, MOVES + 1)]
        for row, one in zip(rows, told):
            self.assertEqual((row["result"], row["distance"]), (one["result"], one["distance"]), row)
        results = [one["result"] for one in told]
        self.assertIn("black_wins", results)
        self.assertIn("unknown", results)
        # Where the mover's win was known before his move and is not after it.
        for ply in range(2, MOVES + 1):
            mover = "black_wins" if ply % 2 == 1 else "white_wins"
            left = results[ply - 2] == mover and results[ply - 1] != mover
            self.assertEqual(rows[ply - 1]["left"] is not None, left, ply)
        left = [row for row in rows if row["left"]]
        self.assertGreaterEqual(len(left), 1)
        self.assertRegex(left[0]["left"], r"Black left a proven win: \w+ wins in at most \d+ plies")
        self.assertIn(f"left {len(left)} time", page.text("#review p"))
        page.click('.review li[data-ply="4"] .move')
        page.shows(PROVEN)
        self.assertEqual(page.count(".review li"), MOVES)

    def test_the_same_game_comes_out_of_every_kind_of_file(self):
        for name, data in [("game.sgf", as_sgf(game)), ("game.psq", as_psq(game)),
                           ("game.lib", as_lib(game)), ("game.txt", as_numbers(game).encode())]:
            with self.subTest(name):
                page.open()
                open_file(written(name, data))
                page.shows("".join(game))
                self.assertEqual(page.attribute("#tab-review", "aria-selected"), "true")

    def test_files_of_other_programs_are_read_along_their_first_line(self):
        read = ("const done = arguments[1]; import('/game_files.js').then(({readGameFile}) => {"
                "try { done(readGameFile(new Uint8Array(arguments[0]))); }"
                "catch (error) { done(error.message); } })")
        for name in sorted(os.listdir(FORMATS)):
            if not name.endswith((".sgf", ".lib")):
                continue
            with open(os.path.join(FORMATS, name), "rb") as file:
                got = page.driver.execute_async_script(read, list(file.read()))
            if name in ("syn_bad_magic.lib", "syn_truncated_midtext.lib"):
                self.assertRegex(got, "^file_", name)
            else:
                self.assertEqual(got["size"], 15, name)
                self.assertGreater(len(got["moves"]), 0, name)
        with open(os.path.join(FORMATS, "expected_lib_nodes.tsv"), encoding="utf-8") as file:
            self.assertTrue(file.read())

    def test_a_game_is_shown_up_to_a_move_that_is_refused(self):
        moves = game[:10] + [game[2]] + game[10:12]
        paste(as_sgf(moves).decode())
        page.wait(lambda: page.position() == "".join(game[:10]), "the first ten moves")
        page.wait(lambda: "up to move 11" in page.message(), "a message")
        self.assertIn("occupied", page.message())

    def test_what_holds_no_game_is_said(self):
        page.open(PROVEN)
        for data, reason in [(b"", "no game"), (b"\x89PNG\r\n\x1a\n\0\0", "no game"),
                             (b"(;GM[4]SZ[19];B[aa])", "19"), (b"(;B[hh];B[hg])", "alternate"),
                             (b"(;B[h?])", "h?"), (as_lib(game)[:40], "cut off"),
                             (b"Piskvorky 15x15\n16,1,0\n", "16,1,0")]:
            open_file(written("bad.bin", data))
            page.wait(lambda: reason in page.message(), f"a message about {data[:20]!r}")
            self.assertEqual(page.position(), PROVEN)
            page.script("document.getElementById('message').hidden = true")

    def test_an_sgf_may_begin_with_a_set_up(self):
        paste("(;SZ[15]AB[hh][ig]AW[hg][hi]PL[B];B[gi])")
        page.wait(lambda: page.position() == "h8i9g7/h9h7/w", "the position after the set-up")
        self.assertEqual(page.texts(".board .stone.last text"), ["1"])

    def test_a_position_can_be_set_up_by_hand(self):
        page.open("start")
        page.click("[data-action=edit]")
        for point in ["h8", "h9", "i9", "h7", "a1"]:
            page.click_point(point)
        page.click_point("a1")  # taken away again
        self.assertEqual(len(page.stones()), 4)
        self.assertIn("2 black, 2 white", page.text("#editor"))
        page.click("#editor .primary")
        page.wait(lambda: page.position() == "h8i9/h7h9/b", "the position")
        self.assertIn("Yes, proven", page.text("#verdict"))
        page.click("[data-action=edit]")
        page.click('#editor [value="white"]')
        page.click_point("a1")
        page.click_point("a15")
        page.click('#editor [value="erase"]')
        page.click_point("h8")
        self.assertEqual(sorted(page.stones()), ["a1", "a15", "h7", "h9", "i9"])
        page.click("#editor [data-edit=cancel]")
        self.assertEqual(len(page.stones()), 4)
        self.assertTrue(page.exists("#editor[hidden]"))
        # What cannot be is the service's to refuse.
        page.click("[data-action=edit]")
        page.click('#editor [value="black"]')
        for point in ["a1", "b1", "c1", "d1", "e1"]:
            page.click_point(point)
        page.click("#editor .primary")
        page.wait(lambda: page.message() != "" or "over" in page.text("#verdict"), "the answer")

    def test_pictures_and_files_are_handed_out(self):
        page.open(PROVEN)
        for kind in ["svg", "png", "sgf", "text", "json"]:
            page.click("[data-action=save]")
            page.click(f"[data-save={kind}]")
        picture = loaded(PROVEN + ".svg").decode()
        self.assertTrue(picture.startswith("<?xml"))
        self.assertEqual(picture.count("<circle"), page.count(".board circle"))
        self.assertNotIn("class=", picture)
        self.assertNotIn("var(", picture)
        self.assertRegex(picture, r'fill="rgb\(')
        self.assertEqual(loaded(PROVEN + ".png")[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreater(len(loaded(PROVEN + ".png")), 10000)
        self.assertEqual(loaded(PROVEN + ".txt").decode(), PROVEN + "\n")
        self.assertEqual(json.loads(loaded(PROVEN + ".json"))["position"], "h8i9/h7h9/b")
        record = loaded(PROVEN + ".sgf").decode()
        self.assertIn("SZ[15]", record)
        self.assertRegex(record, r"W\[hi\]C\[Black wins in at most \d+ plies\]")
        page.open()
        paste(record)
        page.shows(PROVEN)

    def test_an_opening_rule_says_what_tengen_opening_says(self):
        page.open(PROVEN)
        page.click("#tab-rules")
        for rule in ["soosorv-8", "sakata"]:
            if rule != "soosorv-8":
                page.choose("rule", rule)
            page.wait(lambda: page.attribute("#rules", "data-rule") == rule, rule)
            told = json.loads(subprocess.run(
                [TENGEN, "opening", "--rule", rule, "D4 h7", "--book", book, "--json"],
                stdout=subprocess.PIPE, text=True).stdout)
            names = {"black_wins": "Black wins", "white_wins": "White wins", "draw": "Draw"}
            for i, stage in enumerate(told["stages"], 1):
                shown = page.texts(f"#rules .steps > li:nth-child({i}) > p.value b")
                self.assertEqual(len(shown), len(stage["values"]), stage)
                for text, value in zip(shown, stage["values"]):
                    wanted = names.get(value["result"], "Open")
                    self.assertTrue(text.startswith(wanted), (text, value))
        page.choose("rule", "rif")
        page.open("h8h9i9h7g7f6")
        page.click("#tab-rules")
        page.wait(lambda: "Not within this rule" in page.text("#rules") or
                  page.exists("#rules .steps"), "an answer beyond the procedure")

    def test_a_running_solve_shows_while_it_lasts(self):
        self.assertTrue(page.exists("#run[hidden]"))
        solve = subprocess.Popen(
            [TENGEN, "solve", "D4 i8", "--book", book, "--workers", "1", "--time", "600"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            page.wait(lambda: "of" in page.text("#run:not([hidden])"), "the run", seconds=60)
            page.wait(lambda: re.search(r"D4 i8.*\d+ of \d+ moves proven", page.text("#run")),
                      "the run's state", seconds=60)
            self.assertRegex(page.text("#run"), r"moves proven · (now at \S+ · )?1 worker · ")
            page.click("#run a")
            page.wait(lambda: page.position() == "h8h9i9i8", "the run's position")
        finally:
            solve.terminate()
            solve.wait()
        page.wait(lambda: page.exists("#run[hidden]"), "the end of the run", seconds=60)

    def test_the_new_parts_fit_a_phone(self):
        page.resize(390, 844)
        try:
            page.open("".join(game))
            for tab in ["review", "rules"]:
                page.click(f"#tab-{tab}")
                page.wait(lambda: page.count(f"#{tab} *") > 3, tab)
                time.sleep(0.2)
                self.assertEqual(page.script("return document.documentElement.scrollWidth"), 390)
            page.click("[data-action=edit]")
            self.assertEqual(page.script("return document.documentElement.scrollWidth"), 390)
            page.click("#editor [data-edit=cancel]")
            page.click("#game-button")
            self.assertEqual(page.script("return document.documentElement.scrollWidth"), 390)
            page.click("#game-dialog [value=cancel]")
        finally:
            page.resize(1280, 860)


if __name__ == "__main__":
    unittest.main(verbosity=2)
