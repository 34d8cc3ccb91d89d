// The record of what is on the board: a start (the empty board or a set-up), the moves made since,
// and a cursor into them. Moves after the cursor are kept, so that one can step forward again.
// Immutable: every operation returns a new record.

import { PASS, joinMoves, splitMoves } from './points.js';

const other = (color) => (color === 'black' ? 'white' : 'black');

export class Game {
  // setup: null or "BLACK/WHITE/SIDE". ply: how many of the moves are on the board.
  constructor({ setup = null, moves = [], ply = moves.length } = {}) {
    this.setup = setup;
    this.moves = moves;
    this.ply = ply;
  }

  get firstToMove() {
    return this.setup?.split('/')[2].startsWith('w') ? 'white' : 'black';
  }

  colorOf(index) {
    return index % 2 === 0 ? this.firstToMove : other(this.firstToMove);
  }

  get toMove() {
    return this.colorOf(this.ply);
  }

  get played() {
    return this.moves.slice(0, this.ply);
  }

  get lastMove() {
    return this.ply > 0 ? this.moves[this.ply - 1] : null;
  }

  // [{move, color, number}]; stones of the set-up have number null.
  stones() {
    const stones = [];
    if (this.setup) {
      const [black, white] = this.setup.split('/');
      for (const move of splitMoves(black)) stones.push({ move, color: 'black', number: null });
      for (const move of splitMoves(white)) stones.push({ move, color: 'white', number: null });
    }
    this.played.forEach((move, index) => {
      if (move !== PASS) stones.push({ move, color: this.colorOf(index), number: index + 1 });
    });
    return stones;
  }

  // What the service is asked.
  text() {
    if (!this.setup) return joinMoves(this.played);
    const list = (color) =>
      this.stones()
        .filter((stone) => stone.color === color)
        .map((stone) => stone.move)
        .join('') || '-';
    return `${list('black')}/${list('white')}/${this.toMove[0]}`;
  }

  at(ply) {
    return new Game({ ...this, ply: Math.max(0, Math.min(ply, this.moves.length)) });
  }

  // A move that is the next of the record steps forward; another one replaces what followed.
  play(move) {
    if (this.moves[this.ply] === move) return this.at(this.ply + 1);
    return new Game({ ...this, moves: [...this.played, move], ply: this.ply + 1 });
  }

  // The record with `line` after the cursor; the cursor stays.
  withLine(line) {
    return new Game({ ...this, moves: [...this.played, ...line], ply: this.ply });
  }

  undo() {
    const moves = this.moves.slice(0, Math.max(0, this.ply - 1));
    return new Game({ ...this, moves, ply: moves.length });
  }
}
