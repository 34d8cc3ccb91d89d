// The page: what is on the board, the address, the controls, and what they do. The address after
// '#' is the position: nothing for the front page, "start" for the empty board, else any position
// text, with "?goal=white" when the question is White's win.

import { Board } from './board.js';
import { Editor } from './editor.js';
import { Game } from './game.js';
import { PASS, View, tidyPosition } from './points.js';
import { Review } from './review.js';
import { RulesPanel } from './rules.js';
import { WhyTree } from './why.js';
import { buildControls, showControls } from './controls.js';
import { byId, element } from './dom.js';
import { currentLanguage, outcomeText, setLanguage, t, translatePage } from './language.js';
import { fetchPosition, fetchPositions, forgetAnswers } from './api.js';
import { fillFront } from './front.js';
import { fillGame, fillLine, fillMoves, fillVerdict, signScroll } from './panels.js';
import { ALL_MARKS, legendItems } from './diagrams.js';
import { listenToKeys, fillHelp } from './keys.js';
import { fillGameDialog, fillSaveDialog, openFile } from './dialogs.js';
import { followRun } from './run.js';
import { marksOf } from './marks.js';
import { recall, remember } from './settings.js';
import { fillWords, wordsOnBoard } from './words.js';

const AUTOPLAY_MILLISECONDS = 900;
const START = 'start';
const TABS = ['moves', 'why', 'review', 'rules'];

const state = {
  game: null,      // null: the front page
  answer: null,    // of the game's current position, once it is there
  shown: null,     // {game, answer} that were last shown together
  goal: 'black',
  preview: null,   // moves after the current position that are only looked at
  tab: 'moves',
  numbers: recall('numbers') !== 'no',
  verdicts: recall('verdicts') !== 'no',
};
let request = null;   // AbortController of the position that is asked for
let autoplay = null;  // timer

const board = new Board(byId('board'), {
  onChoose: (move) => (editor.active ? editor.touch(move) : play(move)),
  onHover: (move) => { byId('hover').textContent = move ? describe(move) : ''; },
  describe,
});
const why = new WhyTree(byId('why'), {
  onShow: (game) => go(game, { push: true }),
  onLook: (moves) => {
    state.preview = moves;
    showBoard();
  },
  onError: showError,
});

const review = new Review(byId('review'), { onGo: step, onError: showError });
const rules = new RulesPanel(byId('rules'), { onPlay: play, onError: showError });
const editor = new Editor(byId('editor'), {
  onChange: showBoard,
  onDone: (setup) => openText(setup, true),
  onCancel: () => {
    editor.end();
    showBoard();
  },
});

function describe(move) {
  const stone = (editor.active ? editor.shown() : state.game?.stones())?.find((one) => one.move === move);
  if (stone) {
    const number = stone.number ? ` ${stone.number}` : '';
    return `${move}: ${t(`stone_${stone.color}`)}${number}`;
  }
  const found = editor.active ? null : state.answer?.moves.find((one) => one.move === move);
  if (!found) return `${move}: ${t('empty')}`;
  const best = state.answer.best === move ? `, ${t('best_is')}` : '';
  const trap = !found.foul && state.answer.fouls.includes(move) ? `, ${t('legend_foul')}` : '';
  const said = wordsOnBoard(state.answer.notes).get(move);
  return `${move}: ${outcomeText(found)}${best}${trap}${said ? ` (${said.title})` : ''}`;
}

// Messages

function say(text, { retry = null, kind = 'news' } = {}) {
  const message = byId('message');
  message.hidden = !text;
  message.dataset.kind = kind;
  message.replaceChildren(element('span', { text: text ?? '' }));
  if (retry) {
    message.append(element('button', { type: 'button', text: t('retry'), onclick: retry }));
  }
}

function showError(error, retry = null) {
  if (error.name === 'AbortError') return;
  if (!error.kind) throw error;  // a fault of this page: let the console have it
  say(t(`error_${error.kind}`, { message: error.message }),
    { retry: error.kind === 'input' || error.kind === 'file' ? null : retry });
}

// The address

function addressOf(game) {
  if (!game) return '#';
  return `#${game.text() || START}${state.goal === 'white' ? '?goal=white' : ''}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;  // the service will say what is wrong with it
  }
}

function keepAddress(push) {
  const record = state.game && { setup: state.game.setup, moves: state.game.moves,
    ply: state.game.ply };
  const method = push && location.hash !== addressOf(state.game) ? 'pushState' : 'replaceState';
  history[method]({ record }, '', addressOf(state.game));
}

async function openAddress() {
  const [text, query = ''] = decoded(location.hash.slice(1)).split('?');
  const record = history.state?.record;
  state.goal = new URLSearchParams(query).get('goal') === 'white' ? 'white' : 'black';
  if (record) await go(new Game(record));
  else if (text) await openText(text === START ? '' : text, false);
  else showFront();
}

// Positions

// What is asked for last is what counts: an answer to anything before it comes too late.
function newRequest() {
  request?.abort();
  request = new AbortController();
  return request.signal;
}

async function openText(text, push) {
  stopAutoplay();
  const signal = newRequest();
  if (!state.game) say(t('loading'), { kind: 'busy' });
  try {
    const answer = await fetchPosition(tidyPosition(text), state.goal, signal);
    if (signal.aborted) return;
    const game = text.includes('/') ? new Game({ setup: answer.position })
      : new Game({ moves: answer.history });
    await go(game, { push });
  } catch (error) {
    if (signal.aborted) return;
    if (!state.game && byId('front').hidden) await showFront();
    showError(error, () => openText(text, push));
  }
}

// Puts the game's current position on the board and asks for it. Where the service refuses it, or
// does not answer, what was shown before comes back.
async function go(game, { push = false, keepPlaying = false } = {}) {
  if (!keepPlaying) stopAutoplay();
  const signal = newRequest();
  Object.assign(state, { game, answer: null, preview: null });
  editor.end();
  delete byId('explorer').dataset.position;
  byId('explorer').setAttribute('aria-busy', 'true');
  byId('front').hidden = true;
  byId('explorer').hidden = false;
  showBoard();
  try {
    const answer = await fetchPosition(game.text(), state.goal, signal);
    if (signal.aborted) return;
    state.answer = answer;
    state.shown = { game, answer };
    say(null);
    keepAddress(push);
    showAll();
  } catch (error) {
    if (signal.aborted) return;
    stopAutoplay();
    if (state.shown) {
      Object.assign(state, state.shown, { goal: state.shown.answer.goal });
      showAll();
    } else {
      await showFront();
    }
    showError(error, () => go(game, { push }));
  }
}

// Opens a record that a file or a text holds: {size, setup, moves}, or {position}. Where the service
// refuses one of its moves, what comes before it is shown.
async function openRecord({ size, setup, moves, position }) {
  state.tab = 'review';
  if (position !== undefined) return openText(position, true);
  const record = new Game({ setup, moves });
  if (size !== 15) return say(t('file_size', { size: String(size) }));
  try {
    const [answer] = await fetchPositions([record.text()]);
    if (!answer.error) return go(record, { push: true });
    // By halves: every position after the refused move is refused.
    let [good, bad] = [0, moves.length];
    let message = answer.error.message;
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      const [half] = await fetchPositions([record.at(middle).text()]);
      if (half.error) [bad, message] = [middle, half.error.message];
      else good = middle;
    }
    await go(new Game({ setup, moves: moves.slice(0, good) }), { push: true });
    say(t('cut_game', { n: bad, message }));
  } catch (error) {
    showError(error);
  }
}

async function showFront() {
  stopAutoplay();
  newRequest();
  Object.assign(state, { game: null, answer: null, shown: null, preview: null });
  delete byId('explorer').dataset.position;
  byId('explorer').hidden = true;
  byId('front').hidden = false;
  say(null);
  try {
    await fillFront(byId('front'));
  } catch (error) {
    showError(error, showFront);
  }
}

function play(move) {
  const { game, answer } = state;
  if (!game || !answer || answer.over) return;
  const found = answer.moves.find((one) => one.move === move);
  const taken = game.stones().some((stone) => stone.move === move);
  if (!found) say(t(move === PASS ? 'no_pass' : taken ? 'occupied' : 'not_allowed'));
  else if (found.foul) say(t('foul_played', { move }));
  else go(game.play(move), { push: true });
}

const actions = {
  first: () => step(0),
  back: () => step(state.game.ply - 1),
  forward: () => stepForward(),
  last: () => step(state.game.moves.length),
  play: () => (autoplay ? stopAutoplay() : startAutoplay()),
  undo: () => state.game.ply > 0 && go(state.game.undo(), { push: true }),
  pass: () => play(PASS),
  rotate: () => board.setView(board.view.rotated()),
  mirror: () => board.setView(board.view.mirrored()),
  link: () => copyLink(),
  best: () => (state.answer?.best ? play(state.answer.best) : say(t('nothing_best'))),
  focusBoard: () => board.focusCursor(),
  edit: () => (editor.active ? editor.onCancel() : editor.begin(state.game)),
  save: () => {
    fillSaveDialog(byId('save-dialog'), { board: board.picture, game: state.game,
      answer: state.answer, review });
    byId('save-dialog').showModal();
  },
};

function step(ply) {
  if (ply !== state.game.ply) go(state.game.at(ply));
}

// Past the end of the record the main line goes on.
function stepForward(options = {}) {
  const { game, answer } = state;
  if (game.ply < game.moves.length) return go(game.at(game.ply + 1), options);
  if (!answer?.line.length) return stopAutoplay();
  return go(game.withLine(answer.line).at(game.ply + 1), options);
}

function startAutoplay() {
  const tick = async () => {
    await stepForward({ keepPlaying: true });
    const { game, answer } = state;
    const more = game && answer && (game.ply < game.moves.length || answer.line.length > 0);
    if (autoplay && more) autoplay = setTimeout(tick, AUTOPLAY_MILLISECONDS);
    else stopAutoplay();
  };
  autoplay = setTimeout(tick, 0);
  refreshControls();
}

function stopAutoplay() {
  if (!autoplay) return;
  clearTimeout(autoplay);
  autoplay = null;
  refreshControls();
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say(t('copied'));
  } catch {
    say(t('copy_by_hand', { link: location.href }));
  }
}

// Showing

function refreshControls() {
  if (state.game) showControls(byId('controls'), state.game, state.answer, autoplay !== null);
}

function showBoard() {
  const { game, answer, preview } = state;
  if (editor.active) {
    board.label = t('edit');
    board.show(board.size || 15, { stones: editor.shown(), marks: new Map(), preview: [],
      words: new Map(),
      lastMove: null, numbers: false });
    return;
  }
  const looked = (preview ?? []).map((move, index) => ({ move, number: game.ply + index + 1,
    color: game.colorOf(game.ply + index) })).filter((stone) => stone.move !== PASS);
  const marks = answer && state.verdicts && !preview ? marksOf(answer.moves, answer)
    : new Map();
  board.label = `${t('board')}. ${answer ? t(`to_move_${answer.to_move}`) : t('loading')}`;
  board.show(answer?.size ?? (board.size || 15), { stones: game.stones(), marks, preview: looked,
    words: answer && !preview ? wordsOnBoard(answer.notes) : new Map(),
    lastMove: game.lastMove, numbers: state.numbers });
}

function showTab() {
  for (const name of TABS) {
    byId(`tab-${name}`).setAttribute('aria-selected', String(state.tab === name));
    byId(`tab-${name}`).tabIndex = state.tab === name ? 0 : -1;
    byId(name).hidden = state.tab !== name;
  }
  if (!state.answer) return;
  review.show(state.game, state.tab === 'review');
  if (state.tab === 'rules') rules.show(state.game);
}

function showVerdict() {
  fillVerdict(byId('verdict'), state.answer, (goal) => {
    state.goal = goal;
    go(state.game, { push: true });
  });
}

function showAll() {
  showLegend();
  const { game, answer } = state;
  showBoard();
  refreshControls();
  showVerdict();
  fillGame(byId('game-moves'), game, step);
  fillLine(byId('line'), game, answer, (count) =>
    go(game.withLine(answer.line).at(game.ply + count), { push: true }));
  fillWords(byId('words-panel'), byId('words'), answer, play);
  fillMoves(byId('moves'), answer, play, (move) => {
    byId('hover').textContent = move ? describe(move) : '';
  });
  why.fill(game, answer);
  showTab();
  byId('position-text').value = game.text();
  byId('explorer').dataset.position = game.text();  // what a test waits for
  byId('explorer').removeAttribute('aria-busy');
}

// The fixed parts, once

function switches() {
  const one = (name) => ({ on: state[name], change: (on) => {
    state[name] = on;
    remember(name, on ? 'yes' : 'no');
    showBoard();
  } });
  return { verdicts: one('verdicts'), numbers: one('numbers') };
}

function applyTheme(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

// Only renju has fouls.
function showLegend() {
  const hasFouls = (state.answer?.rules ?? 'renju') === 'renju';
  byId('legend').replaceChildren(
    ...legendItems(ALL_MARKS.filter((mark) => hasFouls || mark !== 'foul')));
}

function showTexts() {
  translatePage();
  showLegend();
  fillHelp(byId('help'));
  fillGameDialog(byId('game-dialog'), { onRecord: openRecord, onError: showError });
  editor.fill();
  if (state.game && state.answer) showAll();
  else if (!byId('front').hidden) showFront();
}

function build() {
  buildControls(byId('controls'), actions, switches());
  const theme = recall('theme') ?? 'auto';
  applyTheme(theme);
  byId('theme').value = theme;
  byId('theme').addEventListener('change', (event) => {
    remember('theme', event.target.value);
    applyTheme(event.target.value);
  });
  byId('language').value = currentLanguage();
  byId('language').addEventListener('change', (event) => {
    setLanguage(event.target.value);
    showTexts();
  });
  byId('open-form').addEventListener('submit', (event) => {
    event.preventDefault();
    openText(byId('position-text').value, true);
  });
  byId('help-button').addEventListener('click', () => byId('help').showModal());
  byId('game-button').addEventListener('click', () => byId('game-dialog').showModal());
  for (const name of TABS) {
    const tab = byId(`tab-${name}`);
    const select = (chosen) => {
      state.tab = chosen;
      showTab();
    };
    tab.addEventListener('click', () => select(name));
    tab.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.stopPropagation();
      const onward = event.key === 'ArrowRight' ? 1 : TABS.length - 1;
      select(TABS[(TABS.indexOf(name) + onward) % TABS.length]);
      byId(`tab-${state.tab}`).focus();
    });
  }
  for (const name of ['game-moves', 'line']) {
    byId(name).addEventListener('scroll', (event) => signScroll(event.target));
  }
  listenToKeys(actions, () => state.game !== null);
  listenToDrops();
  window.addEventListener('popstate', openAddress);
  showTexts();
  openAddress();
  followRun(byId('run'), onProgress);
}

// A file that is dropped anywhere is opened.
function listenToDrops() {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) await openFile(file, { onRecord: openRecord, onError: showError });
  });
}

// What the solve at work has proven meanwhile shows where its position is looked at.
async function onProgress(run) {
  forgetAnswers();
  const { game, answer } = state;
  if (!game || !answer || editor.active || autoplay || answer.over) return;
  if (run && answer.position !== run.position) return;
  try {
    const again = await fetchPosition(game.text(), state.goal);
    if (state.game !== game || state.answer !== answer) return;
    state.answer = again;
    state.shown = { game, answer: again };
    showBoard();
    refreshControls();
    showVerdict();
  } catch {
    // The next look will say so.
  }
}

build();
