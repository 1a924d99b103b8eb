// The limit on the bytes of assets in a page that is read without a read thread.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packAssets } from '../../../../schema/codecs/packed-assets.ts'
import { openLargeWallets, SMALL } from '../../../testing/large-wallets.ts'
import { unspentReads } from './unspent-outputs.ts'

const assetsOf = (bytes: number): Buffer => {
  const names = Array.from({ length: 1_900 }, (_, n) => n.toString(16).padStart(40, '0'))
  const packed = (): Buffer =>
    packAssets(names.map((name) => ({ asset: `${'dd'.repeat(28)}.${name}`, quantity: 1n }))) ?? assert.fail()
  while (packed().length > bytes) names.pop()
  for (let at = 0; packed().length < bytes; at++) names[at] += '00'
  return packed()
}

test('the outputs of a page may have 64 KiB of assets together, and not a byte more', (t) => {
  const models = openLargeWallets(t, 2)
  const reader = models.openReader()
  const { quickPage, outputsOf, idsOf } = unspentReads(reader.database, 1)
  const writes = models.folding.database
  const ids = Array.from(idsOf(SMALL))
  const write = (at: number, bytes: number): void => {
    writes.prepare('UPDATE utxos SET assets = ? WHERE id = ?').run(assetsOf(bytes), ids[at])
  }
  write(0, 40_000)
  write(1, 65_536 - 40_000)
  const whole = outputsOf(idsOf(SMALL))
  assert.deepEqual([ids.length, quickPage(SMALL, 0, 2)], [2, whole])
  write(1, 65_537 - 40_000)
  assert.equal(quickPage(SMALL, 0, 2), undefined)
})
