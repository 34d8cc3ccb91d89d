#!/usr/bin/env python3
"""Solves the same positions with different numbers of cores and prints how it scales.

  scaling.py LIST --threads 1 2 --repeats 3 --time 120

LIST is as for positions.py. Every position is solved by one worker with every number of threads,
one right after the other, `--repeats` times, into fresh books. Rows of the table:

  seconds      wall time of the positions that were proven in every run
  speed-up     its ratio to the first number of threads
  inflation    ratio of the expansions: work done twice, or for nothing
  nodes/s      of all threads, and its ratio
  busy         share of the worker's time that went into jobs
  coordinator  share of one core that the coordinator's process took
  messages, bytes   for each job, both ways
"""

import argparse
import os
import sys

import positions

TIMES = "seconds nodes expansions worker_seconds jobs messages message_bytes coordinator_seconds"


def measure(tasks, options):
    """Rows of positions.py by number of threads; a list for each task and repeat."""
    rows = {threads: [] for threads in options.threads}
    for repeat in range(options.repeats):
        for task in tasks:
            for threads in options.threads:
                options_now = argparse.Namespace(**{**vars(options), "workers": 1,
                                                     "threads": threads})
                row = positions.solve(task, options_now)
                rows[threads].append(row)
                print(f"{repeat + 1}/{options.repeats}  {task['position']}  {threads} threads: "
                      f"{row['status']} in {row['seconds']} s", file=sys.stderr, flush=True)
    return rows


def sums_of(rows):
    return {name: positions.total(rows, name) for name in TIMES.split()}


def table(rows, everywhere):
    """Lines of the table; `everywhere` are the indices of the runs that count."""
    lines = [["threads", "seconds", "speed-up", "expansions", "inflation", "nodes/s", "ratio",
              "busy", "coordinator", "messages/job", "bytes/job"]]
    first = None
    for threads, all_rows in rows.items():
        sums = sums_of([all_rows[i] for i in everywhere])
        first = first or sums
        rate = sums["nodes"] / sums["seconds"]
        lines.append([
            str(threads), f"{sums['seconds']:.1f}", f"{first['seconds'] / sums['seconds']:.2f}",
            f"{sums['expansions']:.0f}", f"{sums['expansions'] / first['expansions']:.2f}",
            f"{rate / 1e6:.2f} M", f"{rate / (first['nodes'] / first['seconds']):.2f}",
            f"{100 * sums['worker_seconds'] / sums['seconds']:.1f} %",
            f"{100 * sums['coordinator_seconds'] / sums['seconds']:.2f} %",
            f"{sums['messages'] / sums['jobs']:.1f}",
            f"{sums['message_bytes'] / sums['jobs']:.0f}"])
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines]


def run(options):
    tasks = positions.read_positions(options.list, options.goal)
    if not tasks:
        raise positions.BadInput(f"{options.list}: no position")
    if not os.access(options.tengen, os.X_OK):
        raise positions.BadInput(f"{options.tengen}: no such program; name one with --tengen")
    rows = measure(tasks, options)
    runs = len(tasks) * options.repeats
    everywhere = [i for i in range(runs)
                  if all(of_threads[i]["status"] == "proven" for of_threads in rows.values())]
    print(f"{len(everywhere)} of {runs} runs proven with every number of threads")
    if everywhere:
        print("\n".join(table(rows, everywhere)))
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", metavar="LIST", help="positions; - is stdin")
    parser.add_argument("--threads", metavar="N", nargs="+", type=positions.positive(int),
                        default=[1, 2], help="default: 1 2")
    parser.add_argument("--repeats", metavar="N", type=positions.positive(int), default=1)
    parser.add_argument("--time", metavar="SECONDS", type=positions.positive(float), default=120,
                        help="for each position; default: 120")
    parser.add_argument("--memory", metavar="GIB", type=positions.positive(float))
    parser.add_argument("--goal", choices=["black", "white", "mover"], default="black")
    parser.add_argument("--tengen", metavar="PATH", default="build/tengen",
                        help="default: build/tengen")
    parser.set_defaults(start=None)
    options = parser.parse_args()
    try:
        return run(options)
    except positions.BadInput as error:
        print(f"scaling.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
