// The fees of a sale in the protocol config, and the part of an ETag that depends on these fees.
import type { SaleFees } from '../../projections/read/queries/positions.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import { basisPointsOf } from '../../schema/launchpad/fees.ts'
import { contentState } from '../http/route/etag.ts'

/** Undefined without a protocol config. */
export const saleFeesOf = ({ protocol }: ConfigStates): SaleFees | undefined => {
  if (protocol === undefined) return undefined
  const { percentFee, networkFee, fixedFee } = protocol.value.parameters
  return {
    basisPoints: basisPointsOf(percentFee),
    flat: BigInt(networkFee.raw) + BigInt(fixedFee.raw),
  }
}

/** Changes whenever the fees may have changed. */
export const feesState = ({ protocol }: ConfigStates): string =>
  protocol === undefined ? 'none' : contentState(protocol.bytes)
