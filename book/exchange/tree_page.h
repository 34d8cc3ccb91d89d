// The fixed parts of the page that steps through a proven tree (tree_html.cpp): head, rules of
// style and body, and the script that defines start().
#pragma once

#include <string_view>

namespace tengen::book {

inline constexpr std::string_view kTreePageHead = R"page(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tengen: a proven position</title>
<style>
)page";

// Behind the colours of the explorer (book/web/colours.css).
inline constexpr std::string_view kTreePageBody = R"page(
* { box-sizing: border-box }
body { font: 16px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; margin: 0 auto; padding: .8rem; max-width: 44rem; color: var(--ink); background: var(--page) }
h1 { font-size: 1.5rem; margin: 0 0 .4rem; font-weight: 650 }
p { margin: 0 0 .6rem }
.small { font-size: .85rem; color: var(--soft) }
button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: 8px; padding: .35rem .8rem; min-height: 2.5rem; cursor: pointer }
button:hover:not(:disabled) { border-color: var(--accent) }
button:disabled { opacity: .4; cursor: default }
#controls { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center }
label { display: inline-flex; gap: .35rem; align-items: center; min-height: 2.5rem }
svg { width: 100%; display: block; touch-action: manipulation }
svg text { text-anchor: middle; dominant-baseline: central; font: 600 .4px system-ui, sans-serif; pointer-events: none }
.wood { fill: var(--wood) } .grid { stroke: var(--grid); stroke-width: .03; fill: none }
svg .coordinate { fill: var(--label); font-weight: 400 }
.stone circle { stroke: var(--stone-edge); stroke-width: .03 }
.stone.black circle { fill: var(--black-stone) } .stone.black text { fill: var(--white-stone) }
.stone.white circle { fill: var(--white-stone) } .stone.white text { fill: var(--black-stone) }
.stone .last { fill: none; stroke: var(--best); stroke-width: .06 }
.choice { cursor: pointer } .touch { fill: transparent }
.choice text { font-weight: 500 }
.choice.black .spot { fill: var(--black-4) } .choice.black text { fill: #fff }
.choice.black.long .spot { fill: var(--black-2) } .choice.black.long text { fill: var(--black-ink-2) }
.choice.black.short .spot { fill: var(--black-0) } .choice.black.short text { fill: var(--black-ink-0) }
.choice.white .spot { fill: var(--white-mark); stroke: var(--white-edge); stroke-width: .05 } .choice.white text { fill: var(--white-ink) }
.choice.white.short .spot { opacity: .75 } .choice.white.answer .spot { stroke-width: .1 }
.choice.open .spot { fill: var(--wood); stroke: none } .choice.open text { fill: var(--label) }
#status { min-height: 1.5em; font-weight: 550 }
#line, #words { overflow-wrap: anywhere }
#words { white-space: pre-line; border-left: 3px solid var(--edge); padding-left: .6rem; max-height: 16rem; overflow-y: auto }
#words:empty { display: none }
</style>
</head>
<body>
<h1 id="claim"></h1>
<p id="remark" class="small"></p>
<p id="controls"><button id="first">|&lt; start</button> <button id="back">&lt; back</button>
<button id="next">longest &gt;</button> <button id="pass">pass</button>
<label><input type="checkbox" id="answer" checked> answer at once</label></p>
<svg id="board" role="img" aria-label="board"></svg>
<p id="status" aria-live="polite"></p>
<p id="line"></p>
<p id="words"></p>
<p class="small">Numbers: plies to the end at most; small marks: replies that lose at once. Click one, or use the arrow keys.</p>
<script>
)page";

inline constexpr std::string_view kTreePageScript = R"page(
const move = [''], distance = [0], end = [''], parent = [-1], child = [0], sibling = [0], same = [0];
let words = {};  // what somebody's files say, by node
let line = [];  // nodes played from the position asked
const at = id => document.getElementById(id);
const column = name => name.charCodeAt(0) - 97;
const row = name => tree.size - Number(name.slice(1));

function read() {
  let current = 0;
  const last = [0];  // last child so far
  for (const word of at('nodes').textContent.trim().split(/\s+/)) {
    const [, up, name, plies, mark, target] = /^(\)*)([a-z]+\d*):(\d+)([!fcx?=]?)(\d*)$/.exec(word);
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

// A node after which the goal is proven.
const isWon = id => distance[id] > 0 && end[id] !== 'x';
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
  const answers = choices();
  if (at('answer').checked && goalToMove() && answers.length && isWon(answers[0])) line.push(answers[0]);
  draw();
}

function back() {
  line.pop();
  if (at('answer').checked && line.length && goalToMove() && isWon(line[line.length - 1])) line.pop();
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
  board.append(element('rect', {class: 'wood', x: -1.2, y: -.8, width: n + .8, height: n + .8, rx: .25}));
  for (let i = 0; i < n; ++i) {
    board.append(element('path', {class: 'grid', d: `M0 ${i}H${n - 1}M${i} 0V${n - 1}`}),
                 element('text', {class: 'coordinate', x: i, y: n - .4}, String.fromCharCode(97 + i)),
                 element('text', {class: 'coordinate', x: -.8, y: i}, n - i));
  }
  const stone = (name, color, label, last) => {
    const made = element('g', {class: 'stone ' + color});
    made.append(element('circle', {cx: column(name), cy: row(name), r: .46}));
    if (last) made.append(element('circle', {class: 'last', cx: column(name), cy: row(name), r: .38}));
    if (label) made.append(element('text', {x: column(name), y: row(name)}, label));
    board.append(made);
  };
  const number = {};
  tree.path.forEach((name, i) => number[name] = i + 1);
  tree.black.forEach(name => stone(name, 'black', number[name]));
  tree.white.forEach(name => stone(name, 'white', number[name]));
  line.forEach((id, i) => {
    if (move[id] !== 'pass') stone(move[id], side(i), tree.path.length + i + 1, i + 1 === line.length);
  });
  const node = here(), ids = choices(), attacking = goalToMove();
  const isShort = id => end[child[id]] === 'f' || end[child[id]] === '!';
  // Where nearly all replies lose at once they are marked, without a number each.
  const manyShort = !attacking && ids.filter(isShort).length > ids.length / 2;
  for (const id of ids) {
    if (move[id] === 'pass') continue;
    const kind = end[id] === 'x' ? 'other' : !isWon(id) ? 'open' : attacking ? 'answer' : isShort(id) ? 'short' : 'long';
    const winner = (kind === 'other') === (tree.goal === 'black') ? 'white' : 'black';
    const half = manyShort && kind === 'short' ? .16 : .38;
    const label = distance[id] || (kind === 'other' ? '=' : '?');
    const spot = element('g', {class: `choice ${winner} ${kind}`, 'data-move': move[id]});
    spot.append(element('rect', {class: 'touch', x: column(move[id]) - .5, y: row(move[id]) - .5, width: 1, height: 1}),
                element('rect', {class: 'spot', x: column(move[id]) - half, y: row(move[id]) - half, width: 2 * half, height: 2 * half,
                                 rx: winner === 'white' ? half : half / 3}),
                element('title', {}, `${move[id]}: ${label}`));
    if (half > .2) spot.append(element('text', {x: column(move[id]), y: row(move[id])}, label));
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
  at('status').textContent = say(
    !node && tree.open ? 'Open. Numbers are moves that are proven, ? is open.'
    : node && !distance[node] ? (end[node] === 'x' ? 'A draw.' : ids.length ? 'Open; below it is what is proven.' : 'Open: nothing is proven.')
    : end[node] === 'x' ? `${winner === 'Black' ? 'White' : 'Black'} wins in at most ${left} more plies.`
    : !node ? `${winner === 'Black' === (tree.to_move === 'black') ? winner + ' moves and wins.' : 'Every reply loses. Choose one.'}`
    : end[node] === '!' ? `Five: ${winner} has won.`
    : end[node] === 'f' ? `${winner} wins by fours, in at most ${left} more plies.`
    : end[node] === 'c' ? `Cut here: ${winner} wins in at most ${left} more plies.`
    : `${winner} wins in at most ${left} more plies.` + (same[node] ? ' (This position was reached in another order.)' : ''));
  at('words').textContent = words[node] || '';
  at('line').textContent = tree.path.concat(line.map(id => move[id])).join(' ');
}

function start() {
  read();
  words = JSON.parse(at('notes').textContent);
  sayPage();
  at('claim').textContent = say(tree.claim);
  at('remark').textContent = say(tree.remark);
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
