// A chain with a launchpad, generated from a seed, for tests that need more forks, fills and graduations than were ever recorded. Wallets
// pay each other, tokens launch, orders of every kind are placed, filled in batches and cancelled, curves graduate, AMM pools trade, pools
// close and open again, tokens are locked in stages, redeemed and locked for longer, scripts fail. Blocks are events in the form of the
// log. A chain can be continued from any of its states in several ways, which makes a fork.
import type { BlockEvent, InputEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { buyTokens, EMISSION, SEED, sellLovelace, soldTokens } from '../../schema/launchpad/curve.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { encodeVestingRedeemer, ORDER_REDEEMERS } from '../../schema/launchpad/datums/redeemers.ts'
import type { RoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import {
  encodeVestingLock,
  type VestingLock,
  vestingStages,
} from '../../schema/launchpad/datums/vesting-lock.ts'
import { ADA, type AssetAmount, type AssetId, type Hex } from '../../schema/primitives.ts'
import { bareTransaction } from '../../tests/kit/bare-transaction.ts'
import { quantityOf } from '../engine/outputs/transaction-view.ts'
import {
  curveOutput,
  curvePool,
  hash,
  operations,
  royaltyOutput,
  royaltyPool,
  scriptAddress,
  walletAddress,
} from '../interpret/testing/interpreted.ts'
import { orderOutput } from '../interpret/testing/orders.ts'

interface Unspent {
  readonly input: InputEvent
  readonly output: OutputEvent
}

interface Curve extends Unspent {
  readonly datum: CurvePool
}

interface Amm extends Unspent {
  readonly datum: RoyaltyPool
}

interface Order extends Unspent {
  readonly token: AssetId
  readonly isBuy: boolean
  readonly amount: bigint
}

interface Lock extends Unspent {
  readonly datum: VestingLock
}

/** `input` has the pool's assets. */
interface Closed {
  readonly input: InputEvent
  readonly curve: Curve | undefined
  readonly amm: Amm | undefined
}

/** Determines the next block. Lists are replaced, never changed. */
export interface ChainState {
  readonly tip: { readonly slot: number; readonly id: Hex; readonly height: number }
  readonly wallets: readonly Unspent[]
  readonly curves: readonly Curve[]
  readonly amms: readonly Amm[]
  readonly orders: readonly Order[]
  readonly locks: readonly Lock[]
  readonly closed: readonly Closed[]
}

const NO_ASSETS: readonly AssetAmount[] = []
const WALLETS = 12
const FEE = 200_000n
const MOST_LP_TOKENS = 2n ** 63n - 1n

class BlockMaker {
  readonly transactions: TransactionEvent[] = []
  wallets: Unspent[]
  curves: Curve[]
  amms: Amm[]
  orders: Order[]
  locks: Lock[]
  closed: Closed[]
  readonly #random: () => number
  readonly #slot: number

  constructor(state: ChainState, slot: number, random: () => number) {
    this.wallets = [...state.wallets]
    this.curves = [...state.curves]
    this.amms = [...state.amms]
    this.orders = [...state.orders]
    this.locks = [...state.locks]
    this.closed = [...state.closed]
    this.#random = random
    this.#slot = slot
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #removeOne<T>(list: T[], suits: (one: T) => boolean = () => true): T | undefined {
    const suitable = list.filter(suits)
    const one = suitable[this.below(suitable.length)]
    if (one !== undefined) list.splice(list.indexOf(one), 1)
    return one
  }

  /** Inputs are in ledger order. Each output gets the index of the input to which it belongs. */
  #add(
    spent: readonly { readonly input: InputEvent; readonly redeemer?: Hex }[],
    outputs: readonly OutputEvent[],
    rest: Partial<TransactionEvent> = {},
  ): Unspent[] {
    const id = hash(`${this.#slot}/${this.transactions.length}/${this.#random()}`)
    const inputs = spent.map(({ input, redeemer }) =>
      redeemer === undefined ? input : { ...input, redeemer },
    )
    this.transactions.push(bareTransaction(id, { inputs, outputs, ...rest }))
    return outputs.map((output, index) => ({
      input: { transaction: id, index: (rest.firstOutput ?? 0) + index },
      output,
    }))
  }

  #pay(wallet: number, lovelace: bigint, assets: readonly AssetAmount[] = NO_ASSETS): OutputEvent {
    return { address: walletAddress(`${wallet}`), lovelace, assets, hasReferenceScript: false }
  }

  #addToWallets(made: readonly (Unspent | undefined)[]): void {
    for (const unspent of made) if (unspent !== undefined) this.wallets.push(unspent)
  }

  transfer(): void {
    const from = this.#removeOne(this.wallets)
    if (from === undefined) {
      const made = this.#add([], [this.#pay(this.below(WALLETS), 50_000_000_000n)])
      this.#addToWallets(made)
      return
    }
    const half = (from.output.lovelace - FEE) / 2n
    this.#addToWallets(
      this.#add(
        [from],
        [
          this.#pay(this.below(WALLETS), half, from.output.assets),
          this.#pay(this.below(WALLETS), from.output.lovelace - FEE - half),
        ],
      ),
    )
  }

  fail(): void {
    const from = this.#removeOne(this.wallets)
    if (from === undefined) return
    const returned = this.#pay(this.below(WALLETS), from.output.lovelace - FEE, from.output.assets)
    this.#addToWallets(this.#add([from], [returned], { valid: false, firstOutput: 1 + this.below(3) }))
  }

  launch(): void {
    const from = this.#removeOne(this.wallets)
    const { tiers } = operations.curve
    const tier = tiers[this.below(tiers.length)]
    if (from === undefined || tier === undefined) return
    const name = hash(`${from.input.transaction}${from.input.index}`)
    const token: AssetId = `${name.slice(0, 56)}.${Buffer.from('Generated').toString('hex')}`
    const [aNum, bNum, adaCap] = [BigInt(tier.aNum), BigInt(tier.bNum), BigInt(tier.adaCap)]
    const datum = curvePool(name, { token, aNum, bNum, adaCap })
    const deposit = this.#random() < 0.5 ? 0n : BigInt(1_000_000 + this.below(500_000_000))
    const bought = buyTokens(datum, 0n, deposit)
    const pool = curveOutput(datum, SEED + deposit, EMISSION - bought)
    const creator = bought === 0n ? NO_ASSETS : [{ asset: token, quantity: bought }]
    const [first, second] = this.#add(
      [from],
      [pool, this.#pay(this.below(WALLETS), from.output.lovelace, creator)],
      {
        mint: [
          { asset: datum.nft, quantity: 1n },
          { asset: token, quantity: EMISSION },
        ],
      },
    )
    if (first !== undefined) this.curves.push({ ...first, datum })
    this.#addToWallets([second])
  }

  placeOrder(): void {
    const from = this.#removeOne(this.wallets)
    if (from === undefined) return
    const sellable = this.curves.find(({ datum }) =>
      from.output.assets.some(({ asset }) => asset === datum.token),
    )
    const pool = sellable ?? this.curves[this.below(this.curves.length)]
    if (pool === undefined) {
      this.#addToWallets([from])
      return
    }
    const { token } = pool.datum
    const held = from.output.assets.find(({ asset }) => asset === token)
    const isBuy = held === undefined
    const amount = isBuy ? BigInt(1_000_000 + this.below(50_000_000)) : held.quantity
    const owner = this.below(WALLETS)
    const order = orderOutput({
      kind: this.#random() < 0.6 ? 'instant' : 'limit',
      owner: `${owner}`,
      beacon: hash(from.input.transaction, 28),
      from: isBuy ? ADA : token,
      amount,
      to: isBuy ? token : ADA,
    })
    const change = isBuy ? from.output.assets : from.output.assets.filter(({ asset }) => asset !== token)
    const [placed, rest] = this.#add([from], [order, this.#pay(owner, from.output.lovelace, change)])
    if (placed !== undefined) this.orders.push({ ...placed, token, isBuy, amount })
    this.#addToWallets([rest])
  }

  cancelOrder(): void {
    const order = this.#removeOne(this.orders)
    if (order === undefined) return
    this.#addToWallets(
      this.#add(
        [{ input: order.input, redeemer: ORDER_REDEEMERS.cancel }],
        [this.#pay(this.below(WALLETS), order.output.lovelace, order.output.assets)],
      ),
    )
  }

  /** Up to five orders of one pool, or a direct trade without an order. */
  trade(): void {
    const pool = this.#removeOne(this.curves)
    if (pool === undefined) return
    const { datum } = pool
    const mine = this.orders.filter(({ token }) => token === datum.token).slice(0, this.below(6))
    let { lovelace } = pool.output
    let tokens = quantityOf(pool.output, datum.token)
    const answers = new Map<Unspent, OutputEvent>()
    const move = (isBuy: boolean, amount: bigint): bigint => {
      const sold = soldTokens(tokens)
      const got = isBuy ? buyTokens(datum, sold, amount) : sellLovelace(datum, sold, amount)
      lovelace += isBuy ? amount : -got
      tokens += isBuy ? -got : amount
      return got
    }
    for (const order of mine) {
      const got = move(order.isBuy, order.amount)
      answers.set(
        order,
        this.#pay(
          this.below(WALLETS),
          order.isBuy ? 1_500_000n : 1_500_000n + got,
          order.isBuy ? [{ asset: datum.token, quantity: got }] : NO_ASSETS,
        ),
      )
    }
    const trader = mine.length === 0 ? this.#removeOne(this.wallets) : undefined
    if (trader !== undefined) {
      const spent = BigInt(1_000_000 + this.below(900_000_000))
      const got = move(true, spent)
      const assets = [...trader.output.assets, { asset: datum.token, quantity: got }]
      answers.set(trader, this.#pay(this.below(WALLETS), trader.output.lovelace, assets))
    }
    const output = curveOutput(datum, lovelace, tokens)
    answers.set(pool, output)
    const spent = [...answers.keys()].sort((a, b) => (a.input.transaction < b.input.transaction ? -1 : 1))
    const made = this.#add(
      spent.map(({ input }) => ({ input, redeemer: ORDER_REDEEMERS.execute })),
      spent.map((one) => answers.get(one) ?? output),
      { requiredSigners: [datum.permittedExecutor] },
    )
    this.orders = this.orders.filter((order) => !mine.includes(order))
    spent.forEach((one, at) => {
      const after = made[at]
      if (after === undefined) return
      if (one === pool) this.curves.push({ ...after, datum })
      else this.#addToWallets([after])
    })
  }

  graduate(): void {
    const pool = this.#removeOne(this.curves)
    if (pool === undefined) return
    const { token } = pool.datum
    const datum = royaltyPool(pool.input.transaction, { assetY: token })
    const output = royaltyOutput(datum, pool.output.lovelace, quantityOf(pool.output, token), MOST_LP_TOKENS)
    const [made] = this.#add([pool], [output], { mint: [{ asset: pool.datum.nft, quantity: -1n }] })
    if (made !== undefined) this.amms.push({ ...made, datum })
  }

  swap(): void {
    const pool = this.#removeOne(this.amms)
    if (pool === undefined) return
    const input = BigInt(1_000_000 + this.below(5_000_000))
    const treasuryX = pool.datum.treasuryX + input / 2_000n
    const royaltyX = pool.datum.royaltyX + input / 2_000n
    const datum = { ...pool.datum, treasuryX, royaltyX }
    const tokens = quantityOf(pool.output, datum.assetY) - 1_000n
    const output = royaltyOutput(datum, pool.output.lovelace + input, tokens, MOST_LP_TOKENS)
    const [made] = this.#add([pool], [output])
    if (made !== undefined) this.amms.push({ ...made, datum })
  }

  /** The assets leave the script, or remain there with less than a curve's seed, or without an AMM pool's datum. */
  close(): void {
    const curve = this.#random() < 0.5 ? this.#removeOne(this.curves) : undefined
    const amm = curve === undefined ? this.#removeOne(this.amms) : undefined
    const pool = curve ?? amm
    if (pool === undefined) return
    const { datum: _, ...output } = pool.output
    const [made] = this.#add(
      [pool],
      [
        this.#random() < 0.5
          ? { ...output, address: `71${hash('vault', 28)}` }
          : { ...(curve?.output ?? output), lovelace: 1_000_000n },
      ],
    )
    if (made !== undefined) this.closed.push({ input: made.input, curve, amm })
  }

  reopen(): void {
    const closed = this.#removeOne(this.closed)
    const pool = closed?.curve ?? closed?.amm
    if (closed === undefined || pool === undefined) return
    const [made] = this.#add([closed], [pool.output])
    if (made === undefined) return
    if (closed.curve !== undefined) this.curves.push({ ...made, datum: closed.curve.datum })
    if (closed.amm !== undefined) this.amms.push({ ...made, datum: closed.amm.datum })
  }

  /** An output gives its datum in itself or by hash. */
  #makeLocks(
    spent: { readonly input: InputEvent; readonly redeemer?: Hex },
    locks: readonly (readonly [VestingLock, AssetAmount])[],
    rest: readonly OutputEvent[] = [],
  ): void {
    const outputs = locks.map(([lock, token]): OutputEvent => {
      const datum = encodeVestingLock(lock, 'definite')
      return {
        address: scriptAddress(operations.vesting.scriptHash),
        lovelace: 2_000_000n,
        assets: [token],
        ...(this.#random() < 0.6 ? { datum } : { datumHash: hash(datum), witnessDatum: datum }),
        hasReferenceScript: false,
      }
    })
    const made = this.#add([spent], [...outputs, ...rest])
    for (const [at, [datum]] of locks.entries()) {
      const lock = made[at]
      if (lock !== undefined) this.locks.push({ ...lock, datum })
    }
    this.#addToWallets(made.slice(locks.length))
  }

  /** In up to three stages. */
  lock(): void {
    const from = this.#removeOne(this.wallets, ({ output }) => output.assets.length > 0)
    const [token, ...others] = from?.output.assets ?? []
    if (from === undefined || token === undefined) return
    const [now, redeemerVkh] = [BigInt(this.#slot), hash(`${this.below(WALLETS)}`, 28)]
    const stages = vestingStages(now, now + BigInt(this.below(99)), 1 + this.below(3), token.quantity)
    this.#makeLocks(
      from,
      stages
        .filter(({ amount }) => amount > 0n)
        .map(({ amount, lockedUntil }) => [
          { lockedUntil, redeemerVkh },
          { ...token, quantity: amount },
        ]),
      [this.#pay(this.below(WALLETS), from.output.lovelace, others)],
    )
  }

  /** The tokens go to a wallet, or are locked for longer. */
  redeem(): void {
    const lock = this.#removeOne(this.locks)
    const [token] = lock?.output.assets ?? []
    if (lock === undefined || token === undefined) return
    const { datum, output } = lock
    const spent = { input: lock.input, redeemer: encodeVestingRedeemer(0) }
    if (this.#random() < 0.4)
      this.#makeLocks(spent, [[{ ...datum, lockedUntil: datum.lockedUntil + 50n }, token]])
    else
      this.#addToWallets(this.#add([spent], [this.#pay(this.below(WALLETS), output.lovelace, output.assets)]))
  }
}

/** Poorer outputs of a wallet leave the state of a long chain. Each payment halves an output, so it would become too small to spend. */
export const POOR = 100_000_000n

export const emptyChain = (slot: number): ChainState => ({
  tip: { slot, id: hash(`start ${slot}`), height: 1_000 },
  wallets: [],
  curves: [],
  amms: [],
  orders: [],
  locks: [],
  closed: [],
})

export const nextBlock = (
  state: ChainState,
  random: () => number,
): { readonly block: BlockEvent; readonly state: ChainState } => {
  const slot = state.tip.slot + 1 + Math.floor(random() * 60)
  const maker = new BlockMaker(state, slot, random)
  const count = maker.below(8)
  for (let at = 0; at < count; at++) {
    const ways: readonly (() => void)[] = [
      () => maker.transfer(),
      () => maker.transfer(),
      () => maker.placeOrder(),
      () => maker.placeOrder(),
      () => maker.trade(),
      () => maker.trade(),
      () => maker.cancelOrder(),
      () => maker.swap(),
      () => (random() < 0.5 ? maker.launch() : maker.transfer()),
      () => (random() < 0.2 ? maker.graduate() : maker.fail()),
      () => (random() < 0.5 ? maker.close() : maker.reopen()),
      () => maker.lock(),
      () => maker.redeem(),
    ]
    ways[maker.below(ways.length)]?.()
  }
  const id = hash(`${state.tip.id}/${slot}/${random()}`)
  const tip = { slot, id, height: state.tip.height + 1 }
  const { wallets, curves, amms, orders, locks, closed, transactions } = maker
  return {
    block: { point: { slot, id }, height: tip.height, parent: state.tip.id, transactions },
    state: { tip, wallets, curves, amms, orders, locks, closed },
  }
}
