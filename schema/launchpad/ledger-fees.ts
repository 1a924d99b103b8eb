// The ledger's charges: a transaction's minimum fee, an output's minimum lovelace, and collateral. The builder computes them, and the
// devnet's ledger checks them. Fractions are pairs of integers, and are rounded once, where the ledger rounds. Source: Conway ledger
// specification, `minfee` and `utxoEntrySize`.
import { ceilDiv, gcd } from '../codecs/ratio.ts'
import type { Hex } from '../primitives.ts'

/** In a node's form. */
export interface FeeParameters {
  /** Lovelace for every transaction. `minFeeCoefficient` is lovelace for each of its bytes. */
  readonly minFeeConstant: number
  readonly minFeeCoefficient: number
  /** Lovelace for a unit of memory and for a step, as short decimals. */
  readonly prices: { readonly memory: number; readonly steps: number }
  /** Lovelace per byte of reference scripts. Each further `range` bytes cost `multiplier` times as much as the bytes before. */
  readonly minFeeReferenceScripts?:
    | { readonly base: number; readonly range: number; readonly multiplier: number }
    | undefined
  readonly coinsPerUtxoByte: number
  /** Percent of the fee. */
  readonly collateralPercentage: number
}

export interface Units {
  readonly memory: bigint
  readonly cpu: bigint
}

/** Numerator and denominator. */
type Fraction = readonly [bigint, bigint]

/** Lowest terms of a short decimal such as 0.0577. */
export const decimalFraction = (decimal: number | string): Fraction => {
  const [whole = '0', digits = ''] = String(decimal).split('.')
  const denominator = 10n ** BigInt(digits.length)
  const numerator = BigInt(whole + digits)
  const divisor = gcd(numerator, denominator)
  return [numerator / divisor, denominator / divisor]
}

/** A sum over tiers of `range` bytes, each `multiplier` times as expensive as the tier before. Rounded down. */
const referenceScriptFee = (bytes: number, parameters: FeeParameters): bigint => {
  const tiers = parameters.minFeeReferenceScripts
  if (tiers === undefined) return 0n
  const multiplier = decimalFraction(tiers.multiplier)
  let price: Fraction = decimalFraction(tiers.base)
  let total: Fraction = [0n, 1n]
  for (let left = bytes; left > 0; left -= tiers.range) {
    const size = BigInt(Math.min(left, tiers.range))
    total = [total[0] * price[1] + size * price[0] * total[1], total[1] * price[1]]
    price = [price[0] * multiplier[0], price[1] * multiplier[1]]
  }
  return total[0] / total[1]
}

const executionFee = (redeemers: readonly Units[], { prices }: FeeParameters): bigint => {
  const [memory, memoryUnit] = decimalFraction(prices.memory)
  const [cpu, cpuUnit] = decimalFraction(prices.steps)
  const used = redeemers.reduce(
    (sum, redeemer) => sum + redeemer.memory * memory * cpuUnit + redeemer.cpu * cpu * memoryUnit,
    0n,
  )
  return ceilDiv(used, memoryUnit * cpuUnit)
}

/**
 * Bytes that count for the fee and the size limit. The ledger stores a transaction without the one-byte validity flag: an array of three
 * items instead of four.
 * @param cbor CBOR of the transaction
 */
export const feeSize = (cbor: Hex): number => cbor.length / 2 - 1

/** A script in several outputs counts each time. */
export const scriptBytes = (
  utxos: readonly { readonly output: { readonly script?: { readonly cbor: Hex } } }[],
): number => utxos.reduce((sum, { output }) => sum + (output.script?.cbor.length ?? 0) / 2, 0)

/**
 * Lovelace.
 * @param size bytes of the transaction, see {@link feeSize}
 * @param referenceScripts bytes of the scripts in its inputs and references, see {@link scriptBytes}
 */
export const minimumFee = (
  size: number,
  redeemers: readonly Units[],
  referenceScripts: number,
  parameters: FeeParameters,
): bigint =>
  BigInt(parameters.minFeeConstant) +
  BigInt(parameters.minFeeCoefficient) * BigInt(size) +
  executionFee(redeemers, parameters) +
  referenceScriptFee(referenceScripts, parameters)

/** Bytes that an entry of the UTxO set counts in addition to the output. */
const UTXO_OVERHEAD = 160n

/** The minimum lovelace of an output with this CBOR. */
export const minUtxo = (cbor: Hex, parameters: FeeParameters): bigint =>
  BigInt(parameters.coinsPerUtxoByte) * (UTXO_OVERHEAD + BigInt(cbor.length / 2))

/** The minimum collateral of a transaction that runs scripts, in lovelace. */
export const minimumCollateral = (fee: bigint, parameters: FeeParameters): bigint =>
  ceilDiv(fee * BigInt(parameters.collateralPercentage), 100n)
