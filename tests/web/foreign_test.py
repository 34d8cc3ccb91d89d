"""Pages of others in headless Chromium: they read a book only where `tengen serve` was told so.

Run: foreign_test.py TENGEN
"""

import functools
import http.server
import subprocess
import sys
import tempfile
import threading
import unittest

from browser import Page, Serving

TENGEN = sys.argv.pop(1) if len(sys.argv) > 1 else "tengen"
READ = """
const [target, done] = arguments;
fetch(target).then((response) => response.json()).then((json) => done(json.position),
  (error) => done('refused: ' + error.name));
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def setUpModule():
    global scratch, book, foreign, origin, page
    scratch = tempfile.TemporaryDirectory()
    book = scratch.name + "/book"
    subprocess.run([TENGEN, "solve", "h8h9i9h7", "--book", book, "--workers", "1", "--time", "1"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    foreign = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=scratch.name))
    threading.Thread(target=foreign.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{foreign.server_port}"
    page = Page(origin, more_arguments=["--host-resolver-rules=MAP evil.example 127.0.0.1"])


def tearDownModule():
    page.close()
    foreign.shutdown()
    scratch.cleanup()


class ForeignTest(unittest.TestCase):
    def serve(self, *options):
        serving = Serving(TENGEN, book, *options)
        self.addCleanup(serving.close)
        return serving

    def read(self, url, path="/v1/position?moves=D4"):
        """What a page of `origin` gets to read at that address."""
        page.driver.get(origin)
        return page.driver.execute_async_script(READ, url + path)

    def test_a_foreign_page_reads_nothing(self):
        self.assertEqual(self.read(self.serve().url), "refused: TypeError")

    def test_a_page_that_is_allowed_reads_the_book(self):
        self.assertEqual(self.read(self.serve("--cors", origin).url), "h8i9/h9/w")
        self.assertEqual(self.read(self.serve("--cors", "*").url), "h8i9/h9/w")
        other = self.serve("--cors", "https://renju.example")
        self.assertEqual(self.read(other.url), "refused: TypeError")

    def test_a_name_that_was_pointed_at_this_machine_reads_nothing(self):
        serving = self.serve()
        rebound = serving.url.replace("127.0.0.1", "evil.example")
        page.driver.get(rebound + "/v1/position?moves=D4")
        self.assertIn("wrong_host", page.driver.page_source)
        self.assertNotIn("h8i9/h9/w", page.driver.page_source)
        # The same name, where it is ours.
        named = self.serve("--host", "evil.example")
        page.driver.get(named.url.replace("127.0.0.1", "evil.example") + "/v1/position?moves=D4")
        self.assertIn("h8i9/h9/w", page.driver.page_source)

    def test_a_link_to_the_explorer_is_followed(self):
        serving = self.serve()
        page.driver.get(origin)
        page.script("location.href = arguments[0]", serving.url + "/#D4")
        page.wait(lambda: page.position() == "h8h9i9", "the explorer")


if __name__ == "__main__":
    unittest.main(verbosity=2)
