// Redeemers of the launchpad's scripts (docs/launchpad-on-chain.md, "Redeemers"). Redeemers distinguish a trade from a graduation, and a
// fill from a cancellation. Executors and the transaction builder write redeemers, and blocks contain them.
import {
  decodePlutusData,
  encodePlutusData,
  type PlutusData,
  type PlutusStyle,
} from '../../codecs/plutus-data.ts'
import type { Hex, OutputReference } from '../../primitives.ts'
import { datumCodec, type Field } from './datum-layout.ts'
import { construct, readFields } from './fields.ts'

const INDEX: Field<number> = {
  read: (data) => (typeof data === 'bigint' && data >= 0n && data <= 0xffffn ? Number(data) : undefined),
  write: BigInt,
}

/** The constructor's number is the index in this list. */
const CURVE_ACTIONS = ['trade', 'admin', 'factory'] as const
export type CurveAction = (typeof CURVE_ACTIONS)[number]

export const { decode: decodeCurveRedeemer, encode: encodeCurveRedeemer } = datumCodec({
  /** Index of the pool among the transaction's inputs, in ledger order. */
  input: INDEX,
  /** Index of the pool's next output. Meaningless if the action creates none. */
  output: INDEX,
  action: {
    read: (data) => CURVE_ACTIONS.find((_, index) => readFields(data, index, 0) !== undefined),
    write: (action) => ({ constructor: CURVE_ACTIONS.indexOf(action), fields: [] }),
  } satisfies Field<CurveAction>,
})

type OrderAction = 'execute' | 'cancel'

/** Equal for every kind of order. */
export const ORDER_REDEEMERS: Readonly<Record<OrderAction, Hex>> = { execute: 'd87a80', cancel: 'd87980' }

/** The redeemer of the withdrawal that checks a batch of executions: an empty list. */
export const WITNESS_REDEEMER: Hex = '80'

/** `undefined` for other data. */
export const decodeOrderRedeemer = (hex: Hex): OrderAction | undefined => {
  const data = decodePlutusData(hex)
  if (readFields(data, 1, 0) !== undefined) return 'execute'
  return readFields(data, 0, 0) === undefined ? undefined : 'cancel'
}

/** An action's number is the index in this list. */
export const AMM_ACTIONS = ['deposit', 'redeem', 'swap', 'dao', 'royalty-withdrawal'] as const
export type AmmAction = (typeof AMM_ACTIONS)[number]

const { decode, encode } = datumCodec({
  action: {
    read: (data) => AMM_ACTIONS[INDEX.read(data) ?? -1],
    write: (action) => BigInt(AMM_ACTIONS.indexOf(action)),
  } satisfies Field<AmmAction>,
  /** Index of the pool among the transaction's inputs. */
  input: INDEX,
})

/** `undefined` for other data. */
export const decodeAmmRedeemer = decode

export const encodeAmmRedeemer = (action: AmmAction, input: number, style: PlutusStyle): Hex =>
  encode({ action, input }, style)

const writeSeed = (seed: OutputReference): PlutusData =>
  construct(construct(seed.transaction), BigInt(seed.index))

/** The redeemer of pool NFT policies: the output that determines the NFT's name. */
export const encodeSeedRedeemer = (seed: OutputReference, style: PlutusStyle): Hex =>
  encodePlutusData(writeSeed(seed), style)

/** The redeemer of the LP token policy: the output that determines the LP tokens' name, and the number of minted tokens. */
export const encodeLpRedeemer = (seed: OutputReference, emission: bigint, style: PlutusStyle): Hex =>
  encodePlutusData(construct(writeSeed(seed), emission), style)

/** The redeemer of a vesting lock: the index of the output that receives the tokens. */
export const encodeVestingRedeemer = (output: number): Hex => encodePlutusData(BigInt(output), 'definite')
