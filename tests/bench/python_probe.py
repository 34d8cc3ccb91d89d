#!/usr/bin/env python3
"""What questions from Python take: python_probe.py BOOK CERTIFICATE[.xz] [COUNT]; PYTHONPATH names the module.

Asks the first COUNT (10,000) positions of the certificate of a book that has it, by find() and by query(), and
prints seconds by the clock and of CPU, and how many were answered.
"""

import itertools
import lzma
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import tengen

WINNERS = {"b": "black", "w": "white"}


def measured(name, ask, questions):
    clock, cpu = time.perf_counter(), time.process_time()
    answered = sum(map(bool, ask(questions)))
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    print(f"{name}: {len(questions)} asked, {answered} answered, {clock:.2f} s, CPU {cpu:.2f} s")


def main():
    path, certificate = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    with (lzma.open if certificate.endswith(".xz") else open)(certificate, "rt") as lines:
        positions = (line.split("\t")[0] for line in lines if "\t" in line)
        questions = [(text, WINNERS[text[-1]]) for text in itertools.islice(positions, count)]
    start = time.perf_counter()
    book = tengen.Book(path)
    print(f"open: {1000 * (time.perf_counter() - start):.0f} ms")

    def find(question):
        return book.find(*question) is not None

    def query(question):
        return book.query(*question).status == "proven"

    measured("find", lambda asked: map(find, asked), questions)
    measured("query", lambda asked: map(query, asked), questions)
    with ThreadPoolExecutor(2) as pool:
        measured("query, 2 threads", lambda asked: pool.map(query, asked), questions[: count // 10])


main()
