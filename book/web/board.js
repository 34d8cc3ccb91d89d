// The board as SVG: grid, coordinates, what is known of each point, stones, a cursor for the
// keyboard. Draws what it is told and reports the point that was chosen.

import { View, moveOf, pointOf } from './points.js';
import { svg } from './dom.js';

const CELL = 40;
const EDGE = 48;  // from the border of the picture to the outermost line; holds the coordinates

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function starPoints(size) {
  const near = size >= 13 ? 3 : 2;
  const far = size - 1 - near;
  const points = [near, far].flatMap((column) => [near, far].map((row) => ({ column, row })));
  if (size % 2 === 1) points.push({ column: (size - 1) / 2, row: (size - 1) / 2 });
  return points;
}

export class Board {
  // onChoose(move), onHover(move or null), describe(move) -> what a screen reader says of the point.
  constructor(container, { onChoose, onHover, describe }) {
    this.onChoose = onChoose;
    this.onHover = onHover;
    this.describe = describe;
    this.view = new View();
    this.size = 0;
    this.cursor = null;  // on the screen
    this.content = { stones: [], marks: new Map(), preview: [], words: new Map(), lastMove: null,
      numbers: true };
    this.picture = svg('svg', { class: 'board', role: 'grid' });
    this.picture.addEventListener('keydown', (event) => this.#moveCursor(event));
    this.picture.addEventListener('mouseleave', () => this.onHover(null));
    container.append(this.picture);
  }

  set label(text) {
    this.picture.setAttribute('aria-label', text);
  }

  setView(view) {
    const focused = this.picture.contains(document.activeElement);
    this.view = view;
    this.#drawFrame();
    this.#drawContent();
    if (focused) this.focusCursor();
  }

  // stones: [{move, color, number}]; marks: Map of move -> {kind: black|white|draw|unknown|foul,
  // text, heat: 0..4, quick, best, trap}; preview: moves of a line that is only looked at; words: Map
  // of move -> {label, mark, title}, what somebody else has put there.
  show(size, content) {
    if (size !== this.size) {
      this.size = size;
      this.#drawFrame();
    }
    this.content = { ...this.content, ...content };
    this.#drawContent();
  }

  focusCursor() {
    const middle = (this.size - 1) / 2;
    this.#setCursor(this.cursor ?? { column: Math.floor(middle), row: Math.floor(middle) }, true);
  }

  #x(column) {
    return EDGE + column * CELL;
  }

  #y(row) {
    return EDGE * 0.6 + (this.size - 1 - row) * CELL;
  }

  #place(move) {
    const at = this.view.toScreen(pointOf(move), this.size);
    return { x: this.#x(at.column), y: this.#y(at.row) };
  }

  #drawFrame() {
    const size = this.size;
    if (size === 0) return;
    const span = (size - 1) * CELL + EDGE * 1.6;
    this.picture.setAttribute('viewBox', `0 0 ${span} ${span}`);
    const lines = svg('path', { class: 'grid', d: this.#gridPath() });
    const stars = starPoints(size).map(({ column, row }) =>
      svg('circle', { class: 'star', cx: this.#x(column), cy: this.#y(row), r: 4 }));
    this.marksLayer = svg('g', { 'aria-hidden': 'true' });
    this.stonesLayer = svg('g', { 'aria-hidden': 'true' });
    this.wordsLayer = svg('g', { 'aria-hidden': 'true' });
    this.points = new Map();
    this.picture.replaceChildren(
      svg('rect', { class: 'wood', width: span, height: span, rx: 10 }), lines,
      svg('g', { 'aria-hidden': 'true' }, ...stars, ...this.#coordinates()), this.marksLayer,
      this.stonesLayer, this.wordsLayer, ...this.#pointRows());
    this.#setCursor(this.cursor, false);
  }

  #gridPath() {
    const last = this.size - 1;
    let path = '';
    for (let i = 0; i <= last; i++) {
      path += `M${this.#x(i)} ${this.#y(0)}V${this.#y(last)}`;
      path += `M${this.#x(0)} ${this.#y(i)}H${this.#x(last)}`;
    }
    return path;
  }

  #coordinates() {
    const labels = [];
    for (let i = 0; i < this.size; i++) {
      const below = this.view.fromScreen({ column: i, row: 0 }, this.size);
      const beside = this.view.fromScreen({ column: 0, row: i }, this.size);
      const letter = (at) => moveOf(at.column, at.row)[0];
      const number = (at) => String(at.row + 1);
      const [x, y] = this.view.transposed ? [number, letter] : [letter, number];
      labels.push(
        svg('text', { class: 'coordinate', x: this.#x(i), y: this.#y(0) + 38, text: x(below) }),
        svg('text', { class: 'coordinate', x: 15, y: this.#y(i) + 6, text: y(beside) }));
    }
    return labels;
  }

  #pointRows() {
    const rows = [];
    for (let row = this.size - 1; row >= 0; row--) {
      const cells = [];
      for (let column = 0; column < this.size; column++) cells.push(this.#point(column, row));
      rows.push(svg('g', { role: 'row' }, ...cells));
    }
    return rows;
  }

  #point(column, row) {
    const at = this.view.fromScreen({ column, row }, this.size);
    const move = moveOf(at.column, at.row);
    const x = this.#x(column) - CELL / 2;
    const y = this.#y(row) - CELL / 2;
    const point = svg('g', {
      role: 'gridcell', class: 'point', tabindex: -1, 'data-move': move,
      onclick: () => this.onChoose(move),
      onmouseenter: () => this.onHover(move),
      onfocus: () => {
        this.#setCursor({ column, row }, false);
        this.onHover(move);
      },
      onblur: () => this.onHover(null),
    }, svg('rect', { x, y, width: CELL, height: CELL, rx: 6 }));
    this.points.set(move, point);
    return point;
  }

  #drawContent() {
    if (this.size === 0) return;
    const { stones, marks, preview, words, lastMove, numbers } = this.content;
    this.marksLayer.replaceChildren(
      ...[...marks].map(([move, mark]) => this.#mark(move, mark)));
    const shown = stones.map((stone) => this.#stone(stone, stone.move === lastMove, numbers));
    const looked = preview.map((stone) => this.#stone(stone, false, true, ' preview'));
    this.stonesLayer.replaceChildren(...shown, ...looked);
    this.wordsLayer.replaceChildren(...[...words].map(([move, word]) => this.#word(move, word)));
    for (const [move, point] of this.points) {
      point.setAttribute('aria-label', this.describe(move));
    }
  }

  #stone({ move, color, number }, last, numbers, extra = '') {
    const { x, y } = this.#place(move);
    const stone = svg('g', { class: `stone ${color}${extra}${last ? ' last' : ''}`,
      'data-stone': move }, svg('circle', { cx: x, cy: y, r: CELL * 0.46 }));
    if (last) stone.append(svg('circle', { class: 'ring', cx: x, cy: y, r: CELL * 0.38 }));
    if (numbers && number !== null) {
      stone.append(svg('text', { x, y: y + 6, text: String(number) }));
    }
    return stone;
  }

  #mark(move, { kind, text, heat, quick, best, trap }) {
    const { x, y } = this.#place(move);
    const half = CELL * (quick ? 0.16 : 0.38);
    const mark = svg('g', { class: `mark ${kind} heat${heat}${quick ? ' quick' : ''}`,
      'data-mark': move });
    if (kind === 'unknown') {
      mark.append(svg('circle', { cx: x, cy: y, r: 3.2 }));
    } else if (kind === 'foul') {
      const d = `M${x - 10} ${y - 10}l20 20m0 -20l-20 20`;
      mark.append(svg('path', { class: 'cross-edge', d }), svg('path', { class: 'cross', d }));
    } else if (kind === 'black') {
      mark.append(svg('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half,
        rx: quick ? 2 : 5 }));
    } else {
      mark.append(svg('circle', { cx: x, cy: y, r: CELL * (quick ? 0.15 : 0.36) }));
    }
    if (trap) {
      const d = `M${x + 7} ${y - 18}l11 11m0 -11l-11 11`;
      mark.append(svg('path', { class: 'trap-edge', d }), svg('path', { class: 'trap', d }));
    }
    if (text) mark.append(svg('text', { x, y: y + 6, text }));
    if (best) mark.append(svg('circle', { class: 'best', cx: x, cy: y, r: CELL * 0.53 }));
    return mark;
  }

  // In the corners of the point, beside what the book says; large on it where the book says nothing.
  #word(move, { label, mark }) {
    const { x, y } = this.#place(move);
    const known = (this.content.marks.get(move)?.kind ?? 'unknown') !== 'unknown';
    const alone = !known && !(label && mark);
    const word = svg('g', { class: `word${alone ? ' alone' : ''}`, 'data-word': move });
    const [cx, cy, r] = alone ? [x, y, 9] : [x + 13, y - 14, 4];
    const at = { cross: `M${cx - r} ${cy - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`,
      square: `M${cx - r} ${cy - r}h${2 * r}v${2 * r}h${-2 * r}z`,
      triangle: `M${cx} ${cy - 1.2 * r}l${1.2 * r} ${2 * r}h${-2.4 * r}z`,
      circle: `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z` }[mark];
    if (at) word.append(svg('path', { d: at }));
    const short = [...label];
    if (label) {
      word.append(svg('text', { x: alone ? x : x - 18, y: alone ? y + 7 : y - 9,
        text: short.length > 4 ? `${short.slice(0, 3).join('')}…` : label }));
    }
    return word;
  }

  // One point at a time can be reached with Tab; arrows go on from there.
  #setCursor(cursor, focus) {
    for (const point of this.points.values()) point.setAttribute('tabindex', -1);
    const at = cursor ?? { column: Math.floor(this.size / 2), row: Math.floor(this.size / 2) };
    const real = this.view.fromScreen(at, this.size);
    const point = this.points.get(moveOf(real.column, real.row));
    point.setAttribute('tabindex', 0);
    this.cursor = cursor;
    if (focus) point.focus();
  }

  #moveCursor(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = ARROWS[event.key];
    if (step) {
      const clamp = (value) => Math.max(0, Math.min(this.size - 1, value));
      const { column, row } = this.cursor;
      this.#setCursor({ column: clamp(column + step[0]), row: clamp(row + step[1]) }, true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.onChoose(event.target.dataset.move);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
