// Converts text to an SVG path in the service's fonts. So a picture looks the same on every machine, even one without fonts. Text from
// unknown users never becomes markup. Letters are shaped: joined in Arabic, placed in Devanagari and Thai. Characters that are in no font
// are left out.
import type { Font } from 'fontkit'
import { fontFor, strokeOf, UNITS } from './fonts.ts'

/** Drawn together with the character before. */
const ATTACHED = /[\p{M}\p{Cf}\p{Emoji_Modifier}]/u
const LETTER = /\p{L}/u
/** Words from right to left, with the spaces and signs between them. Numbers are written from left to right. */
const FROM_RIGHT =
  /((?:(?!\p{N})[\p{scx=Arabic}\p{scx=Hebrew}])+(?:(?:(?!\p{N})\p{sc=Common})+(?:(?!\p{N})[\p{scx=Arabic}\p{scx=Hebrew}])+)*)/u

/** Each part has one font and one direction. Counts the characters that are in no font. */
const runsOf = (text: string) => {
  const runs: { readonly font: Font; text: string }[] = []
  let missing = 0
  for (const [at, words] of text.split(FROM_RIGHT).entries()) {
    /** Font of the previous character, if a font has it. */
    let last: Font | undefined
    let isNew = true
    for (const character of words) {
      const code = character.codePointAt(0) ?? 0
      const isAttached = ATTACHED.test(character)
      // Spaces and signs get the font of the words around them. Otherwise they would divide a text from right to left, and the order of its
      // words would be wrong.
      const isKept =
        last?.hasGlyphForCodePoint(code) && (isAttached || (at % 2 === 1 && !LETTER.test(character)))
      // Marks of a character that is left out are left out too.
      if (isAttached && !isKept) continue
      last = isKept ? last : fontFor(code)
      const run = runs.at(-1)
      if (last === undefined) missing++
      else if (run?.font === last && !isNew) run.text += character
      else runs.push({ font: last, text: character })
      isNew = last === undefined
    }
  }
  return { runs, missing }
}

/**
 * @param bold width, in units, of the strokes around letters, which make them bold
 * @returns SVG elements with y upwards, and their width in units (`UNITS` units are the text's height); and the share of the text that no
 * font has
 */
export const textPath = (text: string, bold = 0) => {
  const { runs, missing } = runsOf(text)
  const firstLetter = [...text].find((character) => LETTER.test(character)) ?? ''
  let paths = ''
  let width = 0
  for (const run of FROM_RIGHT.test(firstLetter) ? runs.toReversed() : runs) {
    const scale = UNITS / run.font.unitsPerEm
    const stroke = (bold + strokeOf(run.font)) / scale
    const { glyphs, positions } = run.font.layout(run.text)
    for (const [at, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
      const [x, y] = [width + xOffset * scale, yOffset * scale]
      paths += `<path transform="translate(${x} ${y}) scale(${scale})" stroke-width="${stroke}" d="${glyph.path.toSVG()}"/>`
      width += xAdvance * scale
    }
  }
  return { paths, width, missing: missing / Math.max(1, [...text].length) }
}
