// The fixed parts of the page that steps through a proven tree (tree_html.cpp): head and body, and
// the script that defines start().
#pragma once

#include <string_view>

namespace tengen::book {

inline constexpr std::string_view kTreePageHead = R"page(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tengen: a proven position</title>
<style>
body { font: 16px/1.4 sans-serif; margin: 1em auto; max-width: 44em; padding: 0 .5em; color: #222; background: #fafaf7 }
svg { width: 100%; max-width: 40em; display: block; background: #e8c887; touch-action: manipulation; border-radius: 4px }
svg text { text-anchor: middle; dominant-baseline: central; font: .34px sans-serif; pointer-events: none }
.choice { cursor: pointer; outline-offset: .1px }
#status { min-height: 3em }
button { font: inherit; padding: .3em .8em }
</style>
</head>
<body>
<h1 id="claim"></h1>
<p id="remark"></p>
<p><button id="first">|&lt; start</button> <button id="back">&lt; back</button>
<button id="next">longest &gt;</button> <button id="pass">pass</button>
<label><input type="checkbox" id="answer" checked> answer at once</label></p>
<svg id="board" role="img" aria-label="board"></svg>
<p id="status" aria-live="polite"></p>
<p id="line"></p>
<p>Numbers: plies to the end at most. Click one, or use the arrow keys.</p>
<script>
)page";

inline constexpr std::string_view kTreePageScript = R"page(
const move = [''], distance = [0], end = [''], parent = [-1], child = [0], sibling = [0], same = [0];
let line = [];  // nodes played from the position asked
const at = id => document.getElementById(id);
const column = name => name.charCodeAt(0) - 97;
const row = name => tree.size - Number(name.slice(1));

function read() {
  let current = 0;
  const last = [0];  // last child so far
  for (const word of at('nodes').textContent.trim().split(/\s+/)) {
    const [, up, name, plies, mark, target] = /^(\)*)([a-z]+\d*):(\d+)([!fc=]?)(\d*)$/.exec(word);
    for (let i = 0; i < up.length; ++i) current = parent[current];
    const id = move.length;
    move.push(name); distance.push(Number(plies)); end.push(mark);
    parent.push(current); child.push(0); sibling.push(0); last.push(0);
    same.push(mark === '=' ? Number(target) : 0);
    if (last[current]) sibling[last[current]] = id; else child[current] = id;
    last[current] = id;
    current = id;
  }
}

const here = () => line.length ? line[line.length - 1] : 0;
const goalToMove = () => (tree.to_move === tree.goal) === (line.length % 2 === 0);
const side = ply => (ply % 2 === 0) === (tree.to_move === 'black') ? 'black' : 'white';

function choices() {
  const ids = [];
  for (let id = child[same[here()] || here()]; id; id = sibling[id]) ids.push(id);
  return ids;
}

function play(id) {
  line.push(id);
  if (at('answer').checked && goalToMove() && choices().length) line.push(choices()[0]);
  draw();
}

function back() {
  line.pop();
  if (at('answer').checked && line.length && goalToMove()) line.pop();
  draw();
}

function element(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return made;
}

function draw() {
  const board = at('board'), n = tree.size;
  board.replaceChildren();
  board.setAttribute('viewBox', `-1.2 -.8 ${n + .8} ${n + .8}`);
  for (let i = 0; i < n; ++i) {
    const style = {stroke: '#654', 'stroke-width': .03};
    board.append(element('line', {x1: 0, x2: n - 1, y1: i, y2: i, ...style}),
                 element('line', {y1: 0, y2: n - 1, x1: i, x2: i, ...style}),
                 element('text', {x: i, y: n - .4}, String.fromCharCode(97 + i)),
                 element('text', {x: -.8, y: i}, n - i));
  }
  const stone = (name, color, label) => {
    board.append(element('circle', {cx: column(name), cy: row(name), r: .44,
                                    fill: color === 'black' ? '#111' : '#fff', stroke: '#333', 'stroke-width': .03}));
    if (label) board.append(element('text', {x: column(name), y: row(name), fill: color === 'black' ? '#fff' : '#111'}, label));
  };
  const number = {};
  tree.path.forEach((name, i) => number[name] = i + 1);
  tree.black.forEach(name => stone(name, 'black', number[name]));
  tree.white.forEach(name => stone(name, 'white', number[name]));
  line.forEach((id, i) => {
    if (move[id] !== 'pass') stone(move[id], side(i), tree.path.length + i + 1);
  });
  const node = here(), ids = choices(), attacking = goalToMove();
  for (const id of ids) {
    if (move[id] === 'pass') continue;
    const spot = element('g', {class: 'choice', 'data-move': move[id]});
    spot.append(element('circle', {cx: column(move[id]), cy: row(move[id]), r: .4, 'fill-opacity': .85,
                                   fill: attacking ? '#8fce8f' : end[child[id]] === 'f' || end[child[id]] === '!' ? '#eeddb8' : '#f4b183'}),
                element('text', {x: column(move[id]), y: row(move[id])}, distance[id]));
    spot.addEventListener('click', () => play(id));
    board.append(spot);
  }
  const pass = ids.find(id => move[id] === 'pass');
  at('pass').disabled = pass === undefined;
  at('pass').onclick = () => play(pass);
  at('first').disabled = at('back').disabled = !line.length;
  at('next').disabled = !ids.length;
  const winner = tree.goal === 'black' ? 'Black' : 'White';
  const left = node ? distance[node] - 1 : 0;
  at('status').textContent =
    !node ? `${winner === 'Black' === (tree.to_move === 'black') ? winner + ' moves and wins.' : 'Every reply loses. Choose one.'}`
    : end[node] === '!' ? `Five: ${winner} has won.`
    : end[node] === 'f' ? `${winner} wins by fours, in at most ${left} more plies.`
    : end[node] === 'c' ? `Cut here: ${winner} wins in at most ${left} more plies.`
    : `${winner} wins in at most ${left} more plies.` + (same[node] ? ' (This position was reached in another order.)' : '');
  at('line').textContent = tree.path.concat(line.map(id => move[id])).join(' ');
}

function start() {
  read();
  at('claim').textContent = tree.claim;
  at('remark').textContent = tree.remark;
  at('first').onclick = () => { line = []; draw(); };
  at('back').onclick = back;
  at('next').onclick = () => play(choices()[0]);
  document.addEventListener('keydown', event => {
    if (event.key === 'ArrowLeft' && line.length) back();
    if (event.key === 'ArrowRight' && choices().length) play(choices()[0]);
    if (event.key === 'Home') { line = []; draw(); }
  });
  draw();
}
</script>
)page";

}  // namespace tengen::book
