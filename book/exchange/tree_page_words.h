// What the page that steps through a proven tree (tree_page.h) says to who reads Russian: its texts
// are English, and say() puts the sentences of tree_text.cpp and of the page's script into Russian.
#pragma once

#include <string_view>

namespace tengen::book {

inline constexpr std::string_view kTreePageWords = R"page(
const isRussian = (navigator.language || '').startsWith('ru');
const sides = {Black: ['чёрные', 'чёрных'], White: ['белые', 'белых']};
const moves = n => `${n} ${{one: 'ход', few: 'хода'}[new Intl.PluralRules('ru').select(n)] || 'ходов'}`;
const russian = [
  [/^Tengen: a proven position$/, 'Tengen: доказанная позиция'],
  [/^\|< start$/, '|< в начало'], [/^< back$/, '< назад'], [/^longest >$/, 'дольше всех >'], [/^pass$/, 'пас'],
  [/^answer at once$/, 'отвечать сразу'],
  [/^Numbers: .*$/, 'Числа: не больше стольких ходов до конца; маленькие знаки: ответы, которые проигрывают сразу. Нажмите на один из них или на стрелки.'],
  [/^Lines with notes of imported files$/, 'Варианты с заметками из файлов'],
  [/^Open: what is proven of (\w+) winning$/, (_, side) => `Открыто: что доказано о выигрыше ${sides[side][1]}`],
  [/^Open: (\w+) wins after (\d+) of (\d+) replies$/, (_, side, n, all) => `Открыто: ${sides[side][0]} выигрывают после ${n} из ${all} ответов`],
  [/^The words are those of the files in brackets; verdicts are of the book\./, 'Слова взяты из файлов, названных в скобках; оценки — из книги.'],
  [/^Replies: all but those that lose to a few fours\./, 'Ответы: все, кроме тех, что проигрывают от нескольких четвёрок.'],
  [/^Replies: every legal one, .* its first move\./, 'Ответы: все возможные, пас тоже; выигрыш несколькими четвёрками записан первым ходом.'],
  [/ What is not proven is marked as open\./, ' Недоказанное отмечено как открытое.'],
  [/ Cut after (\d+) plies\./, (_, n) => ` Глубина: ${moves(n)}.`],
  [/^Open\. Numbers are moves that are proven, \? is open\.$/, 'Открыто. Числа — доказанные ходы, ? — открытые.'],
  [/^A draw\.$/, 'Ничья.'],
  [/^Open; below it is what is proven\.$/, 'Открыто; ниже — то, что доказано.'],
  [/^Open: nothing is proven\.$/, 'Открыто: ничего не доказано.'],
  [/^Every reply loses\. Choose one\.$/, 'Любой ответ проигрывает. Выберите один.'],
  [/^(\w+) moves and wins\.$/, (_, side) => `${sides[side][0]} ходят и выигрывают.`],
  [/^Five: (\w+) has won\.$/, (_, side) => `Пять в ряд: ${sides[side][0]} выиграли.`],
  [/^Cut here: /, 'Здесь обрезано: '],
  [/(Black|White) wins by fours, in at most (\d+) more (?:ply|plies)/, (_, side, n) => `${sides[side][0]} выигрывают четвёрками, ещё не более чем за ${moves(n)}`],
  [/(Black|White) wins in at most (\d+) (more )?(?:ply|plies)/, (_, side, n, more) => `${sides[side][0]} выигрывают ${more ? 'ещё ' : ''}не более чем за ${moves(n)}`],
  [/ \(This position was reached in another order\.\)$/, ' (Эта позиция уже была, в другом порядке ходов.)'],
];
function say(text) {
  if (!isRussian) return text;
  const said = russian.reduce((now, [from, to]) => now.replace(from, to), text);
  return said.startsWith('чёрные') || said.startsWith('белые') ? said[0].toUpperCase() + said.slice(1) : said;
}

function sayAll() {
  if (!isRussian) return;
  document.documentElement.lang = 'ru';
  document.title = say(document.title);
  for (const part of document.querySelectorAll('button, .said')) part.textContent = say(part.textContent);
}
)page";

}  // namespace tengen::book
