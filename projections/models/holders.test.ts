// Holders and balances after movements of a token.
import { test } from 'node:test'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { LaunchpadEvent, Matched, Moved } from '../interpret/events.ts'
import { launchedEvent, launchInfo } from '../testing/launched-event.ts'
import { FIRST, given } from '../testing/model-kit.ts'
import { tradedEvent } from '../testing/traded-event.ts'
import { balancesModel } from './balances.ts'
import { holdersModel } from './holders.ts'

const [ANN, BOB, SCRIPT] = ['aa'.repeat(28), 'bb'.repeat(28), 'cc'.repeat(28)]
const ANNS = [`01${ANN}${'01'.repeat(28)}`, `61${ANN}`] as const
const BOBS = `01${BOB}${'02'.repeat(28)}`
const [POOL, ORDER, LOCK] = [`31${SCRIPT}${'00'.repeat(28)}`, `11${SCRIPT}${'01'.repeat(28)}`, `71${SCRIPT}`]
const BYRON = '82d818582183581cba970ad36654d8dd8f74274b733452ddeab9a62a397746be3c42ccdda0001a9026da5b'
const MOST = 2n ** 63n - 1n

const launched = launchedEvent({
  poolId: 7,
  info: launchInfo({ author: { paymentKey: ANN, stakeKey: '' } }),
})

const moved = (owner: Hex, delta: bigint, role: Moved['role'] = null): Moved => ({
  kind: 'moved',
  transaction: '02'.repeat(32),
  owner,
  role,
  tokens: [{ poolId: 7, delta }],
})

/** A `matched` event has the same members as a `traded` event. */
const bought = (trader: Hex, side: Matched['side'] = 'buy'): Matched => ({
  ...tradedEvent({ poolId: 7, side }),
  kind: 'matched',
  order: { transaction: '04'.repeat(32), index: 0 },
  trader,
})

const total = (holders: number) => ({
  pool: 7,
  holders,
  dev_key: ANN,
  dev_stake: '',
  launched: FIRST,
})
const creators = [{ key_hash: ANN, launched: 1, graduated: 0 }]
const holder = (address: Hex, quantity: bigint) => ({ pool: 7, address: formatAddress(address), quantity })
const balance = (key_hash: Hex, quantity: bigint) => ({ pool: 7, key_hash, quantity })
const inOrder = <T extends { readonly address: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.address < b.address ? -1 : 1))

const trading = [
  [launched, moved(POOL, 900n, 'curve'), moved(ANNS[0], 100n)],
  [moved(ANNS[0], -60n), moved(ANNS[1], 40n), moved(BYRON, 20n)],
  [moved(ANNS[1], -10n), moved(ORDER, 10n, 'order')],
  [moved(ORDER, -10n, 'order'), moved(POOL, 10n, 'curve')],
  [moved(POOL, -100n, 'curve'), moved(BOBS, 100n)],
  [moved(BOBS, -100n), moved(LOCK, 100n, 'lock')],
]

test('an address that holds some is a holder, locks among them, pools and orders not, and the number is kept', () => {
  given(holdersModel, trading).then({
    holders: inOrder([holder(ANNS[0], 40n), holder(ANNS[1], 30n), holder(BYRON, 20n), holder(LOCK, 100n)]),
    holder_totals: [total(4)],
    first_buyers: [],
    creators,
  })
})

test('a key has what its addresses hold together; what is locked or in an order is in no balance', () => {
  given(balancesModel, trading).then({ balances: [balance(ANN, 70n)] })
})

test('more than a column of integers holds is counted exactly', () => {
  const minted = [launched, moved(BOBS, MOST), moved(BOBS, MOST), moved(BOBS, MOST), moved(BOBS, -1n)]
  given(holdersModel, minted).then({
    holders: [holder(BOBS, 3n * MOST - 1n)],
    holder_totals: [total(1)],
    first_buyers: [],
    creators,
  })
  given(balancesModel, minted).then({ balances: [balance(BOB, 3n * MOST - 1n)] })
})

test('the first buyers are the keys that bought up to three blocks after the launch, other than the creator', () => {
  const DAN = 'dd'.repeat(28)
  given(holdersModel, [
    [launched, bought(ANNS[0]), bought(BOBS), bought(BOBS)],
    bought(ORDER),
    [bought(`61${'ee'.repeat(28)}`, 'sell'), bought(BYRON)],
    bought(`61${DAN}`),
    bought(`61${'ff'.repeat(28)}`),
  ]).then({
    holders: [],
    holder_totals: [total(0)],
    first_buyers: [BOB, DAN].map((key_hash) => ({ pool: 7, key_hash })),
    creators,
  })
})

test("a creator's record counts every launch and every graduation, in any order", () => {
  const second = { ...launched, poolId: 8 }
  const { kind, datum, tier, initialPrice, info, ...state } = launched
  const graduated = (poolId: number): LaunchpadEvent => ({
    ...state,
    kind: 'graduated',
    poolId,
    ammPool: state.pool,
    cost: 0n,
  })
  const totalOf = (pool: number, height: number, dev_key: Hex | null = ANN) => ({
    ...total(0),
    pool,
    dev_key,
    dev_stake: dev_key === null ? null : '',
    launched: FIRST + height,
  })
  given(holdersModel, [
    launched,
    graduated(7),
    second,
    { ...launchedEvent(), poolId: 9 },
    [graduated(8), graduated(9), graduated(10)],
    { ...launched, poolId: 10 },
  ]).then({
    holders: [],
    holder_totals: [totalOf(7, 0), totalOf(8, 2), totalOf(9, 3, null), totalOf(10, 5)],
    first_buyers: [],
    creators: [{ key_hash: ANN, launched: 3, graduated: 2 }],
  })
})
