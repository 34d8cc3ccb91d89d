// The keyboard, and the help that lists it. Keys of the board's own cursor are the board's.

import { byId, element } from './dom.js';
import { ALL_MARKS, legendItems } from './diagrams.js';
import { t } from './language.js';

const KEYS = {
  ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', Enter: 'best', ' ': 'play',
  r: 'rotate', m: 'mirror', p: 'pass', u: 'undo', b: 'focusBoard', e: 'edit', s: 'save',
};

const LISTED = [
  ['← →', 'key_arrows'], ['Home End', 'key_home'], ['Enter', 'key_enter'], ['Space', 'key_space'],
  ['r m', 'key_r'], ['p', 'key_p'], ['u', 'key_u'], ['e s', 'key_e'], ['b', 'key_b'], ['/', 'key_slash'],
  ['?', 'key_question'],
];

// Letters by what they type or, where the layout has other letters, by their place.
function keyName(event) {
  if (event.key.length > 1) return event.key;
  const place = /^Key([A-Z])$/.exec(event.code);
  return (/[a-z]/i.test(event.key) || !place ? event.key : place[1]).toLowerCase();
}

// actions: name -> function; active() tells whether a board is shown.
export function listenToKeys(actions, active) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) {
      return;
    }
    const target = event.target;
    if (target.closest('input:not([type=checkbox]), select, textarea')) return;
    if (event.key === '?') {
      byId('help').showModal();
    } else if (event.key === '/') {
      byId('position-text').focus();
      byId('position-text').select();
    } else {
      const pressing = event.key === 'Enter' || event.key === ' ';
      if (pressing && target.closest('button, a, input')) return;
      const action = KEYS[keyName(event)];
      if (!action || !active()) return;
      actions[action]();
    }
    event.preventDefault();
  });
}

export function fillHelp(dialog) {
  const rows = LISTED.map(([keys, text]) => element('tr', {},
    element('th', { scope: 'row' }, ...keys.split(' ').map((key) => element('kbd', { text: key }))),
    element('td', { text: t(text) })));
  dialog.setAttribute('aria-label', t('help'));
  dialog.replaceChildren(
    element('h2', { text: t('help_marks') }),
    element('ul', { class: 'legend' },
      ...legendItems(ALL_MARKS)),
    element('p', { text: t('distance_note') }), element('p', { text: t('symmetric_note') }),
    element('h2', { text: t('position_label') }), element('p', { text: t('help_forms') }),
    element('h2', { text: t('keys') }), element('table', {}, ...rows),
    element('form', { method: 'dialog' }, element('button', { text: t('close') })));
}
