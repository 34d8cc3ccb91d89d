// The language of the page: the browser's at first, then the one chosen.

import { OPENINGS } from './openings.js';
import { STRINGS } from './strings.js';
import { element } from './dom.js';
import { recall, remember } from './settings.js';

function fromBrowser() {
  const wanted = (navigator.language ?? '').toLowerCase().split('-')[0];
  return STRINGS[wanted] ? wanted : ['be', 'uk', 'kk'].includes(wanted) ? 'ru' : 'en';
}

let language = STRINGS[recall('language')] ? recall('language') : fromBrowser();

export const currentLanguage = () => language;

export function setLanguage(chosen) {
  language = chosen;
  remember('language', chosen);
}

// t('more', {n: 3}); a number goes in with the language's separators.
export function t(key, values = {}) {
  let text = STRINGS[language][key] ?? STRINGS.en[key] ?? key;
  if (typeof text === 'object') {
    text = text[new Intl.PluralRules(language).select(values.n)] ?? text.other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? value.toLocaleString(language) : value;
  });
}

// "Black wins in at most 35 moves", "Draw", "Not known yet", "Foul".
export function outcomeText({ result, distance, foul }) {
  if (foul) return t('foul');
  const wins = result === 'black_wins' || result === 'white_wins';
  return wins && distance ? t(`${result}_in`, { n: distance }) : t(result);
}

// {name, meaning} of an opening in the page's language.
export function openingNames(opening) {
  const [name, meaning] = OPENINGS[language]?.[opening.code] ?? [opening.name, opening.english];
  return { name, meaning };
}

// The kanji, marked as Japanese so that the right glyphs are chosen.
export const kanji = (opening) =>
  element('span', { class: 'kanji', lang: 'ja', text: opening.kanji });

// Fills every element of the page that names its text: data-text for what it shows, data-label for
// its tooltip and what a screen reader says, data-hint for the placeholder of a field.
export function translatePage() {
  document.documentElement.lang = language;
  document.title = t('title');
  for (const node of document.querySelectorAll('[data-text]')) {
    node.textContent = t(node.dataset.text);
  }
  for (const node of document.querySelectorAll('[data-label]')) {
    node.setAttribute('aria-label', t(node.dataset.label));
    node.title = t(node.dataset.label);
  }
  for (const node of document.querySelectorAll('[data-hint]')) {
    node.placeholder = t(node.dataset.hint);
  }
}
