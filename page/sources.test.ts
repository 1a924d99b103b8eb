// Rules for the page's source code that types cannot express.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Each as `FILE: TEXT`. */
const found = (ending: RegExp, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(`${folder}${file}`, 'utf8').matchAll(pattern)].map(([text]) => `${file}: ${text}`),
    )

test('what is unknown is a dash, and no zero stands in for it', () => {
  // In these files, such zeros are coordinates of drawings, or stand before a drawing's first point.
  const drawn = /^(token\/what-if-card|parts\/parts)\.tsx: /
  const zeros = found(/\.tsx$/, /(?:\?\?|\|\|)\s*(?:'0'|0n?\b)/g)
  assert.deepEqual(
    zeros.filter((place) => !drawn.test(place)),
    [],
  )
})

test('the time of day is the service’s: one file reads this device’s clock, and one measures with it', () => {
  const files = found(/\.tsx?$/, /Date\.now\(|new Date\(\)/g).map((place) => place.split(':')[0])
  assert.deepEqual([...new Set(files)].sort(), ['may-reload.ts', 'now.ts'])
})

/** Sizes relative to the font: the small count of zeros in a price, text that is not drawn, and a phone's minimum field size. */
const TEXT_SIZES = /^(?:var\(--text-[1-6]\)|inherit|0\.66em|0|max\(var\(--text-4\), 1em\))$/
const RADII = /^(?:(?:var\(--radius-[1-3]\)|0) ?)+$|^inherit$/

/** Values of a property that do not match a pattern. */
const others = (property: string, permitted: RegExp): string[] =>
  found(/\.css$/, new RegExp(`(?<=\\s${property}:\\s+)\\S[^;]*(?=;)`, 'g')).filter(
    (place) => !permitted.test(place.slice(place.indexOf(': ') + 2)),
  )

test('all texts have one of six sizes, and all corners one of three radii', () => {
  assert.deepEqual(others('font-size', TEXT_SIZES), [])
  assert.deepEqual(others('border-radius', RADII), [])
  const base = readFileSync(`${folder}base.css`, 'utf8')
  const values = (name: string): string[] =>
    [...base.matchAll(new RegExp(`--${name}-\\d: (\\d+)px;`, 'g'))].map(([, size = '']) => size)
  assert.deepEqual(values('text'), ['11', '12', '13', '16', '18', '24'])
  assert.deepEqual(values('radius'), ['6', '12', '99'])
  assert.deepEqual(others('font', /^(?:inherit|var\(--text-3\) \/ 1\.4 "Inter Variable")/), [])
})

test('the colour of the brand is for what is pressed to do something, and for the mark of the page', () => {
  const rules = found(/\.css$/, /[^{}]+(?=\{[^{}]*var\(--brand\))/g).map((place) =>
    place
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  assert.deepEqual(rules.sort(), ['board/board.css: .quick-buy', 'parts/parts.css: .go', 'shell.css: .skip'])
  assert.deepEqual(
    found(/\.tsx?$/, /var\(--brand\)|'--brand'/g).map((place) => place.split(':')[0]),
    ['main.tsx'],
  )
})
