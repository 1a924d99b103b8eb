// `node tests/simulation/unreached.mjs DIR` prints the catch blocks and throw statements of the indexer and the projections that no process
// reached. DIR has the coverage of the processes (NODE_V8_COVERAGE). Coverage gives offsets in the compiled text, so the blocks are
// searched there.
import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compiled } from '../../schema/platform/load-typescript.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['indexer', 'projections']

/** A place's count is read at this position in its text. */
const FORMS = [
  { kind: 'catch', pattern: /\bcatch\s*(\(\w+\)\s*)?\{/g },
  { kind: 'catch', pattern: /\.catch\((?=[\w(])/g },
  { kind: 'throw', pattern: /\bthrow\b/g },
]

/** The innermost range has the count. */
const countAt = (functions, offset) => {
  let innermost
  for (const { ranges } of functions)
    for (const range of ranges)
      if (range.startOffset <= offset && offset < range.endOffset)
        if (
          innermost === undefined ||
          range.endOffset - range.startOffset <= innermost.endOffset - innermost.startOffset
        )
          innermost = range
  return innermost?.count ?? 0
}

/** Keys are the files' URLs. */
const placesOf = (file) => {
  const text = compiled(file)
  const map = new SourceMap(JSON.parse(readFileSync(text.slice(text.lastIndexOf('=') + 1).trim(), 'utf8')))
  return FORMS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      const before = text.slice(0, index).split('\n')
      const { originalLine } = map.findEntry(before.length - 1, before.at(-1).length)
      // At a block's brace, or at the arrow of a handler.
      const end = index + found.length
      const arrow = found.startsWith('.') ? text.indexOf('=>', end) : -1
      return { kind, line: originalLine + 1, offset: arrow !== -1 && arrow < end + 40 ? arrow : end - 1 }
    }),
  )
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(root, folder, name))
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(name)),
)
const places = new Map(files.map((file) => [pathToFileURL(file).href, placesOf(file)]))

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('name the directory of the coverage')
for (const name of readdirSync(directory)) {
  const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8'))
  for (const { url, functions } of result)
    for (const place of places.get(url) ?? []) place.reached ||= countAt(functions, place.offset) > 0
}
let count = 0
for (const [url, all] of places)
  for (const { kind, line, reached } of all.sort((a, b) => a.line - b.line)) {
    count++
    if (!reached) console.log(`${kind}  ${relative(root, fileURLToPath(url))}:${line}`)
  }
console.log(`of ${count}`)
