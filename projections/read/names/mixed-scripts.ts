// Whether a text mixes scripts, by the "highly restrictive" level of the Unicode Security Mechanisms (UTS 39). One script alone is not a
// mix, nor is a usual combination of Japanese, Chinese or Korean scripts.

/** Scripts of today's languages (UAX 31), and old ones whose letters look like Latin, Greek or Cyrillic. */
const SCRIPTS = (
  'Latin Greek Cyrillic Armenian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu ' +
  'Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Khmer Hiragana Katakana Bopomofo ' +
  'Han Cherokee Lisu Coptic Glagolitic Deseret Runic Gothic Tifinagh Canadian_Aboriginal Mongolian Syriac Yi'
).split(' ')

const COMBINATIONS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const classOf = (scripts: readonly string[]): string => scripts.map((script) => `\\p{scx=${script}}`).join('')

/** Digits, signs, emoji, marks with the script of their letter, and invisible characters. */
const COMMON = /[\p{sc=Common}\p{sc=Inherited}\p{Default_Ignorable_Code_Point}\u2800]+/gu
const allowed = [...SCRIPTS.map((script) => [script]), ...COMBINATIONS].map(
  (scripts) => new RegExp(`^[${classOf(scripts)}]*$`, 'u'),
)
/** A text of other scripts never counts as mixed. */
const OTHERS = new RegExp(`^[^${classOf(SCRIPTS)}]*$`, 'u')

export const mixesScripts = (text: string): boolean => {
  const letters = text.replace(COMMON, '')
  return !OTHERS.test(letters) && !allowed.some((pattern) => pattern.test(letters))
}
