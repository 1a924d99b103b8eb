// Keeps the visible characters of a text from unknown users. Characters that are invisible, or change how other characters are read, are
// removed. The page shows texts in this form, and a launch's name must have a visible character.

/**
 * Controls, marks and overrides of direction, joiners that join nothing, private and unassigned characters, characters with the property
 * Default_Ignorable_Code_Point of the Unicode Standard, the braille blank, and the null notehead of music.
 */
const UNSEEN =
  /(?!\p{Variation_Selector})[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu
/** Variation selectors that do not directly follow a character with variants. */
const LONE_SELECTORS = /(?<![^ \p{Variation_Selector}])\p{Variation_Selector}+/gu
/** Languages use at most two marks on a character, and a tower of marks would cover other lines. */
const TOWER = /(\p{M}{2})\p{M}+/gu

/** The text in one line, without invisible characters. */
export const visibleText = (text: string): string =>
  text
    .replace(/[\t-\r\p{Z}]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(LONE_SELECTORS, '')
    .replace(TOWER, '$1')
    .trim()

/** The form in which texts are compared: visible characters, with equal upper and lower case, and equal compatible characters (NFKC). */
export const comparedText = (text: string): string =>
  visibleText(text)
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')

/** Embeddings, overrides and isolates change the direction of the text after them, even outside the text that contains them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

/** Whether a text contains characters that change reading direction (Unicode Annex 9, explicit formatting). */
export const turnsText = (text: string): boolean => TURNS.test(text)
