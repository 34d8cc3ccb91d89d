// Why a verdict holds, as a tree: at the loser's turn every reply, those of one outcome together
// and the longest first; under a reply the winner's answer, under that the next replies. Each level
// is asked for when it is opened.

import { fetchPosition } from './api.js';
import { badge, groupRows, moveButton, moveList } from './panels.js';
import { element } from './dom.js';
import { groupMoves } from './marks.js';
import { t } from './language.js';

const sideName = (color) => t(color);
const winnerOf = (answer) => answer.result.replace('_wins', '');

export class WhyTree {
  // onShow(game): puts a position of the tree on the board. onLook(moves or null): shows the moves
  // of a branch, counted from the root, as a preview. onError(error).
  constructor(node, { onShow, onLook, onError }) {
    this.node = node;
    this.onShow = onShow;
    this.onLook = onLook;
    this.onError = onError;
  }

  // The tree under the game's current position, whose answer is at hand.
  fill(game, answer) {
    this.root = game;
    this.goal = answer.goal;
    this.node.replaceChildren(element('p', { class: 'small', text: t('why_note') }),
      this.#branch(game, answer));
  }

  #branch(game, answer) {
    if (answer.over) return element('p', { class: 'small', text: t(`over_${answer.over}`) });
    const winner = winnerOf(answer);
    const list = element('ul', { class: 'tree' });
    if (winner === answer.to_move) {
      list.append(this.#answerItem(game, answer));
    } else {
      const groups = groupMoves(answer.moves, answer.to_move);
      const known = groups.filter((group) => group.result !== 'unknown');
      if (known.length === 0) {
        return element('p', { class: 'small',
          text: t(winner === 'unknown' ? 'why_nothing' : 'why_hole') });
      }
      list.append(...groupRows(groups, (group) => this.#groupItem(game, group)));
    }
    return list;
  }

  // The winner's move, and under it the replies.
  #answerItem(game, answer) {
    const after = game.play(answer.best);
    const others = answer.moves.filter(
      (move) => move.result === answer.result && move.move !== answer.best).length;
    const item = element('li', { class: 'answer' });
    const label = element('span', { class: 'answer-head' },
      t('why_winner', { side: sideName(answer.to_move) }), ' ',
      element('b', { text: answer.best }), badge(answer),
      others > 0 ? element('span', { class: 'count', text: t('why_alternatives', { n: others }) })
        : null);
    if (answer.distance === 1) {
      item.append(label, this.#showButton(after),
        element('p', { class: 'small', text: t('why_end') }));
      return item;
    }
    item.append(this.#opener(label, after, item), this.#showButton(after));
    return item;
  }

  // All replies that come to the same.
  #groupItem(game, group) {
    const item = element('li');
    item.append(element('div', { class: 'group' }, badge(group),
      moveList(group, (move) => this.#reply(game.play(move), group, item))));
    return item;
  }

  // A reply opens below its group; replies without an outcome or with the last word do not open.
  #reply(after, group, item) {
    const opens = !group.foul && (group.result === 'black_wins' || group.result === 'white_wins') &&
      group.distance > 1;
    return moveButton(after.lastMove, {
      'aria-expanded': opens ? 'false' : null,
      disabled: !opens,
      onclick: (event) => this.#toggle(event.currentTarget, after, item),
      ...this.#looking(after),
    });
  }

  #opener(label, after, item) {
    return element('button', { type: 'button', class: 'opener', 'aria-expanded': 'false',
      onclick: (event) => this.#toggle(event.currentTarget, after, item), ...this.#looking(after),
    }, label);
  }

  #showButton(game) {
    return element('button', { type: 'button', class: 'show', title: t('show_here'),
      'aria-label': t('show_here'), onclick: () => this.onShow(game), ...this.#looking(game),
      text: '↗' });
  }

  #looking(game) {
    const moves = game.moves.slice(this.root.ply, game.ply);
    return {
      onmouseenter: () => this.onLook(moves),
      onfocus: () => this.onLook(moves),
      onmouseleave: () => this.onLook(null),
      onblur: () => this.onLook(null),
    };
  }

  async #toggle(button, after, item) {
    if (button.branch) {
      button.branch.remove();
      button.branch = null;
      button.setAttribute('aria-expanded', 'false');
      return;
    }
    const branch = element('div', { class: 'branch' },
      element('p', { class: 'small', text: t('loading') }));
    button.branch = branch;
    button.setAttribute('aria-expanded', 'true');
    item.append(branch);
    try {
      const answer = await fetchPosition(after.text(), this.goal);
      const head = button.classList.contains('opener') ? null
        : element('p', { class: 'branch-head', text: `${after.lastMove}:` });
      branch.replaceChildren(...[head, this.#branch(after, answer)].filter(Boolean));
    } catch (error) {
      branch.remove();
      button.branch = null;
      button.setAttribute('aria-expanded', 'false');
      this.onError(error);
    }
  }
}
