// The operator's settings: environment variables, each also a command-line flag (`START_POINT` is `--start-point`). Settings are read once,
// at start, into numbers, lists and texts. An error names the invalid setting and its valid values.
import { type StaticDecode, type TObject, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { StartupError } from '../errors.ts'
import { OneOf } from '../one-of.ts'
import { NETWORKS } from '../primitives.ts'
import { type FlagKind, parseCommandLine } from './command-line.ts'
import { decoded, list, number, PORT_NUMBER, pairIn, path, port, rate, text } from './setting-kinds.ts'

/** URL of a NATS stream, and any source that a replica can read. */
const NATS_STREAM = `(nats|tls)://[A-Za-z0-9._-]+(:${PORT_NUMBER})?/[A-Za-z0-9_-]{1,60}/?`
const PUBLICATION = `(https?://[^\\s/@?#,]+(/[^\\s?#,]*)?|${NATS_STREAM})`

export const SettingsSchema = Type.Object({
  ROLE: OneOf(['all', 'indexer', 'api'], {
    mustBe: 'one of all, indexer, api',
    description:
      'Parts that the process runs: indexer and API (all), only the indexer, or only the API. The API reads the files of an indexer, or copies the models from MODELS_URL.',
    default: 'all',
  }),
  OGMIOS_URL: Type.Optional(
    text(
      'a ws:// or wss:// URL',
      'Ogmios server of the node to follow. Without this setting and CHAIN_FILE, and with NETWORK absent or devnet, start runs a devnet.',
      {
        pattern: '^wss?://[^\\s/#]+(/[^\\s#]*)?$',
        isSecret: true,
      },
    ),
  ),
  CHAIN_FILE: path(
    'the path of an .ndjson or .ndjson.gz file',
    'Recorded chain to follow instead of a node.',
  ),
  NETWORK: Type.Optional(
    text(
      `one of ${NETWORKS.join(', ')}`,
      'Network of the node. Default: mainnet with OGMIOS_URL or CHAIN_FILE, otherwise devnet.',
      { pattern: `^(${NETWORKS.join('|')})$` },
    ),
  ),
  DEVNET_PORT: port("Port of the devnet's Ogmios; 0 chooses a free port.", 1_337),
  START_POINT: Type.Optional(
    text(
      '"origin" or "<slot>.<block id, 64 hex digits>"',
      "Point after which the first sync begins. Default: the operations config's start point, or the origin with CHAIN_FILE.",
      { pattern: '^(origin|[0-9]{1,15}\\.[0-9a-fA-F]{64})$' },
    ),
  ),
  DATA_DIR: text(
    'the path of a directory',
    'Directory of the log, the read models and the images; a devnet uses its subdirectory devnet.',
    {
      pattern: '.',
      default: 'data',
    },
  ),
  POSTGRES_URL: Type.Optional(
    text(
      'a postgres:// URL',
      'PostgreSQL database to which the indexer copies the read models, for SQL. Off by default.',
      { pattern: '^(postgres(ql)?://|socket:/)\\S+$', isSecret: true },
    ),
  ),
  POSTGRES_SCHEMA: text(
    'a name of at most 40 lower-case letters, digits and underscores, beginning with a letter',
    'Schema of the copy in that database.',
    { pattern: '^[a-z][a-z0-9_]{0,39}$', default: 'launchpad' },
  ),
  POSTGRES_READERS: list(
    'names of at most 40 lower-case letters, digits and underscores, separated by commas',
    'Roles of that database that may read the copy, also after it is loaded again.',
    { pattern: '^[a-z_][a-z0-9_]{0,39}(,[a-z_][a-z0-9_]{0,39})*$' },
  ),
  PUBLISH_DIR: path(
    'the path of a directory',
    'Directory in which an indexer publishes its read models, as files for replicas; the API serves these files under /models. Off by default.',
  ),
  PUBLISH_URL: Type.Optional(
    text(
      's3://<bucket>/<folder>, or nats://<host>:<port>/<stream>, without a password',
      'Folder of an object store, or stream of NATS, in which an indexer publishes its read models instead of PUBLISH_DIR; replicas read the objects over HTTP, or the stream. AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL are read as by the tools of AWS, NATS_USER, NATS_PASSWORD, NATS_CREDS, NATS_CA, NATS_CERT and NATS_KEY as by those of NATS.',
      {
        pattern: `^(s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9._-]+)+/?|${NATS_STREAM})$`,
        isSecret: true,
      },
    ),
  ),
  MODELS_URL: list(
    'http:// or https:// URLs, or nats://<host>:<port>/<stream>, without a password, separated by commas',
    'Addresses of published read models, of which a replica (ROLE=api) copies and follows one. If that address fails or no longer advances, the replica continues with another that has its block.',
    {
      pattern: `^${PUBLICATION}(,${PUBLICATION})*$`,
      isSecret: true,
    },
  ),
  SNAPSHOT_KEY: Type.Optional(
    text(
      'a public key of minisign: RW and 54 more characters',
      "Minisign key that must have signed the snapshot; the signature is at the snapshot's address with .minisig. Without a key, any snapshot is restored.",
      { pattern: '^RW[A-Za-z0-9+/]{54}$' },
    ),
  ),
  SNAPSHOT_SIGNING_KEY: Type.Optional(
    text('a path', 'File with a minisign secret key without a password, with which npm run snapshot signs.'),
  ),
  SNAPSHOT: Type.Optional(
    text(
      'a path, or an http:// or https:// URL without a password, optionally with #sha256=<64 hex digits>',
      'Snapshot to restore instead of a first sync: the path or URL of a file from npm run snapshot. Ignored if DATA_DIR has a log. The service verifies the snapshot in the background, like verify --deep.',
      {
        pattern: '^(https?://[^\\s/@?#]+(/[^\\s#]*)?(#sha256=[0-9a-fA-F]{64})?|(?!https?://).+)$',
        isSecret: true,
      },
    ),
  ),
  HOST: text('an address to listen on', 'Listen address of the API, or of the Ogmios of npm run devnet.', {
    pattern: '^\\S+$',
    default: '127.0.0.1',
  }),
  PORT: port('Port of the API; 0 chooses a free port.', 8_080),
  ADMIN_PORT: Type.Optional(port('Port of the Prometheus metrics; 0 chooses a free port. Off by default.')),
  ADMIN_HOST: text('an address to listen on', 'Listen address of ADMIN_PORT.', {
    pattern: '^\\S+$',
    default: '127.0.0.1',
  }),
  COMPONENTS: Type.Optional(
    text(
      'a list of components, separated by commas',
      'Components to serve: charts, utxos, analytics, builder, feed, images, vesting, explorer, kupo, ogmios, udf, aggregators, metadata. Default: all.',
      {
        pattern: '^[a-z-]+(,[a-z-]+)*$',
      },
    ),
  ),
  BASE_PATHS: Type.Optional(
    text(
      'a list of <component>=<path>, separated by commas, such as charts=/charts,builder=/builder',
      'Path prefixes under which components are served in addition to their plain paths.',
      { pattern: '^[a-z-]+=(/[A-Za-z0-9._~-]+)+(,[a-z-]+=(/[A-Za-z0-9._~-]+)+)*$' },
    ),
  ),
  PROTOCOL_CONFIG: path('the path of a JSON file', "Protocol config instead of the network's included one."),
  CONTRACTS_CONFIG: path(
    'the path of a JSON file',
    "Contracts config instead of the network's included one.",
  ),
  OPERATIONS_CONFIG: path(
    'the path of a JSON file',
    "Operations config instead of the network's included one.",
  ),
  MODEL: list(
    'the path of a .ts file, or several, separated by commas',
    'File with a read model of your own; the flag may be given several times.',
    { pattern: '^[^,]+\\.ts(,[^,]+\\.ts)*$', isList: true },
  ),
  SOURCE: Type.Optional(
    text(
      'the path of a .ts file',
      'File with an event source of your own, for models of your own; the source reads every block.',
      { pattern: '^[^,]+\\.ts$' },
    ),
  ),
  LOG_LEVEL: text(
    'one of debug, info, warn, error, silent',
    'Least severe level that is logged to standard error: as JSON, or as coloured text on a terminal (NO_COLOR removes the colours).',
    {
      pattern: '^(debug|info|warn|error|silent)$',
      default: 'info',
    },
  ),
  MAX_TIP_AGE: number(
    'a whole number of seconds',
    "Maximum age of the node's tip in seconds; beyond this age /readyz returns 503.",
    300,
  ),
  MAX_LAG: number(
    'a whole number of blocks',
    'Data endpoints return 503 when the models are more than this number of blocks behind, except during a rebuild or while the service waits for an upgrade.',
    100,
  ),
  TRUST_PROXY: Type.Optional(
    text(
      'addresses or subnets, separated by commas, such as 10.0.0.0/8',
      'Proxies whose X-Forwarded-For is trusted. Always set it behind a reverse proxy.',
      {
        pattern: '.',
      },
    ),
  ),
  RATE_LIMIT_READ: rate(
    'Rate limit of reads per client: requests per minute/burst. 0 disables it. Clients on this machine are not limited.',
    '600/100',
  ),
  RATE_LIMIT_BUILD: rate('Rate limit of building transactions per client.', '120/20'),
  RATE_LIMIT_LAUNCH: rate('Rate limit of launches per client.', '6/5'),
  RATE_LIMIT_PICTURE: rate('Rate limit of the pictures of shared links per client.', '30/30'),
  FEED_CONNECTIONS: number(
    'a whole number',
    'Maximum feed connections per client address. Clients on this machine are not limited.',
    20,
  ),
  FEED_SUBSCRIPTIONS: number('a whole number', 'Maximum subscriptions per feed connection.', 100),
  FEED_MESSAGES: decoded(
    text(
      '<messages per second>/<burst>, at least 20/60, which the page and the client need',
      'Rate limit per feed connection: messages per second/burst, at least 20/60.',
      { pattern: '^(?:[2-9][0-9]|[1-9][0-9]{2,5})/(?:[6-9][0-9]|[1-9][0-9]{2,5})$', default: '20/60' },
    ),
    pairIn,
  ),
  FEED_CONFLATE: number(
    'a whole number of milliseconds',
    'Minimum time in milliseconds between two frames about the same pool or bar; frames about orders are never delayed.',
    250,
  ),
  CACHE_BYTES: number(
    'a whole number of bytes',
    'Memory for cached responses and cached chart data, in bytes; each gets half.',
    134_217_728,
  ),
  ADA_USD_RATE_URL: Type.Optional(
    text(
      'the address of a JSON document, http(s)://<host>/<path>, without a password',
      'JSON document with the price of an ADA in dollars; fetched at most once per minute. A fragment such as #/cardano/usd selects the member with the price; without a fragment the price is the only number with a fraction. Without the setting the service has no rate.',
      { pattern: '^https?://[^\\s/@?#]+([/?][^\\s#]*)?(#/\\S*)?$', isSecret: true },
    ),
  ),
  CONFIRMATIONS: number(
    'a whole number of blocks, 0 to 2000',
    'Number of later blocks that confirm a block. Aggregators get only confirmed blocks, because they never remove an event.',
    30,
    '^(0|[1-9][0-9]{0,2}|1[0-9]{3}|2000)$',
  ),
  DEX_KEY: text(
    'a name of at most 40 letters, digits, hyphens and underscores',
    'Name of the exchange in the pairs for aggregators, as agreed with them.',
    { pattern: '^[A-Za-z0-9_-]{1,40}$', default: 'launchpad' },
  ),
  PEER_URLS: list(
    'addresses of services, separated by commas, such as https://a.example,https://b.example',
    'URLs of independent services of the same launchpad. The page shows how many of them have the same digest at the same block.',
    { pattern: '^https?://[^\\s/,;\'"@?#]+(,https?://[^\\s/,;\'"@?#]+)*$' },
  ),
  BLOCK_EXPLORER: Type.Optional(
    text(
      'none, or a list such as transaction=https://explorer.example/tx/{},address=https://explorer.example/address/{},token=https://explorer.example/token/{}',
      'Block explorer that the page links to; {} is replaced by the id (of a token, without the point). Default: Cardanoscan of the network, none on a devnet.',
      {
        pattern:
          '^(none|(transaction|address|token)=https?://[^\\s,;\'"<>{}]+\\{\\}[^\\s,;\'"<>{}]*(,(transaction|address|token)=https?://[^\\s,;\'"<>{}]+\\{\\}[^\\s,;\'"<>{}]*)*)$',
      },
    ),
  ),
  PUBLIC_URL: Type.Optional(
    text(
      'an address such as https://launchpad.example or https://example.org/launchpad',
      'Public address of the service, with the path that a proxy removes, if any. Previews of shared links use this address. Default: the address of each request.',
      { pattern: '^https?://[^\\s/,;\'"?#<>]+(/[A-Za-z0-9._~-]+)*/?$' },
    ),
  ),
  SERVICE_WALLET_KEY_FILE: path(
    'the path of a file',
    'File with the payment key of the service wallet: a .skey file of cardano-cli, or hex of 32 or 64 bytes. A devnet has its own key.',
  ),
  IMAGE_STORE: text(
    'folder, kubo+http://<host>:<port> or pinata+https://<host>',
    'Storage of launch images: DATA_DIR alone, or also a Kubo node or Pinata, where images are pinned once their launch is on the chain.',
    { pattern: '^(folder|(kubo|pinata)\\+https?://[^\\s/]+(/\\S*)?)$', default: 'folder', isSecret: true },
  ),
  IMAGE_STORE_TOKEN_FILE: path('the path of a file', 'File with the bearer token of that node or service.'),
  IMAGE_BYTES: number(
    'a whole number of bytes',
    'Maximum size of the image folder in bytes. Images without a launch on the chain after three hours are deleted; while the folder is full, new images are refused.',
    10_737_418_240,
  ),
})

/** Optional settings without a value are missing. */
export type Settings = StaticDecode<typeof SettingsSchema>
export type SettingName = keyof Settings

const schemas: TObject['properties'] = SettingsSchema.properties

const isName = (name: string): name is SettingName => Object.hasOwn(schemas, name)

export const SETTING_NAMES: readonly SettingName[] = Object.keys(schemas).filter(isName)

const mustBe = (name: string): string => String(schemas[name]?.mustBe ?? 'given')

/** Without dashes. */
export const flagOf = (name: SettingName): string => name.toLowerCase().replaceAll('_', '-')

interface Accepted {
  /** For other settings, variables are ignored and flags are refused. Default: all. */
  readonly settings?: readonly SettingName[]
  /** Further flags for settings, without dashes. */
  readonly aliases?: Readonly<Record<string, SettingName>>
  /** Flags that are not settings, without dashes. */
  readonly flags?: ReadonlyMap<string, FlagKind>
}

/**
 * Flags come before the environment, and the environment before defaults. An empty variable counts as absent.
 * @throws {StartupError} that names an unknown flag, or the first invalid setting with its valid values
 */
export const readSettings = (
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
  { settings: names = SETTING_NAMES, aliases = {}, flags: others = new Map() }: Accepted = {},
) => {
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
  const written: unknown = Object.fromEntries(texts)
  if (!Value.Check(SettingsSchema, written)) {
    const error = Value.Errors(SettingsSchema, written).First()
    throw invalid(error?.path.slice(1) ?? '', String(error?.value))
  }
  const settings = Value.Decode(SettingsSchema, written)
  // PostgreSQL's driver accepts a URL with a user and without a host, for a server on a socket of this machine.
  for (const name of URLS)
    for (const url of [settings[name] ?? []].flat())
      if (!URL.canParse(url) && !URL.canParse(url.replace('@/', '@host/'))) throw invalid(name, url)
  return {
    settings,
    given,
    /** Unchecked values of the flags that are not settings. */
    flags,
    /** Words that are not flags. */
    words: line.words,
  }
}

/** These settings are checked before all others, so that no error about another setting prints a URL with a password. */
const URLS = ['OGMIOS_URL', 'POSTGRES_URL', 'MODELS_URL'] as const

const invalid = (name: string, value: string): StartupError =>
  new StartupError(
    `${name} must be ${mustBe(name)}${schemas[name]?.isSecret === true ? '' : `, not "${value}"`}`,
  )
