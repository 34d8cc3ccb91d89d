"""A book's service and a headless Chromium that looks at it."""

import json
import os
import subprocess
import time
import urllib.parse
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PATIENCE_SECONDS = 30  # for one thing to happen on a page, on a busy machine


def solve_into(tengen, book, position="D4 h7"):
    """Proves a position into a book."""
    subprocess.run([tengen, "solve", position, "--book", book, "--workers", "1", "--time", "120"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Serving:
    """`tengen serve` on a free port of this machine, until close()."""

    def __init__(self, tengen, book, *options):
        self.process = subprocess.Popen(
            [tengen, "serve", "--book", book, "--port", "0", *options], stdout=subprocess.PIPE,
            text=True)
        line = self.process.stdout.readline()  # "listening on http://127.0.0.1:PORT"
        if "http://" not in line:
            raise RuntimeError(f"tengen serve did not start: {line!r}")
        self.url = line.split()[-1].rstrip("/")

    def get(self, path, **parameters):
        """The service's own answer, to hold the page against."""
        query = urllib.parse.urlencode(parameters)
        with urllib.request.urlopen(f"{self.url}{path}?{query}" if query else self.url + path,
                                    timeout=PATIENCE_SECONDS) as response:
            return json.load(response)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class Page:
    """One browser window. Selectors are CSS."""

    def __init__(self, url, width=1280, height=860, language="en-US", more_arguments=()):
        self.url = url
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", "--no-first-run", f"--accept-lang={language}",
                     *more_arguments]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        for argument in arguments:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.resize(width, height)

    def close(self):
        self.driver.quit()

    def command(self, name, **parameters):
        """A command of Chromium's DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def resize(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=width < 600)

    def forget(self):
        """The page as a new visitor sees it."""
        self.driver.get("about:blank")
        self.command("Storage.clearDataForOrigin", origin=self.url, storageTypes="all")

    def open(self, address=""):
        """Loads the page at '#address' and waits until it shows something."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.url}/{'#' + address if address else ''}")
        self.wait(lambda: self.exists(".card") or self.position() is not None or
                  self.message(), "the page")

    def wait(self, condition, what, seconds=PATIENCE_SECONDS):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}; the page says: "
                                     f"{self.text('main')[:300]!r} {self.text('#message')!r}")
            time.sleep(0.03)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def exists(self, selector):
        return self.script("return document.querySelector(arguments[0]) !== null", selector)

    def count(self, selector):
        return self.script("return document.querySelectorAll(arguments[0]).length", selector)

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.textContent ?? ''",
                           selector)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])]"
                           ".map((node) => node.textContent)", selector)

    def attribute(self, selector, name):
        return self.script("return document.querySelector(arguments[0])?.getAttribute(arguments[1])",
                           selector, name)

    def click(self, selector):
        def clicked():
            try:
                self.one(selector).click()
            except StaleElementReferenceException:  # drawn anew between the look and the click
                return False
            return True

        self.wait(clicked, f"a click on {selector}")

    def choose(self, name, value):
        """Chooses an option of the list with that id."""
        self.script("const choice = document.getElementById(arguments[0]);"
                    "choice.value = arguments[1]; choice.dispatchEvent(new Event('change'))",
                    name, value)

    def press(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def position(self):
        """The text of the position that is shown with its answer, or None."""
        return self.script("return document.getElementById('explorer').dataset.position ?? null")

    def shows(self, position):
        self.wait(lambda: self.position() == position, f"position {position!r}")

    def click_point(self, move):
        self.click(f'.point[data-move="{move}"]')

    def stones(self):
        return self.script("return [...document.querySelectorAll('.board .stone:not(.preview)')]"
                           ".map((node) => node.dataset.stone)")

    def marks(self):
        """{move: [kind, text]} of all marks on the board."""
        return self.script(
            "return Object.fromEntries([...document.querySelectorAll('.board .mark')].map((node) =>"
            " [node.dataset.mark, [node.classList[1], node.textContent]]))")

    def message(self):
        return self.text("#message:not([hidden]):not([data-kind=busy]) span")

    def picture(self, path):
        self.driver.save_screenshot(path)

    def faults(self):
        """What the console holds against the page itself: scripts that failed, broken policies."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and entry["source"] != "network"]
