// What differs from the log, the rules or the digest in models that are served.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { emptyChain, nextBlock, randomFrom } from '../../projections/testing/generated-chain.ts'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { filesAfterKill } from '../simulation/files-after.ts'
import { compareServing } from './comparing.ts'
import { logPath, modelsPath } from './settings/data-directory.ts'
import { forward, openDirectory, START } from './testing/open-directory.ts'

const rules = { network: 'mainnet', operations: mainnetOperations } as const
const compared = (directory: string) =>
  compareServing({ ...rules, directory, logPath: logPath(directory) }, 0)

/** Changes a file as a damaged disk may: no trigger runs. */
const change = (path: string, sql: string): void => {
  const database = new Sqlite(path)
  database.unsafeMode(true)
  database.exec(path.includes('models') ? `UPDATE control SET journal = 0; ${sql}` : sql)
  database.close()
}

const middle = 'WHERE slot = (SELECT slot FROM blocks ORDER BY slot LIMIT 1 OFFSET 5)'
const schema = 'PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ='

test('every table from which answers come is compared: with the log, the rules, or the digest', async (t) => {
  const whole = join(temporaryDirectory(t), 'whole')
  const copy = `${whole}-copy`
  mkdirSync(whole)
  const opened = openDirectory(whole)
  let state = { ...emptyChain(START.slot), tip: { ...START, height: 1_000 } }
  const random = randomFrom(1)
  for (let made = 0; made < 20; made++) {
    const next = nextBlock(state, random, mainnetOperations)
    state = next.state
    opened.fold([forward(next.block)])
  }
  opened.close()
  assert.equal(await compared(whole), undefined)
  for (const [sql, says] of [
    ["INSERT INTO pool_counts_1 VALUES ('none', 1)", /the rows of pools_1 have digest \w{16}, but \w{16} is/],
    [
      'UPDATE transactions SET hash = zeroblob(32) WHERE id = (SELECT max(id) FROM transactions)',
      /of ledger have digest/,
    ],
    [
      "UPDATE digests SET digest = 'ffffffffffffffff'",
      /the rows of ledger have digest \w{16}, but f{16} is stored/,
    ],
    ["UPDATE checkpoint SET digest = 'ffffffffffffffff'", /its rows have digest \w{16}, but f{16} is stored/],
    [`UPDATE blocks SET id = replace(id, '0', '1') ${middle}`, /the log has another block than/],
    [`UPDATE blocks SET height = height + 1 ${middle}`, /the log has another block than/],
    [
      `UPDATE blocks SET transactions = 99 ${middle}`,
      /the log has another block than \S+ \(height \d+, 99 tr/,
    ],
    [`DELETE FROM blocks ${middle}`, /blocks lacks the block before/],
    [
      'DELETE FROM blocks WHERE slot = (SELECT max(slot) FROM blocks)',
      /blocks does not end at the checkpoint/,
    ],
    ['UPDATE checkpoint SET height = height + 1', /blocks does not end at the checkpoint/],
    ['UPDATE checkpoint SET seq = seq + 1', /they end at block \w+, which the log does not have in row/],
    ['UPDATE checkpoint SET version = 0', /changes after the version of their checkpoint/],
    ['DELETE FROM control', /control has no row/],
    ["UPDATE identity SET network = 'mainnes'", /they are of the network mainnes/],
    ["UPDATE identity SET source = ''", /their versions are not those of this service/],
    ["UPDATE model_generations SET version = '' WHERE name = 'bars'", /their versions are not those/],
    [
      "UPDATE model_generations SET tables = '[]' WHERE name = 'bars'",
      /the row of bars in model_generations is/,
    ],
    ["UPDATE model_generations SET tables = '[' WHERE name = 'bars'", /model_generations: .*JSON/],
    [
      "UPDATE model_generations SET stopped = '1.' || hex(zeroblob(32)) WHERE name = 'bars'",
      /the row of bars in model_generations/,
    ],
    [
      `${schema} replace(sql, 'SELECT', 'SELECS') WHERE name = 'token_view'`,
      /malformed database schema \(token_view\)/,
    ],
    ['DROP TRIGGER pools_1_on_delete', /it lacks what CREATE TRIGGER/],
    ['DROP VIEW pools', /it lacks what CREATE VIEW/],
  ] as const) {
    filesAfterKill(whole, copy)
    change(modelsPath(copy), sql)
    assert.match((await compared(copy))?.problem ?? '', says, sql)
  }
  filesAfterKill(whole, copy)
  change(logPath(copy), 'UPDATE log SET payload = zeroblob(9) WHERE seq = 3')
  const damage = await compared(copy)
  assert.deepEqual(
    [damage?.isOfLog, /row 3 of slot \d+: its checksum/.test(`${damage?.problem}`)],
    [true, true],
  )
})
