// Differences that are found between served models and the log, the rules or the digest.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { deferred } from '../../tests/kit/deferred.ts'
import { changeDatabase } from '../../tests/kit/in-database.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { filesAfterKill } from '../../tests/simulation/files-after.ts'
import { compareRounds, compareServing } from './comparing.ts'
import { logPath, modelsPath } from './settings/data-directory.ts'
import { chainAfter, forward, openDirectory } from './testing/open-directory.ts'

const rules = { network: 'mainnet', operations: mainnetOperations } as const
const compared = (directory: string) =>
  compareServing({ ...rules, directory, logPath: logPath(directory) }, 0)

/** Changes a file like a damaged disk, without running triggers. */
const change = (path: string, sql: string): void =>
  changeDatabase(path, path.includes('models') ? `UPDATE control SET journal = 0; ${sql}` : sql)

const MIDDLE = 'WHERE slot = (SELECT slot FROM blocks ORDER BY slot LIMIT 1 OFFSET 5)'
const generation = (change: string) => `UPDATE model_generations SET ${change} WHERE name = 'bars'`
const VIEW = "UPDATE sqlite_schema SET sql = replace(sql, 'SELECT', 'SELECS') WHERE name = 'token_view'"

const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'the rows of pools_1 have digest': ["INSERT INTO pool_counts_1 VALUES ('none', 1)"],
  'the rows of ledger have digest': [
    'UPDATE transactions SET hash = zeroblob(32)',
    "UPDATE digests SET digest = 'ffffffffffffffff'",
  ],
  'its rows have digest': ["UPDATE checkpoint SET digest = 'ffffffffffffffff'"],
  'the log has another block than': [
    `UPDATE blocks SET id = replace(id, '0', '1') ${MIDDLE}`,
    `UPDATE blocks SET height = height + 1 ${MIDDLE}`,
    `UPDATE blocks SET transactions = 99 ${MIDDLE}`,
  ],
  'blocks lacks the block before': [
    `DELETE FROM blocks ${MIDDLE}`,
    'UPDATE blocks SET height = 7 WHERE slot < 0',
  ],
  'blocks does not end at the checkpoint': [
    'DELETE FROM blocks WHERE slot = (SELECT max(slot) FROM blocks)',
    'UPDATE checkpoint SET height = height + 1',
  ],
  'they end at block': ['UPDATE checkpoint SET seq = seq + 1'],
  'they have changes after the version': ['UPDATE checkpoint SET version = 0'],
  'control has no row': ['DELETE FROM control'],
  'they are of the network mainnes': ["UPDATE identity SET network = 'mainnes'"],
  'their versions are not those': ["UPDATE identity SET source = ''", generation("version = ''")],
  'the row of bars in model_generations is not': [
    generation("tables = '[]'"),
    generation("stopped = '1.' || hex(zeroblob(32))"),
  ],
  'damaged (model_generations: ': [generation("tables = '['")],
  'malformed database schema (token_view)': [`PRAGMA writable_schema = ON; ${VIEW}`],
  'it lacks what CREATE TRIGGER': ['DROP TRIGGER pools_1_on_delete'],
  'it lacks what CREATE VIEW': ['DROP VIEW pools'],
}

test('every table from which answers come is compared: with the log, the rules, or the digest', async (t) => {
  const whole = join(temporaryDirectory(t), 'whole')
  const copy = `${whole}-copy`
  mkdirSync(whole)
  const opened = openDirectory(whole)
  for (const block of chainAfter(randomFrom(1)).grow(20)) opened.fold([forward(block)])
  opened.close()
  assert.equal(await compared(whole), undefined)
  for (const [says, sql] of Object.entries(CHANGES).flatMap(([says, all]) =>
    all.map((sql) => [says, sql] as const),
  )) {
    filesAfterKill(whole, copy)
    change(modelsPath(copy), sql)
    const { problem = '' } = (await compared(copy)) ?? {}
    assert.ok(problem.includes(says), `${sql}: ${problem}`)
  }
  filesAfterKill(whole, copy)
  change(logPath(copy), 'UPDATE log SET payload = zeroblob(9) WHERE seq = 3')
  const { problem, isOfLog } = (await compared(copy)) ?? assert.fail()
  assert.match(`${isOfLog} ${problem}`, /^true log\.db is damaged \(row 3 of slot \d+: its checksum/)
})

test('rounds that end compare nothing any more, and end a comparison that is under way', async (t) => {
  const directory = temporaryDirectory(t)
  const task = { ...rules, directory, logPath: logPath(directory) }
  for (const first of [3_600_000, 0]) {
    let asked = 0
    const begun = deferred()
    const end = compareRounds({
      task,
      isDue: () => {
        asked++
        begun.resolve()
        return true
      },
      onRound: () => assert.fail('a round has ended'),
      logger: { error: () => assert.fail('a round has failed') },
      rounds: { first, interval: 3_600_000 },
    })
    if (first === 0) await begun.promise
    await end()
    assert.equal(asked, first === 0 ? 1 : 0)
  }
})
