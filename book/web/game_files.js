// Games as other programs write them: SGF, Piskvork's .psq, RenLib's .lib, plain text. Of a tree
// the first line of play is read. Judges nothing: the service does.

import { PASS, moveOf, splitMoves } from './points.js';

const SIZE = 15;  // where a file does not say

// Why a file is refused: `key` names the text.
export class FileError extends Error {
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

const other = (color) => (color === 'black' ? 'white' : 'black');

// The record of moves with their colours, which must alternate.
function alternating(moves, first) {
  let expected = first;
  moves.forEach(({ color }, index) => {
    if (color !== expected) throw new FileError('file_order', { n: index + 1 });
    expected = other(expected);
  });
  return moves.map(({ move }) => move);
}

// SGF

// [[name, values], ...] of the nodes of the first line of play, one list a node.
function sgfNodes(text) {
  const nodes = [];
  let at = text.indexOf('(');
  let name = '';
  for (; at < text.length; at++) {
    const c = text[at];
    if (c === ')') break;  // the first line has ended
    if (c === ';') {
      nodes.push([]);
      name = '';
    } else if (/[A-Za-z]/.test(c)) {
      if (/[A-Z]/.test(c)) name += c;  // old files write Black for B
    } else if (c === '[') {
      let value = '';
      for (at++; at < text.length && text[at] !== ']'; at++) {
        if (text[at] === '\\') at++;
        value += text[at] ?? '';
      }
      const node = nodes.at(-1);
      if (!node) throw new FileError('file_nothing');
      if (name) node.push([name, [value]]);
      else node.at(-1)?.[1].push(value);
      name = '';
    }
  }
  return nodes;
}

// "hh", letters from the upper left, or "h8"; "" and "tt" are passes.
function sgfPoint(value, size) {
  const text = value.trim().toLowerCase();
  if (text === '' || text === 'tt') return PASS;
  if (/^[a-s][0-9]{1,2}$/.test(text)) return text;
  if (!/^[a-s]{2}$/.test(text)) throw new FileError('file_point', { point: value });
  return moveOf(text.charCodeAt(0) - 97, size - 1 - (text.charCodeAt(1) - 97));
}

function readSgf(text) {
  const nodes = sgfNodes(text);
  if (nodes.length === 0) throw new FileError('file_nothing');
  let size = SIZE;
  let side = null;
  const black = [];
  const white = [];
  const moves = [];
  for (const node of nodes) {
    for (const [name, values] of node) {
      if (name === 'SZ') size = Number.parseInt(values[0], 10) || SIZE;
      const points = () => values.map((value) => sgfPoint(value, size));
      if (name === 'AB' || name === 'AW') {
        if (moves.length > 0) throw new FileError('file_set_up');
        (name === 'AB' ? black : white).push(...points());
      }
      if (name === 'PL') side = /^[w2]/i.test(values[0]) ? 'white' : 'black';
      if (name === 'B' || name === 'W') {
        moves.push({ move: points()[0], color: name === 'B' ? 'black' : 'white' });
      }
    }
  }
  const first = moves[0]?.color ?? side ?? (black.length > white.length ? 'white' : 'black');
  const isSetUp = black.length + white.length > 0 || first === 'white';
  const setup = isSetUp
    ? `${black.join('') || '-'}/${white.join('') || '-'}/${first[0]}` : null;
  return { size, setup, moves: alternating(moves, first) };
}

// Piskvork: "Piskvorky 15x15, 11:11, 0", then a line "x,y,milliseconds" a move, from above left.
function readPsq(text) {
  const lines = text.split(/\r?\n/);
  const size = Number(/(\d+)\s*x\s*(\d+)/i.exec(lines[0])?.[1] ?? SIZE);
  const moves = [];
  for (const line of lines.slice(1)) {
    const found = /^\s*(\d+)\s*,\s*(\d+)\s*,\s*\d+\s*$/.exec(line);
    if (!found) break;  // what follows names the players
    const [x, y] = [Number(found[1]), Number(found[2])];
    if (x < 1 || y < 1 || x > size || y > size) throw new FileError('file_point', { point: line });
    moves.push(moveOf(x - 1, size - y));
  }
  if (moves.length === 0) throw new FileError('file_nothing');
  return { size, setup: null, moves };
}

// RenLib (book/exchange/renlib.h has the layout): the first child of each node.
const LIB_HEADER = 20;
const LIB_LEAF = 0x40;
const LIB_OLD_COMMENT = 0x20;
const LIB_COMMENT = 0x08;
const LIB_NO_STONE = 0x02;
const LIB_EXTENSION = 0x01;

function readLib(bytes) {
  let at = LIB_HEADER;
  const take = () => {
    if (at >= bytes.length) throw new FileError('file_cut');
    return bytes[at++];
  };
  const skipText = () => {
    for (;;) {
      const first = take();
      const second = take();
      if (first === 0 || second === 0) return;
    }
  };
  const skipOldText = () => {
    for (;;) {
      const first = take();
      const second = take();
      if ((first & 0x80) !== 0 || (second & 0x80) !== 0) return;
    }
  };
  const moves = [];
  for (let index = 0; ; index++) {
    const move = take();
    const flags = take();
    const isRoot = index === 0 && move === 0;
    if (!isRoot && (flags & LIB_NO_STONE) === 0) {
      const column = move & 15;
      const rowFromTop = move >> 4;
      if (move !== 0 && (column === 0 || rowFromTop >= SIZE)) {
        throw new FileError('file_point', { point: move.toString(16) });
      }
      moves.push(move === 0 ? PASS : moveOf(column - 1, SIZE - 1 - rowFromTop));
    }
    let extension = 0;
    if ((flags & LIB_EXTENSION) !== 0) {
      take();
      extension = take();
    }
    if ((flags & LIB_OLD_COMMENT) !== 0) skipOldText();
    if ((flags & LIB_COMMENT) !== 0) skipText();
    if ((extension & 1) !== 0) skipText();
    if ((flags & LIB_LEAF) !== 0 || at >= bytes.length) break;
  }
  if (moves.length === 0) throw new FileError('file_nothing');
  return { size: SIZE, setup: null, moves };
}

const isLib = (bytes) => bytes[0] === 0xff && bytes[7] === 0xff &&
  String.fromCharCode(...bytes.slice(1, 7)) === 'RenLib';

// What a text holds: {size, setup, moves}, or {position} for what the service is to read.
export function readGameText(text) {
  if (/\(\s*;/.test(text)) return readSgf(text);
  if (/^\s*piskvorky/i.test(text)) return readPsq(text.trim());
  if (text.trim() === '') throw new FileError('file_nothing');
  return { position: text };
}

// The same of a file's bytes. Texts of any encoding will do: points are ASCII.
export function readGameFile(bytes) {
  if (isLib(bytes)) return readLib(bytes);
  const text = new TextDecoder().decode(bytes);
  const read = readGameText(text);
  if (read.position && splitMoves(text).length === 0) throw new FileError('file_nothing');
  return read;
}

// Writing

// The record as SGF; comments: by ply, null for none.
export function writeSgf(game, size, comments = []) {
  const point = (move) => {
    if (move === PASS) return '';
    const column = move.charCodeAt(0) - 97;
    const row = Number(move.slice(1)) - 1;
    return String.fromCharCode(97 + column, 97 + size - 1 - row);
  };
  const escaped = (text) => text.replace(/[\]\\]/g, '\\$&');
  const comment = (ply) => (comments[ply] ? `C[${escaped(comments[ply])}]` : '');
  let text = `(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[${size}]`;
  if (game.setup) {
    const [black, white] = game.setup.split('/');
    const stones = (list) => splitMoves(list).map((move) => `[${point(move)}]`).join('');
    if (black !== '-') text += `AB${stones(black)}`;
    if (white !== '-') text += `AW${stones(white)}`;
    text += `PL[${game.firstToMove === 'black' ? 'B' : 'W'}]`;
  }
  text += comment(0);
  game.moves.forEach((move, index) => {
    const side = game.colorOf(index) === 'black' ? 'B' : 'W';
    text += `\n;${side}[${point(move)}]${comment(index + 1)}`;
  });
  return `${text})\n`;
}
