"""The report on the openings, as `tengen serve` shows it and as `tengen report --html` writes it, in
headless Chromium.

Run: report_test.py TENGEN
"""

import subprocess
import sys
import tempfile
import unittest

from browser import Page, Serving, solve_into

TENGEN = sys.argv.pop(1) if len(sys.argv) > 1 else "tengen"
# What the page says: by selector, a pattern.
ENGLISH = {
    "title": r"^The 26 openings of renju: what is proven$",
    "header p": r"^0 won for Black, 0 for White, 26 open\. Of White's 5772 fourth moves 2 are proven\.$",
    "#D4 .name": r"^Kagetsu$",
    "#D4 .meaning": r"^flower moon$",
    "#D4 title": r"^h7: Black wins in at most \d+ plies$",
    "#D4 .result": r"^Open$",
    "#D4 .counts": r"^222 fourth moves: 1 Black wins, 0 White wins, 221 open; longest against h7, \d+ plies$",
}
RUSSIAN = {
    "title": r"^26 дебютов рэндзю: что доказано$",
    "header p": r"^Дебютов, выигранных чёрными: 0, белыми: 0, открытых: 26\. Из 5772 четвёртых ходов белых доказано 2\.$",
    "#D4 .name": r"^Кагэцу$",
    "#D4 .meaning": r"^цветочная луна$",
    "#D4 title": r"^h7: чёрные выигрывают не более чем за \d+ ход(а|ов)?$",
    "#D4 .result": r"^Открыто$",
    "#D4 .counts": r"^Четвёртых ходов 222: у чёрных выиграно 1, у белых 0, открыто 221; дольше всех держится h7: \d+ ход(а|ов)?$",
}


def setUpModule():
    global scratch, serving, pages
    scratch = tempfile.TemporaryDirectory()
    book = scratch.name + "/book"
    solve_into(TENGEN, book)
    subprocess.run([TENGEN, "report", "--html", "--book", book, "-o", scratch.name + "/report.html"], check=True)
    serving = Serving(TENGEN, book)
    pages = [serving.url + "/report", f"file://{scratch.name}/report.html"]


def tearDownModule():
    serving.close()
    scratch.cleanup()


class ReportTest(unittest.TestCase):
    def page_in(self, language):
        page = Page(serving.url, language=language)
        self.addCleanup(page.close)
        return page

    def shows(self, page, wanted):
        for selector, pattern in wanted.items():
            self.assertRegex(page.text(selector), pattern)
        self.assertEqual(page.faults(), [])

    def test_it_says_what_is_proven(self):
        page = self.page_in("en-US")
        for address in pages:
            page.driver.get(address)
            self.shows(page, ENGLISH)
            self.assertEqual(page.attribute("html", "lang"), "en")

    def test_it_speaks_russian_where_the_browser_does(self):
        page = self.page_in("ru-RU")
        for address in pages:
            page.driver.get(address)
            self.shows(page, RUSSIAN)
            self.assertEqual(page.attribute("html", "lang"), "ru")
            # Behind the path of the book and its rules nothing but moves and codes is Latin.
            said = page.script(
                "const book = document.querySelector('footer p');"
                "book.textContent = book.textContent.replace(/^Книга .*: правила renju, /, '');"
                "document.querySelectorAll('style, script').forEach((part) => part.remove());"
                "return document.documentElement.textContent +"
                " [...document.querySelectorAll('[aria-label]')].map((part) => part.ariaLabel)")
            self.assertNotRegex(said, "[A-Za-z]{2,}")
        self.assertIn("Записей: ", page.text("#D4"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
