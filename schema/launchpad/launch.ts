// Computes the amounts of a launch from the creator's deposit (README, "Launch"): the whole deposit buys tokens on the curve, and the fees
// are added.
import { buyTokens, type CurveParams, EMISSION, SEED } from './curve.ts'
import { feeOn } from './fees.ts'

/** Amounts that a launch pays into the pool and to its creator for a deposit in lovelace, 0 for none. */
export const launchAmounts = (curve: CurveParams, deposit: bigint) => {
  const creatorTokens = buyTokens(curve, 0n, deposit)
  return { poolLovelace: SEED + deposit, poolTokens: EMISSION - creatorTokens, creatorTokens }
}

/** Fees of a launch and of its deposit, in lovelace. */
interface LaunchFees {
  readonly launchFee: bigint
  /** The minimum payment for a deposit. */
  readonly minDepositFee: bigint
  readonly basisPoints: bigint
}

/** Lovelace of the fee output: the launch's own fee and the percentage of the deposit, or its minimum. */
export const launchFee = (deposit: bigint, { launchFee, minDepositFee, basisPoints }: LaunchFees): bigint => {
  const share = feeOn(deposit, basisPoints)
  return launchFee + (share > minDepositFee ? share : minDepositFee)
}
