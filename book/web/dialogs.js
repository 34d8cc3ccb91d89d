// The dialogs that take a game in and hand it out.

import { FileError, readGameFile, readGameText, writeSgf } from './game_files.js';
import { boardPng, boardSvg, download } from './picture.js';
import { element } from './dom.js';
import { joinMoves } from './points.js';
import { outcomeText, t } from './language.js';

const MAX_FILE_BYTES = 64 * 1024 * 1024;

// A FileError in the page's words, of the kind that the page shows.
function told(error) {
  if (!(error instanceof FileError)) return error;
  const shown = new Error(t(error.key, error.values));
  shown.kind = 'file';
  return shown;
}

// onRecord(record), onError(error).
export async function openFile(file, { onRecord, onError }) {
  try {
    if (file.size > MAX_FILE_BYTES) throw new FileError('file_large');
    onRecord(readGameFile(new Uint8Array(await file.arrayBuffer())));
  } catch (error) {
    onError(told(error));
  }
}

export function fillGameDialog(dialog, { onRecord, onError }) {
  const text = element('textarea', { id: 'game-text', rows: 8, spellcheck: 'false',
    'aria-label': t('game_paste') });
  const file = element('input', { type: 'file', id: 'game-file', 'aria-label': t('choose_file'),
    accept: '.sgf,.lib,.psq,.txt', onchange: () => {
      dialog.close();
      if (file.files[0]) openFile(file.files[0], { onRecord, onError });
      file.value = '';
    } });
  dialog.setAttribute('aria-label', t('open_game'));
  dialog.replaceChildren(element('form', { method: 'dialog', onsubmit: (event) => {
    if (event.submitter?.value !== 'open') return;
    try {
      onRecord(readGameText(text.value));
    } catch (error) {
      onError(told(error));
    }
  } }, element('h2', { text: t('open_game') }), element('p', { text: t('game_paste') }), text,
  element('p', { class: 'small', text: t('game_forms') }), file,
  element('p', { class: 'buttons' }, element('button', { value: 'cancel', formnovalidate: true,
    text: t('edit_cancel') }), ' ', element('button', { value: 'open', class: 'primary',
    text: t('open') }))));
}

// What the page knows of the record's positions, by ply, for an SGF's comments.
function commentsOf(game, answer, review) {
  return Array.from({ length: game.moves.length + 1 }, (_, ply) => {
    const known = ply === game.ply ? answer : review.answerAt(game, ply);
    return known && !known.error && known.result !== 'unknown' ? outcomeText(known) : null;
  });
}

// board: the SVG element; review: a Review.
export function fillSaveDialog(dialog, { board, game, answer, review }) {
  const name = (joinMoves(game.played).slice(0, 60) || 'board').replace(/,/g, '-');
  const kinds = {
    svg: () => download(`${name}.svg`, boardSvg(board), 'image/svg+xml'),
    png: async () => download(`${name}.png`, await boardPng(board)),
    sgf: () => download(`${name}.sgf`,
      writeSgf(game, answer?.size ?? 15, commentsOf(game, answer, review)),
      'application/x-go-sgf'),
    text: () => download(`${name}.txt`, `${game.at(game.moves.length).text()}\n`, 'text/plain'),
    json: () => download(`${name}.json`, `${JSON.stringify(answer)}\n`, 'application/json'),
  };
  dialog.setAttribute('aria-label', t('save'));
  dialog.replaceChildren(element('form', { method: 'dialog' },
    element('h2', { text: t('save') }),
    element('p', { class: 'choices-list' }, ...Object.entries(kinds).map(([kind, action]) =>
      element('button', { type: 'button', 'data-save': kind, text: t(`save_${kind}`),
        disabled: kind === 'json' && !answer, onclick: () => {
          action();
          dialog.close();
        } }))),
    element('p', { class: 'buttons' }, element('button', { text: t('close') }))));
}
