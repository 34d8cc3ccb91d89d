// Puts a page that is written in English into Russian where the browser asks for it: the pages that
// tengen writes to a file (book/web/script.h puts this into them), and the report of the service.

export const isRussian = /^(ru|be|uk|kk)\b/.test(navigator.language ?? '');
export const sides = { Black: ['чёрные', 'чёрных'], White: ['белые', 'белых'] };

const plurals = new Intl.PluralRules('ru');
export const moves = (n) => `${n} ${{ one: 'ход', few: 'хода' }[plurals.select(n)] ?? 'ходов'}`;

// [pattern, Russian], those that a page adds first.
const phrases = [
  [/(Black|White) wins by fours, in at most (\d+) more (?:ply|plies)/, (_, side, n) => `${sides[side][0]} выигрывают четвёрками, ещё не более чем за ${moves(n)}`],
  [/(Black|White) wins in at most (\d+) (more )?(?:ply|plies)/, (_, side, n, more) => `${sides[side][0]} выигрывают ${more ? 'ещё ' : ''}не более чем за ${moves(n)}`],
];

export function addPhrases(added) {
  phrases.unshift(...added);
}

export function say(text) {
  if (!isRussian) return text;
  const said = phrases.reduce((now, [from, to]) => now.replace(from, to), text);
  return said.startsWith('чёрные') || said.startsWith('белые') ? said[0].toUpperCase() + said.slice(1) : said;
}

// All that the page says now, what it calls its parts for a screen reader too.
export function sayPage() {
  if (!isRussian) return;
  document.documentElement.lang = 'ru';
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const text = node.data.trim();  // spaces around it stay
    if (text && !node.parentNode.closest('script, style')) node.data = node.data.replace(text, () => say(text));
  }
  for (const part of document.querySelectorAll('[aria-label]')) {
    part.setAttribute('aria-label', say(part.getAttribute('aria-label')));
  }
}
