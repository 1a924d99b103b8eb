// The unspent outputs that a payment key can spend, whatever the stake part of their address: those whose address
// begins with the header of such an address and the key's hash.
import { sql } from 'kysely'
import { keyPaymentHeaders } from '../../../../schema/codecs/address.ts'
import type { Hex } from '../../../../schema/primitives.ts'
import { PAYMENT_BYTES } from '../../../ledger/utxo-set.ts'
import { param, queries } from '../../reader/prepared.ts'

/** As the late index of `utxos` holds it. */
const payment = sql<Buffer>`substr(utxos.address, 1, ${sql.lit(PAYMENT_BYTES)})`

/** Outputs whose address begins with `payment`, in the order they were made. */
export const outputsOfPayment = queries
  .selectFrom('utxos')
  .where(payment, '=', param<Buffer>('payment'))
  .orderBy('utxos.id')

export const walletOutputs = (networkId: 0 | 1) => {
  const headers = keyPaymentHeaders(networkId)
  const paymentsOf = (keyHash: Hex): Buffer[] => headers.map((header) => Buffer.from(header + keyHash, 'hex'))
  return {
    /** Beginnings of a key's addresses, one for each kind of stake part. */
    paymentsOf,
    /** The caller adds the columns to select, and runs the query with `parametersOf`. In no order. */
    query: queries.selectFrom('utxos').where(
      payment,
      'in',
      headers.map((_, at) => param<Buffer>(`payment${at}`)),
    ),
    parametersOf: (keyHash: Hex): Readonly<Record<string, Buffer>> =>
      Object.fromEntries(paymentsOf(keyHash).map((part, at) => [`payment${at}`, part])),
  }
}
