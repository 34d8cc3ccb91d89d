// Sets up a position by hand: stones in any order, and whose turn it is. What may be is the
// service's to say, once it is asked.

import { element } from './dom.js';
import { t } from './language.js';

const TOOLS = ['turn', 'black', 'white', 'erase'];

export class Editor {
  // onChange(): the board has to be drawn anew. onDone(setup), onCancel().
  constructor(form, { onChange, onDone, onCancel }) {
    this.form = form;
    this.onChange = onChange;
    this.onDone = onDone;
    this.onCancel = onCancel;
    this.stones = null;  // Map of point -> colour; null: not editing
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.onDone(this.setup());
    });
  }

  get active() {
    return this.stones !== null;
  }

  // Begins with the stones of a game.
  begin(game) {
    this.stones = new Map(game.stones().map(({ move, color }) => [move, color]));
    this.tool = 'turn';
    this.side = game.toMove;
    this.fill();
    this.form.hidden = false;
    this.onChange();
  }

  end() {
    this.stones = null;
    this.form.hidden = true;
  }

  // A click on a point.
  touch(move) {
    const found = this.stones.get(move);
    if (this.tool === 'erase' || found === this.#colour()) {
      this.stones.delete(move);
    } else if (this.tool === 'turn' && found) {
      this.stones.delete(move);
    } else {
      this.stones.set(move, this.#colour());
    }
    if (this.tool === 'turn') this.side = this.#next();
    this.fill();
    this.onChange();
  }

  #count(color) {
    return [...this.stones.values()].filter((one) => one === color).length;
  }

  #next() {
    return this.#count('black') > this.#count('white') ? 'white' : 'black';
  }

  #colour() {
    return this.tool === 'turn' ? this.#next() : this.tool;
  }

  setup() {
    const points = (color) => [...this.stones].filter(([, one]) => one === color)
      .map(([move]) => move).join('') || '-';
    return `${points('black')}/${points('white')}/${this.side[0]}`;
  }

  shown() {
    return [...this.stones].map(([move, color]) => ({ move, color, number: null }));
  }

  fill() {
    if (!this.active) return;
    const tool = (name) => element('label', { class: 'tool' },
      element('input', { type: 'radio', name: 'tool', value: name, checked: this.tool === name,
        onchange: () => { this.tool = name; } }),
      element('span', { text: t(`edit_${name}`) }));
    const side = element('select', { 'aria-label': t('edit_side'),
      onchange: (event) => { this.side = event.target.value; } },
    ...['black', 'white'].map((color) => element('option', { value: color,
      selected: color === this.side, text: t(`to_move_${color}`) })));
    const button = (name, action) => element('button', { type: 'button', 'data-edit': name,
      text: t(`edit_${name}`), onclick: action });
    this.form.replaceChildren(...TOOLS.map(tool), side,
      button('clear', () => {
        this.stones.clear();
        this.side = 'black';
        this.fill();
        this.onChange();
      }),
      button('cancel', () => this.onCancel()),
      element('button', { class: 'primary', text: t('edit_done') }),
      element('span', { class: 'small', text: t('edit_count',
        { black: this.#count('black'), white: this.#count('white') }) }));
  }
}
