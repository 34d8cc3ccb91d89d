// The report on the openings (book/report/report_html.cpp) in Russian.

import { OPENINGS } from './openings.js';
import { addPhrases, isRussian, moves, sayPage, sides } from './russian.js';

addPhrases([
  [/^The 26 openings of renju: what is proven$/, '26 дебютов рэндзю: что доказано'],
  [/^The 26 openings of renju$/, '26 дебютов рэндзю'],
  [/^(\d+) won for Black, (\d+) for White, (\d+) open\. Of White's (\d+) fourth moves (\d+) are proven\.$/,
    'Дебютов, выигранных чёрными: $1, белыми: $2, открытых: $3. Из $4 четвёртых ходов белых доказано $5.'],
  [/^(Black|White) wins, the longer the stronger$/, (_, side) => `${sides[side][0]} выигрывают; чем дольше, тем заметнее`],
  [/^bare points: open$/, 'пустые пункты открыты'],
  [/^(\w+) and White's proven fourth moves$/, '$1 и доказанные четвёртые ходы белых'],
  [/^Open$/, 'Открыто'],
  [/^(\d+) fourth moves: (\d+) Black wins, (\d+) White wins, (\d+) open/, 'Четвёртых ходов $1: у чёрных выиграно $2, у белых $3, открыто $4'],
  [/; longest against (\w+), (\d+) plies$/, (_, move, n) => `; дольше всех держится ${move}: ${moves(n)}`],
  [/^Records: (\d+) for Black, (\d+) for White$/, 'Записей: за чёрных $1, за белых $2'],
  [/^Records: (\d+)$/, 'Записей: $1'],
  [/^Book (.*): (\w+) (\d+)x(\d+), (\d+)\.(\d) MB\.$/s, 'Книга $1: правила $2, $3×$4, $5,$6 МБ.'],
  [/^Records are counted for each opening .*$/, 'Записи сосчитаны для каждого дебюта, три камня которого есть в позиции; позиция, к которой ведут несколько дебютов, сосчитана для каждого из них.'],
]);
sayPage();

for (const card of isRussian ? document.querySelectorAll('article') : []) {
  const [name, meaning] = OPENINGS.ru[card.id];
  card.querySelector('.name').textContent = name;
  card.querySelector('.meaning').textContent = meaning;
}
