"""The pictures of the web explorer in book/web/screenshots/.

Run: take_screenshots.py TENGEN BOOK DIRECTORY, with a book that holds D4 h7 and I7 g7. Needs
Debian's python3-pil, to keep the files small.
"""

import sys

from PIL import Image
from selenium.webdriver.common.keys import Keys

from browser import Page, Serving

D4_LINE = "h8h9i9h7"
I7_LINE = "h8i9i7g7"
# Black leaves his win with the seventh move.
GAME = "1. h8 h9 2. i9 h7 3. g7 f6 4. i8 i7 5. g9 f8"
HEIGHT = 900
COLOURS = 256


def picture(page, path):
    page.picture(path)
    image = Image.open(path).convert("RGB")
    few = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def take(page, directory):
    page.resize(1280, 1520)
    page.open()
    page.wait(lambda: "positions" in page.text(".summary"), "the count of the book")
    picture(page, f"{directory}/openings.png")
    page.resize(1280, HEIGHT)

    page.open("D4")
    picture(page, f"{directory}/board.png")

    page.open(I7_LINE)
    page.all("#line .move")[15].click()
    page.wait(lambda: page.position() not in (None, I7_LINE), "the line")
    page.click("#tab-why")
    picture(page, f"{directory}/line.png")

    page.open()
    page.click("#game-button")
    page.script("document.getElementById('game-text').value = arguments[0]", GAME)
    page.click("#game-dialog .primary")
    page.wait(lambda: page.attribute("#review", "data-done") == "true", "the verdicts")
    picture(page, f"{directory}/game.png")

    page.choose("theme", "dark")
    page.choose("language", "ru")
    page.open(D4_LINE)
    page.press(Keys.ENTER)
    page.wait(lambda: page.position() not in (None, D4_LINE), "the best move")
    page.click("#tab-why")
    page.click("#why .group .move")
    page.wait(lambda: page.exists("#why .branch .answer"), "the answer")
    page.click("#why .branch .opener")
    page.wait(lambda: page.exists("#why .branch .branch .group"), "the replies")
    picture(page, f"{directory}/why_dark_russian.png")

    page.resize(390, 844)
    page.choose("theme", "light")
    page.choose("language", "en")
    page.open("D4")
    picture(page, f"{directory}/phone.png")


def main():
    tengen, book, directory = sys.argv[1:]
    serving = Serving(tengen, book)
    page = Page(serving.url)
    try:
        take(page, directory)
    finally:
        page.close()
        serving.close()


if __name__ == "__main__":
    main()
