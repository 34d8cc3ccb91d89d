"""What imported files say, on the page: with its source, as text whatever it is, in four languages.
In headless Chromium.

Run: words_test.py TENGEN [PICTURES]    (a directory for pictures of what was seen)
"""

import os
import subprocess
import sys
import tempfile
import unittest

from browser import Page, Serving

HOSTILE = "</script><img src=x onerror=\"document.title='broken in'\"><b>bold</b>"
GAME = ("(;FF[4]CA[UTF-8]SZ[15]GN[Cup];B[hh]N[The centre]C[First line\nsecond line " + HOSTILE +
        "]LB[ig:A][hg:a long label]TR[gg];W[ig]C[Kagetsu is near];B[jg]C[here])"
        "(;SZ[15];B[hh];W[ao];B[hg];W[oo];B[hf]TR[io])")

TENGEN = sys.argv.pop(1) if len(sys.argv) > 1 else "tengen"
PICTURES = sys.argv.pop(1) if len(sys.argv) > 1 and os.path.isdir(sys.argv[1]) else None


def setUpModule():
    global scratch, serving, page
    scratch = tempfile.TemporaryDirectory()
    book, path = scratch.name + "/book", scratch.name + "/my <i>games.sgf"
    with open(path, "w", encoding="utf-8") as file:
        file.write(GAME)
    subprocess.run([TENGEN, "import", path, "--format", "sgf", "--book", book], check=True,
                   stdout=subprocess.DEVNULL)
    serving = Serving(TENGEN, book)
    page = Page(serving.url)


def tearDownModule():
    page.close()
    serving.close()
    scratch.cleanup()


class WordsTest(unittest.TestCase):
    def setUp(self):
        page.forget()

    def tearDown(self):
        self.assertEqual(page.faults(), [])

    def test_words_show_with_their_source_and_as_text(self):
        page.open("h8")
        page.shows("h8")
        self.assertEqual(page.text("#words .note h3"), "my <i>games.sgf")
        self.assertEqual(page.text("#words .note-title"), "The centre")
        self.assertEqual(page.text("#words .note-comment"), "First line\nsecond line " + HOSTILE)
        self.assertIn("i9: A", page.text("#words"))
        self.assertIn("g9: triangle", page.text("#words"))
        self.assertEqual(page.count("#words img, #words b, #words i"), 0)
        self.assertNotIn("broken in", page.script("return document.title"))
        self.assertIn("nothing of this is proven", page.text("#words-panel"))
        if PICTURES:
            page.driver.save_screenshot(f"{PICTURES}/words.png")

    def test_labels_and_marks_stand_at_their_points(self):
        page.open("h8")
        page.shows("h8")
        self.assertEqual(page.text('.word[data-word="i9"]'), "A")
        self.assertEqual(page.text('.word[data-word="h9"]'), "a l…")
        self.assertEqual(page.count('.word[data-word="g9"] path'), 1)
        self.assertIn("(my <i>games.sgf: A)",
                      page.script("""return document.querySelector('.point[data-move="i9"]')
                                            .getAttribute('aria-label')"""))

    def test_labels_are_large_where_the_book_says_nothing(self):
        def height(point):
            return page.script("return document.querySelector(arguments[0]).getBBox().height",
                               f'.word[data-word="{point}"] :is(text, path)')
        page.open("h8")
        page.shows("h8")
        self.assertEqual(page.count(".word.alone"), page.count(".word"))
        alone = height("g9")
        self.assertGreater(alone, 16)
        # Black's open three: White's other moves lose to the four, so their points have marks.
        page.open("h8a1h9o1h10")
        page.wait(lambda: page.count(".word") == 1, "the label")
        self.assertTrue(page.exists('.mark.black[data-mark="i1"]'))
        self.assertFalse(page.exists(".word.alone"))
        self.assertLess(height("i1"), alone)

    def test_what_lies_behind_is_offered(self):
        page.open("h8")
        page.shows("h8")
        page.click('#words .move[data-move="i9"]')
        page.shows("h8i9")
        self.assertIn("Kagetsu is near", page.text("#words"))

    def test_where_nobody_says_anything_there_is_no_panel(self):
        page.open("h8h9")
        page.shows("h8h9")
        self.assertFalse(page.exists("#words-panel:not([hidden])"))
        self.assertEqual(page.count(".word"), 0)

    def test_the_panel_speaks_the_visitors_language(self):
        for language, title, triangle in (("ru", "Заметки из файлов", "треугольник"),
                                          ("zh", "导入文件的注释", "三角"),
                                          ("ja", "取り込んだファイルの注釈", "三角"),
                                          ("en", "Notes of imported files", "triangle")):
            page.open("h8")
            page.shows("h8")
            page.script("""const choice = document.getElementById('language');
                           choice.value = arguments[0];
                           choice.dispatchEvent(new Event('change'));""", language)
            page.wait(lambda: title.lower() in page.text("#words-panel h2").lower(), title)
            self.assertIn(triangle, page.text("#words"))
            if PICTURES:
                page.driver.save_screenshot(f"{PICTURES}/words_{language}.png")


if __name__ == "__main__":
    unittest.main(verbosity=2)
