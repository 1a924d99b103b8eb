// Whether pools may be listed as the launchpad's, tested through the whole projector.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BlockEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { EMISSION, lovelaceToBuy } from '../../schema/launchpad/curve.ts'
import { encodeCurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { bareTransaction } from '../../tests/kit/bare-transaction.ts'
import { mainnetOperations as operations } from '../testing/mainnet-operations.ts'
import { openTestModels } from '../testing/test-models.ts'

const { curve } = operations
const nft = `${curve.nftPolicy}.${'aa'.repeat(32)}`
const token = `${'bb'.repeat(28)}.01`

const walletOutput = (assets: OutputEvent['assets']): OutputEvent => ({
  address: `61${'cc'.repeat(28)}`,
  lovelace: 10_000_000n,
  assets,
  hasReferenceScript: false,
})

const transaction = (id: string, rest: Partial<TransactionEvent>): TransactionEvent =>
  bareTransaction(id.repeat(32), rest)

const assets = [
  { asset: nft, quantity: 1n },
  { asset: token, quantity: 1_000n },
]

/** Covers the cost of all tokens outside the pool. */
const paid = 3_000_000n + lovelaceToBuy({ aNum: 122_525_779_519n, bNum: 2_545_182n }, 0n, EMISSION - 1_000n)

/** Mints an NFT to a wallet, then makes a pool with it that looks like one after a trade. */
const inTwoSteps = (funding: TransactionEvent['inputs'][number]): BlockEvent => {
  const mint = transaction('01', { inputs: [funding], outputs: [walletOutput(assets)], mint: assets })
  const pool = transaction('02', {
    inputs: [{ transaction: mint.id, index: 0, redeemer: 'd879830000d87980' }],
    requiredSigners: [curve.executors[0] ?? ''],
    outputs: [
      {
        address: `31${curve.scriptHash}${'dd'.repeat(28)}`,
        lovelace: paid,
        assets,
        datum: encodeCurvePool(
          {
            nft,
            token,
            aNum: 122_525_779_519n,
            bNum: 2_545_182n,
            permittedExecutor: curve.executors[0] ?? '',
            adaCap: 18_191_400_000n,
            adminWitness: curve.adminWitnesses[0] ?? '',
            factoryWitness: curve.factoryWitnesses[0] ?? '',
          },
          'definite',
        ),
        hasReferenceScript: false,
      },
    ],
  })
  return {
    point: { slot: 133_000_000, id: 'ee'.repeat(32) },
    height: 1,
    parent: 'genesis',
    transactions: [mint, pool],
  }
}

test('a pool made of an NFT minted before our eyes is not taken for one met in the middle of its life', (t) => {
  const { apply, database, close } = openTestModels(operations)
  t.after(close)
  const block = inTwoSteps({ transaction: 'ff'.repeat(32), index: 0 })
  apply(block)
  assert.deepEqual(database.prepare('SELECT * FROM pools').all(), [])
})

test('a pool whose UTxO before is unknown is adopted, and marked so', (t) => {
  const { apply, database, close } = openTestModels(operations)
  t.after(close)
  const block = inTwoSteps({ transaction: 'ff'.repeat(32), index: 0 })
  const [, pool] = block.transactions
  assert.ok(pool)
  // The transaction's inputs are from before following started.
  apply({ ...block, transactions: [pool] })
  assert.deepEqual(database.prepare('SELECT nft, token, venue, adopted, tier, trades FROM pools').all(), [
    { nft, token, venue: 'curve', adopted: 1, tier: '69k', trades: 0 },
  ])
})
