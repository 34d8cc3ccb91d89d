// Points, positions and the symmetries of the view. A move is the text the service uses: "h8" or
// "pass". Knows no rules: the service judges legality, fives and fouls.

export const PASS = 'pass';

// "h8" -> {column: 7, row: 7}, counted from a1.
export function pointOf(move) {
  return { column: move.charCodeAt(0) - 97, row: Number(move.slice(1)) - 1 };
}

export function moveOf(column, row) {
  return String.fromCharCode(97 + column) + (row + 1);
}

// The moves of "h8h9 i9, pass". Whatever is no move is left out: the service has read it before.
export function splitMoves(text) {
  return text.toLowerCase().match(/pass|[a-s][0-9]{1,2}/g) ?? [];
}

// Text as players paste it ("1. h8 h9 2. i9", "H8-H9", line breaks) in the form the service reads.
// A set-up BLACK/WHITE/SIDE stays as it is.
export function tidyPosition(text) {
  const trimmed = text.trim();
  if (trimmed.includes('/')) return trimmed;
  return trimmed
    .replace(/(^|\s)\d+(\s*[.)]+|(?=\s))/g, ' ')
    .replace(/[-–—;,\s]+/g, ' ')
    .trim();
}

// "h8h9i9"; with commas where a pass would run into its neighbours.
export function joinMoves(moves) {
  return moves.join(moves.includes(PASS) ? ',' : '');
}

// One of the eight symmetries, as a matrix on coordinates about the centre. Display only: it takes
// points of the asker's board to points of the screen (column from the left, row from the bottom).
export class View {
  constructor(matrix = [1, 0, 0, 1]) {
    this.matrix = matrix;
  }

  rotated() {
    const [a, b, c, d] = this.matrix;
    return new View([c, d, -a, -b]);
  }

  mirrored() {
    const [a, b, c, d] = this.matrix;
    return new View([-a, -b, c, d]);
  }

  // Whether letters run along the vertical edge.
  get transposed() {
    return this.matrix[0] === 0;
  }

  toScreen({ column, row }, size) {
    const [a, b, c, d] = this.matrix;
    const x = 2 * column - (size - 1);
    const y = 2 * row - (size - 1);
    return { column: (a * x + b * y + size - 1) / 2, row: (c * x + d * y + size - 1) / 2 };
  }

  fromScreen({ column, row }, size) {
    const [a, b, c, d] = this.matrix;  // orthogonal: the transpose is the inverse
    return new View([a, c, b, d]).toScreen({ column, row }, size);
  }
}
