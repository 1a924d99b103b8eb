// Returns a script's output to its owner: the output of a cancelled order, or of an open lock. The first output of the transaction has
// exactly the same value, and the owner's key must sign.
import { paymentCredential } from '../../../schema/codecs/address.ts'
import type { PlutusAddress } from '../../../schema/launchpad/address.ts'
import { rawAddress } from '../../../schema/launchpad/address.ts'
import { decodeInstantOrder } from '../../../schema/launchpad/datums/instant-order.ts'
import { decodeInstantOrderV1 } from '../../../schema/launchpad/datums/instant-order-v1.ts'
import { decodeLimitOrder } from '../../../schema/launchpad/datums/limit-order.ts'
import { encodeVestingRedeemer, ORDER_REDEEMERS } from '../../../schema/launchpad/datums/redeemers.ts'
import { decodeVestingLock } from '../../../schema/launchpad/datums/vesting-lock.ts'
import type { Hex, OutputReference } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import { required, type Terms } from '../terms.ts'
import type { Utxo } from '../transaction/utxo.ts'
import type { Owner } from './owner.ts'
import type { Recipe } from './recipe.ts'

/** Validity starts at this slot. */
export interface ValidFrom {
  readonly slot: number
  /** Unix milliseconds at which the slot begins. */
  readonly time: number
}

interface Locked<U extends Utxo> {
  readonly utxo: U
  readonly redeemer: Hex
  readonly reference: OutputReference
  /** Raw address that gets the contents. */
  readonly to: Hex
}

/** The script checks the owner's right. Callers check it first, to give a better message. */
const takeBack = <U extends Utxo>(
  owner: Owner,
  { utxo, redeemer, reference, to }: Locked<U>,
  slot: number,
): Recipe<U> => {
  const { lovelace, assets = [], witnessDatum } = utxo.output
  return {
    spend: [{ utxo, redeemer }],
    outputs: [{ address: to, lovelace, assets }],
    requiredSigners: [owner.pkh],
    references: [reference],
    ...(witnessDatum === undefined ? {} : { datums: [witnessDatum] }),
    from: slot,
  }
}

interface Cancellable {
  readonly redeemerAddress: PlutusAddress
  readonly cancellationPkh: Hex
  /** Unix milliseconds. */
  readonly cancellationAfter?: bigint
}

const DECODERS = {
  instant: decodeInstantOrder,
  'instant-v1': decodeInstantOrderV1,
  limit: decodeLimitOrder,
} as const satisfies Record<string, (datum: Hex) => Cancellable | undefined>

/** Latest JavaScript `Date`, in Unix milliseconds. */
const END_OF_TIME = 8_640_000_000_000_000n

const tooEarly = (action: 'cancelled' | 'withdrawn', after: bigint, { time }: ValidFrom): BuildError =>
  after > END_OF_TIME
    ? new BuildError('TOO_EARLY', `the output can never be ${action}`)
    : new BuildError(
        'TOO_EARLY',
        `the output cannot be ${action} until a block is later than ${new Date(Number(after)).toISOString()}`,
        Math.floor((Number(after) - time) / 1000) + 1,
      )

/** @throws {BuildError} `NOT_AN_ORDER`, `NOT_THE_OWNER`, `TOO_EARLY` */
export const cancelOrder = <U extends Utxo>(
  owner: Owner,
  utxo: U,
  terms: Terms,
  from: ValidFrom,
): Recipe<U> => {
  const { address, datum } = utxo.output
  const hash = paymentCredential(address)?.hash
  const contract = terms.orders.find((each) => each.hash === hash)
  const order: Cancellable | undefined =
    contract && datum !== undefined ? DECODERS[contract.kind](datum) : undefined
  if (contract === undefined || order === undefined) throw new BuildError('NOT_AN_ORDER', 'not an order')
  if (order.cancellationPkh !== owner.pkh) throw new BuildError('NOT_THE_OWNER', 'not the order owner')
  const { cancellationAfter = 0n } = order
  if (BigInt(from.time) < cancellationAfter) throw tooEarly('cancelled', cancellationAfter, from)
  const locked = {
    utxo,
    redeemer: ORDER_REDEEMERS.cancel,
    reference: required(contract.reference, `${contract.kind} order contract`),
    to: rawAddress(order.redeemerAddress, terms.networkId),
  }
  return takeBack(owner, locked, from.slot)
}

/**
 * The contents go to the owner's address.
 * @throws {BuildError} `NOT_A_LOCK`, `NOT_THE_OWNER`, `TOO_EARLY`
 */
export const redeemLock = <U extends Utxo>(
  owner: Owner,
  utxo: U,
  terms: Terms,
  from: ValidFrom,
): Recipe<U> => {
  const { address, witnessDatum, datum = witnessDatum } = utxo.output
  const isLock = paymentCredential(address)?.hash === terms.vesting.hash
  const lock = isLock && datum !== undefined ? decodeVestingLock(datum) : undefined
  if (lock === undefined) throw new BuildError('NOT_A_LOCK', 'not a vesting lock')
  if (lock.redeemerVkh !== owner.pkh) throw new BuildError('NOT_THE_OWNER', 'not the owner of the lock')
  // The script requires the lower bound to be after the lock's time, not equal to it.
  if (BigInt(from.time) <= lock.lockedUntil) throw tooEarly('withdrawn', lock.lockedUntil, from)
  const locked = {
    utxo,
    redeemer: encodeVestingRedeemer(0),
    reference: required(terms.vesting.reference, 'vesting lock'),
    to: owner.address,
  }
  return takeBack(owner, locked, from.slot)
}
