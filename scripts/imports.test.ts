// Rules of the project's structure. Imports go in one direction without cycles. Folders and files stay small. Each kind of file is in its
// expected place.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that each top folder may import. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  schema: /^schema\//,
  indexer: /^(schema|indexer)\//,
  projections: /^(schema|projections)\//,
  // The API submits transactions and queries to the node, but never follows the chain. It serves the client as a file.
  api: /^((schema|projections|api|indexer\/ogmios)\/|client\/bundle\.ts$)/,
  client: /^(schema|client)\//,
  // The engine serves rows with the API's server and routes.
  engine: /^(schema|indexer|projections|api|engine)\//,
  page: /^(schema|client|page)\//,
  // The devnet's actors build their transactions with the service's builder.
  devnet: /^(schema|devnet|api\/builder)\//,
  fixtures: /^(schema|devnet|fixtures)\//,
  scripts: /^(schema|indexer|projections|api|devnet|fixtures|scripts|tests)\//,
  tests: /^(schema|indexer|projections|api|client|devnet|fixtures|scripts|tests)\//,
}

const MOST_LINES = 400
const MOST_FILES = 24

/** Includes code that only tests, benchmarks, fuzzing commands and the simulation use. */
const isTest = (file: string): boolean =>
  /\.test\.ts$|\/testing\/|^tests\/(?!bench|fuzz|mutation|runner|simulation|soak)/.test(file)
const mayTest = (file: string): boolean =>
  isTest(file) || /^(tests\/|scripts\/commands\/(fuzz-|soak))/.test(file)

const files = Object.keys(ALLOWED).flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('/dist/')),
)
const sources = files.filter((file) => !isTest(file))

const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const textOf = (file: string): string => texts.get(file) ?? ''

const pathsIn = (file: string, pattern: RegExp): string[] =>
  [...textOf(file).matchAll(pattern)].map((match) =>
    relative(root, join(root, dirname(file), match[1] ?? '')),
  )

const importsOf = (file: string): string[] => pathsIn(file, /(?:from|import)\s*\(?\s*'(\.[^']+)'/g)

/** Each as `FILE imports FILE`. */
const wrongImports = (
  of: readonly string[],
  isWrong: (imported: string, file: string) => boolean,
): string[] =>
  of.flatMap((file) =>
    importsOf(file)
      .filter((imported) => isWrong(imported, file))
      .map((imported) => `${file} imports ${imported}`),
  )

test('imports go one way', () => {
  assert.deepEqual(
    wrongImports(sources, (imported, file) => ALLOWED[file.split('/')[0] ?? '']?.test(imported) !== true),
    [],
  )
})

test('a clock that is passed on has a type: timeOfDay or uptime', () => {
  const bare = sources.filter(
    (file) =>
      !mayTest(file) &&
      !/^(devnet|fixtures)\//.test(file) &&
      /(?<!`)(Date|performance)\.now\b(?!\()/.test(textOf(file)),
  )
  assert.deepEqual(bare, [])
})

test('no imports form a circle', () => {
  const done = new Set<string>()
  const circleFrom = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file) || !texts.has(file)) return undefined
    for (const imported of importsOf(file)) {
      const circle = circleFrom(imported, [...path, file])
      if (circle !== undefined) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of sources) assert.equal(circleFrom(file, [])?.join(' imports '), undefined)
})

const inCopies = (folders: string): string[] =>
  files.filter((file) => new RegExp(`^projections/copies/(${folders})/`).test(file))

for (const [rule, of, isBarred, least] of [
  [
    'no other code imports the page, which is a program of its own',
    files.filter((file) => !file.startsWith('page/')),
    /^page\//,
    20,
  ],
  ['tests are imported by tests alone', sources.filter((file) => !mayTest(file)), { test: isTest }, 20],
  [
    'recipes and transactions know the chain by its vocabulary and a view of the node alone',
    sources.filter((file) => /^api\/builder\/(?!http\/|thread\/)/.test(file)),
    /^(?!(schema|api\/builder)\/)/,
    20,
  ],
  [
    'a component imports of the server only how routes are made, checked and documented',
    sources.filter((file) => /^api\/(?!http\/|metrics\/)[a-z-]+\//.test(file)),
    /^api\/http\/(?!(route|check|document)\/)/,
    20,
  ],
  [
    "the devnet's ledger, which judges the builder's transactions, shares only the vocabulary with it",
    sources.filter((file) => /^devnet\/(ledger|chain)\//.test(file)),
    /^(?!(schema|devnet\/(ledger|chain))\/)/,
    20,
  ],
  [
    'the protocol of copies knows no carrier',
    inCopies('source|protocol|testing'),
    /^projections\/copies\/(files|receive|postgres)\//,
    10,
  ],
  [
    'copies in files know nothing of PostgreSQL',
    inCopies('files|receive'),
    /^projections\/copies\/postgres\//,
    10,
  ],
  [
    'published files know no replica',
    inCopies('files').filter((file) => !mayTest(file)),
    /^projections\/copies\/receive\//,
    10,
  ],
  [
    'the copy in PostgreSQL knows no files',
    inCopies('postgres'),
    /^projections\/copies\/(files|receive)\//,
    10,
  ],
] as const)
  test(rule, () => {
    assert.ok(of.length > least)
    assert.deepEqual(
      wrongImports(of, (imported) => isBarred.test(imported)),
      [],
    )
  })

test('the context that components share has at most twelve members', () => {
  const source = textOf('api/component.ts')
  const context = source.slice(source.indexOf('interface ComponentContext'), source.indexOf('\n}'))
  const members = [...context.matchAll(/^ {2}readonly \w+/gm)]
  assert.ok(members.length >= 9 && members.length <= 12, `${members.length} members`)
})

/** Code that is independent of the launchpad. */
const ENGINE =
  /^(engine\/|indexer\/|projections\/(engine\/|status\/|own\/(models|own-rows)\.|testing\/model-kit\.|read\/(reader\/(prepare-served|models-reader)|queries\/blocks)\.)|schema\/([a-z-]+\.|(codecs|ogmios|platform)\/|responses\/(blocks|chain-place|field-schemas)\.)|api\/(http\/|own\/(routes|own-rows-route)\.|confirmed-blocks\.|models-view\.)|tests\/kit\/)/

test('the engine reaches no code of the launchpad, not even its types', () => {
  const reached = new Map<string, string>()
  const reach = (file: string, from: string): void => {
    if (reached.has(file)) return
    reached.set(file, from)
    for (const imported of importsOf(file)) reach(imported, file)
  }
  for (const entry of ['engine/engine.ts', 'engine/testing/testing.ts']) reach(entry, 'package.json')
  assert.ok(reached.size > 100)
  assert.deepEqual(
    [...reached].filter(([file]) => !ENGINE.test(file)).map(([file, from]) => `${from} imports ${file}`),
    [],
  )
})

/** Threads are started by name, and the other files are entry points. */
const ENTRIES =
  /-thread\.ts$|\.d\.ts$|^(client|engine)\/build\.mjs$|^engine\/template\/|^scripts\/(run|image\/lay-out)\.mjs$|^page\/(main\.tsx|boot\.ts|watch\/notification-worker\.ts)$|^(devnet|fixtures|tests)\//

test('what only tests use is in a folder called testing', () => {
  const { exports }: { exports: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const exported = Object.values(exports)
  const named = new Map<string, string[]>()
  for (const file of files)
    for (const path of pathsIn(file, /'([\w./-]+\.(?:tsx?|mjs))'/g))
      if (path !== file) named.set(path, [...(named.get(path) ?? []), file])
  const misplaced = sources.filter(
    (file) =>
      !ENTRIES.test(file) &&
      !exported.includes(`./${file}`) &&
      !mayTest(file) &&
      (named.get(file) ?? []).every(mayTest),
  )
  assert.deepEqual(misplaced, [])
})

test('schema reads and writes nothing outside of schema/platform', () => {
  const pure = sources.filter((file) => /^schema\/(?!platform\/)/.test(file))
  assert.deepEqual(
    pure.filter((file) => /from 'node:(?!crypto'|util'|buffer')/.test(textOf(file))),
    [],
  )
})

test("SQLite's binding is loaded in one place, where its version is chosen", () => {
  const others = files
    .filter((file) => file !== 'schema/platform/sqlite.ts')
    .filter((file) => /^import [^t].* from 'better-sqlite3/m.test(textOf(file)))
  assert.deepEqual(others, [])
})

/** Includes indirect imports. Threads and commands are loaded later. */
const loadedWith = (file: string, loaded = new Set<string>()): ReadonlySet<string> => {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const path of pathsIn(file, /^(?:import|export) (?!type )[^']*from '(\.[^']+\.ts)'/gm))
    loadedWith(path, loaded)
  return loaded
}

test('a service without PostgreSQL does not load its driver, nor do other copies', () => {
  const loaded = [...loadedWith('scripts/commands/start.ts')]
  assert.ok(loaded.includes('scripts/service/indexing/start-indexing.ts'))
  assert.deepEqual(
    [...loaded, ...inCopies('source|protocol|testing|files|receive')].filter((file) =>
      /^import .*from 'pg/m.test(textOf(file)),
    ),
    [],
  )
})

/** `judge-models.ts` and `judge-feed.ts` are left out, because they also compare the service with itself. */
const JUDGES =
  /^tests\/(independent\/|fuzz\/check-(?!models|rows)|simulation\/(left-behind\.|judges\/(?!judge-(feed|models)))|hostile\/raw-ledger)/

test('no judge loads code that it judges', () => {
  const isJudged = (file: string): boolean =>
    /^(indexer|projections|api|schema\/(launchpad|codecs\/plutus-data))\b/.test(file)
  const judges = files.filter((file) => JUDGES.test(file))
  assert.ok(judges.length > 20)
  for (const judge of judges) assert.deepEqual([...loadedWith(judge)].filter(isJudged), [], judge)
  // `check-rows.ts` reads the columns from the tables' descriptions.
  assert.deepEqual(wrongImports(['tests/fuzz/check-rows.ts'], isJudged), [
    'tests/fuzz/check-rows.ts imports projections/launchpad-models.ts',
  ])
})

const GENERATED = ['client/paths.ts', 'client/declarations.d.ts']

test('no file is longer than one concept needs', () => {
  const long = sources
    .filter((file) => !GENERATED.includes(file))
    .filter((file) => textOf(file).split('\n').length > MOST_LINES)
  assert.deepEqual(long, [])
})

test('no folder holds more files than a reader can survey', () => {
  const counts = new Map<string, number>()
  for (const file of files)
    if (!file.endsWith('.test.ts')) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  assert.deepEqual(
    [...counts].filter(([, count]) => count > MOST_FILES),
    [],
    `a folder has at most ${MOST_FILES} source files: move some that belong together into a folder of their own`,
  )
})

test('the name of a constant time ends with its unit', () => {
  const wrong = files
    .filter((file) => !GENERATED.includes(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export )?const ([A-Z][A-Z0-9_]*) =/g)]
        .filter(([, words = '', name = '']) => {
          const doc = words.replace(/[\s*]+/g, ' ').trim()
          const time = '^(?:\\w+ )?(?:time|interval|age|duration|deadline)s? in'
          const isMs = new RegExp(`${time} (?:ms|milliseconds)\\b|^(?:\\w+ )?milliseconds\\b`, 'i').test(doc)
          const isS = new RegExp(`${time} s(?:econds)?\\b|^(?:(?!Unix)\\w+ )?seconds\\b`, 'i').test(doc)
          return (isMs && !name.endsWith('_MS')) || (isS && !name.endsWith('_S'))
        })
        .map(([, , name]) => `${file}: ${name} has no _MS or _S`),
    )
  assert.deepEqual(wrong, [])
})

test('a docstring begins with its verb or its noun', () => {
  const wrong = files
    .filter((file) => !GENERATED.includes(file) && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\/\*\*\s*(?:\*\s*)?((?:Of|By|The same|That|Those|What)\b[^\n]{0,50})/g)].map(
        (match) => `${file}: ${match[1]}`,
      ),
    )
  assert.deepEqual(wrong, [])
})
