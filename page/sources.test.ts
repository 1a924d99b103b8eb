// Rules of the page's sources that no type can hold.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Places in the files of the page with one of these endings, as `FILE: TEXT`. */
const found = (ending: RegExp, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(`${folder}${file}`, 'utf8').matchAll(pattern)].map(([text]) => `${file}: ${text}`),
    )

test('what is unknown is a dash, and no zero stands in for it', () => {
  // These are coordinates of drawings, and the moment before a drawing's first point.
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
