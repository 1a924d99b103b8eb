// The pool of a token in exact integers, for computing the results of possible trades. The formulas are the service's own.
import { feeNumerator } from '../../schema/launchpad/amm.ts'
import type { FilledPool } from '../../schema/launchpad/fill.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'

/**
 * Undefined if the pool no longer trades, or if its JSON numbers are too large to be exact.
 * @param basisPoints the percentage fee of a fill
 */
export const tradedPool = ({ pool }: LiquidityPoolInfo, basisPoints: bigint): FilledPool | undefined => {
  const { x, y, aNum, bNum, adaCapThreshold, ammFees, closed } = pool
  const isExact = [aNum, bNum, adaCapThreshold].every((given) => given < Number.MAX_SAFE_INTEGER)
  if (closed !== null) return undefined
  if (ammFees === null)
    return isExact
      ? {
          kind: 'curve',
          basisPoints,
          curve: { aNum: BigInt(aNum), bNum: BigInt(bNum) },
          tokens: BigInt(y.amount),
          collected: BigInt(x.amount),
          cap: BigInt(adaCapThreshold),
        }
      : undefined
  const [lpFeeNum, treasuryFeeNum, royaltyFeeNum] = [
    BigInt(ammFees.lpFeeNum),
    BigInt(ammFees.treasuryFeeNum),
    BigInt(ammFees.royaltyFeeNum),
  ]
  return {
    kind: 'amm',
    basisPoints,
    reserves: { x: BigInt(x.amount), y: BigInt(y.amount) },
    feeNum: feeNumerator({ lpFeeNum, treasuryFeeNum, royaltyFeeNum, treasuryX: 0n, treasuryY: 0n }),
    leaving: [treasuryFeeNum, royaltyFeeNum],
  }
}
