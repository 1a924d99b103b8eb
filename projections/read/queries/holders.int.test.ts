// Creators who are not known, or whose stake part is not what the launch says. tests/independent compares the other holders, shares and records with the blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { curvePool, hash, output, transaction } from '../../interpret/testing/interpreted.ts'
import { CAT, chain, launchThatSays } from '../../testing/folded-chain.ts'
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

test('a creator has what all addresses of the key hold, whatever stake part the launch says', (t) => {
  const on = chain(t)
  const [pkh, skh] = [hash('creator', 28), hash('a stake part', 28)]
  const [first, second] = [CAT, curvePool('Dog')]
  on.fold(launchThatSays(first, { author: { pkh, skh } }, 50_000_000n))
  on.fold(launchThatSays(second, { author: { pkh, skh } }, 50_000_000n))
  const ofScript = `20${pkh}${skh}`
  on.fold(transaction({ outputs: [output(ofScript, 2_000_000n, { [second.token]: 7n })] }))
  const devOf = (token: string): unknown =>
    JSON.parse(holdersQuery(on.reader.database, 0)(token, 10, 0) ?? assert.fail()).dev
  assert.deepEqual(devOf(first.token), { address: formatAddress(`00${pkh}${skh}`), quantity: '50000000' })
  assert.deepEqual(devOf(second.token), { address: formatAddress(ofScript), quantity: '50000007' })
})
