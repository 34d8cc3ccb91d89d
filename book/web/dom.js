// Elements made by hand: every text goes in as text, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'text') node.textContent = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// element('button', {class: 'x', onclick: f, text: '…'}, child, …)
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  play: 'M5 4.5h5v15H5zM13 5l8 7-8 7z',
  pause: 'M7 5h3v14H7zM14 5h3v14h-3z',
  undo: 'M9 7L4 12l5 5M4.5 12H15a5 5 0 0 1 0 10h-3',
  rotate: 'M19 12a7 7 0 1 1-2.2-5.1M17 2.5V7h-4.5',
  mirror: 'M12 3v18M9 7v10l-6 0zM15 7v10l6 0z',
  edit: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  save: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
};

export function icon(name) {
  return svg('svg', { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: ICONS[name] }));
}
