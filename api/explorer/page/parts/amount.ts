// Reads amounts that people type, exactly: no floating-point number is between the text and the digits that are sent.

/**
 * Reads a positive amount; commas, spaces and underscores are ignored.
 * @param decimals number of decimals of the unit: 6 for ADA
 * @returns smallest units; undefined when the text is not a positive amount or has too many decimals
 */
export const amountOf = (text: string, decimals: number): bigint | undefined => {
  const [, whole = '', fraction = ''] = /^([0-9]*)(?:\.([0-9]*))?$/.exec(text.replace(/[,\s_]/g, '')) ?? []
  if (whole === '' && fraction === '') return undefined
  if (fraction.length > decimals || whole.length > 19) return undefined
  const amount = BigInt(`${whole}${fraction.padEnd(decimals, '0')}`)
  return amount > 0n ? amount : undefined
}
