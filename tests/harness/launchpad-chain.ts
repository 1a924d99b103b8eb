// A served chain on which a launchpad is used: wallets pay, tokens launch, orders are filled, pools graduate. The chain's blocks are JSON
// in a node's form, so the same code reads, stores and folds them as real blocks. The chain can continue in several ways from any block,
// which makes forks. The chain knows each wallet's outputs.

import { buildBlock } from '../../devnet/chain/build-block.ts'
import {
  type BuildOutput,
  type BuiltTransaction,
  buildTransaction,
} from '../../devnet/chain/build-transaction.ts'
import { Chain } from '../../devnet/chain/chain.ts'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { nestTransactions } from '../../devnet/chain/nest-transactions.ts'
import { type ChainState, emptyChain, nextBlock, POOR } from '../../projections/testing/generated-chain.ts'
import { formatAddress, paymentCredential } from '../../schema/codecs/address.ts'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { type AssetId, formatPoint, type Hex } from '../../schema/primitives.ts'
import { randomFrom } from '../kit/random-from.ts'

/** A slot of mainnet's Conway era. */
const FIRST_SLOT = 133_000_000

/** From this height, half of the transactions are nested in others. */
const DIJKSTRA_HEIGHT = 12
const NESTED = 0.5

const buildOutput = ({ address, lovelace, assets, datum, datumHash }: OutputEvent): BuildOutput => {
  const sums = new Map<AssetId, bigint>()
  for (const { asset, quantity } of assets) sums.set(asset, (sums.get(asset) ?? 0n) + quantity)
  return {
    address: formatAddress(address),
    lovelace,
    assets: [...sums].map(([asset, quantity]) => ({ asset, quantity })),
    ...(datum === undefined ? undefined : { datum }),
    ...(datumHash === undefined ? undefined : { datumHash }),
  }
}

/** Keeps the event's id, by which later transactions spend its outputs. */
const asNode = (event: TransactionEvent): BuiltTransaction => {
  const { id, inputs, outputs, mint, valid, firstOutput } = event
  const [returned] = outputs
  const redeemers = new Map(
    inputs.flatMap(({ redeemer }, index) => (redeemer === undefined ? [] : [[index, redeemer] as const])),
  )
  const datums = Object.fromEntries(
    outputs.flatMap(({ datumHash, witnessDatum }) =>
      datumHash === undefined || witnessDatum === undefined ? [] : [[datumHash, witnessDatum]],
    ),
  )
  const built = valid
    ? buildTransaction({
        inputs,
        outputs: outputs.map(buildOutput),
        ...(Object.keys(datums).length === 0 ? undefined : { datums }),
        ...(mint.length === 0 ? undefined : { mint }),
        ...(redeemers.size === 0 ? undefined : { redeemers }),
      })
    : buildTransaction({
        outputs: Array.from({ length: firstOutput }, () => ({ lovelace: 1_000_000n })),
        failed: {
          collaterals: inputs,
          ...(returned === undefined ? undefined : { collateralReturn: buildOutput(returned) }),
        },
      })
  return { id, json: built.json.replace(built.id, id) }
}

interface State {
  readonly life: ChainState
  readonly poor: ChainState['wallets']
}

export class LaunchpadChain {
  readonly chain: Chain
  /** The first block's point, as a setting. A log that begins there shares no block with other chains. */
  readonly start: string
  readonly random: () => number
  readonly #randomOfNesting: () => number
  readonly #states = new Map<Hex, State>()

  constructor(seed: number) {
    this.random = randomFrom(seed)
    this.#randomOfNesting = randomFrom(seed + 1)
    const first = buildBlock('genesis', { slot: FIRST_SLOT, salt: String(seed) })
    this.#states.set(first.point.id, { life: emptyChain(FIRST_SLOT), poor: [] })
    this.chain = new Chain([first])
    this.start = formatPoint(first.point)
  }

  get tip(): ChainBlock {
    return this.blockBack(0)
  }

  blockBack(depth: number): ChainBlock {
    const block = this.chain.at(this.chain.length - 1 - depth)
    if (block === undefined) throw new Error(`the chain has no block ${depth} back`)
    return block
  }

  last(count: number): ChainBlock[] {
    return Array.from({ length: count }, (_, at) => this.blockBack(count - 1 - at))
  }

  /** Each call makes different blocks. */
  blocksAfter(parent: ChainBlock, length: number): ChainBlock[] {
    const blocks: ChainBlock[] = []
    for (let last = parent; blocks.length < length; ) {
      const { life, poor } = this.#stateAfter(last)
      const { block, state } = nextBlock(life, this.random)
      const transactions = block.transactions.map(asNode)
      const isNesting = last.height + 1 >= DIJKSTRA_HEIGHT
      last = buildBlock(last, {
        transactions: isNesting
          ? nestTransactions(transactions, () => this.#randomOfNesting() < NESTED)
          : transactions,
        era: isNesting ? 'dijkstra' : 'conway',
        slot: block.point.slot,
        salt: block.point.id,
      })
      this.#states.set(last.point.id, {
        life: { ...state, wallets: state.wallets.filter(({ output }) => output.lovelace >= POOR) },
        poor: [...poor, ...state.wallets.filter(({ output }) => output.lovelace < POOR)],
      })
      blocks.push(last)
    }
    return blocks
  }

  branch(depth: number, length: number): ChainBlock[] {
    return this.blocksAfter(this.blockBack(depth), length)
  }

  grow(count = 1): void {
    for (const block of this.blocksAfter(this.tip, count)) this.chain.append(block)
  }

  /** Sorted `txHash#index` by payment key hash. */
  owned(): Map<Hex, string[]> {
    const owned = new Map<Hex, string[]>()
    const { life, poor } = this.#stateAfter(this.tip)
    for (const { input, output } of [...life.wallets, ...poor]) {
      const key = paymentCredential(output.address)?.hash ?? ''
      owned.set(key, [...(owned.get(key) ?? []), `${input.transaction}#${input.index}`].sort())
    }
    return owned
  }

  #stateAfter(block: ChainBlock): State {
    const state = this.#states.get(block.point.id)
    if (state === undefined) throw new Error(`block ${block.point.id} is not of this chain`)
    return state
  }
}
