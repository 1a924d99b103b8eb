// A batch: orders filled against one pool in one transaction. Inputs are in the ledger's order. Each input is answered by the output with
// the same index: what the order's owner receives, or the pool's new output. So a reader of the chain finds each order's amounts. The
// orders' fees pay for the transaction. The executor keeps the remaining fees.
import { withMinUtxo } from '../../api/builder/transaction/balance.ts'
import { inLedgerOrder } from '../../api/builder/transaction/select-coins.ts'
import { lovelaceIn, type Output } from '../../api/builder/transaction/utxo.ts'
import { ORDER_REDEEMERS, WITNESS_REDEEMER } from '../../schema/launchpad/datums/redeemers.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import type { DeployedName } from '../contracts/contract-names.ts'
import { witnessAccount } from '../contracts/contracts.ts'
import { contractReference } from '../genesis.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import { DEVNET_PARAMETERS } from '../ledger/parameters.ts'
import type { Order } from './market.ts'
import { batchCost, type Fill } from './outcome.ts'
import { EXECUTOR } from './people.ts'
import type { Plan } from './wallet/plan.ts'

/** Fifteen orders need at most 4.9 M of the 14 M units of memory, 2 G of the 10 G steps, and 3.6 of the 16 kB. */
export const MAX_FILLS = 15

interface Batch {
  readonly pool: LedgerUtxo
  readonly successor: Output
  /** The redeemer contains the pool's index among inputs and outputs. */
  readonly redeemer: (place: number) => Hex
  readonly script: DeployedName
  /** All fills are of one kind, see {@link mayJoin}. */
  readonly fills: readonly [Fill, ...Fill[]]
}

const CONTRACTS = {
  instant: { script: 'instant-order', witness: 'instant-order-witness' },
  limit: { script: 'limit-order', witness: 'limit-order-witness' },
} as const satisfies Record<Order['kind'], { script: DeployedName; witness: DeployedName }>

/**
 * Instant orders require that their witness is the first withdrawal. The ledger sorts withdrawals by hash, so all orders of a batch are of
 * one kind.
 */
export const mayJoin = ({ kind }: Order, fills: readonly Fill[]): boolean =>
  fills.every(({ order }) => order.kind === kind)

/** Only the amounts and, if given, the datum change. */
export const successorOf = (
  { output }: LedgerUtxo,
  {
    token,
    lovelace,
    tokens,
    datum,
  }: {
    readonly token: AssetId
    readonly lovelace: bigint
    readonly tokens: bigint
    readonly datum: Hex
  },
): Output => ({
  address: output.address,
  lovelace,
  assets: output.assets.map(({ asset, quantity }) => ({
    asset,
    quantity: asset === token ? tokens : quantity,
  })),
  datum,
})

const { lovelace: LEAST_CHANGE } = withMinUtxo({ address: EXECUTOR.address }, DEVNET_PARAMETERS)

const TOPPING = 2_000_000n

const isCoin = ({ output }: LedgerUtxo): boolean =>
  output.lovelace >= 2n * TOPPING && output.assets.length === 0 && output.script === undefined

/**
 * Undefined if the orders' fees do not pay for the transaction. If what is left of them is below an output's minimum, a coin of the
 * executor is also spent.
 * @param coins coins of the executor; may be empty
 */
export const planBatch = (
  { pool, successor, redeemer, script, fills }: Batch,
  collateral: LedgerUtxo,
  coins: readonly LedgerUtxo[] = [],
): Plan | undefined => {
  const answers = new Map([
    [pool, successor],
    ...fills.map(({ order, outcome }): [LedgerUtxo, Output] => [order.utxo, outcome]),
  ])
  const paid = [...answers.values()].reduce((sum, { lovelace }) => sum + lovelace, 0n)
  const left = lovelaceIn([...answers.keys()]) - paid
  const cost = batchCost(fills.length)
  if (left < cost) return undefined
  if (left < cost + LEAST_CHANGE) {
    const coin = coins.find(isCoin)
    if (coin === undefined) return undefined
    answers.set(coin, { address: EXECUTOR.address, lovelace: coin.output.lovelace - TOPPING })
  }
  const utxos = inLedgerOrder([...answers.keys()])
  const isOrder = new Set(fills.map(({ order }) => order.utxo))
  const order = CONTRACTS[fills[0].order.kind]
  const redeemerOf = (utxo: LedgerUtxo, place: number): { readonly redeemer?: Hex } => {
    if (utxo === pool) return { redeemer: redeemer(place) }
    return isOrder.has(utxo) ? { redeemer: ORDER_REDEEMERS.execute } : {}
  }
  return {
    spend: utxos.map((utxo, place) => ({ utxo, ...redeemerOf(utxo, place) })),
    outputs: utxos.flatMap((utxo) => answers.get(utxo) ?? []),
    coins: [],
    change: EXECUTOR.address,
    signers: [EXECUTOR.key],
    requiredSigners: [EXECUTOR.key.hash],
    withdraw: [{ account: witnessAccount(order.witness), redeemer: WITNESS_REDEEMER }],
    references: [script, order.script, order.witness].map(contractReference),
    collateral,
  }
}
