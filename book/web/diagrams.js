// Small pictures: an opening with what is proven of White's replies, and samples of the marks.

import { element, svg } from './dom.js';
import { marksOf } from './marks.js';
import { pointOf } from './points.js';
import { t } from './language.js';

const SIZE = 15;
const CELL = 10;

// A small board: the three stones, and a coloured square or circle for every proven reply.
export function diagram(opening) {
  const x = ({ column }) => 8 + column * CELL;
  const y = ({ row }) => 8 + (SIZE - 1 - row) * CELL;
  const span = (SIZE - 1) * CELL + 16;
  let lines = '';
  for (let i = 0; i < SIZE; i++) {
    lines += `M${8 + i * CELL} 8v${(SIZE - 1) * CELL}M8 ${8 + i * CELL}h${(SIZE - 1) * CELL}`;
  }
  const picture = svg('svg', { class: 'diagram', viewBox: `0 0 ${span} ${span}`,
    'aria-hidden': 'true' }, svg('rect', { class: 'wood', width: span, height: span, rx: 4 }),
  svg('path', { class: 'grid', d: lines }));
  for (const [move, { kind, heat }] of marksOf(opening.replies ?? [])) {
    const at = pointOf(move);
    picture.append(svg('g', { class: `mark ${kind} heat${heat}` }, kind === 'black'
      ? svg('rect', { x: x(at) - 4.4, y: y(at) - 4.4, width: 8.8, height: 8.8, rx: 1 })
      : svg('circle', { cx: x(at), cy: y(at), r: 4.4 })));
  }
  opening.history.forEach((move, index) => {
    const at = pointOf(move);
    picture.append(svg('g', { class: `stone ${index % 2 === 0 ? 'black' : 'white'}` },
      svg('circle', { cx: x(at), cy: y(at), r: 4.6 })));
  });
  return picture;
}

export const ALL_MARKS = ['black', 'white', 'heat', 'quick', 'best', 'unknown', 'foul'];

// Samples of the marks with what they mean.
export function legendItems(names) {
  const sample = {
    black: () => svg('g', { class: 'mark black heat4' },
      svg('rect', { x: 2, y: 2, width: 20, height: 20, rx: 4 }),
      svg('text', { x: 12, y: 16, text: '24' })),
    white: () => svg('g', { class: 'mark white heat4' }, svg('circle', { cx: 12, cy: 12, r: 10 }),
      svg('text', { x: 12, y: 16, text: '24' })),
    unknown: () => svg('g', { class: 'mark unknown' }, svg('circle', { cx: 12, cy: 12, r: 3.5 })),
    foul: () => svg('g', { class: 'mark foul' }, svg('path', { class: 'cross',
      d: 'M5 5l14 14m0 -14l-14 14' })),
    quick: () => svg('g', { class: 'mark black heat0' },
      svg('rect', { x: 2, y: 8, width: 8, height: 8, rx: 2 }),
      svg('rect', { x: 14, y: 8, width: 8, height: 8, rx: 2 })),
    best: () => svg('g', { class: 'mark black heat4' },
      svg('rect', { x: 5, y: 5, width: 14, height: 14, rx: 3 }),
      svg('circle', { class: 'best', cx: 12, cy: 12, r: 10.5 })),
    heat: () => svg('g', {}, ...[0, 2, 4].map((heat, index) => svg('g', {
      class: `mark black heat${heat}` }, svg('rect', { x: 1 + 8 * index, y: 6, width: 7, height: 12,
      rx: 2 })))),
  };
  return names.map((name) => element('li', {},
    svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, sample[name]()),
    t(`legend_${name}`)));
}
