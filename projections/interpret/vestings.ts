// Tokens locked until a time: outputs at the vesting script with a lock's datum. Anybody can make a lock for any key, so only the tokens in
// the output count. ADA does not count. An output with more of the token than a launch can mint is not a lock.
//
// A lock is shown as one row with one token, since the launchpad never locks several tokens together. If an output has several tokens, the
// row has the token that trades here or, if none does, the first in the ledger's order. So a row may show fewer tokens than are locked, but
// never more.

import { least, MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { decodeVestingLock, type VestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import type { AssetAmount } from '../../schema/primitives.ts'
import type { Holding, TransactionView } from '../engine/outputs/transaction-view.ts'
import type { Locked, Redeemed } from './events.ts'
import type { KnownPools } from './known-pools.ts'
import type { Protocol } from './protocol.ts'

const lockOf = (
  protocol: Protocol,
  { address, witnessDatum, datum = witnessDatum }: Holding,
): VestingLock | undefined =>
  datum === undefined || protocol.roleOf(address)?.kind !== 'lock' ? undefined : decodeVestingLock(datum)

/** Undefined if there is none, or if the quantity exceeds any launched amount. */
const lockedToken = (known: KnownPools, { assets }: Holding): AssetAmount | undefined => {
  const token = assets.find(({ asset }) => known.byToken(asset) !== undefined) ?? assets[0]
  return token !== undefined && token.quantity <= MAX_QUANTITY ? token : undefined
}

/** First spent locks, then new ones. */
export const interpretVestings = (
  protocol: Protocol,
  known: KnownPools,
  { transaction, spent }: TransactionView,
): (Locked | Redeemed)[] => {
  const events: (Locked | Redeemed)[] = []
  // The choice of the lock's token depended on the pools that were known when the lock was made, so the event does not name it.
  for (const output of spent)
    if (output !== undefined && lockOf(protocol, output) !== undefined)
      events.push({ kind: 'redeemed', transaction: transaction.id, lock: output.reference })
  transaction.outputs.forEach((output, at) => {
    const lock = lockOf(protocol, output)
    const token = lock && lockedToken(known, output)
    if (lock === undefined || token === undefined) return
    events.push({
      kind: 'locked',
      transaction: transaction.id,
      lock: { transaction: transaction.id, index: transaction.firstOutput + at },
      address: output.address,
      token: token.asset,
      quantity: token.quantity,
      lockedUntil: least(lock.lockedUntil, MAX_QUANTITY),
      redeemer: lock.redeemerVkh,
    })
  })
  return events
}
