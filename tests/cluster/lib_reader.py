#!/usr/bin/env python3
"""Reads a RenLib file by the format's description alone, apart from Tengen's code.

lib_reader.py FILE             prints its nodes: depth, move, flags, comment and board text as hex
lib_reader.py FILE TREE.json   compares it, node for node, with the same tree exported as JSON
"""

import json
import sys


class Broken(Exception):
    pass


def take_text(data, at):
    end = data.find(b"\0", at)
    if end < 0:
        raise Broken(f"text at {at} does not end")
    length = end - at + 1
    return data[at:end], at + length + length % 2


def take_old_text(data, at):
    text = bytearray()
    while True:
        for byte in data[at : at + 2]:
            text.append(byte & 0x7F)
            if byte & 0x80:
                return bytes(text), at + 2
        at += 2
        if at >= len(data):
            raise Broken("old text does not end")


def point_name(code):
    if code == 0:
        return "pass"
    column, row_from_top = code % 16, code // 16 + 1
    if column == 0 or row_from_top > 15:
        raise Broken(f"{code:02x} is off the board")
    return "abcdefghijklmno"[column - 1] + str(16 - row_from_top)


def nodes(data):
    """Yields (depth, move, flags, comment, text); move is None for the root."""
    if data[:8] != b"\xffRenLib\xff":
        raise Broken("not a RenLib file")
    if (data[8], data[9]) > (3, 4):
        raise Broken("newer version")
    at, depth, to_come, first = 20, 1, [], True
    while at + 1 < len(data):
        code, flags = data[at], data[at + 1]
        at += 2
        if first and code == 0:
            depth = 0
        first = False
        has_text = False
        if flags & 0x01:
            has_text = data[at + 1] & 1 == 1
            at += 2
        comment = text = b""
        if flags & 0x20:
            comment, at = take_old_text(data, at)
        if flags & 0x08:
            comment, at = take_text(data, at)
        if has_text:
            text, at = take_text(data, at)
        yield depth, None if depth == 0 else point_name(code), flags, comment, text
        if flags & 0x80:
            to_come.append(depth)
        if not flags & 0x40:
            depth += 1
        elif to_come:
            depth = to_come.pop()
        else:
            break
    if len(data) - at > 1:
        raise Broken(f"{len(data) - at} bytes after the tree")


def compare(found, tree):
    """The first difference between a .lib and the JSON of the same tree, or None."""
    # The node shown first is the position asked; a set-up is reached by some order of its stones.
    offset = max((depth for depth, _, flags, _, _ in found if flags & 0x04), default=0)
    path = [move for depth, move, _, _, _ in found if 0 < depth <= offset]
    if tree["path"] and path != tree["path"]:
        return f"the path is {path}"
    at = 0
    for depth, move, _, comment, text in found:
        if depth <= offset:
            continue
        if at == len(tree["entries"]):
            return f"more nodes than {at}"
        node = tree["entries"][at]
        at += 1
        by_winner = (node["ply"] % 2 == 1) == (tree["to_move"] == tree["goal"])
        if node["distance"] is None:
            label = "D" if node["result"] == "draw" else "?"
        else:
            wins = by_winner == (node["end"] != "refuted")
            label = f"{'W' if wins else 'L'}{offset + node['ply'] - 1 + node['distance']}"
        want = (offset + node["ply"], node["move"], label)
        if (depth, move, text.decode()) != want:
            return f"node {node['id']}: {(depth, move, text)} instead of {want}"
        if by_winner and node["end"] in ("goes_on", "cut") and node["distance"]:
            if f"wins in at most {node['distance']} pl".encode() not in comment:
                return f"node {node['id']}: comment {comment}"
    if at != len(tree["entries"]):
        return f"{at} nodes instead of {len(tree['entries'])}"
    return None


def main():
    with open(sys.argv[1], "rb") as file:
        found = list(nodes(file.read()))
    if len(sys.argv) == 2:
        for depth, move, flags, comment, text in found:
            print(depth, move or "root", f"{flags:02x}", comment.hex() or "-", text.hex() or "-", sep="\t")
        return 0
    with open(sys.argv[2]) as file:
        difference = compare(found, json.load(file))
    if difference:
        print(difference)
        return 1
    print(f"{len(found)} nodes, no difference")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as reason:
        print(f"{sys.argv[1]}: {reason}", file=sys.stderr)
        sys.exit(2)
