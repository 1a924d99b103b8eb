// projections/copies/postgres/tables.json has a sentence about each table and column of the copy, taken from comments in the source. The
// comments in PostgreSQL are made from this file. RENEW_DOCS=1 writes the file again.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { MIRROR_TABLES } from '../projections/copies/postgres/layout.ts'
import { launchpadTables } from '../projections/launchpad-models.ts'
import { mainnetOperations } from '../projections/testing/mainnet-operations.ts'

const at = (path: string): URL => new URL(`../${path}`, import.meta.url)
const read = (path: string): string => readFileSync(at(path), 'utf8')

const DOCUMENT = 'projections/copies/postgres/tables.json'

const sources = ['projections/engine', 'projections/ledger', 'projections/models'].flatMap((folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ path: `${folder}/${name}`, text: read(`${folder}/${name}`) })),
)

const oneLine = (comment: string): string =>
  comment
    .replaceAll(/^\s*(?:\/\*\*|\*\/|\*|\/\/)?\s?/gm, ' ')
    .replace('*/', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const documented = (table: string) => {
  const source = sources.find(({ text }) => new RegExp(`(?:state|append)Table\\('${table}'`).test(text))
  if (source === undefined) return assert.fail(`no source describes ${table}`)
  const { text } = source
  const [, above = ''] =
    new RegExp(`(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)\\n(?:export )?const \\w+ = \\w+Table\\('${table}'`).exec(
      text,
    ) ?? []
  const described = text.slice(text.search(new RegExp(`Table\\('${table}'`)))
  const columns = new Map<string, string>()
  const body = described.slice(0, described.search(/^\}\)/m))
  for (const [, comment = '', name = ''] of body.matchAll(/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\s*(\w+)[:,]/g))
    columns.set(name, oneLine(comment))
  const header = /^(?:\/\/.*\n)+/.exec(text)?.[0] ?? ''
  return { about: oneLine(above === '' ? header : above), columns }
}

const POSITION = 'Position on the chain at which the row was made: slot × 65,536 + its number in the block.'

const written = (): string => {
  const models = launchpadTables(mainnetOperations).map(({ name, kind, columns }) => {
    const { about, columns: comments } = documented(name)
    const commented = Object.keys(columns).map((column) => {
      const fallback = kind === 'append' && column === 'position' ? POSITION : ''
      return [column, comments.get(column) ?? fallback]
    })
    return [name, { about, columns: Object.fromEntries(commented) }]
  })
  const own = Object.entries(MIRROR_TABLES).map(([name, { about, columns }]) => {
    const commented = Object.entries(columns).map(([column, [, comment]]) => [column, comment])
    return [name, { about, columns: Object.fromEntries(commented) }]
  })
  return `${JSON.stringify(Object.fromEntries([...own, ...models]), undefined, 2)}\n`
}

test('the comments on the tables are what their descriptions say', () => {
  if (process.env.RENEW_DOCS === '1') writeFileSync(at(DOCUMENT), written())
  assert.equal(read(DOCUMENT), written(), 'run RENEW_DOCS=1 npm test -- postgres-tables')
})

test('every table and every column has a description', () => {
  assert.deepEqual(
    [...written().matchAll(/^.*: ""/gm)].map(([line]) => line),
    [],
  )
})

test("no table of a model has the name of one of the mirror's own", () => {
  const names = launchpadTables(mainnetOperations).map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => name in MIRROR_TABLES),
    [],
  )
})
