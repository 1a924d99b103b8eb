// Finds invisible characters in a name. Such characters are allowed where they have a meaning: joiners and selectors in emoji, joiners
// between letters of scripts that use joiners (UAX 31, UTS 46), and selectors after a character that has variants.

/** The signs under digits in Arabic and other scripts are visible. */
const HIDDEN =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u

/** TypeScript's target allows no literals with these flags, which properties of strings and intersections need. */
const SETS: string = 'gv'
/** Emoji of the Unicode Standard with their joiners, tags and selectors. */
const EMOJI = new RegExp('\\p{RGI_Emoji}', SETS)
/** Selectors directly after a character with variants: an emoji or symbol, a Han character, or a Mongolian letter. */
const VARIANTS =
  /(?:(?<=[\p{Emoji}\p{S}])[\ufe0e\ufe0f]|(?<=\p{scx=Han})[\u{e0100}-\u{e01ef}]|(?<=\p{scx=Mongolian})[\u180b-\u180d\u180f])(?!\p{Variation_Selector})/gu

/** Signs that join letters (canonical combining class 9). */
const VIRAMA =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a\\u1714\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\ua806\\ua82c\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed'
/** Arabic letters that do not join the letter after them. */
const NOT_BEFORE =
  '\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef'
/** Begins with the joiner: a condition before it would be tried at each character, over all marks before this character. */
const JOINERS = new RegExp(
  `[\\u200c\\u200d](?<=[${VIRAMA}].)(?=\\p{L}|$)|\\u200c(?<=(?![${NOT_BEFORE}])[\\p{L}&&\\p{scx=Arabic}]\\p{M}*\\u200c)(?=\\p{M}*[\\p{L}&&\\p{scx=Arabic}])`,
  SETS,
)

/** Returns `U+200B` for example; undefined if there is no such character. */
export const hiddenCharacter = (text: string): string | undefined => {
  const rest = text.replace(EMOJI, ' ').replace(JOINERS, '').replace(VARIANTS, '')
  const code = HIDDEN.exec(rest)?.[0].codePointAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
