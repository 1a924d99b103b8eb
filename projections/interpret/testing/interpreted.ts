// Shared parts of the tests of interpretation: a small chain with the state that interpretation uses (the launchpad's outputs and known
// pools), and functions that make transactions and outputs with the launchpad's own codecs.
import { createHash } from 'node:crypto'
import type { OutputEvent, TransactionEvent } from '../../../schema/events.ts'
import type { AmmFees } from '../../../schema/launchpad/amm.ts'
import { soldTokens, spotPrice } from '../../../schema/launchpad/curve.ts'
import { type CurvePool, encodeCurvePool } from '../../../schema/launchpad/datums/curve-pool.ts'
import { encodeRoyaltyPool, type RoyaltyPool } from '../../../schema/launchpad/datums/royalty-pool.ts'
import { NEW_AMM_POOL } from '../../../schema/launchpad/graduation.ts'
import {
  ADA,
  type AssetAmount,
  type AssetId,
  byReference,
  formatOutputReference,
  type Hex,
  type OutputReference,
  policyOf,
} from '../../../schema/primitives.ts'
import type { SpentOutput } from '../../engine/outputs/transaction-view.ts'
import { mainnetOperations } from '../../testing/mainnet-operations.ts'
import type { LaunchpadEvent, Moved, PoolReserves } from '../events.ts'
import { interpret } from '../interpret.ts'
import { type KnownPool, type Pools, UNSEEN_LAUNCH } from '../known-pools.ts'
import { type Protocol, protocolOf } from '../protocol.ts'

export const operations = mainnetOperations
export const protocol = protocolOf(operations)

/** Fills orders of the tests' pools. */
const EXECUTOR = operations.curve.executors[0] ?? ''

export const hash = (text: string, bytes = 32): Hex =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, bytes * 2)

export const walletAddress = (name: string): Hex => `01${hash(name, 28)}${hash(`stake of ${name}`, 28)}`

/** With a fixed stake part. */
export const scriptAddress = (script: Hex): Hex => `31${script}${hash('stake', 28)}`

export const CURVE_ADDRESS = scriptAddress(operations.curve.scriptHash)
const ROYALTY_ADDRESS = scriptAddress(
  operations.amm.pools.find(({ kind }) => kind === 'royalty')?.scriptHash ?? '',
)

export const orderAddress = (kind: 'instant' | 'instant-v1' | 'limit'): Hex =>
  scriptAddress(operations.orders.find((order) => order.kind === kind)?.scriptHash ?? '')

/** In the ledger's order, without ADA and quantities of 0. */
const assetsOf = (amounts: Readonly<Record<AssetId, bigint>>): AssetAmount[] =>
  Object.entries(amounts)
    .filter(([asset, quantity]) => asset !== ADA && quantity !== 0n)
    .map(([asset, quantity]) => ({ asset, quantity }))
    .sort((a, b) => (a.asset < b.asset ? -1 : 1))

export const output = (
  address: Hex,
  lovelace: bigint,
  amounts: Readonly<Record<AssetId, bigint>> = {},
  datum?: Hex,
): OutputEvent => ({
  address,
  lovelace,
  assets: assetsOf(amounts),
  ...(datum === undefined ? undefined : { datum }),
  hasReferenceScript: false,
})

/** As with a real executor, the output that answers an order has the index of the order's input. */
export interface Draft {
  /** Spent output, redeemer, and the output that answers. */
  readonly pairs?: readonly (readonly [OutputReference, Hex | undefined, OutputEvent])[]
  /** After those that answer the pairs. */
  readonly outputs?: readonly OutputEvent[]
  readonly mint?: Readonly<Record<AssetId, bigint>>
  /** JSON by label. */
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly valid?: boolean
  /** The executor's if not given. */
  readonly requiredSigners?: readonly Hex[]
  /** Distinguishes transactions that are otherwise equal. */
  readonly salt?: string
}

/** Inputs are in ledger order. The id is derived from the content. */
export const transaction = (draft: Draft): TransactionEvent => {
  const pairs = [...(draft.pairs ?? [])].sort(([a], [b]) => byReference(a, b))
  const valid = draft.valid ?? true
  const content = {
    valid,
    inputs: pairs.map(([reference, redeemer]) => ({
      ...reference,
      ...(redeemer === undefined ? undefined : { redeemer }),
    })),
    outputs: [...pairs.map(([, , made]) => made), ...(draft.outputs ?? [])],
    firstOutput: valid ? 0 : 1,
    mint: assetsOf(draft.mint ?? {}),
    requiredSigners: draft.requiredSigners ?? [EXECUTOR],
    validity: {},
  }
  const text = JSON.stringify([content, draft.metadata, draft.salt], (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  const metadata = Object.entries(draft.metadata ?? {}).map(
    ([label, json]) => [label, JSON.stringify({ json })] as const,
  )
  return { id: hash(text), ...content, metadata: new Map(metadata) }
}

export const made = ({ id }: TransactionEvent, index: number): OutputReference => ({ transaction: id, index })

type WithoutId<Event> = Event extends unknown ? Omit<Event, 'poolId'> : never

/** Without the pool's number and without movements. */
export type ComparedEvent = WithoutId<Exclude<LaunchpadEvent, Moved>>

export type Compared<Kind extends ComparedEvent['kind']> = Extract<ComparedEvent, { readonly kind: Kind }>

const compared = (event: LaunchpadEvent): ComparedEvent[] => {
  if (event.kind === 'moved') return []
  if (!('poolId' in event)) return [event]
  const { poolId: _, ...rest } = event
  return [rest]
}

type ComparedPool = Pick<KnownPool, 'pool' | 'token' | 'curve' | 'ammPool'>

/** Each block is interpreted with the state after the earlier ones. */
export class World implements Pools {
  readonly #outputs = new Map<string, SpentOutput>()
  readonly #pools = new Map<number, KnownPool>()
  readonly #protocol: Protocol
  readonly #minted = new Set<Hex>()
  #nextId = 0
  #position = 0

  constructor(of: Protocol = protocol) {
    this.#protocol = of
  }

  mayHoldToken(): boolean {
    return true
  }

  hasMinted(policy: Hex): boolean {
    return this.#minted.has(policy)
  }

  hasTemplateLaunch(): boolean {
    return [...this.#pools.values()].some((pool) => pool.isByTemplate)
  }

  /** Earlier pools may be missing, as on a chain that is followed from its middle. */
  mayHaveMissed(): boolean {
    return true
  }

  pool(nft: AssetId): ComparedPool | undefined {
    const known = this.byNft(nft)
    return known && { pool: known.pool, token: known.token, curve: known.curve, ammPool: known.ammPool }
  }

  byNft(nft: AssetId): KnownPool | undefined {
    return [...this.#pools.values()].find(({ pool, ammPool }) => pool === nft || ammPool === nft)
  }

  byToken(token: AssetId): KnownPool | undefined {
    return [...this.#pools.values()].find((pool) => pool.token === token)
  }

  /** The pool's launch was not seen. */
  addPool(pool: ComparedPool): void {
    this.add({ ...UNSEEN_LAUNCH, ...pool })
  }

  add(pool: Omit<KnownPool, 'id' | 'hasOtherSupply'>): KnownPool {
    return this.change({ ...pool, id: this.#nextId++, hasOtherSupply: false })
  }

  change(pool: KnownPool): KnownPool {
    this.#pools.set(pool.id, pool)
    return pool
  }

  addMint(mint: readonly AssetAmount[]): void {
    for (const { asset } of mint) this.#minted.add(policyOf(asset))
  }

  /** Only outputs with a datum at a script of the launchpad count. */
  addOutput(reference: OutputReference, output: OutputEvent): void {
    if (output.datum !== undefined && this.#protocol.roleOf(output.address) !== undefined)
      this.#storeOutput(reference, output)
  }

  block(...transactions: readonly TransactionEvent[]): ComparedEvent[] {
    const views = transactions.map((event) => {
      const spent = event.inputs.map((input) => {
        const key = formatOutputReference(input)
        const found = this.#outputs.get(key)
        this.#outputs.delete(key)
        return found
      })
      const position = this.#position
      event.outputs.forEach((each, at) => {
        this.#storeOutput(made(event, event.firstOutput + at), each)
      })
      return { transaction: event, position, spent }
    })
    return interpret(this.#protocol, this, views).flatMap(compared)
  }

  #storeOutput({ transaction, index }: OutputReference, output: OutputEvent): void {
    const { address, lovelace, assets } = output
    const reference = { transaction, index }
    const { datum, witnessDatum } =
      this.#protocol.roleOf(address) === undefined ? { datum: undefined } : output
    const position = this.#position++
    this.#outputs.set(formatOutputReference(reference), {
      reference,
      position,
      address,
      lovelace,
      assets,
      datum,
      witnessDatum,
    })
  }
}

/** Tier "69k" unless `change` says otherwise. */
export const curvePool = (name: string, change: Partial<CurvePool> = {}): CurvePool => ({
  nft: `${operations.curve.nftPolicy}.${hash(`nft of ${name}`)}`,
  token: `${hash(`policy of ${name}`, 28)}.${Buffer.from(name).toString('hex')}`,
  aNum: 122_525_779_519n,
  bNum: 2_545_182n,
  permittedExecutor: EXECUTOR,
  adaCap: 18_191_400_000n,
  adminWitness: operations.curve.adminWitnesses[0] ?? '',
  factoryWitness: operations.curve.factoryWitnesses[0] ?? '',
  ...change,
})

export const curveOutput = (pool: CurvePool, lovelace: bigint, tokens: bigint): OutputEvent =>
  output(CURVE_ADDRESS, lovelace, { [pool.nft]: 1n, [pool.token]: tokens }, encodeCurvePool(pool, 'definite'))

/** The curve pool's output has the index `index`. */
export const onCurve = (
  of: TransactionEvent,
  index: number,
  pool: Pick<CurvePool, 'nft' | 'token' | 'aNum' | 'bNum'>,
  reserves: PoolReserves,
) => ({
  transaction: of.id,
  pool: pool.nft,
  token: pool.token,
  output: made(of, index),
  reserves,
  price: spotPrice(pool, soldTokens(reserves.tokens)),
  fees: null,
})

export const poolClosed = (
  { id }: TransactionEvent,
  { nft, token }: Pick<CurvePool, 'nft' | 'token'>,
  reason = 'its UTxO is spent without a new pool output',
): Compared<'poolClosed'> => ({ kind: 'poolClosed', transaction: id, pool: nft, token, reason })

export const royaltyPool = (name: string, change: Partial<RoyaltyPool> = {}): RoyaltyPool => ({
  nft: `${operations.amm.nftPolicy}.${hash(`AMM nft of ${name}`)}`,
  assetX: ADA,
  assetY: curvePool(name).token,
  lpToken: `${operations.amm.lpPolicy}.${hash(`LP of ${name}`)}`,
  ...NEW_AMM_POOL,
  daoPolicy: [{ kind: 'script', hash: hash('dao', 28) }],
  treasuryAddress: hash('treasury', 28),
  royaltyPubKey: operations.amm.royaltyKey ?? '',
  ...change,
})

/** Includes accumulated fees. */
export const royaltyOutput = (
  pool: RoyaltyPool & AmmFees,
  lovelace: bigint,
  tokens: bigint,
  lpTokens = 2n ** 62n,
): OutputEvent =>
  output(
    ROYALTY_ADDRESS,
    lovelace,
    { [pool.nft]: 1n, [pool.assetY]: tokens, [pool.lpToken]: lpTokens },
    encodeRoyaltyPool(pool, 'indefinite'),
  )

/** Members of a trade that is of no order. */
export const WITHOUT_ORDER = { percentageFee: 0n, executorFee: 0n, order: null, trader: null } as const
