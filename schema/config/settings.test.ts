import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartupError } from '../errors.ts'
import type { FlagKind } from './command-line.ts'
import { readSettings, SETTING_NAMES, type SettingName, SettingsSchema } from './settings.ts'

const DEFAULTS = {
  ROLE: 'all',
  DEVNET_PORT: 1_337,
  DATA_DIR: 'data',
  POSTGRES_SCHEMA: 'launchpad',
  HOST: '127.0.0.1',
  PORT: 8_080,
  ADMIN_HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  MAX_TIP_AGE: 300,
  MAX_LAG: 100,
  RATE_LIMIT_READ: { perMinute: 600, burst: 100 },
  RATE_LIMIT_BUILD: { perMinute: 120, burst: 20 },
  RATE_LIMIT_LAUNCH: { perMinute: 6, burst: 5 },
  RATE_LIMIT_PICTURE: { perMinute: 30, burst: 30 },
  FEED_CONNECTIONS: 20,
  FEED_SUBSCRIPTIONS: 100,
  FEED_MESSAGES: [20, 60],
  FEED_CONFLATE: 250,
  CACHE_BYTES: 134_217_728,
  CONFIRMATIONS: 30,
  DEX_KEY: 'launchpad',
  IMAGE_STORE: 'folder',
  IMAGE_BYTES: 10_737_418_240,
}

const point = `133682424.${'0f'.repeat(32)}`

/** Each value differs from the default. */
const OTHERS: Record<SettingName, string> = {
  ROLE: 'api',
  OGMIOS_URL: 'wss://node.example:1337/path',
  CHAIN_FILE: 'chain.ndjson.gz',
  NETWORK: 'preprod',
  DEVNET_PORT: '0',
  START_POINT: point,
  DATA_DIR: '/var/lib/launchpad',
  POSTGRES_URL: 'postgresql://launchpad:secret@db.example:5432/launchpad?sslmode=verify-full',
  POSTGRES_SCHEMA: 'preprod_2',
  POSTGRES_READERS: 'analyst,grafana',
  PUBLISH_DIR: '/var/lib/launchpad/published',
  PUBLISH_URL: 's3://models.example/mainnet/published',
  MODELS_URL: 'https://models.example/launchpad,http://10.0.0.2:8080/models',
  SNAPSHOT_KEY: 'RWTEupFR6n3MyMntyhSitkIXiIULuj5XYQ4Khr1C7uNEzX43brHJvHSE',
  SNAPSHOT_SIGNING_KEY: '/etc/launchpad/minisign.key',
  SNAPSHOT: `https://snapshots.example/mainnet.tar.gz?key=secret#sha256=${'ab'.repeat(32)}`,
  HOST: '0.0.0.0',
  PORT: '0',
  ADMIN_PORT: '9464',
  ADMIN_HOST: '::',
  COMPONENTS: 'utxos',
  BASE_PATHS: 'charts=/charts,feed=/a/b',
  PROTOCOL_CONFIG: 'protocol.json',
  CONTRACTS_CONFIG: 'contracts.json',
  OPERATIONS_CONFIG: 'operations.json',
  MODEL: './mine.ts,/srv/other.ts',
  SOURCE: './source.ts',
  LOG_LEVEL: 'silent',
  MAX_TIP_AGE: '0',
  MAX_LAG: '7',
  TRUST_PROXY: '10.0.0.0/8,::1',
  RATE_LIMIT_READ: '0',
  RATE_LIMIT_BUILD: '1/1',
  RATE_LIMIT_LAUNCH: '60/1',
  RATE_LIMIT_PICTURE: '1/2',
  FEED_CONNECTIONS: '1',
  FEED_SUBSCRIPTIONS: '1',
  FEED_MESSAGES: '20/100',
  FEED_CONFLATE: '0',
  CACHE_BYTES: '1',
  CONFIRMATIONS: '2000',
  DEX_KEY: 'our-dex_1',
  ADA_USD_RATE_URL: 'https://prices.example/ada?in=usd',
  PEER_URLS: 'https://a.example,http://b.example:8080',
  BLOCK_EXPLORER: 'transaction=https://explorer.example/tx/{}?tab=1,token=https://explorer.example/{}',
  PUBLIC_URL: 'https://example.org/launchpad',
  SERVICE_WALLET_KEY_FILE: 'payment.skey',
  IMAGE_STORE: 'kubo+http://127.0.0.1:5001',
  IMAGE_STORE_TOKEN_FILE: 'token',
  IMAGE_BYTES: '1',
}

const READ = {
  ...Object.fromEntries(
    Object.entries(OTHERS).map(([name, value]) => [name, /^[0-9]+$/.test(value) ? Number(value) : value]),
  ),
  POSTGRES_READERS: ['analyst', 'grafana'],
  MODELS_URL: ['https://models.example/launchpad', 'http://10.0.0.2:8080/models'],
  MODEL: ['./mine.ts', '/srv/other.ts'],
  SOURCE: './source.ts',
  RATE_LIMIT_READ: undefined,
  RATE_LIMIT_BUILD: { perMinute: 1, burst: 1 },
  RATE_LIMIT_LAUNCH: { perMinute: 60, burst: 1 },
  RATE_LIMIT_PICTURE: { perMinute: 1, burst: 2 },
  FEED_MESSAGES: [20, 100],
  PEER_URLS: ['https://a.example', 'http://b.example:8080'],
}

const flagsOf = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).map(([name, value]) => `--${name.toLowerCase().replaceAll('_', '-')}=${value}`)

const refused = (env: Record<string, string | undefined>, argv: readonly string[], message: string): void =>
  assert.throws(() => readSettings(env, argv), new StartupError(message))

test('without a word the defaults hold', () => {
  assert.deepEqual(readSettings({}, []), {
    settings: DEFAULTS,
    given: new Set(),
    flags: new Map(),
    words: [],
  })
})

test('every setting is a variable and a flag', () => {
  assert.deepEqual(Object.keys(OTHERS).sort(), Object.keys(SettingsSchema.properties).sort())
  const reading = {
    settings: READ,
    given: new Set(SETTING_NAMES),
    flags: new Map(),
    words: [],
  }
  assert.deepEqual(readSettings(OTHERS, []), reading)
  assert.deepEqual(readSettings({}, flagsOf(OTHERS)), reading)
})

test('a flag wins over a variable, a variable over the default', () => {
  const { settings } = readSettings({ PORT: '1', HOST: 'localhost' }, ['--port', '2'])
  assert.deepEqual(settings, { ...DEFAULTS, PORT: 2, HOST: 'localhost' })
})

test('an empty variable counts as absent, and variables of others are passed over', () => {
  const { settings } = readSettings({ PORT: '', OGMIOS_URL: '', PATH: '/bin', HOME: undefined }, [])
  assert.deepEqual(settings, DEFAULTS)
})

test('words that are no flags are handed back, and a value may be given either way', () => {
  const argv = ['a.ndjson', '--port', '9', 'b', '--host=::1', '--chain-file=a=b', '--', '--c']
  const { settings, words } = readSettings({}, argv)
  assert.deepEqual(settings, { ...DEFAULTS, PORT: 9, HOST: '::1', CHAIN_FILE: 'a=b' })
  assert.deepEqual(words, ['a.ndjson', 'b', '--c'])
})

test('models are named by a flag for each, or in one list', () => {
  const models = (...argv: readonly string[]) => readSettings({}, argv).settings.MODEL
  assert.deepEqual(models('--model', 'a.ts', '--model=b.ts'), ['a.ts', 'b.ts'])
  assert.deepEqual(models('--model', 'a.ts,b.ts'), ['a.ts', 'b.ts'])
  assert.throws(
    () => models('--model', 'a.js'),
    /MODEL must be the path of a \.ts file, or several, separated by commas/,
  )
})

test('the last of two flags counts', () => {
  assert.equal(readSettings({}, ['--port=1', '--port=2']).settings.PORT, 2)
})

test('a bad value is named with what it must be', () => {
  const bad: [SettingName, string, string][] = [
    ['NETWORK', 'testnet', 'one of mainnet, preprod, preview, devnet'],
    ['START_POINT', '5', '"origin" or "<slot>.<block id, 64 hex digits>"'],
    ['PORT', '65536', 'a port, 0 to 65535'],
    ['PORT', '-1', 'a port, 0 to 65535'],
    ['PORT', '80a', 'a port, 0 to 65535'],
    ['HOST', 'a b', 'an address to listen on'],
    ['COMPONENTS', 'charts,', 'a list of components, separated by commas'],
    ...[
      'charts',
      'charts=',
      'charts=/',
      'charts=charts',
      'charts=/a/',
      'charts=/a b',
      'charts=//a',
      'charts=/{a}',
    ].map((text): [SettingName, string, string] => [
      'BASE_PATHS',
      text,
      'a list of <component>=<path>, separated by commas, such as charts=/charts,builder=/builder',
    ]),
    ['RATE_LIMIT_READ', '10', '<requests per minute>/<burst>, such as 600/100, or 0 for no limit'],
    ['LOG_LEVEL', 'verbose', 'one of debug, info, warn, error, silent'],
    ['MAX_TIP_AGE', '1.5', 'a whole number of seconds'],
    ['MAX_TIP_AGE', '007', 'a whole number of seconds'],
    ['CACHE_BYTES', '64M', 'a whole number of bytes'],
    ['CONFIRMATIONS', '2001', 'a whole number of blocks, 0 to 2000'],
    ['DEX_KEY', 'our dex', 'a name of at most 40 letters, digits, hyphens and underscores'],
    ...['19/60', '20/59', '9/600', '200/6'].map((value): [SettingName, string, string] => [
      'FEED_MESSAGES',
      value,
      '<messages per second>/<burst>, at least 20/60, which the page and the client need',
    ]),
  ]
  for (const [name, value, mustBe] of bad)
    refused({ [name]: value }, [], `${name} must be ${mustBe}, not "${value}"`)
})

test('a bad URL is not repeated, as it may hold a password', () => {
  const bad: [SettingName, string, string][] = [
    ['OGMIOS_URL', 'http://localhost:1337', 'a ws:// or wss:// URL'],
    ['OGMIOS_URL', 'ws://', 'a ws:// or wss:// URL'],
    ['OGMIOS_URL', 'ws://user:secret@host:port', 'a ws:// or wss:// URL'],
    ...['nats://user:secret@nats.example/launchpad', 'nats://nats.example:65536/launchpad'].map(
      (url): [SettingName, string, string] => [
        'PUBLISH_URL',
        url,
        's3://<bucket>/<folder>, or nats://<host>:<port>/<stream>, without a password',
      ],
    ),
    [
      'MODELS_URL',
      'https://user:secret@models.example',
      'http:// or https:// URLs, or nats://<host>:<port>/<stream>, without a password, separated by commas',
    ],
    [
      'SNAPSHOT',
      'https://user:secret@snapshots.example/mainnet.tar.gz',
      'a path, or an http:// or https:// URL without a password, optionally with #sha256=<64 hex digits>',
    ],
    ['OGMIOS_URL', 'wss://user:secret@host/path#part', 'a ws:// or wss:// URL'],
    ['POSTGRES_URL', 'mysql://user:secret@host/db', 'a postgres:// URL'],
    [
      'ADA_USD_RATE_URL',
      'https://user:secret@prices.example/ada',
      'the address of a JSON document, http(s)://<host>/<path>, without a password',
    ],
    ['POSTGRES_URL', 'postgres://user:secret@host:99999/db', 'a postgres:// URL'],
    ['IMAGE_STORE', 'http://user:secret@host', 'folder, kubo+http://<host>:<port> or pinata+https://<host>'],
  ]
  for (const [name, value, mustBe] of bad) refused({ [name]: value }, [], `${name} must be ${mustBe}`)
})

test('the edges of what is taken are taken', () => {
  for (const [name, value, read = value] of [
    ['PORT', '65535', 65_535],
    ['PORT', '0', 0],
    ['START_POINT', 'origin'],
    ['START_POINT', point.toUpperCase()],
    ['COMPONENTS', 'utxos,charts'],
    ['OGMIOS_URL', 'ws://localhost:1337'],
    ['OGMIOS_URL', 'wss://user:secret@node.example/v1/key?token=a/b'],
    ['OGMIOS_URL', 'ws://[::1]:1337?token=ab'],
    ['POSTGRES_URL', 'postgres://user@/launchpad?host=/var/run/postgresql'],
    ['POSTGRES_URL', 'postgresql:///launchpad?host=/var/run/postgresql&user=me'],
    ['POSTGRES_URL', 'postgres://user:secret@%2Fvar%2Frun%2Fpostgresql/launchpad'],
    ['POSTGRES_URL', 'socket:/var/run/postgresql?db=launchpad'],
    ['ADA_USD_RATE_URL', 'https://prices.example?in=usd'],
    ['NETWORK', 'devnet'],
  ] as const)
    assert.deepEqual(readSettings({ [name]: value }, []).settings, { ...DEFAULTS, [name]: read })
})

test('settings that do not apply keep their defaults, and their flags are refused', () => {
  const accepted = { settings: ['HOST', 'DEVNET_PORT'], aliases: { port: 'DEVNET_PORT' } } as const
  const env = { PORT: 'not read', HOST: '::1' }
  const { settings, given } = readSettings(env, ['--port', '9999'], accepted)
  assert.deepEqual(settings, { ...DEFAULTS, HOST: '::1', DEVNET_PORT: 9_999 })
  assert.deepEqual(given, new Set(['HOST', 'DEVNET_PORT']))
  assert.throws(() => readSettings(env, ['--log-level', 'info'], accepted), {
    message: '--log-level is not an option',
  })
})

test('flags that are no settings are handed back as text', () => {
  const kinds = new Map<string, FlagKind>([
    ['deep', 'switch'],
    ['rounds', { mustBe: 'a number' }],
  ])
  const read = (...argv: string[]) => readSettings({}, argv, { settings: [], flags: kinds })
  const { flags, words } = read('--deep', 'word', '--rounds=2', '--rounds', '3')
  assert.deepEqual(
    { flags, words },
    {
      flags: new Map([
        ['deep', ''],
        ['rounds', '3'],
      ]),
      words: ['word'],
    },
  )
  assert.throws(() => read('--deep=1'), { message: '--deep takes no value' })
  assert.throws(() => read('--rounds'), { message: '--rounds needs a value: a number' })
  assert.throws(() => read('--rounds', '--deep'), { message: '--rounds needs a value: a number' })
})

test('a flag that does not exist, or has no value, is refused', () => {
  refused({}, ['--prot', '1'], '--prot is not an option')
  refused({}, ['-p', '1'], '-p is not an option')
  refused({}, ['--no-port'], '--no-port is not an option')
  refused({}, ['--port'], '--port needs a value: a port, 0 to 65535')
  refused({}, ['--data-dir', '--port', '1'], '--data-dir needs a value: the path of a directory')
  refused({}, ['--constructor=x'], '--constructor is not an option')
  refused({}, ['--__proto__=x'], '--__proto__ is not an option')
  refused({}, ['--port='], 'PORT must be a port, 0 to 65535, not ""')
})
