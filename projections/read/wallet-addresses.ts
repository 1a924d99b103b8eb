// The addresses that a payment key spends from, whatever their stake part: ranges of raw bytes.
import { keyPaymentHeaders } from '../../schema/address.ts'
import type { Hex } from '../../schema/primitives.ts'
import { param, queries } from './prepared.ts'

/** Above every address with the same first 29 bytes: no address is longer than 57 bytes with a stake hash in it. */
const PAST_EVERY_ADDRESS = 'ff'.repeat(30)

export const walletAddresses = (networkId: 0 | 1) => {
  const headers = keyPaymentHeaders(networkId)
  const ranges = headers.map((_, at) => ({ from: param<Buffer>(`from${at}`), to: param<Buffer>(`to${at}`) }))
  return {
    /** To be continued with what to select, and run with `boundsOf`. */
    query: queries
      .selectFrom('addresses')
      .where((eb) =>
        eb.or(
          ranges.map(({ from, to }) =>
            eb.and([eb('addresses.address', '>=', from), eb('addresses.address', '<=', to)]),
          ),
        ),
      ),
    boundsOf: (keyHash: Hex): Readonly<Record<string, Buffer>> =>
      Object.fromEntries(
        headers.flatMap((header, at) => [
          [`from${at}`, Buffer.from(header + keyHash, 'hex')] as const,
          [`to${at}`, Buffer.from(header + keyHash + PAST_EVERY_ADDRESS, 'hex')] as const,
        ]),
      ),
  }
}
