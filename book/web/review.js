// The game's verdicts, move by move: what the book knows after each, and where a proven win was
// left.
// Asked for in few questions, from the first move on, while the tab is looked at.

import { element } from './dom.js';
import { fetchPositions } from './api.js';
import { badge, moveButton } from './panels.js';
import { outcomeText, t } from './language.js';

const POSITIONS_IN_A_QUESTION = 12;
const LETTERS_IN_A_QUESTION = 1500;

const winsFor = (color) => `${color}_wins`;

// The texts of the positions before and after each move, as few questions as the service takes.
function questionsOf(game, from) {
  const questions = [];
  let current = [];
  let letters = 0;
  for (let ply = from; ply <= game.moves.length; ply++) {
    const text = game.at(ply).text();
    if (current.length > 0 && (current.length === POSITIONS_IN_A_QUESTION ||
        letters + text.length > LETTERS_IN_A_QUESTION)) {
      questions.push(current);
      current = [];
      letters = 0;
    }
    current.push(text);
    letters += text.length + 1;
  }
  questions.push(current);
  return questions;
}

export class Review {
  // onGo(ply): puts that position of the record on the board. onError(error).
  constructor(node, { onGo, onError }) {
    this.node = node;
    this.onGo = onGo;
    this.onError = onError;
    this.record = null;   // the text of the whole record that the answers are of
    this.answers = [];    // by ply
  }

  // What is known of the position after `ply` moves, if it has been asked.
  answerAt(game, ply) {
    return this.record === game.at(game.moves.length).text() ? this.answers[ply] : undefined;
  }

  // Shows the game with what is known of it; asks for the rest if `asking`.
  show(game, asking) {
    const record = game.at(game.moves.length).text();
    if (record !== this.record) {
      this.request?.abort();
      this.request = null;
      this.record = record;
      this.answers = [];
    }
    this.game = game;
    this.#fill();
    if (asking && !this.request && this.answers.length <= game.moves.length) this.#ask(game);
  }

  async #ask(game) {
    this.request = new AbortController();
    const { signal } = this.request;
    try {
      for (const texts of questionsOf(game, this.answers.length)) {
        const answers = await fetchPositions(texts, signal);
        if (signal.aborted) return;
        this.answers.push(...answers);
        this.#fill();
        // After a refused move none can be judged.
        if (answers.some((answer) => answer.error)) break;
      }
    } catch (error) {
      if (!signal.aborted) this.onError(error);
    } finally {
      if (this.request?.signal === signal) this.request = null;
    }
  }

  // Who left a win that the book knows, by the move to this ply.
  leftAt(ply) {
    const [before, after] = [this.answers[ply - 1], this.answers[ply]];
    if (!before || !after || before.error || after.error) return null;
    const side = this.game.colorOf(ply - 1);
    const won = winsFor(side);
    return before.result === won && after.result !== won
      ? { side, best: before.best, distance: before.distance } : null;
  }

  #fill() {
    const { game, answers } = this;
    if (game.moves.length === 0) {
      this.node.replaceChildren(element('p', { class: 'small', text: t('review_none') }));
      return;
    }
    const rows = game.moves.map((move, index) => this.#row(move, index + 1));
    this.node.replaceChildren(this.#summary(), element('ol', { class: 'review' }, ...rows));
    // What a test waits for.
    this.node.dataset.done = String(answers.length > game.moves.length ||
      answers.some((answer) => answer.error));
  }

  #summary() {
    const { game, answers } = this;
    const total = game.moves.length;
    if (answers.length === 0) return element('p', { class: 'small', text: t('loading') });
    if (answers.length <= total && !answers.at(-1).error) {
      return element('p', { class: 'small',
        text: t('review_asking', { n: answers.length - 1, total }) });
    }
    const after = answers.slice(1);
    const count = (result) => after.filter((answer) => answer.result === result).length;
    const left = after.filter((answer, index) => this.leftAt(index + 1)).length;
    return element('p', { class: 'small',
      text: `${t('review_summary', { total, black: count('black_wins'),
        white: count('white_wins'), open: count('unknown') })} ${t('review_left_count',
        { n: left })}` });
  }

  #row(move, ply) {
    const answer = this.answers[ply];
    const left = this.leftAt(ply);
    const current = this.game.ply === ply ? 'step' : null;
    const button = moveButton(move, { class: `move ${this.game.colorOf(ply - 1)}`,
      'aria-current': current, onclick: () => this.onGo(ply) }, ply);
    const said = !answer ? '…' : answer.error ? answer.error.message
      : answer.over ? t(`over_${answer.over}`) : outcomeText(answer);
    return element('li', { class: left ? 'left' : null, 'data-ply': ply,
      'data-result': answer?.result, 'data-distance': answer?.distance }, button,
    answer && !answer.error ? badge(answer) : null, element('span', {},
      element('span', { text: said }),
      left ? element('b', { class: 'left-note', text: t('review_left', { side: t(left.side),
        best: left.best ?? '?', n: left.distance ?? '?' }) }) : null));
  }
}
