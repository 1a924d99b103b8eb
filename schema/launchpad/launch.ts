// Computes the amounts of a launch from the creator's deposit (docs/launchpad-on-chain.md, "Launch"). The whole deposit buys tokens on the
// curve; fees are paid in addition.
import { buyTokens, type CurveParams, EMISSION, SEED } from './curve.ts'
import { feeOn } from './fees.ts'

/** The deposit is in lovelace, and may be 0. */
export const launchAmounts = (curve: CurveParams, deposit: bigint) => {
  const creatorTokens = buyTokens(curve, 0n, deposit)
  return { poolLovelace: SEED + deposit, poolTokens: EMISSION - creatorTokens, creatorTokens }
}

/** Lovelace. */
interface LaunchFees {
  readonly launchFee: bigint
  /** Minimum fee for a deposit. */
  readonly minDepositFee: bigint
  readonly basisPoints: bigint
}

/** Lovelace of the fee output: the launch fee, plus the deposit's percentage or its minimum. */
export const launchFee = (deposit: bigint, { launchFee, minDepositFee, basisPoints }: LaunchFees): bigint => {
  const share = feeOn(deposit, basisPoints)
  return launchFee + (share > minDepositFee ? share : minDepositFee)
}
