// What an operator can set: environment variables, each also a command-line flag (`START_POINT` is
// `--start-point`). They are checked once, at start; a bad one is named with what it must be.
import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { StartupError } from '../errors.ts'
import { NETWORKS } from '../primitives.ts'
import { type FlagKind, parseCommandLine } from './command-line.ts'

interface TextOptions {
  readonly pattern?: string
  readonly default?: string
  /** Whether its value may hold a password or a key, and is printed nowhere. */
  readonly isSecret?: boolean
  /** Whether its flag may be given several times, and its values are joined with commas. */
  readonly isList?: boolean
}

const text = (mustBe: string, description: string, options: TextOptions = {}) =>
  Type.String({ ...options, mustBe, description })

const number = (mustBe: string, description: string, fallback: number) =>
  text(mustBe, description, { pattern: '^(0|[1-9][0-9]{0,14})$', default: String(fallback) })

const rate = (description: string, fallback: string) =>
  text('<requests a minute>/<requests at once>, as 600/100, or 0 for no limit', description, {
    pattern: '^(0|[1-9][0-9]{0,8}/[1-9][0-9]{0,8})$',
    default: fallback,
  })

const PORT = '^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$'

export const SettingsSchema = Type.Object({
  ROLE: Type.Union([Type.Literal('all'), Type.Literal('indexer'), Type.Literal('api')], {
    mustBe: 'one of all, indexer, api',
    description:
      'What the process runs: all, the indexer alone, or the API alone: on the data of an indexer, or on a copy from POSTGRES_URL.',
    default: 'all',
  }),
  OGMIOS_URL: Type.Optional(
    text('a ws:// or wss:// URL', 'Ogmios to follow; without it the service starts a devnet.', {
      pattern: '^wss?://[^\\s/]+(/.*)?$',
      isSecret: true,
    }),
  ),
  CHAIN_FILE: Type.Optional(
    text(
      'the path of an .ndjson or .ndjson.gz file',
      'A recorded chain the service serves to itself as its node, in place of OGMIOS_URL.',
      { pattern: '.' },
    ),
  ),
  NETWORK: Type.Optional(
    text(
      `one of ${NETWORKS.join(', ')}`,
      'Network of the node, by default mainnet; without a node the devnet.',
      { pattern: `^(${NETWORKS.join('|')})$` },
    ),
  ),
  DEVNET_PORT: text('a port, 0 to 65535', "Port of the devnet's own Ogmios; 0 takes a free one.", {
    pattern: PORT,
    default: '1337',
  }),
  START_POINT: Type.Optional(
    text(
      '"origin" or "<slot>.<block id, 64 hex digits>"',
      "Where a first sync begins; by default the operations config's start point, or the origin of a chain file.",
      { pattern: '^(origin|[0-9]{1,15}\\.[0-9a-fA-F]{64})$' },
    ),
  ),
  DATA_DIR: text('the path of a directory', 'Where the log and the read models are kept.', {
    pattern: '.',
    default: 'data',
  }),
  POSTGRES_URL: Type.Optional(
    text(
      'a postgres:// URL',
      'Database that an indexer copies the read models to, and that ROLE=api copies them from. Nothing is copied unless given.',
      { pattern: '^postgres(ql)?://\\S+$', isSecret: true },
    ),
  ),
  POSTGRES_SCHEMA: text(
    'a name of at most 40 lower-case letters, digits and underscores, beginning with a letter',
    'Schema of that database with the copy.',
    { pattern: '^[a-z][a-z0-9_]{0,39}$', default: 'launchpad' },
  ),
  POSTGRES_READERS: Type.Optional(
    text(
      'names of at most 40 lower-case letters, digits and underscores, separated by commas',
      'Roles of that database which the indexer lets read the copy, also after it was loaded again.',
      { pattern: '^[a-z_][a-z0-9_]{0,39}(,[a-z_][a-z0-9_]{0,39})*$' },
    ),
  ),
  HOST: text('an address to listen on', 'Address the API listens on; of npm run devnet, its Ogmios.', {
    pattern: '^\\S+$',
    default: '127.0.0.1',
  }),
  PORT: text('a port, 0 to 65535', 'Port the API listens on; 0 takes a free one.', {
    pattern: PORT,
    default: '8080',
  }),
  ADMIN_PORT: Type.Optional(
    text(
      'a port, 0 to 65535',
      'Port for Prometheus metrics; none are served unless given; 0 takes a free one.',
      {
        pattern: PORT,
      },
    ),
  ),
  ADMIN_HOST: text('an address to listen on', 'Address that ADMIN_PORT listens on.', {
    pattern: '^\\S+$',
    default: '127.0.0.1',
  }),
  COMPONENTS: Type.Optional(
    text('a list of components, with commas', 'Components to serve; all of them unless given.', {
      pattern: '^[a-z-]+(,[a-z-]+)*$',
    }),
  ),
  BASE_PATHS: Type.Optional(
    text(
      'a list of <component>=<path>, with commas, as charts=/charts,builder=/builder',
      'Path prefixes under which components are served too, beside their plain paths.',
      { pattern: '^[a-z-]+=(/[A-Za-z0-9._~-]+)+(,[a-z-]+=(/[A-Za-z0-9._~-]+)+)*$' },
    ),
  ),
  PROTOCOL_CONFIG: Type.Optional(
    text('the path of a JSON file', "Protocol config, in place of the network's own.", { pattern: '.' }),
  ),
  CONTRACTS_CONFIG: Type.Optional(
    text('the path of a JSON file', "Contracts config, in place of the network's own.", { pattern: '.' }),
  ),
  OPERATIONS_CONFIG: Type.Optional(
    text('the path of a JSON file', "Operations config, in place of the network's own.", { pattern: '.' }),
  ),
  MODEL: Type.Optional(
    text(
      'the path of a .ts file, or several with commas',
      'File with a read model of your own, folded beside the others; the flag may be given several times.',
      { pattern: '^[^,]+\\.ts(,[^,]+\\.ts)*$', isList: true },
    ),
  ),
  LOG_LEVEL: text('one of debug, info, warn, error, silent', 'Least severe level that is logged.', {
    pattern: '^(debug|info|warn|error|silent)$',
    default: 'info',
  }),
  MAX_TIP_AGE: number(
    'a whole number of seconds',
    'Greatest age of the tip of a live node for the service to be ready.',
    300,
  ),
  MAX_LAG: number(
    'a whole number of blocks',
    'Greatest lag of the read models behind the chain; past that, data are a 503.',
    100,
  ),
  TRUST_PROXY: Type.Optional(
    text('addresses or subnets with commas, as 10.0.0.0/8', 'Proxies whose X-Forwarded-For is trusted.', {
      pattern: '.',
    }),
  ),
  RATE_LIMIT_READ: rate('Limit of a client for reads; clients on this machine have none.', '600/100'),
  RATE_LIMIT_BUILD: rate('Limit of a client for building transactions.', '120/20'),
  RATE_LIMIT_LAUNCH: rate('Limit of a client for launches.', '6/5'),
  FEED_CONNECTIONS: number(
    'a whole number',
    'Feed connections of a client; clients on this machine have no limit.',
    20,
  ),
  FEED_SUBSCRIPTIONS: number('a whole number', 'Subscriptions of a feed connection.', 100),
  FEED_MESSAGES: text(
    '<messages a second>/<messages at once>, as 20/60',
    'Limit of what a feed connection may say.',
    { pattern: '^[1-9][0-9]{0,5}/[1-9][0-9]{0,5}$', default: '20/60' },
  ),
  FEED_CONFLATE: number(
    'a whole number of milliseconds',
    'Least time between two feed frames about the same pool or bar; orders are never held back.',
    250,
  ),
  FEED_PING: text(
    'a whole number of milliseconds, at least 1000',
    'Time between two pings of a feed connection.',
    { pattern: '^[1-9][0-9]{3,8}$', default: '20000' },
  ),
  FEED_SILENCE: number(
    'a whole number of milliseconds',
    'Time without a sign of life after which a feed connection ends.',
    60_000,
  ),
  FEED_QUEUE_FRAMES: number('a whole number', 'Frames that a feed client may leave unread.', 1_000),
  FEED_QUEUE_BYTES: number(
    'a whole number of bytes',
    'Bytes that a feed client may leave unread.',
    1_048_576,
  ),
  UPLOAD_BYTES: number(
    'a whole number of bytes',
    'Memory for request bodies in progress, all connections together.',
    67_108_864,
  ),
  ANSWER_CACHE_BYTES: number(
    'a whole number of bytes',
    'Memory for answers that are held until what they show changes.',
    67_108_864,
  ),
  CHART_CACHE_BYTES: number(
    'a whole number of bytes',
    'Memory for bars that answers are cut from.',
    67_108_864,
  ),
  ADA_USD_RATE_URL: Type.Optional(
    text(
      'the address of a JSON document, http(s)://<host>/<path>',
      'JSON document with one decimal, the dollars for an ADA; without it the service has no rate.',
      { pattern: '^https?://[^\\s/]+(/\\S*)?$', isSecret: true },
    ),
  ),
  PEER_URLS: Type.Optional(
    text(
      'addresses of services with commas, as https://a.example,https://b.example',
      'Other services of the same launchpad, whose digests the page compares with that of this one.',
      { pattern: '^https?://[^\\s/,;\'"]+(,https?://[^\\s/,;\'"]+)*$' },
    ),
  ),
  SERVICE_WALLET_KEY_FILE: Type.Optional(
    text(
      'the path of a file',
      'File with the payment key of the wallet that puts up collateral for clients; cardano-cli or hex.',
      { pattern: '.' },
    ),
  ),
  IMAGE_STORE: text(
    'folder, kubo+http://<host>:<port> or pinata+https://<host>',
    'Where images of launches are kept: in DATA_DIR alone, or also pinned at a Kubo node or a pinning service once the launch is on the chain.',
    { pattern: '^(folder|(kubo|pinata)\\+https?://[^\\s/]+(/\\S*)?)$', default: 'folder', isSecret: true },
  ),
  IMAGE_STORE_TOKEN_FILE: Type.Optional(
    text('the path of a file', 'File with the bearer token for the Kubo node or the pinning service.', {
      pattern: '.',
    }),
  ),
  IMAGE_BYTES: number(
    'a whole number of bytes',
    'Most bytes of images in DATA_DIR; those of no launch are removed after three hours.',
    10_737_418_240,
  ),
})

/** Settings as text; absent optional ones are left out. */
export type Settings = Static<typeof SettingsSchema>
export type SettingName = keyof Settings

const schemas: TObject['properties'] = SettingsSchema.properties

const isName = (name: string): name is SettingName => Object.hasOwn(schemas, name)

export const SETTING_NAMES: readonly SettingName[] = Object.keys(schemas).filter(isName)

const mustBe = (name: string): string => String(schemas[name]?.mustBe ?? 'given')

/** The flag of a setting, without the dashes. */
export const flagOf = (name: SettingName): string => name.toLowerCase().replaceAll('_', '-')

export interface Accepted {
  /** Settings that apply; variables of others are not looked at, their flags are refused. Default all. */
  readonly settings?: readonly SettingName[]
  /** Further flags of settings, without the dashes. */
  readonly aliases?: Readonly<Record<string, SettingName>>
  /** Flags that are no settings, without the dashes. */
  readonly flags?: ReadonlyMap<string, FlagKind>
}

export interface Reading {
  readonly settings: Settings
  /** Names of the settings that are not defaults. */
  readonly given: ReadonlySet<SettingName>
  /** Values of the flags that are no settings, unchecked. */
  readonly flags: ReadonlyMap<string, string>
  /** Words of the command line that are no flags. */
  readonly words: readonly string[]
}

/**
 * Reads settings from flags, then the environment, then defaults. An empty variable counts as absent.
 * @throws {StartupError} naming an unknown flag, or the first bad setting and what it must be.
 */
export const readSettings = (
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
  { settings: names = SETTING_NAMES, aliases = {}, flags: others = new Map() }: Accepted = {},
): Reading => {
  const byFlag = new Map([
    ...names.map((name): [string, SettingName] => [flagOf(name), name]),
    ...Object.entries(aliases),
  ])
  const kinds = new Map<string, FlagKind>(others)
  for (const [flag, name] of byFlag)
    kinds.set(flag, { mustBe: mustBe(name), isList: schemas[name]?.isList === true })
  const line = parseCommandLine(argv, kinds)

  const texts = new Map<SettingName, string>()
  for (const name of names) {
    const text = env[name]
    if (text !== undefined && text !== '') texts.set(name, text)
  }
  const flags = new Map<string, string>()
  for (const [flag, value] of line.flags) {
    const name = byFlag.get(flag)
    if (name === undefined) flags.set(flag, value)
    else texts.set(name, value)
  }
  const given = new Set(texts.keys())
  for (const name of SETTING_NAMES) {
    const fallback: unknown = schemas[name]?.default
    if (fallback !== undefined && !texts.has(name)) texts.set(name, String(fallback))
  }
  const settings: unknown = Object.fromEntries(texts)
  if (!Value.Check(SettingsSchema, settings)) {
    const error = Value.Errors(SettingsSchema, settings).First()
    throw invalid(error?.path.slice(1) ?? '', String(error?.value))
  }
  for (const name of URLS) {
    const url = settings[name]
    if (url !== undefined && !URL.canParse(url)) throw invalid(name, url)
  }
  return { settings, given, flags, words: line.words }
}

/** Settings that must be URLs. Others are refused at once, before an error repeats them. */
const URLS = ['OGMIOS_URL', 'POSTGRES_URL'] as const

const invalid = (name: string, value: string): StartupError =>
  new StartupError(
    `${name} must be ${mustBe(name)}${schemas[name]?.isSecret === true ? '' : `, not "${value}"`}`,
  )
