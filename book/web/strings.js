// Every text of the page. {name} is replaced; an object holds the plural forms that
// Intl.PluralRules names, chosen by {n}. A distance is always told in the language's one word for a
// ply, that of one stone.

import { CHINESE, CHINESE_OPENINGS } from './strings_zh.js';
import { ENGLISH } from './strings_en.js';
import { JAPANESE, JAPANESE_OPENINGS } from './strings_ja.js';
import { RUSSIAN, RUSSIAN_OPENINGS } from './strings_ru.js';

export const STRINGS = { en: ENGLISH, ru: RUSSIAN, zh: CHINESE, ja: JAPANESE };

// By code: how an opening is called, and what that means or how it is read.
export const OPENINGS = { ru: RUSSIAN_OPENINGS, zh: CHINESE_OPENINGS, ja: JAPANESE_OPENINGS };
