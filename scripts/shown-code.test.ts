// Code and commands in documents. A test runs each of them, or a reason is given why none does. Commands, settings, files and links must
// exist.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse } from 'yaml'
import { BUILD_ERRORS } from '../api/builder/build-error.ts'
import { SETTING_NAMES } from '../schema/config/settings.ts'
import { API_CAUSES } from '../schema/errors.ts'
import { FEED_CAUSES } from '../schema/responses/feed.ts'
import { documents as allDocuments } from '../tests/kit/documents.ts'
import { commands } from './commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const isSetting = (name: string): boolean => SETTING_NAMES.some((setting) => setting === name)

const Compose = Type.Object({ services: Type.Record(Type.String(), Type.Unknown()) })
const compose: Static<typeof Compose> = Value.Decode(Compose, parse(read('compose.yaml'), { merge: true }))

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

const blocksOf = (text: string): { readonly language: string; readonly code: string }[] =>
  [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))

/** `PATH: COMMAND` patterns with the file that runs them, or with the reason why none does. */
const RUN_BY: readonly (readonly [RegExp, string])[] = [
  [/^docs\/tutorial\.md: (curl|mkdir|cd|npm init|npm install|node) /, '../tests/e2e/tutorial.e2e.test.ts'],
  [
    /^docs\/data\/engine\.md: (npm (run new-indexer|install|test)|cd \.\.|OGMIOS_URL=)/,
    '../engine/engine.e2e.test.ts',
  ],
  [
    /^docs\/operate\/docker\.md: /,
    'nothing: it takes a Docker daemon. test-image.sh does what the image does',
  ],
  [/: (git clone …|cd launchpad-backend)$/, 'nothing: the address is for the reader to fill in'],
  [/: (useradd|git clone|npm ci|chmod|cp \/opt|install -d) ?/, 'test-docs.sh'],
  // If systemd is not the first process, a unit is enabled but not started.
  [/: systemctl (daemon-reload|enable) ?/, 'test-docs.sh'],
  [/: (systemctl reload|journalctl) /, 'nothing: it takes a running daemon'],
  [/: DATA_DIR=\S+ (NETWORK=\S+ )?npm run (backup|snapshot|restore|verify) /, 'test-docs.sh'],
  [
    /: (cp deploy\/|nginx -t|caddy validate |haproxy -c )/,
    'not its paths: deployment.long.test.ts runs them with these files',
  ],
  [
    /: (npm (pack|init|pkg|install)|npx launchpad-backend|node --import tsx)\b/,
    '../projections/own/own-projections.e2e.test.ts; ../client/packed-client.long.test.ts',
  ],
  [/^docs\/data\/engine\.md: curl /, '../engine/engine.e2e.test.ts'],
  [/^docs\/data\/own-projections\.md: curl /, '../projections/own/own-projections.e2e.test.ts'],
  [/^docs\/api\/listings\.md: /, '../tests/e2e/listings-page.e2e.test.ts'],
  [/: curl -O localhost:8080\/client\.js /, '../client/packed-client.long.test.ts'],
  [/: sqlite3 /, '../tests/e2e/export.e2e.test.ts; ../projections/own/own-projections.e2e.test.ts'],
  [/: npm run (export|sql) /, '../tests/e2e/export.e2e.test.ts'],
  [/^docs\/data\/replay\.md: /, '../tests/e2e/replay.e2e.test.ts'],
  [/: pg_dump /, '../tests/e2e/postgres.e2e.test.ts'],
  [/: curl 'http:\/\/127\.0\.0\.1:8080\/charts\//, '../tests/e2e/documents.e2e.test.ts'],
  [
    /: curl '?(http:\/\/)?(127\.0\.0\.1|localhost):8080\//,
    'test-docs.sh; ../tests/e2e/mainnet-launch.e2e.test.ts',
  ],
  [/: ([A-Z_]+=\S+ )*npm start$/, '../tests/e2e/documents.e2e.test.ts'],
]

const BLOCK_RUN_BY: Readonly<Record<string, string>> = {
  'README.md ': 'documents.test.ts',
  'README.md json': '../tests/e2e/mainnet-launch.e2e.test.ts',
  'docs/api/charts.md js': '../tests/e2e/builder.e2e.test.ts',
  'docs/api/client.md ts': '../tests/e2e/builder.e2e.test.ts',
  'docs/api/feed.md json': '../api/feed/feed-page.test.ts',
  'docs/api/launches.md js': '../tests/e2e/launch.e2e.test.ts',
  'docs/api/listings.md js': '../api/analytics/trades-route.int.test.ts',
  'docs/api/listings.md json': '../tests/e2e/listings-page.e2e.test.ts',
  'docs/api/orders.md js': '../tests/e2e/builder.e2e.test.ts',
  'docs/api/wallet-libraries.md ts': '../tests/e2e/wallet-libraries.e2e.test.ts',
  'docs/data/engine.md ts': '../engine/engine.e2e.test.ts',
  'docs/data/export.md sql': '../tests/e2e/export.e2e.test.ts',
  'docs/data/own-projections.md json': '../projections/own/own-projections.e2e.test.ts',
  'docs/data/own-projections.md sql': '../projections/own/own-projections.e2e.test.ts',
  'docs/data/own-projections.md ts': '../projections/own/own-projections.e2e.test.ts',
  'docs/data/postgres.md sql': '../tests/e2e/postgres.e2e.test.ts',
  'docs/operate/docker.md ': 'deployment.test.ts',
  'docs/operate/monitoring.md yaml': '../api/metrics/metrics.int.test.ts',
  'docs/operate/postgres.md ': '../tests/e2e/postgres.e2e.test.ts',
  'docs/operate/postgres.md sql': '../tests/e2e/postgres.e2e.test.ts',
  'docs/operate/systemd.md ini': 'test-docs.sh',
  'docs/tutorial.md ': '../tests/e2e/tutorial.e2e.test.ts',
  'docs/tutorial.md js': '../tests/e2e/tutorial.e2e.test.ts',
}

test('each block of the documents that is no shell is read by the test that runs it', () => {
  const kinds = documents.flatMap((path) =>
    blocksOf(read(path))
      .filter(({ language }) => !['sh', 'mermaid'].includes(language))
      .map(({ language }) => `${path} ${language}`),
  )
  assert.deepEqual([...new Set(kinds)].sort(), Object.keys(BLOCK_RUN_BY).sort())
  for (const [kind, by] of Object.entries(BLOCK_RUN_BY)) {
    const name = kind.split(' ')[0]?.split('/').at(-1) ?? ''
    assert.ok(read(join('scripts', by)).includes(name), `${by} reads ${name}`)
  }
})

test('each arrow of a drawing joins two boxes that have a text', () => {
  let drawings = 0
  for (const path of documents)
    for (const { language, code } of blocksOf(read(path))) {
      if (language !== 'mermaid') continue
      drawings += 1
      assert.match(code, /^(flowchart (LR|TB)|sequenceDiagram)\n/, path)
      const named: readonly string[] = code.match(/(?<=participant )\w+|\b\w+(?=\[)/g) ?? []
      for (const [, from = '', to = ''] of code.matchAll(
        /^ *(\w+)[^\n]*?(?:-->|->>|-\.->)(?:\|[^|]*\|)? ?(\w+)/gm,
      ))
        assert.deepEqual(
          [from, to].filter((name) => !named.includes(name)),
          [],
          `${path}: ${from} ${to}`,
        )
    }
  assert.equal(drawings, 4)
})

test('the files that run the commands of documents exist', () => {
  const names = RUN_BY.flatMap(([, by]) => by.match(/[\w./-]+\.(sh|ts)\b/g) ?? [])
  assert.deepEqual(
    names.filter((name) => !existsSync(join(root, 'scripts', name))),
    [],
  )
})

/** Reading all documents also counts. */
const reads = (script: string, path: string): boolean => {
  const text = read(join('scripts', script))
  return text.includes(path.split('/').at(-1) ?? '') || text.includes("readdirSync(join(root, 'docs')")
}

for (const path of documents)
  test(`each command that ${path} shows is valid shell, and is run or has a reason why it is not`, () => {
    for (const { language, code } of blocksOf(read(path))) {
      if (language !== 'sh') continue
      execFileSync('sh', ['-n'], { input: code, stdio: ['pipe', 'ignore', 'pipe'] })
      for (const line of code.trim().split('\n'))
        for (const command of line.trim().split(' && ')) {
          const [, by = ''] = RUN_BY.find(([pattern]) => pattern.test(`${path}: ${command}`)) ?? []
          assert.notEqual(by, '', command)
          if (!/^\w+( \w+)*: /.test(by))
            assert.ok(
              by.split('; ').some((script) => reads(script, path)),
              `${by} reads ${path} for: ${command}`,
            )
        }
    }
  })

const brokenLinks = (path: string): string[] =>
  [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^https?:/.test(link)) return []
    const [target = '', anchor] = link.split('#')
    const file = target === '' ? path : join(dirname(path), target)
    if (!existsSync(join(root, file))) return [link]
    if (anchor === undefined || !file.endsWith('.md')) return []
    const headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
    return headings.includes(anchor) ? [] : [link]
  })

test('the links of every other document lead somewhere', () => {
  const others = allDocuments.filter((path) => !documents.includes(path))
  assert.ok(others.length > 20, `${others.length} documents`)
  assert.deepEqual(
    others.flatMap((path) => brokenLinks(path).map((link) => `${path}: ${link}`)),
    [],
  )
})

for (const path of documents)
  test(`the commands, settings and files that ${path} names are there`, () => {
    const text = read(path)
    const names = commands.map(({ name }) => name)
    for (const [, name = ''] of text.matchAll(/\bnpm run ([a-z-]+)/g))
      assert.ok([...names, 'check', 'format'].includes(name), `npm run ${name}`)
    for (const [, name = ''] of text.matchAll(/\bscripts\/run\.mjs ([a-z-]+)/g))
      assert.ok(names.includes(name), `run.mjs ${name}`)
    for (const { code } of blocksOf(text)) {
      for (const [, name = ''] of code.matchAll(/\b([A-Z][A-Z_]+)=/g))
        assert.ok(isSetting(name) || read('compose.yaml').includes(`\${${name}:-`), name)
      for (const [, words = ''] of code.matchAll(/docker compose (?:exec|logs -f|run --rm) ([^\n]*)/g))
        assert.ok((words.split(' ')[0] ?? '') in compose.services, words)
      for (const [, name = ''] of code.matchAll(/docker compose run --rm launchpad ([a-z-]+)/g))
        assert.ok(names.includes(name), name)
    }
    assert.deepEqual(brokenLinks(path), [])
    if (path === 'README.md') return
    for (const [, name = ''] of text.matchAll(/`([A-Z]+_[A-Z_]+)[`=]/g))
      assert.ok(
        isSetting(name) ||
          /^(?:AWS|NATS)_/.test(name) ||
          name in API_CAUSES ||
          name in BUILD_ERRORS ||
          FEED_CAUSES.some((cause) => cause === name),
        name,
      )
  })
