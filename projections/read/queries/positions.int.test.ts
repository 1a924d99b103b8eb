// Positions of two hundred wallets, compared with sums that the test keeps: purchases, sales of a part, of all and of more than
// the bought tokens, and tokens that wallets send each other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedOf } from '../../../fixtures/testing/random-runs.ts'
import { floorDiv } from '../../../schema/codecs/ratio.ts'
import type { OutputEvent, TransactionEvent } from '../../../schema/events.ts'
import { lovelaceToBuy, soldTokens, spotPrice } from '../../../schema/launchpad/curve.ts'
import { ADA, type OutputReference } from '../../../schema/primitives.ts'
import { hash, made, output, transaction, walletAddress } from '../../interpret/testing/interpreted.ts'
import { execute, orderOutput, reservesAfter, type Wish } from '../../interpret/testing/orders.ts'
import { CAT, chain, launch } from '../../testing/folded-chain.ts'
import { randomFrom } from '../../testing/generated-chain.ts'
import { type Position, positionQueries } from './positions.ts'

const WALLETS = 200
const ROUNDS = 6

/** Number of wallets that trade, and that send tokens, in a round. */
const TRADES = 90
const SENDS = 40

interface Wallet {
  readonly name: string
  readonly coins: { readonly at: OutputReference; readonly tokens: bigint }[]
  position: Omit<Position, 'worth' | 'open'>
  /** Remaining tokens of purchases, and their cost. */
  left: bigint
  cost: bigint
}

const walletOf = (name: string): Wallet => ({
  name,
  coins: [],
  position: {
    token: CAT.token,
    orders: 0,
    boughtLovelace: 0n,
    boughtTokens: 0n,
    soldLovelace: 0n,
    soldTokens: 0n,
    owned: 0n,
    realised: 0n,
  },
  left: 0n,
  cost: 0n,
})

const buy = (wallet: Wallet, lovelace: bigint, tokens: bigint): void => {
  const { position } = wallet
  wallet.position = {
    ...position,
    orders: position.orders + 1,
    boughtLovelace: position.boughtLovelace + lovelace,
    boughtTokens: position.boughtTokens + tokens,
    owned: position.owned + tokens,
  }
  wallet.left += tokens
  wallet.cost += lovelace
}

const sell = (wallet: Wallet, tokens: bigint, lovelace: bigint): void => {
  const { position } = wallet
  const own = tokens < wallet.left ? tokens : wallet.left
  const paid = own === 0n ? 0n : (wallet.cost * own + wallet.left - 1n) / wallet.left
  wallet.position = {
    ...position,
    orders: position.orders + 1,
    soldLovelace: position.soldLovelace + lovelace,
    soldTokens: position.soldTokens + tokens,
    realised: position.realised + (lovelace * own) / tokens - paid,
  }
  wallet.left -= own
  wallet.cost -= paid
}

const BOUGHT = 1_000_000n

test('two hundred wallets have the cost and the profit of what they bought, sold, sent and received', (t) => {
  const random = randomFrom(seedOf(t))
  const below = (limit: number): number => Math.floor(random() * limit)
  const { fold, database } = chain(t)
  const launched = launch(CAT, BOUGHT)
  fold(launched)
  let at = made(launched, 0)
  let reserves = reservesAfter(BOUGHT, lovelaceToBuy(CAT, 0n, BOUGHT))
  const wallets = Array.from({ length: WALLETS }, (_, n) => walletOf(`wallet ${n}`))
  const some = (count: number): Wallet[] => [
    ...new Set(Array.from({ length: count }, () => wallets[below(WALLETS)] ?? assert.fail())),
  ]

  /** Removes and returns a wallet's coin; undefined if it has none. */
  const takeCoin = (wallet: Wallet) => {
    const coin = wallet.coins.pop()
    if (coin !== undefined)
      wallet.position = { ...wallet.position, owned: wallet.position.owned - coin.tokens }
    return coin
  }
  const give = (wallet: Wallet, reference: OutputReference, tokens: bigint): void => {
    wallet.coins.push({ at: reference, tokens })
    wallet.position = { ...wallet.position, owned: wallet.position.owned + tokens }
  }
  const holding = (wallet: Wallet, tokens: bigint): OutputEvent =>
    output(walletAddress(wallet.name), 2_000_000n, { [CAT.token]: tokens })

  for (let round = 0; round < ROUNDS; round++) {
    const placing: TransactionEvent[] = []
    const placed = some(TRADES).map((wallet) => {
      const coin = below(4) > 0 ? takeCoin(wallet) : undefined
      const wish: Wish =
        coin === undefined
          ? {
              kind: 'limit',
              owner: wallet.name,
              from: ADA,
              amount: BigInt(5 + below(90)) * 1_000_000n,
              to: CAT.token,
            }
          : { kind: 'limit', owner: wallet.name, from: CAT.token, amount: coin.tokens, to: ADA }
      const order = transaction({
        pairs:
          coin === undefined ? [] : [[coin.at, undefined, output(walletAddress(wallet.name), 1_000_000n)]],
        outputs: [orderOutput(wish)],
        salt: `${round} ${wallet.name}`,
      })
      placing.push(order)
      return { wallet, wish, at: made(order, coin === undefined ? 0 : 1) }
    })
    const { draft, after, filled } = execute(CAT, at, reserves, placed)
    const filling = transaction(draft)
    fold(...placing, filling)
    // The n-th output of the draft; the ledger sorts a transaction's inputs, and the outputs have the same order.
    const madeOf = (n: number): OutputReference =>
      made(filling, filling.outputs.indexOf(draft.pairs?.[n]?.[2] ?? assert.fail()))
    at = madeOf(0)
    reserves = after
    for (const [n, { wallet, wish }] of placed.entries()) {
      const got = filled[n]?.got ?? assert.fail()
      if (wish.from !== ADA) sell(wallet, wish.amount, got)
      else {
        buy(wallet, wish.amount, got)
        wallet.coins.push({ at: madeOf(n + 1), tokens: got })
      }
    }
    fold(
      ...some(SENDS).flatMap((from) => {
        const to = wallets[below(WALLETS)] ?? assert.fail()
        const coin = takeCoin(from)
        if (coin === undefined) return []
        const part = coin.tokens / BigInt(1 + below(3))
        const sent = transaction({
          pairs: [[coin.at, undefined, holding(to, part)]],
          outputs: part === coin.tokens ? [] : [holding(from, coin.tokens - part)],
          salt: `${round} from ${from.name}`,
        })
        give(to, made(sent, 0), part)
        if (part !== coin.tokens) give(from, made(sent, 1), coin.tokens - part)
        return [sent]
      }),
    )
  }

  const price = spotPrice(CAT, soldTokens(reserves.tokens))
  const worthOf = (tokens: bigint): bigint => floorDiv(tokens * price.numerator, price.denominator)
  const expected = ({ position, left, cost }: Wallet): Position | undefined => {
    if (position.orders === 0) return undefined
    const tokens = position.owned < left ? position.owned : left
    const costs = tokens === 0n ? 0n : (cost * tokens + left - 1n) / left
    return {
      ...position,
      worth: worthOf(position.owned),
      open: { tokens, cost: costs, worth: worthOf(tokens) },
    }
  }
  const { ofToken, page } = positionQueries(database)
  for (const wallet of wallets) {
    const position = expected(wallet)
    assert.deepEqual(ofToken([hash(wallet.name, 28)], CAT.token), position, wallet.name)
    const items = position === undefined ? [] : [position]
    assert.deepEqual(page([hash(wallet.name, 28)], undefined, 1), { items, hasMore: false })
    assert.deepEqual(page([hash(wallet.name, 28)], CAT.token, 1), { items: [], hasMore: false })
  }
  const lovelace = (ada: string): string => `CAST(round(${ada} * 1e6) AS INTEGER)`
  const viewed = database
    .prepare(
      `SELECT lower(hex(owner)), orders, ${lovelace('bought_ada')}, bought_tokens, ${lovelace('sold_ada')}, sold_tokens,
        ${lovelace('realised_ada')}, left_tokens, ${lovelace('left_cost_ada')}, ${lovelace('left_worth_ada')}
      FROM position_view WHERE token = ?`,
    )
    .raw()
    .safeIntegers()
    .all(CAT.token) as [owner: string, ...bigint[]][]
  const sums = wallets
    .filter(({ position }) => position.orders > 0)
    .map(({ name, position, left, cost }) => {
      const { orders, boughtLovelace, boughtTokens, soldLovelace, soldTokens, realised } = position
      return [
        ...[hash(name, 28), BigInt(orders), boughtLovelace, boughtTokens, soldLovelace, soldTokens],
        ...[realised, left, cost],
      ]
    })
  assert.deepEqual(viewed.map((row) => row.slice(0, -1)).sort(), sums.sort())
  // Prices of the view are rounded.
  for (const row of viewed) assert.ok(Math.abs(Number(row.at(-1)) - Number(worthOf(row[7] ?? 0n))) <= 2)
  const all = wallets.flatMap((wallet) => expected(wallet) ?? [])
  assert.ok(all.length > 160, `${all.length} wallets traded`)
  assert.ok(all.filter(({ open, owned }) => owned > open.tokens).length > 10, 'tokens that were received')
  assert.ok(
    wallets.filter(({ position, left }) => position.owned < left).length > 10,
    'tokens that were sent away',
  )
  assert.ok(all.filter(({ realised }) => realised < 0n).length > 0, 'sales at a loss')
  assert.ok(all.filter(({ realised }) => realised > 0n).length > 10, 'sales at a profit')
})
