// Converts text to an SVG path in the page's font, so that a picture looks the same on every machine, even without fonts, and
// text of unknown users never becomes markup. Characters that the font lacks are left out.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** Parts of the font by script, in order of need. */
const PARTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']

const require = createRequire(import.meta.url)
const fonts = new Map<string, Font>()

const fontOf = (part: string): Font => {
  const known = fonts.get(part)
  if (known !== undefined) return known
  const file = require.resolve(`@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`)
  const font = create(readFileSync(file))
  if (!('glyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts`)
  fonts.set(part, font)
  return font
}

/**
 * Converts a line of text.
 * @returns elements of SVG, with y upwards, and their width, in units of the font: `unitsPerEm` units are the text's height
 */
export const textPath = (text: string) => {
  let paths = ''
  let width = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const part = PARTS.find((each) => fontOf(each).hasGlyphForCodePoint(code))
    if (part === undefined) continue
    const glyph = fontOf(part).glyphForCodePoint(code)
    paths += `<path transform="translate(${width} 0)" d="${glyph.path.toSVG()}"/>`
    width += glyph.advanceWidth
  }
  return { paths, width, unitsPerEm: fontOf('latin').unitsPerEm }
}
