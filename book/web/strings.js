// Every text of the page. {name} is replaced; an object holds the plural forms that
// Intl.PluralRules names, chosen by {n}. A distance is always told in the language's one word for a
// ply, that of one stone.

import { CHINESE } from './strings_zh.js';
import { ENGLISH } from './strings_en.js';
import { JAPANESE } from './strings_ja.js';
import { RUSSIAN } from './strings_ru.js';

export const STRINGS = { en: ENGLISH, ru: RUSSIAN, zh: CHINESE, ja: JAPANESE };
