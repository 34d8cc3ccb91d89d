"""The Python module against `tengen query --json`: tengen_test.py TENGEN CERTIFICATE; PYTHONPATH names the module."""

import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

import tengen

COMMAND, CERTIFICATE = sys.argv[1:3]


def run(*arguments):
    return subprocess.run([COMMAND, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)


def positions():
    """The positions of the certificate, as set-ups."""
    lines = pathlib.Path(CERTIFICATE).read_text().splitlines()
    return [line.split("\t")[0] for line in lines if "\t" in line]


class Module(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.path = cls.directory.name + "/book"
        done = run("import", CERTIFICATE, "--format", "proof", "--book", cls.path)
        assert done.returncode == 0, done.stderr
        cls.book = tengen.Book(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def test_answers_as_the_command(self):
        asked = positions()[:5] + ["D4 h7", "h8"]
        for position in asked:
            for goal in ("black", "white"):
                done = run("query", position, "--book", self.path, "--goal", goal, "--json")
                expected = json.loads(done.stdout)
                answer = self.book.query(position, goal)
                for field in ("position", "goal", "status", "result", "distance", "best", "line"):
                    self.assertEqual(getattr(answer, field), expected[field], (position, field))
                self.assertEqual([vars_of(move) for move in answer.moves], expected["moves"])
                self.assertEqual([vars_of(move) for move in self.book.children(position, goal)],
                                 expected["moves"])
                self.assertEqual(self.book.line(position), expected["line"])

    def test_shows_what_imported_files_say(self):
        path = self.directory.name + "/noted"
        file = pathlib.Path(self.directory.name) / "words.sgf"
        file.write_text("(;GM[4]SZ[15];B[hh];W[hg]N[Vertical]C[First\n\"second\"]LB[ig:A]TR[gi];B[ig]C[Kagetsu])")
        self.assertEqual(run("import", file, "--format", "sgf", "--book", path).returncode, 0)
        book = tengen.Book(path)
        answer = book.query("h8h9")
        told = json.loads(run("query", "h8h9", "--book", path, "--json").stdout)
        self.assertEqual([{"move": hint.move, "wins": hint.wins} for hint in answer.hints], told["hints"])
        fields = ("source", "title", "comment", "leads_to")
        notes = [{name: getattr(note, name) for name in fields} |
                 {"points": [{"point": one.point, "mark": one.mark, "label": one.label}
                             for one in note.points]} for note in answer.notes]
        self.assertEqual(notes, told["notes"])
        self.assertEqual(notes[0]["title"], "Vertical")
        self.assertEqual(notes[0]["comment"], 'First\n"second"')
        self.assertEqual(repr(answer.notes), "[<tengen.Note of words.sgf: Vertical>]")
        self.assertEqual(book.query("D4 h7").notes, [])

    def test_finds_what_the_certificate_says(self):
        for line in pathlib.Path(CERTIFICATE).read_text().splitlines():
            if "\t" not in line:
                continue
            position, move = line.split("\t")[:2]
            goals = {"b": "black", "w": "white"}
            record = self.book.find(position, goals[position[-1]])
            self.assertEqual(record.move, move)
            self.assertGreater(record.distance, 0)

    def test_finds_nothing_where_nothing_is(self):
        self.assertIsNone(self.book.find("D4 h7"))
        self.assertEqual(self.book.query("D4 h7").result, "unknown")
        self.assertIsNone(self.book.query("D4 h7").distance)

    def test_names_rules_and_size(self):
        self.assertEqual((self.book.path, self.book.rules, self.book.size), (self.path, "renju", 15))

    def test_sees_what_was_written_after_a_refresh(self):
        path = self.directory.name + "/growing"
        other = pathlib.Path(CERTIFICATE).with_name("black.proof")
        self.assertEqual(run("import", other, "--format", "proof", "--book", path).returncode, 0)
        book = tengen.Book(path)
        self.assertTrue(book.is_current())
        position = positions()[0]
        self.assertEqual(run("import", CERTIFICATE, "--format", "proof", "--book", path).returncode, 0)
        self.assertFalse(book.is_current())
        goal = {"b": "black", "w": "white"}[position[-1]]
        self.assertIsNone(book.find(position, goal))
        book.refresh()
        self.assertTrue(book.is_current())
        self.assertIsNotNone(book.find(position, goal))

    def test_refuses_in_words(self):
        for position in ("D14", "h9", "h8h8", "é", "h8\0", "h8" * 100_000):
            with self.assertRaises(ValueError) as refused:
                self.book.query(position)
            self.assertTrue(str(refused.exception))
        with self.assertRaisesRegex(ValueError, "goal 'red'"):
            self.book.find("h8", "red")
        with self.assertRaises(TypeError):
            self.book.query(None)
        with self.assertRaisesRegex(FileNotFoundError, "nowhere"):
            tengen.Book(self.directory.name + "/nowhere")

    def test_a_damaged_book_is_an_error_of_its_own(self):
        path = pathlib.Path(self.directory.name) / "damaged"
        done = run("import", CERTIFICATE, "--format", "proof", "--book", path)
        self.assertEqual(done.returncode, 0)
        for file in path.glob("MANIFEST-*"):
            file.write_bytes(b"\xff" * 100)
        with self.assertRaisesRegex(tengen.BookError, "damaged"):
            tengen.Book(str(path))

    def test_threads_ask_one_book_at_the_same_time(self):
        expected = [repr(self.book.find(position, "white")) for position in positions()]
        wrong = []

        def ask():
            for _ in range(20):
                if [repr(self.book.find(position, "white")) for position in positions()] != expected:
                    wrong.append(1)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


def vars_of(move):
    return {name: getattr(move, name) for name in ("move", "status", "result", "distance", "foul")}


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
