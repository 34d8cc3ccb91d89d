// What is said of a move on the board and in lists: who wins, in how many plies, how strongly to
// colour it.

const KINDS = { black_wins: 'black', white_wins: 'white', draw: 'draw', unknown: 'unknown' };
const HEATS = 5;
// Half a board of "loses to the four" says little. Moves of an outcome within so many plies that are
// more than half of all moves are quick: they are shown as such, not each with its number.
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

// Whether a move is among the quick ones of `moves`.
function quickAmong(moves) {
  const limits = {};
  for (const result of ['black_wins', 'white_wins']) {
    const distances = moves.filter((move) => move.result === result && !move.foul)
      .map((move) => move.distance ?? 0).sort((a, b) => a - b);
    const median = distances[Math.floor(moves.length / 2)] ?? Infinity;
    if (median <= SHORT_DISTANCE) limits[result] = median;
  }
  return ({ result, distance, foul }) => !foul && result in limits && distance <= limits[result];
}

// Map of point -> mark, for Board.show() and the diagrams. Passes have no point. At White's turn a
// point where Black would commit a foul is a trap.
export function marksOf(moves, { best = null, fouls = [] } = {}) {
  const marks = new Map();
  const scales = {};
  const isQuick = quickAmong(moves);
  for (const result of Object.keys(KINDS)) {
    scales[result] = heatScale(moves.filter((move) => move.result === result && !move.foul &&
      !isQuick(move)));
  }
  for (const answer of moves) {
    if (answer.move === 'pass') continue;
    const kind = kindOf(answer);
    const decided = kind === 'black' || kind === 'white';
    const quick = decided && isQuick(answer) && answer.move !== best;
    marks.set(answer.move, {
      kind,
      quick,
      text: quick ? '' : decided ? String(answer.distance ?? '') : kind === 'draw' ? '=' : '',
      heat: decided && !quick ? scales[answer.result](answer.distance ?? 0) : 0,
      best: answer.move === best,
      trap: kind !== 'foul' && fouls.includes(answer.move),
    });
  }
  return marks;
}

// Moves of one outcome together: [{result, distance, foul, quick, moves}]. First the mover's wins,
// the shortest before the others, then draws, then losses, those that resist longest first, then what
// is not known, then fouls. The quick ones of an outcome are one group.
export function groupMoves(moves, toMove) {
  const groups = new Map();
  const isQuick = quickAmong(moves);
  for (const answer of moves) {
    const quick = isQuick(answer);
    const key = `${answer.result} ${quick ? 'quick' : answer.distance} ${answer.foul}`;
    if (!groups.has(key)) {
      groups.set(key, { result: answer.result, distance: answer.distance, foul: answer.foul,
        quick, moves: [] });
    }
    const group = groups.get(key);
    group.distance = group.distance === null ? null : Math.max(group.distance, answer.distance);
    group.moves.push(answer.move);
  }
  const wins = `${toMove}_wins`;
  const rank = ({ result, foul }) =>
    foul ? 4 : result === wins ? 0 : result === 'draw' ? 1 : result === 'unknown' ? 3 : 2;
  const order = (group) => (group.result === wins ? group.distance : -group.distance);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || order(a) - order(b));
}
