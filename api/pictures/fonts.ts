// The fonts of pictures, from npm packages: the page's font, and Noto for other writing systems and emoji. A font has many files, each with
// some of its characters. A file is read when a text first needs it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { LRUCache } from 'lru-cache'

/** In order of preference. Han characters get their Japanese form, if there is one. */
const PACKAGES = [
  'inter',
  ...['arabic', 'hebrew', 'thai', 'devanagari', 'jp', 'kr', 'sc'].map((script) => `noto-sans-${script}`),
  'noto-emoji',
]

const require = createRequire(import.meta.url)

interface Part {
  readonly path: string
  readonly has: (code: number) => boolean
}

const hasOf = (ranges: string): ((code: number) => boolean) => {
  const bounds = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
  return (code) => bounds.some(([from, to]) => from <= code && code <= to)
}

const readFont = (path: string): Font => {
  const font = create(readFileSync(path))
  if (!('glyphForCodePoint' in font)) throw new Error(`${path} is a collection of fonts`)
  return font
}

const partsOf = (name: string): readonly Part[] => {
  const directory = dirname(require.resolve(`@fontsource-variable/${name}/unicode.json`))
  const ranges: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(directory, 'unicode.json'), 'utf8'),
  )
  return Object.entries(ranges).map(([subset, range]) => ({
    path: join(directory, 'files', `${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    has: hasOf(range),
  }))
}

/** All files would take half a gigabyte of memory. Even a text that needs fifty files is drawn within a second. */
const fonts = new LRUCache<string, Font>({ max: 16 })

const fontOf = ({ path }: Part): Font => {
  const font = fonts.get(path) ?? readFont(path)
  fonts.set(path, font)
  return font
}

let parts: readonly Part[] | undefined

/** Undefined if no font has the character. */
export const fontFor = (code: number): Font | undefined => {
  parts ??= PACKAGES.flatMap(partsOf)
  const part = parts.find((each) => each.has(code) && fontOf(each).hasGlyphForCodePoint(code))
  return part && fontOf(part)
}

/** All widths are in these units of the page's font. */
export const UNITS = 2_048

/** Weight of texts, and stroke in units for each 100 by which a font's own weight is lower. */
const WEIGHT = 400
const STROKE = 36

/**
 * The strokes make a font as heavy as the page's. The library draws a WOFF2 font in its default weight, which for some fonts is the
 * thinnest.
 */
export const strokeOf = ({ variationAxes: { wght } }: Font): number =>
  (Math.max(0, WEIGHT - (wght?.default ?? WEIGHT)) / 100) * STROKE
