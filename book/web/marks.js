// What is said of a move on the board and in lists: who wins, in how many plies, how strongly to
// colour it.

const KINDS = { black_wins: 'black', white_wins: 'white', draw: 'draw', unknown: 'unknown' };
const HEATS = 5;
// Where all distances are one, it is pale up to here: half a board of "loses to the four" says little.
const SHORT_DISTANCE = 8;

export const kindOf = (answer) => (answer.foul ? 'foul' : KINDS[answer.result] ?? 'unknown');

// A function from a distance to 0..4, so that the differences among `moves` show: longest is 4.
function heatScale(moves) {
  const distances = moves.map((move) => move.distance ?? 0).filter((distance) => distance > 0);
  const low = Math.min(...distances);
  const high = Math.max(...distances);
  return (distance) =>
    high > low ? Math.round(((HEATS - 1) * (distance - low)) / (high - low))
      : high > SHORT_DISTANCE ? HEATS - 1 : 0;
}

// Map of point -> mark, for Board.show() and the diagrams. Passes have no point. At White's turn a
// point where Black would commit a foul is a trap.
export function marksOf(moves, { best = null, fouls = [] } = {}) {
  const marks = new Map();
  const scales = {};
  for (const result of Object.keys(KINDS)) {
    scales[result] = heatScale(moves.filter((move) => move.result === result && !move.foul));
  }
  for (const answer of moves) {
    if (answer.move === 'pass') continue;
    const kind = kindOf(answer);
    const decided = kind === 'black' || kind === 'white';
    marks.set(answer.move, {
      kind,
      text: decided ? String(answer.distance ?? '') : kind === 'draw' ? '=' : '',
      heat: decided ? scales[answer.result](answer.distance ?? 0) : 0,
      best: answer.move === best,
      trap: kind !== 'foul' && fouls.includes(answer.move),
    });
  }
  return marks;
}

// Moves of one outcome together, the mover's best first: [{result, distance, foul, moves}]. The
// mover wants a short win, else a draw or something unknown, else a long loss.
export function groupMoves(moves, toMove) {
  const groups = new Map();
  for (const answer of moves) {
    const key = `${answer.result} ${answer.distance} ${answer.foul}`;
    if (!groups.has(key)) {
      groups.set(key, { result: answer.result, distance: answer.distance, foul: answer.foul,
        moves: [] });
    }
    groups.get(key).moves.push(answer.move);
  }
  const wins = `${toMove}_wins`;
  const rank = ({ result, foul }) =>
    foul ? 4 : result === wins ? 0 : result === 'draw' ? 1 : result === 'unknown' ? 2 : 3;
  const order = (group) => (group.result === wins ? group.distance : -group.distance);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || order(a) - order(b));
}
