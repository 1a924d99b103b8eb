// Holders of a token whose creator is not known. tests/independent compares the other holders, shares and records with the blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedModels } from '../../testing/generated-models.ts'
import { creatorQuery } from './creators.ts'
import { holdersQuery, riskQuery } from './holders.ts'

test('a creator who is not known has no address, no share and no record, nor has a token that was not launched', (t) => {
  const { database, reader, all } = generatedModels(t)
  const [pool] = all<{ id: bigint; token: string; holders: bigint }>(
    'SELECT pools.id, token, holders FROM pools JOIN holder_totals ON pool = pools.id ORDER BY holders DESC',
  )
  assert.ok(pool !== undefined && pool.holders > 1n)
  const { id, token, holders } = pool
  database.exec(`UPDATE holder_totals_1 SET dev_key = NULL, dev_stake = NULL WHERE pool = ${id}`)
  reader.refresh()
  const page = holdersQuery(reader.database, 1)
  const { dev, count, holders: listed } = JSON.parse(page(token, 1, 0) ?? assert.fail())
  assert.deepEqual([dev, count, listed.length], [{ address: '', quantity: '0' }, Number(holders), 1])
  const risk = riskQuery(reader.database)
  assert.equal(risk(Number(id))?.creator, null)
  const record = creatorQuery(reader.database)
  assert.equal(record(token), null)
  const unknown = `${'00'.repeat(28)}.00`
  assert.deepEqual([page(unknown, 1, 0), risk(-1), record(unknown)], [undefined, null, undefined])
})
