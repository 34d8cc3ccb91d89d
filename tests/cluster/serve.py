"""Runs `tengen serve` and asks it: every path of its description against the real answers, a book
that grows meanwhile, a port in use, clients that send rubbish or nothing, and the end by signals."""

import argparse
import contextlib
import gzip
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

import jsonschema

PATIENCE = 60  # seconds; nothing here takes a tenth of it on an idle machine


def check(condition, what):
    if not condition:
        sys.exit(f"serve.py: {what}")


class Served:
    """A running `tengen serve` on a free port."""

    def __init__(self, tengen, book, *options):
        self.process = subprocess.Popen(
            [tengen, "serve", "--book", book, "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"listening on http://([0-9.]+):(\d+)/\n", line)
        check(found, f"not a line that says where: {line!r} {self.process.poll()}")
        self.address = ("127.0.0.1", int(found[2]))

    def get(self, target, method="GET", headers=None):
        with contextlib.closing(http.client.HTTPConnection(*self.address, timeout=PATIENCE)) as c:
            c.request(method, target, headers=headers or {})
            response = c.getresponse()
            return response.status, response.headers, response.read()

    def position(self, moves, path="/v1/position"):
        return json.loads(self.get(f"{path}?moves={urllib.parse.quote(moves)}")[2])

    def send(self, data, finish=True):
        """What a raw socket gets back until the server closes; no more than its first line."""
        with socket.create_connection(self.address, timeout=PATIENCE) as raw:
            with contextlib.suppress(ConnectionError):
                raw.sendall(data)
                if finish:
                    raw.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionError):
                return raw.makefile("rb").readline()
        return b""

    def end(self, number):
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        check(self.process.returncode == 0, f"ended with {self.process.returncode}: {err}")
        check(out == "", f"more than one line: {out}")
        return err


def until(what, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        check(time.monotonic() < end, f"never: {what}")
        time.sleep(0.1)


class Description:
    """The service's own description, and which of its parts have been seen."""

    def __init__(self, document):
        self.document = document
        self.seen = set()

    def holds(self, path, status, headers, body):
        """The answer is one that the description has for this path."""
        response = self.document["paths"][path]["get"]["responses"].get(str(status))
        check(response, f"{path}: status {status} is not described")
        if "$ref" in response:
            response = self.resolve(response["$ref"])
        (media, content), = response["content"].items()
        check(headers["Content-Type"].startswith(media), f"{path}: {headers['Content-Type']}")
        value = json.loads(body) if media == "application/json" else body.decode()
        schema = dict(content["schema"], components=self.document["components"])
        jsonschema.Draft202012Validator(schema).validate(value)
        self.seen.add((path, str(status)))
        return value

    def resolve(self, reference):
        found = self.document
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def schemas_are_strict(self):
        """Every field is required and no other is allowed, so that `holds` sees each of them."""
        for name, schema in self.document["components"]["schemas"].items():
            if schema.get("type") == "object":
                check(schema["required"] == list(schema["properties"]), f"{name}: required")
                check(schema["additionalProperties"] is False, f"{name}: open")
            jsonschema.Draft202012Validator.check_schema(schema)


def check_description(served, arguments):
    with open(arguments.openapi, encoding="utf-8") as file:
        description = Description(json.load(file))
    description.schemas_are_strict()
    check(json.loads(served.get("/v1/openapi.json")[2]) == description.document, "another document")
    until("records counted", lambda: served.get("/v1/stats")[0] == 200)

    five = "h8a1h9c1h10e1h11g1h12"
    proven = urllib.parse.quote(arguments.proven)
    for path in ("/v1/position", "/v1/line"):
        for moves in (proven, "D4", "h8h9", "", "h8+a1+b1+c1+d1+e1+pass", five, "d4%20h7"):
            for goal in ("", "&goal=white"):
                answer = description.holds(path, *served.get(f"{path}?moves={moves}{goal}"))
        description.holds(path, *served.get(path))
        for bad in ("?moves=h9", "?moves=h8&goal=x", "?move=h8", "?moves=%", "?moves=" + five + "i1"):
            description.holds(path, *served.get(path + bad))
    for moves in (proven + ";D4;h9;" + five, ""):
        description.holds("/v1/positions", *served.get(f"/v1/positions?moves={moves}&known=1"))
    description.holds("/v1/positions", *served.get("/v1/positions?moves=" + 70 * ";"))
    for asked in ("rule=sakata&moves=", "rule=rif&moves=D4", "rule=soosorv-8&fifths=2&moves=" + proven,
                  "rule=soosorv-8&moves=" + proven, "rule=none", "moves=D4", "rule=rif&moves=h9"):
        description.holds("/v1/opening", *served.get("/v1/opening?" + asked))
    for path in ("/v1/openings", "/v1/report", "/v1/stats", "/v1/rules", "/v1/run",
                 "/v1/openapi.json", "/healthz", "/metrics"):
        description.holds(path, *served.get(path))
    for path in description.document["paths"]:
        check((path, "200") in description.seen, f"{path}: not asked here")
        description.holds(path, *served.get(path, "POST"))
        description.holds(path, *served.get(path + "?" + "x" * 5000))
        description.holds(path, *served.get(path, headers={"X": "x" * 9000}))
        description.holds(path, *served.get(path, headers={"Content-Length": "1"}))
        description.holds(path, *served.get(path, headers={"Host": "evil.example"}))
        description.holds(path, *served.get(path, headers={"Origin": "https://evil.example"}))
        needed = "?rule=rif&moves=D4" if path == "/v1/opening" else ""
        status, headers, body = served.get(path + needed, "HEAD")
        check((status, body) == (200, b""), f"HEAD {path}: {status} {body}")
        check(int(headers["Content-Length"]) > 0, f"HEAD {path}: no length")

    answer = served.position(arguments.proven)
    check(answer["status"] == "proven" and answer["best"], f"not proven: {answer['status']}")
    check(answer["line"] and answer["line"] == served.position(arguments.proven, "/v1/line")["line"],
          "the two lines differ")
    check(answer["provenance"]["run"] == 1, f"provenance: {answer['provenance']}")
    check(served.position("D4")["opening"]["kanji"] == "花月", "the opening's name")


def check_pages(served):
    status, headers, body = served.get("/")
    check(status == 200 and b"<!doctype html" in body.lower(), f"the page: {status}")
    check("default-src 'self'" in headers["Content-Security-Policy"], "no policy")
    check(headers["X-Content-Type-Options"] == "nosniff", "nosniff")
    check("Access-Control-Allow-Origin" not in headers, "open to other sites")
    check(served.get("/", headers={"If-None-Match": headers["ETag"]})[0] == 304, "ETag")
    status, headers, body = served.get("/report")
    check(status == 200 and b"/report.css" in body and b"<style" not in body, f"report: {status}")
    check(served.get("/report.css")[1]["Content-Type"].startswith("text/css"), "its style")
    check(served.get("/v1/none")[0] == 404, "a path that is not there")
    for path in ("/", "/v1/position?moves=D4", "/v1/report"):
        plain = served.get(path)[2]
        status, headers, body = served.get(path, headers={"Accept-Encoding": "gzip"})
        check(headers["Content-Encoding"] == "gzip" and gzip.decompress(body) == plain,
              f"gzip of {path}")
        check(served.get(path, headers={"If-None-Match": headers["ETag"]})[0] == 304,
              f"ETag of {path}")


def check_metrics(served):
    text = served.get("/metrics")[2].decode()
    name = r"[a-z_]+(\{[a-z]+=\"[^\"]*\"(,[a-z]+=\"[^\"]*\")*\})?"
    for line in text.splitlines():
        check(re.fullmatch(rf"# (HELP|TYPE) [a-z_]+ .+|{name} [0-9.e+-]+", line), f"metrics: {line}")
    check(re.search(r'requests_total\{path="/v1/position",status="400"\} [1-9]', text), text)
    check(re.search(r"^tengen_book_records [1-9]", text, re.M), text)
    check(re.search(r"^tengen_answer_cache_hits_total [1-9]", text, re.M), text)


def check_hostile(served):
    for data, wanted in (
            (b"\x00\xff garbage \r\n\r\n", b" 400 "), (b"GET /healthz HTTP/1.1\r\nHo", b" 400 "),
            (b"GET /" + b"a" * 1_000_000, b" 414 "),
            (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 1_000_000, b" 431 "),
            (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n", b" 413 "),
            (b"GET /v1/position?moves=h8 HTTP/1.1\r\nHost: localhost\r\n\r\n", b" 200 "), (b"", b"")):
        line = served.send(data)
        check(wanted in line, f"{data[:40]}: {line}")
    # Clients that say nothing, or half a request, hold up nobody.
    with contextlib.ExitStack() as idle:
        for i in range(100):
            raw = idle.enter_context(socket.create_connection(served.address, timeout=PATIENCE))
            raw.sendall(b"GET /v1/position?mov"[: i % 20])
        check(served.get("/v1/position?moves=D4+i8")[0] == 200, "no answer beside idle clients")
        check(served.get("/healthz")[2] == b"ok\n", "not healthy beside idle clients")


def check_follows(served, arguments):
    check(served.position(arguments.to_prove)["status"] == "unknown", "proven too early")
    subprocess.run([arguments.tengen, "solve", arguments.to_prove, "--book", arguments.book,
                    "--workers", "1", "--time", "120"], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    until("the new proof is served",
          lambda: served.position(arguments.to_prove)["status"] == "proven")
    check(served.position(arguments.to_prove)["provenance"]["run"] == 2, "provenance")
    check(b"tengen_book_refresh_errors_total 0\n" in served.get("/metrics")[2], "refresh errors")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--tengen", "--book", "--openapi", "--proven", "--to-prove"):
        parser.add_argument(name, required=True)
    arguments = parser.parse_args()

    served = Served(arguments.tengen, arguments.book)
    check_description(served, arguments)
    check_pages(served)
    check_metrics(served)
    check_hostile(served)
    check_follows(served, arguments)

    taken = subprocess.run([arguments.tengen, "serve", "--book", arguments.book, "--port",
                            str(served.address[1])], capture_output=True, text=True)
    check(taken.returncode == 2 and taken.stderr.count("\n") == 1 and not taken.stdout,
          f"a port in use: {taken}")
    with socket.create_connection(served.address) as idle:
        idle.sendall(b"GET /he")
        check(served.end(signal.SIGTERM) == "", "said something at its end")
        with contextlib.suppress(ConnectionResetError):  # what it sent may be unread
            check(idle.recv(1) == b"", "an idle connection outlived the service")

    opened = Served(arguments.tengen, arguments.book, "--cors", "https://renju.example",
                    "--host", "book.example")
    foreign = {"Origin": "https://renju.example", "Sec-Fetch-Site": "cross-site",
               "Sec-Fetch-Mode": "cors"}
    status, headers, body = opened.get("/v1/position?moves=D4", headers=foreign)
    check((status, headers["Access-Control-Allow-Origin"]) == (200, "https://renju.example"),
          f"an origin that was allowed: {status}")
    check(opened.get("/v1/position", "OPTIONS", headers=foreign)[0] == 204, "no leave given")
    check(opened.get("/", headers={"Host": "book.example:80"})[0] == 200, "a name that was given")
    check(opened.get("/", headers={"Origin": "https://evil.example"})[0] == 403, "another origin")
    opened.end(signal.SIGTERM)
    bad = subprocess.run([arguments.tengen, "serve", "--book", arguments.book, "--cors", "renju"],
                         capture_output=True, text=True)
    check(bad.returncode == 2 and "no origin" in bad.stderr, f"a bad origin: {bad}")

    everywhere = Served(arguments.tengen, arguments.book, "--bind", "0.0.0.0")
    err = everywhere.end(signal.SIGINT)
    check(err.startswith("tengen: warning: ") and err.count("\n") == 1, f"no warning: {err!r}")
    print("serve.py: all passed")


if __name__ == "__main__":
    main()
