// The unspent outputs that a payment key can spend, with any stake part. Their addresses start with the header of an address with a key,
// and the key's hash.
import { sql } from 'kysely'
import { keyPaymentHeaders } from '../../../../schema/codecs/address.ts'
import type { Hex } from '../../../../schema/primitives.ts'
import { PAYMENT_BYTES } from '../../../engine/outputs/utxo-set.ts'
import { param, queries } from '../../reader/prepared.ts'

/** In the form of the late index of `utxos`. */
const payment = sql<Buffer>`substr(utxos.address, 1, ${sql.lit(PAYMENT_BYTES)})`

/** In the order of their creation. */
export const outputsOfPayment = queries
  .selectFrom('utxos')
  .where(payment, '=', param<Buffer>('payment'))
  .orderBy('utxos.id')

export const walletOutputs = (networkId: 0 | 1) => {
  const headers = keyPaymentHeaders(networkId)
  const paymentsOf = (keyHash: Hex): Buffer[] => headers.map((header) => Buffer.from(header + keyHash, 'hex'))
  return {
    /** One start for each kind of stake part. */
    paymentsOf,
    /** The caller adds the selected columns, and runs the query with `parametersOf`. The rows have no order. */
    query: queries.selectFrom('utxos').where(
      payment,
      'in',
      headers.map((_, at) => param<Buffer>(`payment${at}`)),
    ),
    parametersOf: (keyHash: Hex): Readonly<Record<string, Buffer>> =>
      Object.fromEntries(paymentsOf(keyHash).map((part, at) => [`payment${at}`, part])),
  }
}
