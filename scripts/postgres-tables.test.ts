// projections/copies/postgres/tables.md: the tables of the copy with their columns, generated from the tables' descriptions and their
// comments. PostgreSQL gets its comments from it. RENEW_DOCS=1 writes it again.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { columnTypeSql } from '../projections/copies/postgres/column-type.ts'
import { MIRROR_TABLES } from '../projections/copies/postgres/layout.ts'
import { launchpadTables } from '../projections/launchpad-models.ts'
import { mainnetOperations } from '../projections/testing/mainnet-operations.ts'

const at = (path: string): URL => new URL(`../${path}`, import.meta.url)
const read = (path: string): string => readFileSync(at(path), 'utf8')

const DOCUMENT = 'projections/copies/postgres/tables.md'

const sources = ['projections/engine', 'projections/ledger', 'projections/models'].flatMap((folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ path: `${folder}/${name}`, text: read(`${folder}/${name}`) })),
)

/** A comment as one line, for a cell of a table. */
const oneLine = (comment: string): string =>
  comment
    .replaceAll(/^\s*(?:\/\*\*|\*\/|\*|\/\/)?\s?/gm, ' ')
    .replace('*/', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim()

/** The comments of a table and its columns in the source. */
const documented = (table: string) => {
  const source = sources.find(({ text }) => new RegExp(`(?:state|append)Table\\('${table}'`).test(text))
  if (source === undefined) return assert.fail(`no source describes ${table}`)
  const { path, text } = source
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
  return { path, about: oneLine(above === '' ? header : above), columns }
}

const POSITION = 'Position on the chain at which the row was made: slot × 65,536 + its number in the block.'

const written = (): string => {
  const tables = launchpadTables(mainnetOperations).map(({ name, kind, key, columns }) => {
    const { path, about, columns: comments } = documented(name)
    const rows = Object.entries(columns).map(([column, described]) => {
      const fallback = kind === 'append' && column === 'position' ? POSITION : ''
      return `| \`${column}\` | ${columnTypeSql(described).replace(' COLLATE "C"', '')} | ${comments.get(column) ?? fallback} |`
    })
    return [
      `## ${name}`,
      '',
      about,
      '',
      `Key: ${key.map((column) => `\`${column}\``).join(', ')}. ${kind === 'append' ? 'Rows never change.' : 'Rows change.'} Source: [${path}](../../../${path})`,
      '',
      '| column | type | |',
      '| --- | --- | --- |',
      ...rows,
      '',
    ].join('\n')
  })
  const own = Object.entries(MIRROR_TABLES).map(([name, { about, columns }]) => {
    const rows = Object.entries(columns).map(
      ([column, [type, comment]]) => `| \`${column}\` | ${type} | ${comment} |`,
    )
    return [`## ${name}`, '', about, '', '| column | type | |', '| --- | --- | --- |', ...rows, ''].join('\n')
  })
  return [
    '# Tables of the copy in PostgreSQL',
    '',
    '<!-- Written by RENEW_DOCS=1 npm test -- postgres-tables from the descriptions of the tables. -->',
    '',
    'The tables with their columns. How to [set up](../../../docs/operate/postgres.md) the copy and how to [read it](../../../docs/data/postgres.md).',
    "The last ones, from `mirror` on, are the mirror's own ([layout](README.md#the-tables)).",
    '',
    ...tables,
    ...own,
  ].join('\n')
}

test('the document of the tables is what their descriptions say', () => {
  if (process.env.RENEW_DOCS === '1') writeFileSync(at(DOCUMENT), written())
  assert.equal(read(DOCUMENT), written(), 'run RENEW_DOCS=1 npm test -- postgres-tables')
})

test('every column of the tables has a description', () => {
  assert.deepEqual(
    [...written().matchAll(/^\| `(\w+)` .*\| {2}\|$/gm)].map(([row]) => row),
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
