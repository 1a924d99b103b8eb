// Recognition of locks among outputs, the contents of locks, and their end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import {
  curvePool,
  hash,
  made,
  operations,
  output,
  scriptAddress,
  transaction,
  World,
  walletAddress,
} from './testing/interpreted.ts'

const LOCK_ADDRESS = scriptAddress(operations.vesting.scriptHash)
const REDEEMER = hash('redeemer', 28)
const DEADLINE = 1_782_137_725_379n
const CAT = curvePool('Cat')
const MOST = 2n ** 63n - 1n
/** These ids sort before and after the cat's token. */
const [FIRST, LAST] = [`${'00'.repeat(28)}.aa`, `${'ff'.repeat(28)}.aa`]

const datum = (lockedUntil = DEADLINE, redeemerVkh = REDEEMER): Hex =>
  encodeVestingLock({ lockedUntil, redeemerVkh }, 'definite')

const lock = (
  held: Readonly<Record<AssetId, bigint>>,
  of: Hex | undefined = datum(),
  address = LOCK_ADDRESS,
) => output(address, 2_000_000n, held, of)

const locked = (transaction: Hex, index: number, token: AssetId, quantity: bigint) => ({
  kind: 'locked',
  transaction,
  lock: { transaction, index },
  address: LOCK_ADDRESS,
  token,
  quantity,
  lockedUntil: DEADLINE,
  redeemer: REDEEMER,
})

test('a pool or an order may not give its datum by hash', () => {
  const curve = {
    ...output(scriptAddress(operations.curve.scriptHash), 2_000_000n, { [CAT.token]: 3n }),
    datumHash: hash('of the datum'),
    witnessDatum: datum(),
  }
  assert.deepEqual(new World().block(transaction({ outputs: [curve] })), [])
})

test('of several tokens the lock is for the one that is traded here or, without one, for the first', () => {
  const world = new World()
  const held = { [FIRST]: 1n, [CAT.token]: 2n, [LAST]: 3n }
  const before = transaction({ outputs: [lock(held)] })
  assert.deepEqual(world.block(before), [locked(before.id, 0, FIRST, 1n)])
  world.addPool({ pool: CAT.nft, token: CAT.token, curve: CAT, ammPool: null })
  const after = transaction({ outputs: [lock(held)], salt: 'after' })
  assert.deepEqual(world.block(after), [locked(after.id, 0, CAT.token, 2n)])
  // The pool became known in between. The earlier lock is still redeemed.
  const spending = transaction({
    pairs: [
      [made(before, 0), '00', output(walletAddress('ann'), 2_000_000n, held)],
      [made(after, 0), '00', output(walletAddress('ann'), 2_000_000n, held)],
    ],
  })
  assert.deepEqual(
    world
      .block(spending)
      .map((event) => event.kind === 'redeemed' && event.lock.transaction)
      .sort(),
    [before.id, after.id].sort(),
  )
})

test('what holds no token, or no datum of a lock, or is at another script, is no lock', () => {
  const held = { [CAT.token]: 3n }
  const key = REDEEMER.slice(2)
  for (const no of [
    lock({}),
    output(LOCK_ADDRESS, 2_000_000n, held),
    lock(held, ''),
    lock(held, 'd87980'),
    lock(held, datum(-1n)),
    lock(held, datum(DEADLINE, key)),
    lock(held, datum(DEADLINE, `${REDEEMER}00`)),
    lock({ [CAT.token]: MOST + 1n }),
    lock(held, datum(), walletAddress('ann')),
    lock(held, datum(), scriptAddress(operations.curve.scriptHash)),
  ])
    assert.deepEqual(new World().block(transaction({ outputs: [no] })), [])
})

test('a deadline past every date is for ever, and the most tokens are a lock, at an address with any stake part', () => {
  for (const [address, deadline] of [
    [LOCK_ADDRESS, MOST],
    [`71${operations.vesting.scriptHash}`, MOST + 1n],
    [`51${operations.vesting.scriptHash}810000`, 2n ** 200n],
  ] as const) {
    const making = transaction({ outputs: [lock({ [CAT.token]: MOST }, datum(deadline), address)] })
    assert.deepEqual(new World().block(making), [
      { ...locked(making.id, 0, CAT.token, MOST), address, lockedUntil: MOST },
    ])
  }
})
