// Reads the payment key hash of a bech32 address (CIP-19). A library would be a third of the client's size. The checksum is not verified
// here, since the service verifies a subscription's address.

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
/** Letters of the checksum at the end. */
const CHECKSUM = 6
/** Bits of an address's header, and bits of its header and payment part. */
const [HEADER, PAYMENT] = [8, 232]

/** @throws {Error} if the address is not bech32 or has no payment key */
export const paymentKeyOf = (address: string): string => {
  const bits = Array.from(address.slice(address.lastIndexOf('1') + 1, -CHECKSUM), (letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  // Address types with a payment key are 0, 2, 4 and 6. An invalid letter has the index -1, whose minus sign the pattern refuses.
  if (!/^0..0[01]*$/.test(bits) || bits.length < PAYMENT) throw new Error(`${address} has no payment key`)
  return BigInt(`0b${bits.slice(HEADER, PAYMENT)}`)
    .toString(16)
    .padStart(56, '0')
}
