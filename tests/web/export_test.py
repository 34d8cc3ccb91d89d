"""The page that `tengen export --format html` writes, from a file, in headless Chromium.

Run: export_test.py TENGEN
"""

import re
import subprocess
import sys
import tempfile
import unittest

from browser import Page, solve_into

TENGEN = sys.argv.pop(1) if len(sys.argv) > 1 else "tengen"
# Claim, remark and status of each page.
ENGLISH = {
    "h8h9i9h7": [r"^Black wins in at most \d+ plies$", r"^Replies: all but", r"^Black moves and wins\."],
    "h8h9i9": [r"^Open: Black wins after 1 of 222 replies$", r"marked as open\. Cut after 3 plies\.", r"^Open\. Numbers"],
}
RUSSIAN = {
    "h8h9i9h7": [r"^Чёрные выигрывают не более чем за \d+ ход", r"^Ответы: все, кроме", r"^Чёрные ходят"],
    "h8h9i9": [r"^Открыто: чёрные выигрывают после 1 из 222 ответов$", r"открытое\. Глубина: 3 хода\.", r"^Открыто\. Числа"],
}


def setUpModule():
    global scratch
    scratch = tempfile.TemporaryDirectory()
    solve_into(TENGEN, scratch.name + "/book")
    for position, options in (("h8h9i9h7", ["--replies", "stored"]), ("h8h9i9", ["--max-ply", "3"])):
        subprocess.run([TENGEN, "export", position, "--book", scratch.name + "/book", *options,
                        "-o", f"{scratch.name}/{position}.html"], check=True, stderr=subprocess.DEVNULL)


def tearDownModule():
    scratch.cleanup()


class ExportTest(unittest.TestCase):
    def page_in(self, language):
        page = Page(f"file://{scratch.name}", language=language)
        self.addCleanup(page.close)
        return page

    def shows(self, page, wanted):
        for position, (claim, remark, status) in wanted.items():
            page.driver.get(f"file://{scratch.name}/{position}.html")
            self.assertRegex(page.text("#claim"), claim)
            self.assertRegex(page.text("#remark"), remark)
            self.assertRegex(page.text("#status"), status)

    def test_it_says_what_is_proven_and_steps_through_it(self):
        page = self.page_in("en-US")
        self.shows(page, ENGLISH)
        page.driver.get(f"file://{scratch.name}/h8h9i9h7.html")
        seen = set()
        while not page.script("return document.getElementById('next').disabled"):
            page.click("#next")
            seen.add(re.sub(r"\d+", "N", page.text("#status")))
        self.assertIn("Black wins in at most N more plies.", seen)
        self.assertEqual(page.faults(), [])

    def test_it_speaks_russian_where_the_browser_does(self):
        page = self.page_in("ru-RU")
        self.shows(page, RUSSIAN)
        for position in RUSSIAN:
            page.driver.get(f"file://{scratch.name}/{position}.html")
            self.assertEqual(page.attribute("html", "lang"), "ru")
            while True:
                said = page.script("document.getElementById('line').hidden = true; return document.body.innerText")
                self.assertNotRegex(said, "[A-Za-z]{2,}")
                if page.script("return document.getElementById('next').disabled"):
                    break
                page.click("#next")
        self.assertEqual(page.faults(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
