#!/usr/bin/env python3
"""Draws tables of scaling_simulation as an SVG: speed-up and rank 0's load by cores, a line for each
position.

  draw_scaling.py --out scaling.svg TABLE ["h8i7/i9j8/b=I7 j8" ...]

The words behind a position's = are its name in the picture.
"""

import argparse
import csv
import math
import sys

WIDTH, HEIGHT = 720, 640
LEFT, RIGHT = 70, 20
SPEED = (30, 370)      # top and bottom of the upper panel
LOAD = (430, 590)
COLOURS = ["#0b62a4", "#c4511a", "#3b7d3b", "#7a4aa8", "#8a6d00", "#a03050"]
REFERENCE = (1024, 333)  # PNS-PDFPN, Čížek et al. 2025


def read(path, names):
    """(name, rows) of each position, as numbers."""
    tables = {}
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            position = row.pop("position")
            row.pop("proven")
            numbers = {key: float(value) for key, value in row.items()}
            tables.setdefault(names.get(position, position), []).append(numbers)
    return list(tables.items())


def draw(tables):
    most = max(row["cores"] for _, rows in tables for row in rows)
    top = max(most, 1024)

    def x(workers):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log2(workers) / math.log2(most)

    def y_speed(value):
        share = math.log2(max(value, 1)) / math.log2(top)
        return SPEED[1] - (SPEED[1] - SPEED[0]) * share

    def y_load(value):
        return LOAD[1] - (LOAD[1] - LOAD[0]) * min(value, 1)

    out = []

    def line(points, colour, extra=""):
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" {extra}/>')

    def text(px, py, words, extra=""):
        out.append(f'<text x="{px:.1f}" y="{py:.1f}" {extra}>{words}</text>')

    ticks = [2 ** i for i in range(int(math.log2(most)) + 1)]
    for tick in ticks:
        for top_y, bottom_y in (SPEED, LOAD):
            line([(x(tick), top_y), (x(tick), bottom_y)], "#ddd")
            text(x(tick), bottom_y + 16, f"{tick}", 'text-anchor="middle"')
    for tick in [2 ** i for i in range(0, int(math.log2(top)) + 1, 2)]:
        line([(LEFT, y_speed(tick)), (WIDTH - RIGHT, y_speed(tick))], "#ddd")
        text(LEFT - 6, y_speed(tick) + 4, f"{tick}", 'text-anchor="end"')
    for percent in (0, 25, 50, 75, 100):
        line([(LEFT, y_load(percent / 100)), (WIDTH - RIGHT, y_load(percent / 100))], "#ddd")
        text(LEFT - 6, y_load(percent / 100) + 4, f"{percent} %", 'text-anchor="end"')
    text(LEFT, SPEED[0] - 12, "speed-up against one core")
    text(LEFT, LOAD[0] - 12, "rank 0: share of one core")
    text(WIDTH - RIGHT, HEIGHT - 12, "cores", 'text-anchor="end"')

    line([(x(1), y_speed(1)), (x(most), y_speed(most))], "#888", 'stroke-dasharray="4 4"')
    text(x(most) - 150, y_speed(most) + 14, "as many as cores", 'fill="#666"')
    if most >= REFERENCE[0]:
        px, py = x(REFERENCE[0]), y_speed(REFERENCE[1])
        out.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="4" fill="#444"/>')
        text(px - 8, py - 8, "PNS-PDFPN, 333", 'text-anchor="end" fill="#444"')
    for index, (title, rows) in enumerate(tables):
        colour = COLOURS[index % len(COLOURS)]
        line([(x(row["cores"]), y_speed(row["speed_up"])) for row in rows], colour,
             'stroke-width="2"')
        line([(x(row["cores"]), y_load(row["coordinator"])) for row in rows], colour,
             'stroke-width="2"')
        text(LEFT + 12, SPEED[0] + 20 + 18 * index, title, f'fill="{colour}"')
    body = "\n".join(out)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'font-family="sans-serif" font-size="12">\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("table", metavar="TABLE")
    parser.add_argument("names", nargs="*", metavar="POSITION=NAME")
    arguments = parser.parse_args()
    names = dict(name.split("=", 1) for name in arguments.names)
    try:
        tables = read(arguments.table, names)
    except (OSError, ValueError, KeyError) as error:
        print(f"cannot read {arguments.table}: {error}", file=sys.stderr)
        return 2
    with open(arguments.out, "w", encoding="utf-8") as file:
        file.write(draw(tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
