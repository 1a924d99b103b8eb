// Statements in the documents that follow from the code: versions, and the names of a release.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Clients } from '../api/http/route/client-address.ts'
import { readSettings, SettingsSchema } from '../schema/config/settings.ts'
import { BlockSummarySchema } from '../schema/responses/blocks.ts'
import { documents, readProject as read } from '../tests/kit/documents.ts'
import { devnetBanner } from './cli/banner.ts'
import { bringsDevnet } from './service/settings/network.ts'

test('docs/compatibility.md has the version of each stored format as its source has it', () => {
  const rows = [
    ...read('docs/compatibility.md').matchAll(/^\| [^|]* \| (\d+) \| \[[^\]]*\]\(\.\.\/(.*?)\) \|/gm),
  ]
  assert.equal(rows.length, 7)
  for (const [, version = '', path = ''] of rows)
    assert.match(read(path), new RegExp(`(VERSION = |version: ')${version}\\b`), path)
})

test('the client, the engine, the lock file, the CHANGELOG and the page that installs a packed file name the version of the package', () => {
  const { version } = JSON.parse(read('package.json'))
  const { packages } = JSON.parse(read('package-lock.json'))
  assert.deepEqual(
    [
      ...['client', 'engine'].map((name) => JSON.parse(read(`${name}/package.json`)).version),
      ...['', 'client', 'engine'].map((name) => packages[name].version),
    ],
    [version, version, version, version, version],
  )
  const [, newest] = /^## (?!Unreleased)(\S+)/m.exec(read('CHANGELOG.md')) ?? []
  assert.equal(newest, version)
  const packed = /launchpad-backend-(\S+)\.tgz/.exec(read('docs/data/own-projections.md'))?.[1]
  assert.equal(packed, version)
})

test('the README names the Node versions that the code requires, and docs/operate/requirements.md glibc as well', () => {
  const { engines } = JSON.parse(read('package.json'))
  assert.equal(engines.node, '>=20.15 <21 || >=22.14')
  assert.match(read('README.md'), /^Node 20\.15 or newer, 22\.14 or newer, or 24, on \[Linux\]/m)
  const [, glibc] =
    /on Linux (glibc [\d.]+ or newer); with Node 20/.exec(read('api/http/native-server.ts')) ?? []
  const [, row = ''] = /^\| system \| (.*) \|$/m.exec(read('docs/operate/requirements.md')) ?? []
  assert.ok(row.includes(glibc ?? assert.fail()), row)
  assert.match(read('docs/operate/requirements.md'), /Node 22\.14 and newer; brings/)
})

test('the needs of a machine stand once, in docs/operate/requirements.md', () => {
  const figures = ['120 GB', '100 GB', '610 MB', '0.85 KB per transaction', '0.13 GB', '24 MB', '45 MB']
  const places = figures.flatMap((figure) =>
    documents.flatMap((path) => Array(read(path).split(figure).length - 1).fill(path)),
  )
  assert.deepEqual(places, Array(figures.length).fill('docs/operate/requirements.md'))
})

test('all documents together have at most 45,000 words', () => {
  const words = documents.reduce((sum, path) => sum + (read(path).match(/\S+/g) ?? []).length, 0)
  assert.ok(words <= 45_000, `${words} words`)
  assert.ok(words > 20_000, `${words} words: some documents are not found`)
})

test('the README shows the beginning of what a devnet prints', () => {
  const url = `http://127.0.0.1:${SettingsSchema.properties.PORT.default}`
  const ogmios = `ws://127.0.0.1:${SettingsSchema.properties.DEVNET_PORT.default}`
  const wallet = { mnemonic: 'a b', address: 'addr', pkh: 'ff', paymentKey: 'ff' }
  const banner = devnetBanner({ url: ogmios, token: undefined, wallet }, { url, hasPage: true })
  const [, shown = assert.fail()] = /^```\n([^`]*)```$/m.exec(read('README.md')) ?? []
  assert.ok(banner.trim().startsWith(shown.trim()), banner)
})

test('the recording of the README has a data directory of its own, not that of a node', () => {
  const directories = [...read('README.md').matchAll(/^(\S+_\w+)=.* DATA_DIR=(\S+) npm start$/gm)]
  assert.deepEqual(
    directories.map(([, source, directory]) => [source, directory]),
    [
      ['CHAIN_FILE', 'data/recording'],
      ['OGMIOS_URL', '/var/lib/launchpad'],
    ],
  )
})

test('docs/performance.md has the figures of the benchmarks', () => {
  const bench = read('tests/bench/README.md').replaceAll(/\n +/g, ' ')
  const again = [...bench.matchAll(/^\| .*, again \| [\d.]+ \| ([\d.]+) \|/gm)].map(([, ratio]) =>
    Math.round(100 * Number(ratio)),
  )
  const ofLibrary = (row: string): string => {
    const [, ratio] = new RegExp(`^\\| everything, ${row}.*? \\| ([\\d.]+) \\|`, 'm').exec(bench) ?? []
    return Number(ratio).toFixed(1)
  }
  const [, made = '', fastest = ''] =
    /pages of other keys at ([\d.]+) to .* main page after a trade reaches \d+ to (\d+) times/.exec(bench) ??
    []
  const page = read('docs/performance.md').replaceAll(/\s+/g, ' ')
  assert.match(
    page,
    new RegExp(`mainnet blocks at ${ofLibrary('near')} to ${ofLibrary('far')} times the rate`),
  )
  assert.match(page, new RegExp(`Cached responses reach ${Math.min(...again)} to ${Math.max(...again)} % of`))
  assert.match(page, new RegExp(`Uncached responses reach ${made} to ${fastest} *times`))
})

test('docs/api/conventions.md has the default limits of clients', () => {
  const page = read('docs/api/conventions.md').replaceAll('\n', ' ')
  const limits = SettingsSchema.properties
  const claims: readonly (readonly [unknown, string])[] = [
    [limits.RATE_LIMIT_READ.default, 'reads per minute with bursts of'],
    [limits.RATE_LIMIT_BUILD.default, 'builds per minute with bursts of'],
    [limits.RATE_LIMIT_LAUNCH.default, 'launches per minute with bursts of'],
    [limits.RATE_LIMIT_PICTURE.default, 'pictures per minute with bursts of'],
    [limits.FEED_MESSAGES.default, 'messages per second with bursts of'],
  ]
  for (const [limit, words] of claims)
    assert.ok(page.includes(String(limit).replace('/', ` ${words} `)), words)
  assert.ok(page.includes(`have ${limits.FEED_SUBSCRIPTIONS.default} subscriptions`))
  assert.ok(page.includes(`an address may have ${limits.FEED_CONNECTIONS.default} connections`))
})

test('the example of a block is one of mainnet: its slot began at its time', () => {
  const { slot, time } = BlockSummarySchema.properties
  // The first slot of Shelley, 4,492,800, began at Unix second 1,596,059,091.
  assert.equal(time.examples[0], slot.examples[0] - 4_492_800 + 1_596_059_091)
})

test('OGMIOS_URL says that a devnet starts only without a node, a recording and another network', () => {
  for (const name of ['CHAIN_FILE', 'NETWORK'])
    assert.ok(SettingsSchema.properties.OGMIOS_URL.description?.includes(name), name)
  assert.deepEqual(
    [[], ['--network', 'devnet'], ['--network', 'mainnet'], ['--chain-file', 'chain.ndjson']].map((flags) =>
      bringsDevnet(readSettings({}, flags).settings),
    ),
    [true, true, false, false],
  )
})

test('the README says of which scripts launches on mainnet have need, and they are those that its config lacks', () => {
  const { minting } = JSON.parse(read('schema/config/networks/mainnet/contracts.json'))
  assert.deepEqual([minting.nft.script, minting.other.template], ['', ''])
  assert.match(read('README.md'), /^\| mainnet \| yes \| yes \| with \[two scripts and a wallet of yours\]/m)
  assert.match(read('docs/operate/mainnet.md'), /`minting\.nft\.script` and `minting\.other\.template`/)
})

test('docs/operate/systemd.md closes the file with passwords that the unit reads', () => {
  const [, file = ''] = /^EnvironmentFile=(\S+)$/m.exec(read('deploy/launchpad.service')) ?? []
  assert.ok(read('docs/operate/systemd.md').includes(`\nchmod 600 ${file}\n`), file)
})

test('both pages about TRUST_PROXY say what holds without it, for a proxy on this machine and for one elsewhere', () => {
  const clients = new Clients(undefined)
  assert.deepEqual(
    ['127.0.0.1', '192.0.2.9'].map((proxy) => clients.of(proxy, '203.0.113.5')),
    [
      { address: '127.0.0.1', isLocal: true, isProxied: false },
      { address: '192.0.2.9', isLocal: false, isProxied: false },
    ],
  )
  for (const page of ['reverse-proxy', 'behaviour'])
    assert.match(
      read(`docs/operate/${page}.md`).replaceAll(/\s+/g, ' '),
      /clients of a proxy on this machine have no limit, (?:and )?clients of a proxy elsewhere share one/,
    )
})
