// The board as a picture of its own, and files handed to the visitor.

const NAMESPACE = 'http://www.w3.org/2000/svg';
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'opacity',
  'font-size', 'font-style', 'font-weight', 'font-family', 'text-anchor', 'paint-order'];
const PNG_PIXELS = 1200;

// The SVG text of the board, which needs no style sheet: every look stands at its element.
export function boardSvg(board) {
  const copy = board.cloneNode(true);
  const inPlace = board.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((node, index) => {
    const style = getComputedStyle(inPlace[index]);
    for (const look of LOOKS) node.setAttribute(look, style.getPropertyValue(look));
    for (const name of ['class', 'tabindex', 'role', 'aria-label', 'aria-hidden']) {
      node.removeAttribute(name);
    }
  });
  // What only takes clicks.
  copy.querySelectorAll('[data-move]').forEach((node) => node.remove());
  copy.setAttribute('xmlns', NAMESPACE);
  copy.setAttribute('width', String(PNG_PIXELS));
  copy.setAttribute('height', String(PNG_PIXELS));
  copy.removeAttribute('class');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

// A Blob of the same as PNG.
export async function boardPng(board) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(boardSvg(board))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PNG_PIXELS;
  canvas.height = PNG_PIXELS;
  canvas.getContext('2d').drawImage(picture, 0, 0, PNG_PIXELS, PNG_PIXELS);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

export function download(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
