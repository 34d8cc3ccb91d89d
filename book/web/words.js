// What imported files say of a position: their words, which are not the book's. Everything goes in
// as text.

import { moveButton } from './panels.js';
import { t } from './language.js';
import { element } from './dom.js';

// Map of point -> {label, mark, title} for the board. Of several files the first has its say.
export function wordsOnBoard(notes) {
  const words = new Map();
  for (const { source, points } of notes) {
    for (const { point, mark, label } of points) {
      const title = `${source}: ${[label, mark && t(`mark_${mark}`)].filter(Boolean).join(', ')}`;
      const there = words.get(point);
      if (!there) words.set(point, { label, mark, title });
      else Object.assign(there, { label: there.label || label, mark: there.mark ?? mark,
        title: `${there.title}; ${title}` });
    }
  }
  return words;
}

function pointText({ point, mark, label }) {
  return `${point}: ${[label, mark && t(`mark_${mark}`)].filter(Boolean).join(', ')}`;
}

function noteOf({ source, title, comment, points }) {
  if (!title && !comment && points.length === 0) return null;
  return element('article', { class: 'note', 'data-source': source },
    element('h3', { text: source }),
    title ? element('p', { class: 'note-title', text: title }) : null,
    comment ? element('p', { class: 'note-comment', text: comment }) : null,
    points.length > 0
      ? element('p', { class: 'small', text: points.map(pointText).join('   ') }) : null);
}

// Hides the panel where nobody says anything. onPlay(move).
export function fillWords(panel, node, { notes, hints }, onPlay) {
  const button = (move, attributes = {}) => moveButton(move, { onclick: () => onPlay(move), ...attributes });
  const leads = [...new Set(notes.flatMap((note) => note.leads_to))];
  const list = (title, buttons) => (buttons.length === 0 ? null
    : element('p', { class: 'move-list' }, element('span', { class: 'small', text: title }), ...buttons));
  const parts = [
    ...notes.map(noteOf),
    list(t('hints'), hints.map(({ move, wins }) => button(move, {
      class: `move${wins ? ' is-best' : ''}`, title: wins ? t('hint_wins') : null }))),
    list(t('notes_behind'), leads.map((move) => button(move))),
  ].filter(Boolean);
  panel.hidden = parts.length === 0;
  node.replaceChildren(...parts);
}
