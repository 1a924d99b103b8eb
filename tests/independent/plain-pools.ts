// Reads pools from an output's datum and value, and computes their prices and the results of trades. The amounts of launches and the
// formulas of docs/launchpad-on-chain.md are implemented independently.
import { isAt, type RawOutput } from '../hostile/raw-ledger.ts'
import type { PlainOperations } from './comparison.ts'
import { assetAt, fieldsOf, intAt, type Plain } from './plain-datum.ts'

export const EMISSION = 1_000_000_000n

export const SEED = 3_000_000n

export interface PlainPool {
  readonly nft: string
  readonly token: string
  readonly isCurve: boolean
  /** On the AMM, without accumulated fees. */
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly datum: readonly Plain[]
  readonly output: RawOutput
}

/** Outputs at these scripts do not belong to holders. */
export const reserveScripts = ({
  curve,
  amm,
  orders,
}: Omit<PlainOperations, 'slots' | 'vesting'>): string[] =>
  [curve, ...amm.pools, ...orders].map(({ scriptHash }) => scriptHash)

export const isAtLaunchpad = (operations: PlainOperations, output: RawOutput): boolean =>
  isAt([operations.vesting.scriptHash, ...reserveScripts(operations)], output)

/** Lovelace per token. */
export interface Price {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** At most `places` fraction digits, rounded half up. */
export const decimal = (numerator: bigint, denominator: bigint, places: number): string => {
  const scaled = (2n * numerator * 10n ** BigInt(places) + denominator) / (2n * denominator)
  const digits = `${scaled}`.padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}

export const priceText = ({ numerator, denominator }: Price): string => decimal(numerator, denominator, 12)

const A = 10n ** 27n
const B = 10n ** 6n

export const poolOf = ({ curve, amm }: PlainOperations, output: RawOutput): PlainPool | undefined => {
  const layout = amm.pools.find(({ scriptHash }) => isAt([scriptHash], output))?.kind
  const isCurve = isAt([curve.scriptHash], output)
  if (output.datum === undefined || !(isCurve || layout !== undefined)) return undefined
  const datum = fieldsOf(output.datum)
  const token = assetAt(datum, 2)
  const { lovelace, assets } = output
  const tokens = assets.get(token) ?? 0n
  const pool = { nft: assetAt(datum, 0), token, isCurve, lovelace, tokens, datum, output }
  if (isCurve) return pool
  if (layout !== 'royalty') throw new Error(`the devnet has no AMM pool of the kind ${layout}`)
  return {
    ...pool,
    lovelace: lovelace - intAt(datum, 7) - intAt(datum, 9),
    tokens: tokens - intAt(datum, 8) - intAt(datum, 10),
  }
}

/** In 1/100,000: the share that moves the price, the treasury's, the royalty. */
export const ammFeesOf = ({ datum }: PlainPool): readonly [bigint, bigint, bigint] => [
  intAt(datum, 4),
  intAt(datum, 5),
  intAt(datum, 6),
]

/** Price a·s² + b, where a is in 1/10^27 and b in 1/10^6. @param tokens remaining tokens of the curve */
export const curvePrice = (a: bigint, b: bigint, tokens: bigint): Price => {
  const sold = EMISSION - tokens
  return { numerator: a * B * sold * sold + b * A, denominator: A * B }
}

export const priceOf = ({ isCurve, datum, lovelace, tokens }: PlainPool): Price =>
  isCurve
    ? curvePrice(intAt(datum, 3), intAt(datum, 4), tokens)
    : { numerator: lovelace, denominator: tokens }

export const marketCapOf = ({ numerator, denominator }: Price): bigint =>
  (2n * numerator * EMISSION + denominator) / (2n * denominator)

/** At most the largest number in responses, so that pools are sorted as in responses. */
export const poolCapOf = (price: Price): bigint => {
  const cap = marketCapOf(price)
  return cap < 2n ** 53n ? cap : 2n ** 53n - 1n
}

/** Integral of the price from 0 to `sold` tokens, times {@link AREA_UNIT}. */
export const areaOf = (a: bigint, b: bigint, sold: bigint): bigint => a * B * sold ** 3n + 3n * A * b * sold
export const AREA_UNIT = 3n * A * B

/** After the fee of 1 %, which is rounded down. */
const net = (amount: bigint): bigint => amount - amount / 100n

/** Tokens or lovelace, after the fee of 1 % on the ADA side. */
export const quote = (pool: PlainPool, isBuy: boolean, input: bigint): bigint => {
  const { isCurve, datum, lovelace, tokens } = pool
  if (!isCurve) {
    const [liquidity, treasury, royalty] = ammFeesOf(pool)
    const moving = liquidity - treasury - royalty
    const swap = (from: bigint, to: bigint, amount: bigint): bigint =>
      (to * amount * moving) / (from * 100_000n + amount * moving)
    return isBuy ? swap(lovelace, tokens, net(input)) : net(swap(tokens, lovelace, input))
  }
  const sold = EMISSION - tokens
  const area = (s: bigint): bigint => areaOf(intAt(datum, 3), intAt(datum, 4), s)
  if (!isBuy) return input > sold ? 0n : net((area(sold) - area(sold - input)) / AREA_UNIT)
  const most = area(sold) + AREA_UNIT * net(input)
  let bought = 0n
  // Finds the amount bit by bit.
  for (let step = 2n ** 29n; step > 0n; step /= 2n)
    if (sold + bought + step <= EMISSION && area(sold + bought + step) <= most) bought += step
  return bought
}
