// What an opening rule decides at the position: the steps up to the next stone, who takes them, and
// what best play comes to by what is proven.

import { element } from './dom.js';
import { fetchOpening, fetchRules } from './api.js';
import { moveButton } from './panels.js';
import { recall, remember } from './settings.js';
import { t } from './language.js';

const FIRST_RULE = 'soosorv-8';
const BUSY = 503;

const joined = (move) => [move.move, ...move.symmetric].join(' = ');

function valueText({ result, black_at_least: least, black_at_most: most }) {
  if (result !== 'unknown') return t(result);
  if (least === 'draw') return t('rules_black_safe');
  if (most === 'draw') return t('rules_white_safe');
  return t('rules_open');
}

function areaText(width, size) {
  if (width === 1) return t('area_centre');
  return width === size ? t('area_all') : t('area_square', { width: String(width) });
}

export function stepText(step) {
  const values = { side: t(step.who), stone: String(step.stone ?? ''), least: String(step.least),
    most: String(step.most), branch: String(step.branch), next: String(step.step + 1),
    area: step.kind === 'place' ? areaText(step.width, 15) : '' };
  if (step.kind === 'declare' && step.most === null) return t('step_declare_any', values);
  if (step.kind === 'offer' && step.most === null) return t('step_offer_declared', values);
  return t(`step_${step.kind}`, values);
}

export class RulesPanel {
  // onPlay(move), onError(error).
  constructor(node, { onPlay, onError }) {
    this.node = node;
    this.onPlay = onPlay;
    this.onError = onError;
    this.rule = recall('rule') ?? FIRST_RULE;
    this.fifths = '';
  }

  // Asks for the game's current position.
  async show(game) {
    this.game = game;
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    try {
      this.rules ??= (await fetchRules()).opening_rules;
      if (signal.aborted) return;
      this.#frame(t('loading'));
      const answer = await fetchOpening({ rule: this.rule, moves: game.text(),
        ...(this.fifths ? { fifths: this.fifths } : {}) }, signal);
      if (!signal.aborted) this.#fill(answer);
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === BUSY) setTimeout(() => !signal.aborted && this.show(game), 1000);
      else if (error.kind === 'input') this.#frame(t('rules_outside', { message: error.message }));
      else this.onError(error);
    }
  }

  #frame(...content) {
    const rule = this.rules.find((one) => one.rule === this.rule) ?? this.rules[0];
    const declares = rule.steps.some((step) => step.kind === 'declare');
    const choice = element('select', { 'aria-label': t('rules_choose'), id: 'rule',
      onchange: (event) => {
        this.rule = event.target.value;
        this.fifths = '';
        remember('rule', this.rule);
        this.show(this.game);
      } }, ...this.rules.map((one) => element('option', { value: one.rule, text: one.name,
      selected: one.rule === rule.rule })));
    const fifths = declares ? element('label', { class: 'small' }, `${t('rules_fifths')} `,
      element('input', { type: 'number', min: 1, max: 116, id: 'fifths', value: this.fifths,
        onchange: (event) => {
          this.fifths = event.target.value;
          this.show(this.game);
        } })) : null;
    this.node.replaceChildren(element('p', { class: 'toolbar' }, choice, fifths),
      ...content.map((one) => (typeof one === 'string'
        ? element('p', { class: 'small', text: one }) : one)));
  }

  #fill(answer) {
    this.#frame(t('rules_note'), element('ol', { class: 'steps', start: answer.stages[0].step },
      ...answer.stages.map((stage) => this.#stage(stage))));
    this.node.dataset.rule = answer.rule;  // what a test waits for
  }

  #stage(stage) {
    const values = stage.values.map((value) => element('p', { class: `value ${value.result}` },
      value.declared ? element('span', { class: 'small',
        text: `${t('rules_offered', { fifths: value.declared[0] === value.declared[1]
          ? String(value.declared[0]) : `${value.declared[0]}–${value.declared[1]}` })} ` }) : null,
      element('b', { text: valueText(value) })));
    const groups = Map.groupBy ? Map.groupBy(stage.moves, valueText)
      : stage.moves.reduce((map, move) => map.set(valueText(move),
        [...(map.get(valueText(move)) ?? []), move]), new Map());
    const lists = [...groups].map(([text, moves]) => {
      const isOpen = moves[0].result === 'unknown';
      return element('div', { class: 'value' },
        element('span', { class: 'small', text: `${text}: ${moves.length} ` }),
        isOpen && groups.size > 1 && moves.length > 40 ? null
          : element('details', { open: moves.length <= 24 },
            element('summary', { class: 'small', text: t('rules_moves') }),
            element('div', { class: 'move-list' }, ...moves.map((move) => moveButton(joined(move),
              { onclick: () => this.onPlay(move.move) })))));
    });
    return element('li', {}, element('span', { text: stepText(stage) }), ...values, ...lists);
  }
}
