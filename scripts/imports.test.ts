// The layers hold: imports go one way, and no file grows past what one concept needs.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What the files of each folder may import from the project. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  schema: /^schema\//,
  indexer: /^(schema|indexer)\//,
  projections: /^(schema|projections)\//,
  // Of the indexer only the way to the node: submitting and asking, never following.
  api: /^(schema|projections|api|indexer\/ogmios)\//,
  // The devnet's actors build their transactions as the service does.
  fixtures: /^(schema|fixtures|api\/builder)\//,
  scripts: /^(schema|indexer|projections|api|fixtures|scripts)\//,
}

const MOST_LINES = 400

const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)test(ing)?(-[a-z-]+)?(\/|\.ts$)/.test(file)

const files = Object.keys(ALLOWED).flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(tsx?|mjs)$/.test(file)),
)

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    relative(root, join(root, dirname(file), match[1] ?? '')),
  )

test('imports go one way', () => {
  const wrong = files
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const allowed = ALLOWED[file.split('/')[0] ?? '']
      return importsOf(file)
        .filter((imported) => !allowed?.test(imported))
        .map((imported) => `${file} imports ${imported}`)
    })
  assert.deepEqual(wrong, [])
})

test('the builder knows the chain by its vocabulary and a view of the node alone; its routes belong to the API', () => {
  const wrong = files
    .filter((file) => /^api\/builder\/(?!http\/)/.test(file) && !isTest(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => !/^(schema|api\/builder)\//.test(imported))
        .map((imported) => `${file} imports ${imported}`),
    )
  assert.deepEqual(wrong, [])
})

test('what tests draw at random follows from the seed of the run', () => {
  const wrong = files.filter(
    (file) =>
      isTest(file) && /Math\.random\(|random(Bytes|UUID|Int)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(wrong, [])
})

/** What benchmarks measure with is a test's too: a generated chain, sockets that are clients of the feed, a browser, a server. */
const isMeasured = (file: string, imported: string): boolean =>
  file.startsWith('scripts/bench/') &&
  [
    'projections/testing/generated-chain.ts',
    'api/feed/testing/raw-client.ts',
    'scripts/testing/browser.ts',
    'projections/postgres/testing/postgres-server.ts',
  ].includes(imported)

test('the service does not import tests', () => {
  const wrong = files
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => isTest(imported) && !isMeasured(file, imported))
        .map((imported) => `${file} imports ${imported}`),
    )
  assert.deepEqual(wrong, [])
})

test("SQLite's binding is loaded in one place, where its version is chosen", () => {
  const others = files
    .filter((file) => file !== 'schema/platform/sqlite.ts')
    .filter((file) => /^import [^t].* from 'better-sqlite3/m.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(others, [])
})

/** Files that are loaded with a file: what it imports when it is, and so on. Threads and commands are loaded later. */
const loadedWith = (file: string, loaded = new Set<string>()): ReadonlySet<string> => {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, imported = ''] of text.matchAll(/^(?:import|export) (?!type )[^']*from '(\.[^']+\.ts)'/gm))
    loadedWith(relative(root, join(root, dirname(file), imported)), loaded)
  return loaded
}

test('a service without PostgreSQL does not load its driver', () => {
  const loaded = [...loadedWith('scripts/commands/start.ts')]
  assert.ok(loaded.includes('scripts/service/threads/indexer-threads.ts'))
  assert.deepEqual(
    loaded.filter((file) => /^import .*from 'pg/m.test(readFileSync(join(root, file), 'utf8'))),
    [],
  )
})

/** Written by a generator. */
const GENERATED = 'api/client/paths.ts'

test('no file is longer than one concept needs', () => {
  const long = files
    .filter((file) => !isTest(file) && file !== GENERATED)
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
  assert.deepEqual(long, [])
})
