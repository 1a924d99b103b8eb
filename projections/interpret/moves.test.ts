// Tokens that a transaction moves: one event per address, for any number of tokens in its outputs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssetId } from '../../schema/primitives.ts'
import type { KnownPool } from './known-pools.ts'
import { emptyBatch, interpretMoves } from './moves.ts'
import {
  CURVE_ADDRESS,
  curvePool,
  output,
  protocol,
  transaction,
  walletAddress,
} from './testing/interpreted.ts'

const [CAT, DOG] = [curvePool('Cat').token, curvePool('Dog').token]
const OTHER: AssetId = `${'ab'.repeat(28)}.00`
const launchedAt = (token: AssetId, id: number): [AssetId, KnownPool] => [
  token,
  {
    id,
    pool: token,
    token,
    curve: null,
    ammPool: null,
    launchedAt: 0,
    isByTemplate: false,
    hasOtherSupply: false,
  },
]
const POOLS = new Map([launchedAt(CAT, 7), launchedAt(DOG, 8)])

const known = {
  byToken: (asset: AssetId) => POOLS.get(asset),
  mayHoldToken: () => true,
  change: (pool: KnownPool) => pool,
}

test('what an address gives and gets of all tokens is one event; what comes back to it, and other assets, are none', () => {
  const [ann, bob, cid] = ['ann', 'bob', 'cid'].map(walletAddress) as [string, string, string]
  const inputs = [
    output(ann, 5_000_000n, { [CAT]: 10n, [DOG]: 20n, [OTHER]: 1n }),
    output(ann, 5_000_000n, { [CAT]: 5n }),
    output(cid, 5_000_000n, { [DOG]: 3n }),
  ]
  const of = transaction({
    outputs: [
      output(bob, 2_000_000n, { [CAT]: 12n, [DOG]: 15n }),
      output(CURVE_ADDRESS, 2_000_000n, { [CAT]: 3n }),
      output(ann, 2_000_000n, { [DOG]: 5n, [OTHER]: 1n }),
      output(cid, 2_000_000n, { [DOG]: 3n }),
    ],
  })
  const spent = inputs.map((each, index) => ({
    ...each,
    reference: { transaction: '01'.repeat(32), index },
    position: index,
    datum: undefined,
  }))
  const moved = (owner: string, role: 'curve' | null, tokens: readonly (readonly [number, bigint])[]) => ({
    kind: 'moved',
    transaction: of.id,
    owner,
    role,
    tokens: tokens.map(([poolId, delta]) => ({ poolId, delta })),
  })
  assert.deepEqual(interpretMoves(protocol, known, { transaction: of, position: 3, spent }, emptyBatch()), [
    moved(ann, null, [
      [7, -15n],
      [8, -15n],
    ]),
    moved(bob, null, [
      [7, 12n],
      [8, 15n],
    ]),
    moved(CURVE_ADDRESS, 'curve', [[7, 3n]]),
  ])
})
