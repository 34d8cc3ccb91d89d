// The front page: the 26 openings, what is proven of each, White's replies as a heat map.

import { fetchOpenings, fetchReport, fetchStats } from './api.js';
import { openingNames, outcomeText, t, kanji } from './language.js';
import { diagram, legendItems } from './diagrams.js';
import { element, svg } from './dom.js';

function fractionText(opening) {
  const known = opening.fourth_black_wins + opening.fourth_white_wins;
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
  const known = opening.fourth_black_wins + opening.fourth_white_wins;
  const link = element('a', { class: 'card', href: `#${opening.code}`,
    'data-code': opening.code }, diagram(opening),
  element('span', { class: 'card-name' }, element('span', { class: 'code', text: opening.code }),
    element('b', { text: name })),
  element('span', { class: 'meaning' }, kanji(opening), ` ${meaning}`),
  // Of the two goals the bar shows both: Black's part from the left, White's after it.
  svg('svg', { class: 'bar', viewBox: '0 0 100 4', preserveAspectRatio: 'none',
    'aria-hidden': 'true' }, svg('rect', { class: 'bar-open', width: 100, height: 4 }),
  svg('rect', { class: 'bar-black', height: 4,
    width: (100 * opening.fourth_black_wins) / opening.fourth_moves }),
  svg('rect', { class: 'bar-white', height: 4,
    x: (100 * opening.fourth_black_wins) / opening.fourth_moves,
    width: (100 * opening.fourth_white_wins) / opening.fourth_moves })),
  element('span', { class: `fraction${known > 0 ? ' some' : ''}`, text: fractionText(opening) }),
  element('span', { class: 'small', text: longestText(opening) }));
  return link;
}

function family(title, openings) {
  return element('section', {}, element('h2', { text: title }),
    element('div', { class: 'cards' }, ...openings.map(card)));
}

function summary(stats, openings) {
  const decided = openings.filter((opening) => opening.result !== 'unknown').length;
  const facts = [t('stats', { n: stats.records }), t('stats_openings', { n: decided }),
    t('stats_runs', { n: stats.runs.length }),
    t('stats_rules', { rules: stats.rules, size: String(stats.size) })];
  return element('p', { class: 'summary', text: facts.join(' · ') });
}

// The report has every reply; a service without one still counts them.
async function openingsOf() {
  try {
    return (await fetchReport()).openings;
  } catch (error) {
    if (error.status !== 404) throw error;
    return (await fetchOpenings()).openings;
  }
}

// Rejects with ApiError.
export async function fillFront(node) {
  if (node.childElementCount === 0) {
    node.replaceChildren(element('p', { class: 'small', text: t('loading') }));
  }
  const [openings, stats] = await Promise.all([openingsOf(), fetchStats()]);
  const part = (letter) => openings.filter((opening) => opening.code.startsWith(letter));
  node.replaceChildren(
    element('div', { class: 'intro' }, element('h1', { text: t('tagline') }),
      summary(stats, openings), element('p', { text: t('front_intro') }),
      element('ul', { class: 'legend' }, ...legendItems(['black', 'white', 'heat'])),
      element('a', { class: 'button', href: '#start', text: t('start_empty') })),
    family(t('direct'), part('D')), family(t('indirect'), part('I')));
}
