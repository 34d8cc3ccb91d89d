"""The pictures of the web explorer in book/web/screenshots/.

Run: take_screenshots.py TENGEN BOOK DIRECTORY, with a book that holds D4 and its reply h7.
"""

import sys

from browser import Page, Serving

PROVEN = "h8h9i9h7"


def choose(page, name, value):
    page.script("const choice = document.getElementById(arguments[0]); choice.value = arguments[1];"
                "choice.dispatchEvent(new Event('change'))", name, value)


def take(page, directory):
    page.open()
    page.wait(lambda: page.exists(".card"), "the openings")
    page.picture(f"{directory}/openings.png")

    page.open("D4")
    page.picture(f"{directory}/board.png")

    page.open(PROVEN)
    line = page.script("return [...document.querySelectorAll('#line .move')]"
                       ".map((node) => node.dataset.move)")
    page.all("#line .move")[15].click()
    page.shows(PROVEN + "".join(line[:16]))
    page.click("#tab-why")
    page.picture(f"{directory}/line.png")

    choose(page, "theme", "dark")
    choose(page, "language", "ru")
    page.open(PROVEN + line[0])
    page.click("#tab-why")
    page.click("#why .group .move")
    page.wait(lambda: page.exists("#why .branch .answer"), "the answer")
    page.click("#why .branch .opener")
    page.wait(lambda: page.exists("#why .branch .branch .group"), "the replies")
    page.picture(f"{directory}/why_dark_russian.png")

    page.resize(390, 844)
    choose(page, "theme", "light")
    choose(page, "language", "en")
    page.open("D4")
    page.picture(f"{directory}/phone.png")


def main():
    tengen, book, directory = sys.argv[1:]
    serving = Serving(tengen, book)
    page = Page(serving.url, height=900)
    try:
        take(page, directory)
    finally:
        page.close()
        serving.close()


if __name__ == "__main__":
    main()
