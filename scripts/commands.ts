// The project's commands in one table. package.json names each, run.ts runs them, and a test compares this table with docs/commands.md. A
// command's code is loaded when it runs, so --help and refusals are quick.

import { SETTING_NAMES } from '../schema/config/settings.ts'
import { OUTPUTS, PARTS } from '../tests/bench/kit/options.ts'
import { type Command, defineCommand } from './cli/command.ts'
import { BLOCK, count, formatFlag, formatOf, oneWord, SLOT, TEST_WORDS } from './cli/flag-kinds.ts'
import { FOLDING_DESCRIPTIONS, FOLDING_SETTINGS } from './cli/folding-settings.ts'
import { load } from './cli/load.ts'
import { proofCommands } from './proof-commands.ts'

const ROUNDS = 3
const SECONDS = 5

const MOST_OF_A_BENCH = 9_999

const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const
const SQL_FORMATS = ['table', 'ndjson', 'csv'] as const

export const commands: readonly Command[] = [
  defineCommand({
    name: 'start',
    does: 'Runs the indexer and the API until SIGINT or SIGTERM',
    details:
      'Follows OGMIOS_URL, or a recorded chain (CHAIN_FILE); without either, and without another NETWORK, it starts a devnet. ' +
      'With ROLE it runs only the indexer or only the API.',
    settings: SETTING_NAMES,
    run: async ({ settings }) => (await load<typeof import('./commands/start.ts')>('start')).start(settings),
  }),
  defineCommand({
    name: 'devnet',
    does: 'Runs the devnet alone, behind its own Ogmios, until SIGINT or SIGTERM',
    details: 'Its blocks are kept in DATA_DIR/devnet; the next start continues the same chain.',
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
    does: 'Runs the type check, the linter and the quick tests; with words, only test files whose path contains a word',
    words: TEST_WORDS,
    run: async ({ words }) =>
      (await load<typeof import('./commands/run-tests.ts')>('run-tests')).runTests('quick', words),
  }),
  defineCommand({
    name: 'test:all',
    does: 'Runs the type check, the linter and all tests; with words, only test files whose path contains a word',
    words: TEST_WORDS,
    flags: { rest: { kind: 'switch', does: 'Leaves out what `npm test` runs' } },
    run: async ({ words, has }) =>
      (await load<typeof import('./commands/run-tests.ts')>('run-tests')).runTests(
        has('rest') ? 'rest' : 'all',
        words,
      ),
  }),
  defineCommand({
    name: 'new-indexer',
    does: 'Writes a folder with an indexer for another protocol: its source, model, test, and the engine as a package',
    words: oneWord('DIR', 'The new directory'),
    run: async ({ words: [directory = ''] }) =>
      (await load<typeof import('./commands/new-indexer.ts')>('new-indexer')).newIndexer(directory),
  }),
  defineCommand({
    name: 'replay',
    does: 'Replays a recorded chain through the whole indexing pipeline; prints blocks per second, peak memory and the digest',
    words: { usage: '[FILE]', does: 'The chain file; default: CHAIN_FILE', most: 1 },
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
    words: oneWord('FILE', 'The file to write; it is gzipped if its name ends in .gz'),
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
    does: 'Rebuilds the models from the log, then replaces the old models; needs no node',
    details: 'The service must not be running on the same DATA_DIR.',
    settings: FOLDING_SETTINGS,
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings }) =>
      (await load<typeof import('./commands/rebuild.ts')>('rebuild')).rebuild(settings),
  }),
  defineCommand({
    name: 'cut-log',
    does: 'Reduces the blocks up to a base to what later blocks need; models and digest stay the same',
    details:
      'Folds the log up to the base twice, and needs free space for the new log and for the models. The service must not be running on ' +
      'the same DATA_DIR.',
    flags: {
      to: {
        ...BLOCK,
        otherwise: 'the base of the network, in operations.json',
        does: 'The base: a point, or the last block at or before a slot',
      },
    },
    settings: FOLDING_SETTINGS,
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings, text }) =>
      (await load<typeof import('./commands/cut-log.ts')>('cut-log')).cutLog(settings, text('to')),
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
    words: oneWord('TABLE', 'The table: trades, events, orders, holders or another one'),
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
    does: 'Answers SQL queries over the tables and views of the models, read-only; the service may be running',
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
    words: oneWord('DIR', 'A new directory, or one with an earlier backup'),
    settings: FOLDING_SETTINGS,
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings, words: [directory = ''] }) =>
      (await load<typeof import('./commands/backup.ts')>('backup')).backup(settings, directory),
  }),
  defineCommand({
    name: 'snapshot',
    does: 'Packs log, models and images into one compressed file that another machine can restore; the service may be running',
    details: 'Needs free space for both the data and the file, on the disk of the file.',
    words: oneWord('FILE', 'The file to make, a .tar.gz'),
    settings: [...FOLDING_SETTINGS, 'SNAPSHOT_SIGNING_KEY'],
    descriptions: FOLDING_DESCRIPTIONS,
    run: async ({ settings, words: [file = ''] }) =>
      (await load<typeof import('./commands/snapshot.ts')>('snapshot')).snapshot(settings, file),
  }),
  defineCommand({
    name: 'restore',
    does: 'Checks a snapshot or the directory of a backup, and restores it into an empty DATA_DIR',
    details:
      'A NETWORK that is not the network of the backup is refused. With --to, models with a later block are left ' +
      'out: the service folds them again.',
    words: oneWord('FILE', 'The snapshot, its URL, or the directory'),
    flags: {
      to: {
        ...BLOCK,
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
    run: async ({ words, number, text }) =>
      (await load<typeof import('./commands/bench.ts')>('bench')).bench({
        words,
        rounds: number('rounds') ?? ROUNDS,
        seconds: number('seconds') ?? SECONDS,
        copies: number('copies'),
        outputs: text('outputs'),
      }),
  }),
  ...proofCommands,
]
