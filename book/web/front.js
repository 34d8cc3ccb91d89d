// The front page: the 26 openings, what is proven of each, White's replies as a heat map.

import { fetchReport, fetchStats } from './api.js';
import { openingNames, outcomeText, t, kanji } from './language.js';
import { diagram, legendItems } from './diagrams.js';
import { element, svg } from './dom.js';

const BUSY = 503;
const ASK_AGAIN_MILLISECONDS = 2000;

const provenReplies = (opening) => opening.fourth_black_wins + opening.fourth_white_wins;

function fractionText(opening) {
  const known = provenReplies(opening);
  if (opening.result !== 'unknown') return outcomeText(opening);
  if (known === 0) return t('front_empty');
  return t('front_fraction', { known, total: opening.fourth_moves });
}

function longestText(opening) {
  const longest = Math.max(0, ...(opening.replies ?? []).map((reply) => reply.distance ?? 0));
  return longest > 0 ? t('longest', { n: longest }) : '';
}

function card(opening) {
  const { name, meaning } = openingNames(opening);
  const some = provenReplies(opening) > 0 ? ' some' : '';
  return element('a', { class: 'card', href: `#${opening.code}`,
    'data-code': opening.code }, diagram(opening),
  element('span', { class: 'card-name' }, element('span', { class: 'code', text: opening.code }),
    element('b', { text: name })),
  element('span', { class: 'meaning' }, name === opening.kanji ? null : kanji(opening),
    ` ${meaning}`),
  // Of the two goals the bar shows both: Black's part from the left, White's after it.
  svg('svg', { class: 'bar', viewBox: '0 0 100 4', preserveAspectRatio: 'none',
    'aria-hidden': 'true' }, svg('rect', { class: 'bar-open', width: 100, height: 4 }),
  svg('rect', { class: 'bar-black', height: 4,
    width: (100 * opening.fourth_black_wins) / opening.fourth_moves }),
  svg('rect', { class: 'bar-white', height: 4,
    x: (100 * opening.fourth_black_wins) / opening.fourth_moves,
    width: (100 * opening.fourth_white_wins) / opening.fourth_moves })),
  element('span', { class: `fraction${some}`, text: fractionText(opening) }),
  element('span', { class: 'small', text: longestText(opening) }));
}

function family(title, openings) {
  return element('section', {}, element('h2', { text: title }),
    element('div', { class: 'cards' }, ...openings.map(card)));
}

// What the book holds. The service counts a large book for a while after it has started.
async function fillSummary(node, openings) {
  const decided = t('stats_openings',
    { n: openings.filter((opening) => opening.result !== 'unknown').length });
  node.textContent = decided;
  for (;;) {
    try {
      const stats = await fetchStats();
      node.textContent = [t('stats', { n: stats.records }), decided,
        t('stats_runs', { n: stats.runs.length }),
        t('stats_rules', { rules: stats.rules, size: String(stats.size) })].join(' · ');
      return;
    } catch (error) {
      if (error.status !== BUSY) return;  // the page does without it
    }
    await new Promise((resolve) => { setTimeout(resolve, ASK_AGAIN_MILLISECONDS); });
    if (!node.isConnected) return;
  }
}

// Rejects with ApiError.
export async function fillFront(node) {
  if (node.childElementCount === 0) {
    node.replaceChildren(element('p', { class: 'small', text: t('loading') }));
  }
  const { openings } = await fetchReport();
  const part = (letter) => openings.filter((opening) => opening.code.startsWith(letter));
  const summary = element('p', { class: 'summary' });
  const start = element('a', { class: 'button', href: '#start', text: t('start_empty') });
  if (openings.length === 0) {  // of another game, or board, than the openings are
    node.replaceChildren(element('div', { class: 'intro' }, summary, start));
  } else {
    node.replaceChildren(
      element('div', { class: 'intro' }, element('h1', { text: t('tagline') }), summary,
        element('p', { text: t('front_intro') }),
        element('ul', { class: 'legend' }, ...legendItems(['black', 'white', 'heat'])), start),
      family(t('direct'), part('D')), family(t('indirect'), part('I')));
  }
  fillSummary(summary, openings);
}
