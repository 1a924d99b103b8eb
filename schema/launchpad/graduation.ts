// Graduation of a complete curve (docs/launchpad-on-chain.md, "Graduation"). The unsold tokens and the collected lovelace, minus the costs,
// open an AMM pool whose liquidity belongs to nobody.
import { LP_EMISSION } from './amm.ts'

/** Parts per 100,000 as in the AMM pool's datum. No fees are accumulated yet. */
export const NEW_AMM_POOL = {
  lpFeeNum: 99_100n,
  treasuryFeeNum: 50n,
  royaltyFeeNum: 50n,
  treasuryX: 0n,
  treasuryY: 0n,
  royaltyX: 0n,
  royaltyY: 0n,
  nonce: 0n,
}

/**
 * The curve's UTxO has `lovelace` and `tokens`; the cost is in lovelace.
 * @throws {RangeError} if one side would be empty
 */
export const graduate = (lovelace: bigint, tokens: bigint, cost: bigint) => {
  const left = lovelace - cost
  if (left <= 0n || tokens <= 0n)
    throw new RangeError(`a curve of ${lovelace} lovelace and ${tokens} tokens cannot graduate`)
  return {
    lovelace: left,
    tokens,
    /** All minted LP tokens stay in the pool. */
    lpTokens: LP_EMISSION - squareRoot(left * tokens),
    /** Lovelace per token. */
    price: { numerator: left, denominator: tokens },
  }
}

/** The largest integer whose square does not exceed `value`. */
export const squareRoot = (value: bigint): bigint => {
  if (value < 2n) return value
  let root = 1n << (BigInt(value.toString(2).length) / 2n + 1n)
  for (;;) {
    const next = (root + value / root) / 2n
    if (next >= root) return root
    root = next
  }
}
