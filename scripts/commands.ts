// The commands of the project in one table. package.json names each, run.ts runs them, and a test compares the table of docs/commands.md
// with this one. A command's code is loaded when it runs, so that --help and refusals are quick.

import { SETTING_NAMES } from '../schema/config/settings.ts'
import { loadModule } from '../schema/platform/load-module.ts'
import { OUTPUTS, PARTS } from '../tests/bench/kit/options.ts'
import { type Command, defineCommand } from './cli/command.ts'
import { count, formatFlag, formatOf, MOST_MINUTES, SEED, SLOT } from './cli/flag-kinds.ts'
import { FOLDING_DESCRIPTIONS, FOLDING_SETTINGS } from './cli/folding-settings.ts'

/** Default rounds and seconds of a benchmark. */
const ROUNDS = 3
const SECONDS = 5

const MOST_OF_A_BENCH = 9_999

const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const
const SQL_FORMATS = ['table', 'ndjson', 'csv'] as const

const TEST_WORDS = {
  usage: '[WORD...]',
  does: 'Part of a path, such as curve or api/',
  most: Number.POSITIVE_INFINITY,
} as const

/** Loads a module that runs a command. */
const load = <Module>(name: string): Promise<Module> =>
  loadModule<Module>(new URL(`./commands/${name}.ts`, import.meta.url))

export const commands: readonly Command[] = [
  defineCommand({
    name: 'start',
    does: 'Runs the indexer and the API until SIGINT or SIGTERM',
    details:
      'Follows OGMIOS_URL, or a recorded chain (CHAIN_FILE); without either, and without another NETWORK, it starts a devnet. ' +
      'With ROLE it runs only the indexer or only the API.',
    flags: {},
    settings: SETTING_NAMES,
    run: async ({ settings }) => (await load<typeof import('./commands/start.ts')>('start')).start(settings),
  }),
  defineCommand({
    name: 'devnet',
    does: 'Runs the devnet alone, behind its own Ogmios, until SIGINT or SIGTERM',
    details: 'Its blocks are kept in DATA_DIR/devnet; the next start continues the same chain.',
    flags: {},
    settings: ['HOST', 'DEVNET_PORT', 'DATA_DIR'],
    aliases: { port: 'DEVNET_PORT' },
    descriptions: {
      HOST: "Listen address of the devnet's Ogmios.",
      DATA_DIR: 'Directory whose subdirectory devnet has the blocks.',
    },
    run: async ({ settings }) =>
      (await load<typeof import('./commands/devnet.ts')>('devnet')).devnet(settings),
  }),
  defineCommand({
    name: 'test',
    does: 'Runs the type check, the linter and the quick tests; with words, the test files whose path contains one of them',
    words: TEST_WORDS,
    flags: {},
    settings: [],
    run: async ({ words }) =>
      (await load<typeof import('./commands/run-tests.ts')>('run-tests')).runTests('quick', words),
  }),
  defineCommand({
    name: 'test:all',
    does: 'Runs the type check, the linter and all tests; with words, the test files whose path contains one of them',
    words: TEST_WORDS,
    flags: { rest: { kind: 'switch', does: 'Leaves out what `npm test` runs' } },
    settings: [],
    run: async ({ words, has }) =>
      (await load<typeof import('./commands/run-tests.ts')>('run-tests')).runTests(
        has('rest') ? 'rest' : 'all',
        words,
      ),
  }),
  defineCommand({
    name: 'new-indexer',
    does: 'Writes a folder with an indexer for another protocol: its source, model, test, and the engine as a package',
    words: { usage: 'DIR', does: 'The new directory', least: 1, most: 1 },
    flags: {},
    settings: [],
    run: async ({ words: [directory = ''] }) =>
      (await load<typeof import('./commands/new-indexer.ts')>('new-indexer')).newIndexer(directory),
  }),
  defineCommand({
    name: 'replay',
    does: 'Replays a recorded chain through the whole indexing pipeline; prints blocks per second, peak memory and the digest',
    words: { usage: '[FILE]', does: 'The chain file; default: CHAIN_FILE', most: 1 },
    flags: {},
    settings: [...FOLDING_SETTINGS.filter((name) => name !== 'OGMIOS_URL'), 'LOG_LEVEL'],
    defaults: { DATA_DIR: 'a temporary directory' },
    descriptions: {
      DATA_DIR: 'Directory of the log and the read models.',
      NETWORK: 'Network of the recorded chain. Default: mainnet.',
      CHAIN_FILE: 'Recorded chain to replay.',
    },
    run: async ({ settings, isGiven, words: [file] }) =>
      (await load<typeof import('./commands/replay.ts')>('replay')).replay(settings, {
        file,
        isKept: isGiven('DATA_DIR'),
      }),
  }),
  defineCommand({
    name: 'record',
    does: 'Records blocks from an Ogmios server into a chain file, from START_POINT to the current tip',
    words: {
      usage: 'FILE',
      does: 'The file to write; it is gzipped if its name ends in .gz',
      least: 1,
      most: 1,
    },
    flags: {},
    settings: ['OGMIOS_URL', 'NETWORK', 'START_POINT', 'OPERATIONS_CONFIG'],
    descriptions: {
      OGMIOS_URL: 'Ogmios server to record blocks from.',
      NETWORK: 'Network of the node. Default: mainnet.',
      START_POINT: "Point after which the recording begins. Default: the operations config's start point.",
    },
    run: async ({ settings, words: [file = ''] }) =>
      (await load<typeof import('./commands/record.ts')>('record')).record(settings, file),
  }),
  defineCommand({
    name: 'rebuild',
    does: 'Rebuilds the models from the log while the old ones stay, and then replaces them; needs no node',
    details: 'The service must not be running on the same DATA_DIR.',
    flags: {},
    settings: FOLDING_SETTINGS,
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings }) =>
      (await load<typeof import('./commands/rebuild.ts')>('rebuild')).rebuild(settings),
  }),
  defineCommand({
    name: 'verify',
    does: 'Compares the log with its checksums, the models with the log and their digest, and the images with their ids',
    details: 'The service may be running on the same DATA_DIR.',
    flags: {
      deep: { kind: 'switch', does: 'Also folds the log again, in a temporary directory, and compares' },
      postgres: { kind: 'switch', does: 'Also compares the rows of the copy in PostgreSQL' },
    },
    settings: [...FOLDING_SETTINGS, 'POSTGRES_URL', 'POSTGRES_SCHEMA'],
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings, has }) =>
      (await load<typeof import('./commands/verify.ts')>('verify')).verify(settings, {
        isDeep: has('deep'),
        hasCopy: has('postgres'),
      }),
  }),
  defineCommand({
    name: 'export',
    does: 'Writes trades, events, orders, holders or another table as NDJSON, CSV or Parquet; the service may be running',
    words: {
      usage: 'TABLE',
      does: 'The table: trades, events, orders, holders or another one',
      least: 1,
      most: 1,
    },
    flags: {
      format: formatFlag(EXPORT_FORMATS),
      from: { ...SLOT, does: 'First slot' },
      to: { ...SLOT, does: 'Last slot' },
      out: {
        kind: 'text',
        pattern: /./,
        mustBe: 'the path of a file',
        otherwise: 'the standard output',
        does: 'File to write',
      },
    },
    settings: FOLDING_SETTINGS,
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings, words: [table = ''], text, number }) =>
      (await load<typeof import('./commands/export.ts')>('export')).exportRows(settings, {
        table,
        format: formatOf(EXPORT_FORMATS, text('format')),
        from: number('from'),
        to: number('to'),
        out: text('out'),
      }),
  }),
  defineCommand({
    name: 'sql',
    does: 'Answers SQL queries over the tables and views of the models, which it only reads; the service may be running',
    details: 'Without SQL it reads queries from the standard input; on a terminal it asks for them.',
    words: { usage: '[SQL]', does: 'One or more queries, with semicolons between them', most: 1 },
    flags: {
      format: formatFlag(SQL_FORMATS),
    },
    settings: ['DATA_DIR', 'NETWORK', 'OGMIOS_URL', 'CHAIN_FILE'],
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings, words: [sql], text }) =>
      (await load<typeof import('./commands/sql.ts')>('sql')).runSql(settings, {
        sql,
        format: formatOf(SQL_FORMATS, text('format')),
      }),
  }),
  defineCommand({
    name: 'backup',
    does: 'Copies log, models and images into a new directory, or adds new data to an earlier backup of the same log; the service may be running',
    words: {
      usage: 'DIR',
      does: 'A new directory, or one with an earlier backup',
      least: 1,
      most: 1,
    },
    flags: {},
    settings: FOLDING_SETTINGS,
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings, words: [directory = ''] }) =>
      (await load<typeof import('./commands/backup.ts')>('backup')).backup(settings, directory),
  }),
  defineCommand({
    name: 'snapshot',
    does: 'Packs log, models and images into one compressed file that another machine can restore; the service may be running',
    details: 'Needs free space for both the data and the file, on the disk of the file.',
    words: { usage: 'FILE', does: 'The file to make, a .tar.gz', least: 1, most: 1 },
    flags: {},
    settings: [...FOLDING_SETTINGS, 'SNAPSHOT_SIGNING_KEY'],
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings, words: [file = ''] }) =>
      (await load<typeof import('./commands/snapshot.ts')>('snapshot')).snapshot(settings, file),
  }),
  defineCommand({
    name: 'restore',
    does: 'Checks a snapshot, or the directory of a backup, and puts it into an empty DATA_DIR',
    details:
      'A NETWORK that is not the network of the backup is refused. With --to, models with a later block are left ' +
      'out: the service folds them again.',
    words: { usage: 'FILE', does: 'The snapshot, its URL, or the directory', least: 1, most: 1 },
    flags: {
      to: {
        kind: 'text',
        pattern: /^[0-9]{1,11}(\.[0-9a-f]{64})?$/,
        mustBe: 'a slot, or "<slot>.<block id, 64 hex digits>"',
        otherwise: 'the tip of the backup',
        does: 'Last block of the restored log: a point, or the last block at or before a slot',
      },
    },
    settings: [...FOLDING_SETTINGS, 'SNAPSHOT_KEY'],
    descriptions: { ...FOLDING_DESCRIPTIONS, NETWORK: 'Network of the backup.' },
    defaults: { NETWORK: 'the network of the backup' },
    run: async ({ settings, words: [path = ''], text }) =>
      (await load<typeof import('./commands/restore.ts')>('restore')).restore(settings, path, text('to')),
  }),
  defineCommand({
    name: 'bench',
    does: 'Measures the service side by side with alternatives; prints ratios',
    words: {
      usage: '[WORD...]',
      does: `${PARTS.slice(0, -1).join(', ')} or ${PARTS.at(-1)} (default: all parts), and a chain file to measure with`,
      most: PARTS.length + 1,
    },
    flags: {
      rounds: count(MOST_OF_A_BENCH, 'Number of measurements of each variant', ROUNDS),
      seconds: count(MOST_OF_A_BENCH, 'Seconds of load on a server per round', SECONDS),
      copies: count(
        MOST_OF_A_BENCH,
        'Number of copies of the file that are followed as one chain',
        'enough for about 6,300 blocks',
      ),
      outputs: {
        kind: 'text',
        pattern: /^[1-9]\d{2,7}(,[1-9]\d{2,7})*$/,
        mustBe: 'numbers from 100 to 99999999, as in 100000,1000000',
        otherwise: OUTPUTS,
        does: 'Sizes of the UTxO set at which growth is measured',
      },
    },
    settings: [],
    run: async ({ words, number, text }) =>
      (await load<typeof import('./commands/bench.ts')>('bench')).bench({
        words,
        rounds: number('rounds') ?? ROUNDS,
        seconds: number('seconds') ?? SECONDS,
        copies: number('copies'),
        outputs: text('outputs'),
      }),
  }),
  defineCommand({
    name: 'fuzz-http',
    does: 'Attacks the service with hostile HTTP clients; prints a seed that repeats the run',
    flags: {
      seed: { ...SEED, most: 2 ** 31 - 1 },
      minutes: count(MOST_MINUTES, 'Minutes of the run', 1),
      rounds: count(2 ** 31 - 1, 'Number of rounds, instead of --minutes'),
      path: {
        kind: 'text',
        pattern: /^\d+(:\d+)*$/,
        mustBe: 'the path that a failure printed',
        does: 'Repeats one failure',
      },
      traders: {
        kind: 'switch',
        does: 'Makes all attacks at once, together with honest traders on a live devnet; ignores the seed',
      },
    },
    settings: [],
    run: async ({ number, text, has }) => {
      const { fuzzHttp, siege } = await load<typeof import('./commands/fuzz-http.ts')>('fuzz-http')
      if (has('traders')) return siege(number('minutes') ?? 1)
      return fuzzHttp({
        seed: number('seed'),
        minutes: number('minutes'),
        rounds: number('rounds'),
        path: text('path'),
      })
    },
  }),
  defineCommand({
    name: 'soak',
    does: 'Runs a service under 200 feeds, 20 reads a second and traders, with forks, a clock that is set and a stop of two minutes',
    flags: {
      seed: { ...SEED, most: 2 ** 32 - 1 },
      minutes: count(MOST_MINUTES, 'Minutes of the run', 60),
      pages: {
        kind: 'switch',
        does: 'Also keeps the page open in three tabs of Chromium, and measures them',
      },
    },
    settings: [],
    run: async ({ number, has }) =>
      (await load<typeof import('./commands/soak.ts')>('soak')).soak({
        seed: number('seed'),
        minutes: number('minutes') ?? 60,
        hasPages: has('pages'),
      }),
  }),
  defineCommand({
    name: 'simulate',
    does: 'Runs hostile blocks through the indexer while the node, the disk and the process fail, in episodes of a few seconds',
    flags: {
      seed: { ...SEED, most: 2 ** 32 - 1 },
      episodes: count(9_999_999, 'Number of episodes, each with its own seed', 'a thousand'),
      blocks: count(99_999, 'Number of blocks in an episode', 'about fifty'),
      postgres: {
        kind: 'switch',
        does: 'Runs episodes with a copy in PostgreSQL, two indexers that write it and two replicas',
      },
      nats: { kind: 'switch', does: 'Runs episodes with two indexers and two replicas of a stream of NATS' },
      mutants: {
        kind: 'switch',
        does: 'Plants faults into copies of the source; the simulation must find each within 200 episodes',
      },
    },
    settings: [],
    run: async ({ number, has }) => {
      const { simulate, simulateMutants } = await load<typeof import('./commands/simulate.ts')>('simulate')
      const by = (['postgres', 'nats'] as const).find(has)
      if (has('mutants')) return simulateMutants(by)
      return simulate({
        seed: number('seed'),
        episodes: number('episodes') ?? 1_000,
        blocks: number('blocks'),
        by,
      })
    },
  }),
  defineCommand({
    name: 'mutate',
    does: 'Plants drawn faults into copies of the product code, one at a time, and prints who finds each: types, the nearest tests, the wide ones, or nobody',
    words: { ...TEST_WORDS, does: 'Part of the path of a product file; default: all' },
    flags: {
      seed: { ...SEED, most: 2 ** 32 - 1 },
      mutants: count(99_999, 'Number of faults', 200),
      results: {
        kind: 'text',
        pattern: /./,
        mustBe: 'the path of a file',
        otherwise: 'mutants.ndjson',
        does: 'File of the results; a run continues from it',
      },
    },
    settings: [],
    run: async ({ words, number, text }) =>
      (await load<typeof import('./commands/mutate.ts')>('mutate')).mutate({
        words,
        seed: number('seed') ?? Math.floor(Math.random() * 2 ** 32),
        mutants: number('mutants') ?? 200,
        results: text('results') ?? 'mutants.ndjson',
      }),
  }),
  defineCommand({
    name: 'fuzz-builder',
    does: 'Sends honest, hostile and very large requests to the transaction builder until a check fails or SIGINT; prints a seed for each 5,000 requests',
    flags: {
      seed: { ...SEED, most: 2 ** 32 - 1 },
      requests: count(9_999_999_999, 'Number of requests', 'no end'),
      minutes: count(MOST_MINUTES, 'Minutes of the run, instead of --requests', 'no end'),
    },
    settings: [],
    run: async ({ number }) =>
      (await load<typeof import('./commands/fuzz-builder.ts')>('fuzz-builder')).fuzzBuilder({
        seed: number('seed'),
        steps: number('requests'),
        minutes: number('minutes'),
      }),
  }),
]
