// Chains of hostile blocks from a seed. The blocks obey the ledger's rules but may mislead readers; honest launches and trades are between
// them. A chain can continue in several ways from any block, as in forks. Its ADA comes from a Byron block. Outputs from before the chain's
// start are in no block.
import { createHash } from 'node:crypto'
import { Random } from '../../devnet/actors/random.ts'
import { buildBlock, buildByronBlock } from '../../devnet/chain/build-block.ts'
import { type BuiltTransaction, buildTransaction, fakeHash } from '../../devnet/chain/build-transaction.ts'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { nestTransactions } from '../../devnet/chain/nest-transactions.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { EMISSION, lovelaceToBuy, SEED } from '../../schema/launchpad/curve.ts'
import { type AssetId, assetId, type Hex, type OutputReference } from '../../schema/primitives.ts'
import { executeBatch } from './batches.ts'
import { BlockMaker, BYRON_ADDRESS, type Holdings, keyAddress, WALLETS } from './block-maker.ts'
import { type Coin, type Contracts, contractsOf, type Output, type Place, placeOf } from './coin.ts'
import { BODY_BYTES, FILLINGS, type Filling, fillBlock } from './full-blocks.ts'
import { keystream } from './keystream.ts'
import { curveOutput, curvePoolOf, launch, mintNft, mintTokens } from './launches.ts'
import { lockTokens, spendLock } from './locks.ts'
import { amountOfAnySize, MAX_LOVELACE } from './odd-values.ts'
import { cancelOrder, orderOutput, placeOrders, wishOf } from './orders.ts'
import { ammOutput, endPool, graduate, impersonate, litter, moveReserves } from './pool-moves.ts'

/** Slots on mainnet: a Byron block, a block before the launchpad's contracts, a later block. */
const BYRON_SLOT = 21_600
const EARLY_SLOT = 5_000_000
const CONWAY_SLOT = 133_000_000

/** About 20 blocks after the first Conway block. Forks cross this slot in both directions. */
const DIJKSTRA_SLOT = CONWAY_SLOT + 600

/** Probability that a Dijkstra transaction is nested in the next one. */
const NESTED = 0.4

const FIRST_COINS = 48

/** Coins that are kept per kind of address. Forgotten coins stay unspent for ever. */
const KEPT: Readonly<Record<Place, number>> = {
  wallet: 40,
  curve: 25,
  amm: 20,
  order: 40,
  lock: 15,
  other: 5,
}

const NAMES_KEPT = 40

interface State extends Holdings {
  readonly transactions: readonly BuiltTransaction[]
  readonly bytes: number
  /** Next full blocks, and the coins that pay for them. */
  readonly fillings: readonly Filling[]
  readonly purse: Holdings
}

const EMPTY: Holdings = { coins: [], tokens: [], nfts: [] }

/** Probability of a full block. The lovelace also pays its preparing blocks. */
const FULL = 0.01
const PURSE = 100_000_000_000n

export type Beginning = 'byron' | 'later'

export interface EarlierPool {
  readonly nft: AssetId
  readonly reference: OutputReference
}

type Act = readonly [weight: number, act: (maker: BlockMaker, isAltered: boolean) => void]

const ACTS: readonly Act[] = [
  [4, (maker) => payOut(maker)],
  [1, (maker) => collect(maker)],
  [6, launch],
  [16, placeOrders],
  [4, cancelOrder],
  [24, (maker, isAltered) => executeBatch(maker, 1, isAltered)],
  [3, (maker, isAltered) => executeBatch(maker, 2, isAltered)],
  [2, (maker, isAltered) => executeBatch(maker, 0, isAltered)],
  [3, graduate],
  [2, (maker) => moveReserves(maker)],
  [1, (maker) => endPool(maker)],
  [2, (maker) => mintNft(maker)],
  [1, (maker) => mintTokens(maker)],
  [3, (maker) => impersonate(maker)],
  [2, (maker) => litter(maker)],
  [4, lockTokens],
  [2, spendLock],
  [2, failScripts],
]

function payOut(maker: BlockMaker): void {
  const coin = maker.takeWallet()
  if (coin === undefined) return
  const outputs = Array.from({ length: maker.random.integer(1, 3) }, () =>
    maker.pay(amountOfAnySize(maker.random, 50)),
  )
  maker.transact({ spend: [{ coin }], outputs })
}

function collect(maker: BlockMaker): void {
  const coins = Array.from({ length: maker.random.integer(2, 8) }, () =>
    maker.random.chance(0.05) ? maker.take(({ place }) => place === 'wallet') : maker.takeWallet(),
  ).filter((coin) => coin !== undefined)
  maker.transact({ spend: coins.map((coin) => ({ coin })) })
}

/** The collateral return may be at any address, even of an order or a pool. */
function failScripts(maker: BlockMaker, isAltered: boolean): void {
  const { random } = maker
  const coin = maker.takeWallet()
  if (coin === undefined) return
  const order = orderOutput(maker, wishOf(maker, []), isAltered)
  const copied = random.pick(
    maker.coins.filter(({ place }) => place === 'curve' || place === 'order' || place === 'lock'),
  )
  const returned = random.pick<Output | undefined>([undefined, maker.pay(0n), order, copied?.output])
  maker.fail(
    [coin],
    Array.from({ length: random.integer(0, 3) }, () => maker.pay(2_000_000n)),
    returned,
  )
}

/** Keeps the newest coins of each kind of address, the wallets' richest, and all first coins. */
const trimmed = (coins: readonly Coin[]): Coin[] => {
  const kept = new Set(coins.filter(({ origin }) => origin !== 'chain'))
  const left: Record<Place, number> = { ...KEPT }
  for (const coin of coins.toReversed()) if (left[coin.place]-- > 0) kept.add(coin)
  const wallets = coins.filter(({ place }) => place === 'wallet')
  const byWealth = wallets.toSorted((a, b) => (a.output.lovelace > b.output.lovelace ? -1 : 1))
  for (const coin of byWealth.slice(0, KEPT.wallet)) kept.add(coin)
  return coins.filter((coin) => kept.has(coin))
}

const isRich = ({ place, origin, output }: Coin): boolean =>
  place === 'wallet' && origin === 'chain' && output.lovelace >= PURSE

export class HostileChain {
  readonly first: ChainBlock
  /** Empty if the chain starts with a Byron block. */
  readonly earlierPools: readonly EarlierPool[]
  readonly #random: Random
  /** Separate, so that full blocks do not change a seed's other blocks. */
  readonly #randomOfFull: Random
  readonly #randomOfNesting: Random
  readonly #contracts: Contracts
  readonly #states = new Map<Hex, State>()

  constructor(seed: number, operations: OperationsConfig, beginning: Beginning) {
    this.#random = new Random('', keystream(`hostile ${seed}`))
    this.#randomOfFull = new Random('', keystream(`full ${seed}`))
    this.#randomOfNesting = new Random('', keystream(`nesting ${seed}`))
    this.#contracts = contractsOf(operations)
    const coins = this.#firstCoins(beginning)
    const earlier = beginning === 'byron' ? [] : this.#earlierCoins(coins)
    const outputs = coins.map(({ output }) => ({
      address: formatAddress(output.address),
      lovelace: output.lovelace,
    }))
    const genesis = buildTransaction({
      inputs: [{ transaction: fakeHash(`genesis ${seed}`), index: 0 }],
      outputs,
    })
    this.first =
      beginning === 'byron'
        ? buildByronBlock('genesis', { slot: BYRON_SLOT, salt: String(seed), transactions: [genesis] })
        : buildBlock('genesis', { slot: CONWAY_SLOT, salt: String(seed) })
    const known = coins.map((coin, index) => ({ ...coin, reference: { transaction: genesis.id, index } }))
    this.earlierPools = earlier.flatMap(({ reference, output, place }) => {
      const nft = place === 'curve' || place === 'amm' ? output.assets[0]?.asset : undefined
      return nft === undefined ? [] : [{ nft, reference }]
    })
    const tokens = earlier.flatMap(({ output }) => output.assets.slice(1).map(({ asset }) => asset))
    const nfts = this.earlierPools.map(({ nft }) => nft)
    this.#states.set(this.first.point.id, {
      coins: [...known, ...earlier],
      tokens,
      nfts,
      transactions: [],
      bytes: 0,
      fillings: [],
      purse: EMPTY,
    })
  }

  /** Each call returns different blocks. */
  blocksAfter(parent: ChainBlock, length: number): ChainBlock[] {
    const blocks: ChainBlock[] = []
    for (let last = parent; blocks.length < length; ) {
      const state = this.#stateAfter(last)
      const maker = new BlockMaker(state, this.#contracts, this.#random)
      const isEarly = last.era === 'byron'
      const next = isEarly ? undefined : this.#fill(maker, state)
      if (isEarly) payOut(maker)
      else if (next === undefined) this.#act(maker)
      const least = isEarly ? EARLY_SLOT : CONWAY_SLOT
      const slot = Math.max(last.point.slot, least) + this.#random.integer(1, 60)
      last = this.#block(last, {
        transactions: (next?.own ?? maker).transactions,
        slot,
        salt: String(this.#random.integer(0, 2 ** 32)),
      })
      this.#states.set(last.point.id, {
        coins: trimmed(maker.coins),
        tokens: maker.tokens.slice(-NAMES_KEPT),
        nfts: maker.nfts.slice(-NAMES_KEPT),
        transactions: (next?.own ?? maker).transactions,
        bytes: (next?.own ?? maker).bytes,
        fillings: next?.fillings ?? [],
        purse: next?.own ?? EMPTY,
      })
      blocks.push(last)
    }
    return blocks
  }

  emptyAfter(parent: ChainBlock, length: number): ChainBlock[] {
    const state = { ...this.#stateAfter(parent), transactions: [], bytes: 0 }
    const blocks: ChainBlock[] = []
    for (let last = parent; blocks.length < length; blocks.push(last)) {
      const slot = Math.max(last.point.slot, CONWAY_SLOT) + this.#random.integer(1, 60)
      last = this.#block(last, { transactions: [], slot, salt: String(this.#random.integer(0, 2 ** 32)) })
      this.#states.set(last.point.id, state)
    }
    return blocks
  }

  filledAfter(parent: ChainBlock, fillings: readonly Filling[]): ChainBlock[] {
    const state = this.#stateAfter(parent)
    const rich = state.coins.find(isRich)
    const coins = state.coins.filter((coin) => coin !== rich)
    const purse = { ...EMPTY, coins: rich === undefined ? [] : [rich] }
    this.#states.set(parent.point.id, { ...state, coins, fillings, purse })
    return this.blocksAfter(parent, fillings.length)
  }

  /** Repeats transactions of earlier blocks after `parent`: in as many blocks as before, or all in one. */
  sameAgain(parent: ChainBlock, blocks: readonly ChainBlock[]): ChainBlock[] {
    const all = blocks.map((block) => ({ slot: block.point.slot + 1, state: this.#stateAfter(block) }))
    const last = all.at(-1)
    if (last === undefined) return []
    const merged = { ...last.state, transactions: all.flatMap(({ state }) => state.transactions) }
    const isLarge = all.reduce((sum, { state }) => sum + state.bytes, 0) > BODY_BYTES
    const again = isLarge || this.#random.chance(0.5) ? all : [{ slot: last.slot, state: merged }]
    let before = parent
    return again.map(({ slot, state }) => {
      before = this.#block(before, { transactions: state.transactions, slot })
      this.#states.set(before.point.id, state)
      return before
    })
  }

  #block(
    parent: ChainBlock,
    { transactions, ...rest }: { transactions: readonly BuiltTransaction[]; slot: number; salt?: string },
  ): ChainBlock {
    if (rest.slot < DIJKSTRA_SLOT) return buildBlock(parent, { ...rest, transactions })
    const nested = nestTransactions(transactions, () => this.#randomOfNesting.chance(NESTED))
    return buildBlock(parent, { ...rest, transactions: nested, era: 'dijkstra' })
  }

  #stateAfter(block: ChainBlock): State {
    const state = this.#states.get(block.point.id)
    if (state === undefined) throw new Error(`block ${block.point.id} is not of this chain`)
    return state
  }

  /** Includes nested transactions. */
  transactionsOf(block: ChainBlock): readonly BuiltTransaction[] {
    return this.#stateAfter(block).transactions
  }

  /** No block may be added after these blocks. */
  forget(blocks: readonly ChainBlock[]): void {
    for (const { point } of blocks) this.#states.delete(point.id)
  }

  /** Undefined for any other block. */
  #fill(
    maker: BlockMaker,
    { fillings, purse }: State,
  ): { readonly own: BlockMaker; readonly fillings: readonly Filling[] } | undefined {
    const isBegun = fillings.length > 0
    if (!isBegun && !this.#randomOfFull.chance(FULL)) return undefined
    const coin = isBegun ? undefined : maker.coins.find(isRich)
    maker.coins = maker.coins.filter((each) => each !== coin)
    const holdings = coin === undefined ? purse : { ...EMPTY, coins: [coin] }
    const own = new BlockMaker(holdings, this.#contracts, this.#randomOfFull)
    const [first, ...rest] = isBegun ? fillings : (this.#randomOfFull.pick(FILLINGS) ?? [])
    if (first === undefined || own.coins.length === 0) return undefined
    fillBlock(own, first)
    return { own, fillings: rest }
  }

  #act(maker: BlockMaker): void {
    for (let count = this.#random.integer(0, 9); count > 0; count -= 1) {
      const act = this.#random.pickWeighted(ACTS, ([weight]) => weight)
      act?.[1](maker, this.#random.chance(0.5))
    }
  }

  /** All ADA, in few large and many small coins. */
  #firstCoins(beginning: Beginning): Coin[] {
    const random = this.#random
    return Array.from({ length: FIRST_COINS }, (_, at): Coin => {
      const lovelace = at < 4 ? MAX_LOVELACE / 5n : 1_000_000_000n * 4n ** BigInt(random.integer(0, 8))
      const isOld = beginning === 'byron' || at % 3 === 0
      return {
        reference: { transaction: '', index: at },
        output: {
          address: isOld && at % 4 === 0 ? BYRON_ADDRESS : keyAddress(at % WALLETS),
          lovelace,
          assets: [],
        },
        place: 'wallet',
        origin: isOld ? 'byron' : 'before',
      }
    })
  }

  /** Each is from a transaction that is in no block. */
  #earlierCoins(coins: readonly Coin[]): Coin[] {
    const random = this.#random
    const { curve, amm } = this.#contracts.operations
    const maker = new BlockMaker({ coins, tokens: [], nfts: [] }, this.#contracts, random)
    return Array.from({ length: 5 }, (_, at): Coin => {
      const name = fakeHash(`earlier ${at} ${random.integer(0, 2 ** 32)}`)
      const token = assetId(name.slice(0, 56), Buffer.from(`Earlier${at}`).toString('hex'))
      const isCurve = at < 3
      const nft = assetId(isCurve ? curve.nftPolicy : amm.nftPolicy, name)
      const datum = curvePoolOf(maker, nft, token)
      const sold = BigInt(random.integer(0, 300_000_000))
      const output = isCurve
        ? curveOutput(maker, datum, SEED + lovelaceToBuy(datum, 0n, sold), EMISSION - sold)
        : ammOutput(maker, { nft, token }, 18_000_000_000n, 260_000_000n)
      const digest = createHash('sha256').update(name).digest('hex')
      return {
        reference: { transaction: digest, index: 0 },
        output,
        place: placeOf(this.#contracts, output.address),
        origin: 'before',
      }
    })
  }
}
