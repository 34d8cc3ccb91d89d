"""positions.py in a short form. Called with its path and that of tengen."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest

SCRIPT, TENGEN = sys.argv[1:3]

BEFORE = """# a comment
position\tgoal\texpected\tstatus\tseconds\tnodes\trecords\tpeak_mib
D4 h7\tblack\t-\tproven\t4.000\t1000\t10\t100.0
D4 j9\tblack\t-\tunknown\t60.000\t9000\t0\t100.0
D4 k11\tblack\t-\tproven\t8.000\t2000\t20\t100.0
I7 k5\tblack\t-\tproven\t1.000\t10\t1\t100.0
"""
AFTER = """position\tgoal\texpected\tstatus\tseconds\tnodes\trecords\tpeak_mib
D4 h7\tblack\t-\tproven\t2.000\t500\t5\t200.0
D4 j9\tblack\t-\tproven\t30.000\t3000\t30\t100.0
D4 k11\tblack\t-\tproven\t1.000\t4000\t20\t100.0
I7 k5\twhite\t-\tproven\t1.000\t10\t1\t100.0
"""
COMPARISON = """\
position status seconds nodes records MiB
D4 h7 proven 4 -> 2 x0.50 x0.50 x0.50 x2.00
D4 j9 unknown -> proven 60 -> 30 x0.50 x0.33 x- x1.00
D4 k11 proven 8 -> 1 x0.12 x2.00 x1.00 x1.00
I7 k5 only before
I7 k5 only after
all: 3 2 -> 3 proven 72 -> 33 x0.46 x0.62 x1.83
proven in both: 2 2 -> 2 proven 12 -> 3 x0.25 x1.50 x0.83
geometric mean of the ratios of seconds, proven in both: 0.25"""

# Wins by fours; in the second Black's answer to a four would be a foul. In the third Black is to
# move and loses.
FOURS = "k13m12m11j10g9i9j9m9g8h8/l14j12l12i11h10i10l10h9f8/w"
FOUL = "f9g9f10h10a8/b8c8d8o1/w"
# A win that is not all fours.
TREE = ("d4o4c5f5k5d6k6l6m6d7e7j7l7c8d8e8f8h8i8k8f9k9g10h10j11"
        "/b4d5l5n5c6i6n6i7k7m7b8g8j8d9e9g9h9i9j9f10k10e11g11h11i11/b")
PROBLEMS = """# id\tkind\tside\tblack\twhite\tanswer
fours\tvcf\tw\tk13m12m11j10g9i9j9m9g8h8\tl14j12l12i11h10i10l10h9f8\twin
lost\tany\tb\tf9g9f10h10a8\tb8c8d8e8\tnowin
"""


class Positions(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True,
                              check=False)

    def solve(self, list_text, *arguments):
        """The finished process, the rows written and what else is in the table."""
        table = os.path.join(self.folder, "table.tsv")
        done = self.run_script(self.write("list", list_text), "--tengen", TENGEN, "--workers", "1",
                               "--time", "60", "--out", table, *arguments)
        with open(table, encoding="utf-8") as file:
            lines = file.read().splitlines()
        names = lines[1].split("\t")
        rows = [dict(zip(names, line.split("\t"))) for line in lines[2:-1]]
        return done, rows, lines[-1]

    def test_a_list_is_solved_verified_and_tabled(self):
        done, rows, totals = self.solve(
            f"# positions\nposition\tanything\n{FOURS}\t1\n\n{FOUL}\n", "--goal", "mover")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([row["position"] for row in rows], [FOURS, FOUL])
        for row in rows:
            self.assertEqual(
                [row["goal"], row["status"], row["verify"]], ["white", "proven", "complete"])
            self.assertGreater(int(row["nodes"]), int(row["expansions"]))
            self.assertLessEqual(int(row["needed"]), int(row["records"]))
            self.assertGreaterEqual(float(row["worker_seconds"]), 0)
            self.assertLessEqual(float(row["certify_share"]), 1)
            self.assertGreater(float(row["peak_mib"]), 1)
            self.assertEqual(row["peak_mib"], row["peak_sum_mib"])
            self.assertGreater(int(row["plies"]), 0)
        self.assertTrue(totals.startswith("# position total of 2; status 2 proven;"), totals)
        self.assertIn("total of 2", done.stdout)

    def test_problems_are_held_against_their_answers(self):
        done, rows, _ = self.solve(PROBLEMS, "--problems")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([row["goal"] for row in rows], ["white", "black"])
        self.assertNotEqual(rows[1]["status"], "proven")
        self.assertIn("wins proven 1 of 1; proven against the answer 0", done.stdout)

    def test_a_position_that_tengen_refuses_is_named_and_the_rest_solved(self):
        done, rows, _ = self.solve(f"h8 p9\n{FOUL}\n", "--goal", "white")
        self.assertEqual(done.returncode, 2)
        self.assertIn("p9", done.stderr)
        self.assertEqual([row["status"] for row in rows], ["refused", "proven"])

    def test_every_position_begins_with_a_copy_of_the_given_book(self):
        book = os.path.join(self.folder, "book")
        made = subprocess.run([TENGEN, "solve", "--book", book, "--workers", "1", "--goal", "black",
                               "--", TREE], capture_output=True, text=True, check=False)
        self.assertEqual(made.returncode, 0, made.stderr)
        done, rows, _ = self.solve(f"{TREE}\n{TREE}\n", "--from", book)
        self.assertEqual(done.returncode, 0, done.stderr)
        for row in rows:
            self.assertEqual([row["status"], row["records"], row["verify"]],
                             ["proven", "0", "complete"])
            self.assertGreater(int(row["needed"]), 0)

    def test_ctrl_c_ends_the_solving_and_keeps_the_rows_there_are(self):
        table = os.path.join(self.folder, "table.tsv")
        script = subprocess.Popen(
            [sys.executable, SCRIPT, self.write("list", f"{FOUL}\nh8\n"), "--tengen", TENGEN,
             "--workers", "1", "--time", "600", "--goal", "white", "--out", table],
            stdout=subprocess.PIPE, text=True)
        lines = [script.stdout.readline() for _ in range(2)]
        self.assertIn("proven", lines[1])
        children = f"/proc/{script.pid}/task/{script.pid}/children"
        solving = ""
        while not solving:
            with open(children, encoding="ascii") as file:
                solving = file.read().strip()
        script.send_signal(signal.SIGINT)
        out, _ = script.communicate(timeout=60)
        self.assertEqual(script.returncode, 130)
        self.assertIn("total of 1", out)
        self.assertFalse(os.path.exists(f"/proc/{solving}"), "the command outlived the script")
        with open(table, encoding="utf-8") as file:
            self.assertEqual(len(file.read().splitlines()), 4)

    def test_a_book_to_begin_with_must_be_there(self):
        done = self.run_script(self.write("list", f"{FOUL}\n"), "--tengen", TENGEN, "--from",
                               os.path.join(self.folder, "none"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("none: no such book", done.stderr)

    def test_two_tables_are_compared(self):
        done = self.run_script("--compare", self.write("a", BEFORE), self.write("b", AFTER))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([" ".join(line.split()) for line in done.stdout.splitlines()],
                         COMPARISON.splitlines())

    def test_bad_input_is_one_line_and_status_2(self):
        for arguments, named in (
                (["no-such-list"], "no-such-list"),
                ([self.write("empty", "# nothing\n")], "no position"),
                ([self.write("one", "h8\n"), "--tengen", "no-such-program"], "no-such-program"),
                ([self.write("other", "id\tside\nx\tb\n"), "--problems"], "black"),
                (["--compare", self.write("a", BEFORE), self.write("list", "h8\n")], "no table")):
            done = self.run_script(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(named, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
