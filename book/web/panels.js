// The panels beside the board: the verdict, the moves played, the main line, all moves.

import { currentLanguage, kanji, openingNames, outcomeText, t } from './language.js';
import { groupMoves, kindOf } from './marks.js';
import { element } from './dom.js';

const MANY_MOVES = 24;

// A button that names a move.
export function moveButton(move, attributes = {}, number = null) {
  return element('button', { type: 'button', class: 'move', 'data-move': move, ...attributes },
    number === null ? null : element('span', { class: 'number', text: String(number) }),
    move === 'pass' ? t('pass') : move);
}

// A coloured tag with the distance: filled for Black, round for White, as on the board.
export function badge(answer) {
  const kind = kindOf(answer);
  const text = kind === 'foul' ? '×' : kind === 'draw' ? '=' : answer.distance ?? '?';
  return element('span', { class: `badge ${kind}`, text: String(text), 'aria-hidden': 'true' });
}

function openingTitle(opening) {
  const { name, meaning } = openingNames(opening);
  const latin = name === opening.name ? '' : `${opening.name}, `;
  return element('span', { class: 'opening-name' },
    element('span', { class: 'code', text: opening.code }), element('b', { text: name }),
    name === opening.kanji ? null : kanji(opening), element('span', { class: 'meaning', text: latin + meaning }));
}

function provenanceText({ run, solver, host, started }) {
  const date = started ? new Date(started * 1000).toLocaleDateString(currentLanguage(),
    { year: 'numeric', month: 'long', day: 'numeric' }) : '?';
  return t('provenance', { run: String(run), solver: solver ?? '?', host: host ?? '?', date });
}

function knownText(answer) {
  const count = (result) => answer.moves.filter((move) => move.result === result).length;
  const total = answer.moves.length;
  return t('known_moves', { total, known: total - count('unknown'), black: count('black_wins'),
    white: count('white_wins') });
}

// onGoal(goal): the visitor asks about the other side's win.
export function fillVerdict(node, answer, onGoal) {
  const wins = answer.result === 'black_wins' || answer.result === 'white_wins';
  const headline = answer.over ? t(`over_${answer.over}`) : outcomeText(answer);
  const goals = element('select', { id: 'goal', 'aria-label': t('goal'),
    onchange: (event) => onGoal(event.target.value) },
  ...['black', 'white'].map((goal) => element('option', { value: goal,
    selected: goal === answer.goal, text: t(`goal_${goal}`) })));
  const asking = document.activeElement?.id === 'goal';
  node.replaceChildren(
    ...[
      answer.opening ? element('p', { class: 'opening' }, openingTitle(answer.opening)) : null,
      element('p', { class: `headline ${kindOf(answer)}`, text: headline,
        title: wins && !answer.over ? t('distance_note') : null }),
      element('p', { class: 'side' },
        answer.over ? null : element('span', {},
          element('span', { class: `dot ${answer.to_move}`, 'aria-hidden': 'true' }),
          t(`to_move_${answer.to_move}`)),
        element('span', { class: 'goal' }, goals,
          element('b', { class: answer.status, text: t(`status_${answer.status}`) }))),
      answer.over ? null : element('p', { class: 'small', text: knownText(answer) }),
      answer.provenance
        ? element('p', { class: 'small', text: provenanceText(answer.provenance) }) : null,
    ].filter(Boolean));
  if (asking) goals.focus();
}

// Marks a list that can be scrolled with where it goes on.
export function signScroll(node) {
  const rest = node.scrollHeight - node.clientHeight - node.scrollTop;
  const sides = [node.scrollTop > 1 ? 'above' : '', rest > 1 ? 'below' : ''];
  node.dataset.more = sides.filter(Boolean).join(' ');
}

// Every move of the record; the one before the cursor is the current one. onGo(ply).
export function fillGame(node, game, onGo) {
  const current = (ply) => (game.ply === ply ? 'step' : null);
  const start = element('button', { type: 'button', class: 'move', 'aria-current': current(0),
    onclick: () => onGo(0), text: t(game.setup ? 'setup_start' : 'start') });
  const moves = game.moves.map((move, index) =>
    moveButton(move, { class: `move ${game.colorOf(index)}${index < game.ply ? '' : ' ahead'}`,
      'aria-current': current(index + 1), onclick: () => onGo(index + 1) }, index + 1));
  node.replaceChildren(start, ...moves);
  // Within the list only: the page must not jump on a phone.
  const now = node.querySelector('[aria-current]');
  node.scrollTop = now.offsetTop - node.clientHeight / 2;
  signScroll(node);
}

// onGo(count): plays so many moves of the line.
export function fillLine(node, game, answer, onGo) {
  if (answer.line.length === 0) {
    node.replaceChildren(element('p', { class: 'small',
      text: answer.over ? t(`over_${answer.over}`) : t('no_line') }));
    return;
  }
  node.replaceChildren(...answer.line.map((move, index) =>
    moveButton(move, { class: `move ${game.colorOf(game.ply + index)}`,
      onclick: () => onGo(index + 1) }, game.ply + index + 1)));
  node.scrollTop = 0;
  signScroll(node);
}

// The buttons of a group's moves; of a long list first a part, of quick ones none, the rest when
// asked for.
export function moveList({ moves, quick }, makeButton) {
  const shown = quick ? 0 : MANY_MOVES;
  const list = element('div', { class: 'move-list' }, ...moves.slice(0, shown).map(makeButton));
  const rest = moves.slice(shown);
  if (rest.length > 0) {
    const more = element('button', { type: 'button', class: 'more',
      text: t(quick ? 'quick_moves' : 'more', { n: rest.length }) });
    more.addEventListener('click', () => more.replaceWith(...rest.map(makeButton)));
    list.append(more);
  }
  return list;
}

// Groups of moves as rows, under a heading wherever the outcome changes. makeRow(group) makes what
// stands beside the distance.
export function groupRows(groups, makeRow) {
  const rows = [];
  let heading = null;
  for (const group of groups) {
    const title = t(group.foul ? 'foul' : group.result);
    if (title !== heading) rows.push(element('h3', { text: title }));
    heading = title;
    rows.push(makeRow(group));
  }
  return rows;
}

// All moves by outcome, in the order of groupMoves(). onPlay(move), onLook(move or null).
export function fillMoves(node, answer, onPlay, onLook) {
  const button = (move) => moveButton(move, {
    class: `move${move === answer.best ? ' is-best' : ''}`,
    title: move === answer.best ? t('best_is') : null,
    onclick: () => onPlay(move),
    onmouseenter: () => onLook(move),
    onmouseleave: () => onLook(null),
  });
  node.replaceChildren(...groupRows(groupMoves(answer.moves, answer.to_move), (group) =>
    element('div', { class: 'group' }, badge(group), moveList(group, button))));
}
