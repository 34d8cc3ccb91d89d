// The buttons under the board.

import { element, icon } from './dom.js';
import { t } from './language.js';

const STEPS = ['first', 'back', 'play', 'forward', 'last'];
const LABELS = { link: 'copy' };  // where the text has another name than the action

const TOOLS = ['rotate', 'mirror', 'link', 'edit', 'save'];

// actions: name -> function. switches: name -> {on, change(on)}.
export function buildControls(node, actions, switches) {
  const button = (action, content) => element('button', { type: 'button', 'data-action': action,
    'data-label': LABELS[action] ?? action, onclick: () => actions[action]() }, content);
  const check = ([name, { on, change }]) => element('label', {},
    element('input', { type: 'checkbox', checked: on, 'data-check': name,
      onchange: (event) => change(event.target.checked) }),
    element('span', { 'data-text': name }));
  node.append(...STEPS.map((name) => button(name, icon(name))),
    button('undo', icon('undo')), button('pass', element('span', { 'data-text': 'pass' })),
    ...TOOLS.map((name) => button(name, icon(name))),
    element('span', { class: 'switches' }, ...Object.entries(switches).map(check)));
}

// What can be done with the game, its answer (null while it is asked for), and autoplay going on.
export function showControls(node, game, answer, playing) {
  const ahead = game.ply < game.moves.length;
  const goesOn = ahead || (answer?.line.length ?? 0) > 0;
  const enabled = { first: game.ply > 0, back: game.ply > 0, undo: game.ply > 0, forward: goesOn,
    last: ahead, play: playing || goesOn,
    pass: answer?.moves.some((one) => one.move === 'pass') ?? false };
  for (const button of node.querySelectorAll('[data-action]')) {
    button.disabled = enabled[button.dataset.action] === false;
  }
  const play = node.querySelector('[data-action=play]');
  const label = t(playing ? 'pause' : 'play');
  play.replaceChildren(icon(playing ? 'pause' : 'play'));
  play.setAttribute('aria-label', label);
  play.title = label;
}
