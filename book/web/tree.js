// What the page that steps through a proven tree (book/exchange/tree_page.h) says, and the sentences
// of book/exchange/tree_text.cpp on it, in Russian.

import { addPhrases, moves, sides } from './russian.js';

addPhrases([
  [/^Tengen: a proven position$/, 'Tengen: доказанная позиция'],
  [/^board$/, 'доска'],
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
]);
