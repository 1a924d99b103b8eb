// Coins that the builder prefers, on the devnet's ledger. Outputs with a script are spent only if the others do not suffice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TERMS } from '../../devnet/launchpad.ts'
import type { LedgerUtxo } from '../../devnet/ledger/output.ts'
import { assetId } from '../../schema/primitives.ts'
import { ALICE, aliceHas, ledgerWith, nodeOf } from './testing/ledger-node.ts'
import { transactionBuilder } from './transaction-builder.ts'
import { ownCollateral } from './wanted-collateral.ts'

const ADA = 1_000_000n
const NOW = 1_780_000_000_000
const TOKEN = assetId('ab'.repeat(28), '746f6b656e')

const coin = (n: number, ada: bigint, hasScript = false): LedgerUtxo => {
  const utxo = aliceHas({ transaction: n.toString(16).padStart(64, '0'), index: 0 }, ada * ADA, [])
  const script = {
    language: 'plutus:v2',
    cbor: `590bb8${'ab'.repeat(3_000)}`,
    hash: 'ab'.repeat(28),
  } as const
  return hasScript ? { ...utxo, output: { ...utxo.output, script } } : utxo
}

const spentBy = async (
  coins: readonly LedgerUtxo[],
  ada: bigint,
  builder = transactionBuilder(nodeOf(ledgerWith(coins)), { coinsOf: () => coins }, () => NOW),
): Promise<string[]> => {
  const { spent } = await builder.order({
    owner: ALICE,
    intent: {
      kind: 'instant',
      side: 'buy',
      token: TOKEN,
      amount: ada * ADA,
      worstPrice: { numerator: 1n, denominator: 1_000_000n },
    },
    coins: [coins],
    now: NOW,
    terms: TERMS,
  })
  return spent.map(({ transaction }) => transaction.replace(/^0+/, ''))
}

test('a coin with a script pays only if the others do not suffice, and is the last collateral', async () => {
  const [published, small, large] = [coin(1, 500n, true), coin(2, 100n), coin(3, 200n)]
  assert.deepEqual(await spentBy([published, small, large], 50n), ['3'])
  assert.deepEqual(await spentBy([published, small, large], 250n), ['2', '3'])
  assert.deepEqual(await spentBy([published, small, large], 400n), ['1', '3'])
  assert.deepEqual(await spentBy([published], 50n), ['1'])
  assert.deepEqual(ownCollateral([[published, large], [small]]), [small])
  assert.deepEqual(ownCollateral([[published]]), [published])
})

test('a build prefers coins that no build of the last minute was offered, as far as they suffice', async () => {
  const coins = [coin(1, 100n), coin(2, 90n), coin(3, 80n)]
  let now = 0
  const builder = transactionBuilder(nodeOf(ledgerWith(coins)), { coinsOf: () => coins }, () => now)
  const built: string[][] = []
  for (const [at, ada] of [
    [0, 50n],
    [30_000, 50n],
    [30_000, 50n],
    [59_999, 75n],
    [60_000, 95n],
    [60_000, 200n],
  ] as const) {
    now = at
    built.push(await spentBy(coins, ada, builder))
  }
  assert.deepEqual(built, [['1'], ['2'], ['3'], ['1'], ['1', '2'], ['1', '2', '3']])
})
