// Pools that must not be listed: outputs that resemble a launchpad's pool, each with the reason for its rejection.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionEvent } from '../../schema/events.ts'
import { EMISSION, SEED } from '../../schema/launchpad/curve.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { decodeCurvePoolT2t } from '../../schema/launchpad/datums/curve-pool-t2t.ts'
import type { AssetId } from '../../schema/primitives.ts'
import { protocolOf } from './protocol.ts'
import { goldenOutput } from './testing/golden.ts'
import {
  type ComparedEvent,
  curveOutput,
  curvePool,
  hash,
  made,
  onCurve,
  operations,
  output,
  poolClosed,
  transaction,
  World,
  walletAddress,
} from './testing/interpreted.ts'

const CAT = curvePool('Cat')

interface Launch {
  readonly lovelace?: bigint
  readonly tokens?: bigint
  readonly mint?: Readonly<Record<AssetId, bigint>>
}

const launch = (
  pool: CurvePool,
  { lovelace = SEED, tokens = EMISSION, mint }: Launch = {},
): TransactionEvent =>
  transaction({
    outputs: [curveOutput(pool, lovelace, tokens)],
    mint: mint ?? { [pool.nft]: 1n, [pool.token]: EMISSION },
  })

const rejected = (of: TransactionEvent, { nft }: CurvePool, reason: string): ComparedEvent => ({
  kind: 'poolRejected',
  transaction: of.id,
  pool: nft,
  reason,
})

const strange = (what: string): string => hash(what, 28)

for (const [name, pool, change, reason] of [
  [
    'an NFT of another policy',
    curvePool('Cat', { nft: `${strange('policy')}.00` }),
    {},
    'its NFT is of another policy',
  ],
  [
    'an admin witness nobody listed',
    curvePool('Cat', { adminWitness: strange('admin') }),
    {},
    'its admin witness is not listed',
  ],
  [
    'a factory witness nobody listed',
    curvePool('Cat', { factoryWitness: strange('factory') }),
    {},
    'its factory witness is not listed',
  ],
  [
    'more tokens than a launch mints',
    CAT,
    { tokens: EMISSION + 1n },
    'it contains more tokens than a launch mints',
  ],
  ['less than its seed', CAT, { lovelace: SEED - 1n }, 'it contains less than its seed'],
  [
    'a token that was not minted with it',
    CAT,
    { mint: { [CAT.nft]: 1n } },
    'the transaction that made it did not mint its token',
  ],
  [
    'a token minted to more than the emission',
    CAT,
    { mint: { [CAT.nft]: 1n, [CAT.token]: EMISSION + 1n } },
    'the transaction that made it did not mint its token',
  ],
] as const) {
  test(`a pool with ${name} is rejected, and its trades make no events`, () => {
    const world = new World()
    const of = launch(pool, change)
    assert.deepEqual(world.block(of), [rejected(of, pool, reason)])
    assert.equal(world.byNft(pool.nft), undefined)
    const trade = transaction({
      pairs: [[made(of, 0), undefined, curveOutput(pool, SEED + 9_000_000n, EMISSION - 3_500_000n)]],
    })
    assert.deepEqual(world.block(trade), [])
    assert.equal(world.byNft(pool.nft), undefined)
  })
}

test('a token has one pool: the first, also within a transaction', () => {
  const second = curvePool('Cat', { nft: `${operations.curve.nftPolicy}.${hash('second')}` })
  const world = new World()
  const first = launch(CAT)
  const again = launch(second)
  assert.deepEqual(
    world.block(first, again).map(({ kind }) => kind),
    ['launched', 'poolRejected', 'otherSupply'],
  )
  const later = { ...launch(second), id: hash('later') }
  assert.deepEqual(world.block(later), [rejected(later, second, 'its token has a pool')])
  const both = transaction({
    outputs: [curveOutput(CAT, SEED, EMISSION), curveOutput(second, SEED, 0n)],
    mint: { [CAT.nft]: 1n, [second.nft]: 1n, [CAT.token]: EMISSION },
  })
  const events = new World().block(both)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['launched', 'poolRejected'],
  )
  assert.deepEqual(events[1], rejected(both, second, 'its token is in two pools'))
})

test('an output without the NFT its datum names is nobody’s pool', () => {
  const honest = curveOutput(CAT, SEED, EMISSION)
  for (const assets of [
    honest.assets.filter(({ asset }) => asset !== CAT.nft),
    honest.assets.map(({ asset }) => ({ asset, quantity: 2n })),
  ])
    assert.deepEqual(new World().block(transaction({ outputs: [{ ...honest, assets }] })), [])
  const { datum: _, ...bare } = honest
  assert.deepEqual(
    new World().block(transaction({ outputs: [bare, { ...bare, datumHash: hash('datum') }] })),
    [],
  )
  const elsewhere = { ...honest, address: `31${hash('another script', 28)}${hash('stake', 28)}` }
  assert.deepEqual(new World().block(transaction({ outputs: [elsewhere] })), [])
})

test('a listed pool that came to hold less than its seed is rejected, and closed', () => {
  const world = new World()
  const of = launch(CAT)
  world.block(of)
  const drained = transaction({ pairs: [[made(of, 0), undefined, curveOutput(CAT, SEED - 1n, EMISSION)]] })
  assert.deepEqual(world.block(drained), [
    rejected(drained, CAT, 'it contains less than its seed'),
    poolClosed(drained, CAT, 'it contains less than its seed'),
  ])
  // A pool that gets the missing amount back is listed again. This payment is not a trade.
  const filled = transaction({ pairs: [[made(drained, 0), undefined, curveOutput(CAT, SEED, EMISSION)]] })
  assert.deepEqual(
    world.block(filled).map(({ kind }) => kind),
    ['adopted'],
  )
})

test('a pool whose first UTxO was not seen is adopted at its next, once', () => {
  const world = new World()
  const unseen = { transaction: hash('before following began'), index: 0 }
  const first = transaction({
    pairs: [[unseen, 'd879830000d87980', curveOutput(CAT, 103_000_000n, 966_000_000n)]],
  })
  const adopted = (of: TransactionEvent): ComparedEvent => ({
    kind: 'adopted',
    ...onCurve(of, 0, CAT, { lovelace: 103_000_000n, tokens: 966_000_000n }),
    venue: 'curve',
    datum: CAT,
    tier: '69k',
    ammPool: null,
  })
  assert.deepEqual(world.block(first), [adopted(first)])
  const second = transaction({
    pairs: [[made(first, 0), undefined, curveOutput(CAT, 112_900_000n, 963_000_000n)]],
  })
  assert.deepEqual(
    world.block(second).map(({ kind }) => kind),
    ['traded'],
  )
  // No earlier state is known, so the pool is adopted again.
  const back = transaction({ outputs: [curveOutput(CAT, 103_000_000n, 966_000_000n)], salt: 'back' })
  assert.deepEqual(world.block(back), [adopted(back)])
})

test('a pool with an NFT that was minted into a wallet is not adopted', () => {
  const world = new World()
  const assets = { [CAT.nft]: 1n, [CAT.token]: 966_000_000n }
  const minting = transaction({ outputs: [output(walletAddress('maker'), SEED, assets)], mint: assets })
  const of = transaction({
    pairs: [[made(minting, 0), 'd879830000d87980', curveOutput(CAT, 103_000_000n, 966_000_000n)]],
  })
  assert.deepEqual(world.block(minting, of), [rejected(of, CAT, 'its NFT comes from no pool')])
})

test('a pool that trades against another token is rejected when it is made, and its trades make no events', () => {
  const tokenPools = [
    'c876c435e1de1bd93ac71f0e9f956a844cd72493514d2740221bfea6',
    '05fca42e405386300c71cb3d3ab80ed65e2838f20073409c0cca0631',
  ]
  const preprod = protocolOf({ ...operations, curve: { ...operations.curve, tokenPools } })
  for (const name of ['T2T curve pool c876c435', 'T2T curve pool 05fca42e']) {
    const world = new World(preprod)
    const pool = goldenOutput(name)
    const of = transaction({ outputs: [pool] })
    const nft = decodeCurvePoolT2t(pool.datum ?? '')?.nft ?? ''
    assert.deepEqual(world.block(of), [
      { kind: 'poolRejected', transaction: of.id, pool: nft, reason: 'it trades against another token' },
    ])
    assert.deepEqual(world.block(transaction({ pairs: [[made(of, 0), undefined, pool]] })), [])
    const { datum: _, ...bare } = pool
    assert.deepEqual(new World(preprod).block(transaction({ outputs: [bare] })), [])
  }
})
