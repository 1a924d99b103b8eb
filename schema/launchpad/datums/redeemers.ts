// Redeemers of the launchpad's scripts (README, "Redeemers"): they distinguish a trade from a graduation and a fill
// from a cancellation. Read from blocks, written by executors and the transaction builder.
import {
  decodePlutusData,
  encodePlutusData,
  type PlutusData,
  type PlutusStyle,
} from '../../codecs/plutus-data.ts'
import type { Hex, OutputReference } from '../../primitives.ts'
import { construct, readDatum, readFields } from './fields.ts'

/** Actions on a curve pool; the constructor's number is the place in this list. */
const CURVE_ACTIONS = ['trade', 'admin', 'factory'] as const
export type CurveAction = (typeof CURVE_ACTIONS)[number]

interface CurveRedeemer {
  /** Index of the pool among the transaction's inputs, in ledger order. */
  readonly input: number
  /** Index of its successor among the outputs; of no meaning when the action leaves none. */
  readonly output: number
  readonly action: CurveAction
}

/** Reads a curve pool's redeemer; `undefined` for anything else. */
export const decodeCurveRedeemer = (hex: Hex): CurveRedeemer | undefined => {
  const fields = readDatum(hex, 3)
  const input = readIndex(fields?.[0])
  const output = readIndex(fields?.[1])
  const action = CURVE_ACTIONS.find((_, index) => readFields(fields?.[2], index, 0) !== undefined)
  if (input === undefined || output === undefined || action === undefined) return undefined
  return { input, output, action }
}

export const encodeCurveRedeemer = (redeemer: CurveRedeemer, style: PlutusStyle): Hex =>
  encodePlutusData(
    construct(BigInt(redeemer.input), BigInt(redeemer.output), {
      constructor: CURVE_ACTIONS.indexOf(redeemer.action),
      fields: [],
    }),
    style,
  )

/** Action on an order of any kind. */
type OrderAction = 'execute' | 'cancel'

/** The redeemers of an order, the same for every kind. */
export const ORDER_REDEEMERS: Readonly<Record<OrderAction, Hex>> = { execute: 'd87a80', cancel: 'd87980' }

/** The redeemer of the withdrawal that checks a batch of executions: an empty list. */
export const WITNESS_REDEEMER: Hex = '80'

/** Reads an order's redeemer; `undefined` for anything else. */
export const decodeOrderRedeemer = (hex: Hex): OrderAction | undefined => {
  const data = decodePlutusData(hex)
  if (readFields(data, 1, 0) !== undefined) return 'execute'
  return readFields(data, 0, 0) === undefined ? undefined : 'cancel'
}

/** Actions on an AMM pool; the action's number is the place in this list. */
export const AMM_ACTIONS = ['deposit', 'redeem', 'swap', 'dao', 'royalty-withdrawal'] as const
export type AmmAction = (typeof AMM_ACTIONS)[number]

/** The redeemer of an AMM pool: the action, and the pool's index among the inputs. */
export const encodeAmmRedeemer = (action: AmmAction, input: number, style: PlutusStyle): Hex =>
  encodePlutusData(construct(BigInt(AMM_ACTIONS.indexOf(action)), BigInt(input)), style)

/** Reads an AMM pool's redeemer; `undefined` for anything else. */
export const decodeAmmRedeemer = (
  hex: Hex,
): { readonly action: AmmAction; readonly input: number } | undefined => {
  const fields = readDatum(hex, 2)
  const action = AMM_ACTIONS[readIndex(fields?.[0]) ?? -1]
  const input = readIndex(fields?.[1])
  return action === undefined || input === undefined ? undefined : { action, input }
}

const writeSeed = (seed: OutputReference): PlutusData =>
  construct(construct(seed.transaction), BigInt(seed.index))

/** The redeemer of the policies of pool NFTs: the output that the NFT is named after. */
export const encodeSeedRedeemer = (seed: OutputReference, style: PlutusStyle): Hex =>
  encodePlutusData(writeSeed(seed), style)

/** The redeemer of the policy of LP tokens: the output they are named after, and how many are minted. */
export const encodeLpRedeemer = (seed: OutputReference, emission: bigint, style: PlutusStyle): Hex =>
  encodePlutusData(construct(writeSeed(seed), emission), style)

/** The redeemer of a vesting lock: the index of the output its tokens go to. */
export const encodeVestingRedeemer = (output: number): Hex => encodePlutusData(BigInt(output), 'definite')

const readIndex = (data: PlutusData | undefined): number | undefined =>
  typeof data === 'bigint' && data >= 0n && data <= 0xffffn ? Number(data) : undefined
