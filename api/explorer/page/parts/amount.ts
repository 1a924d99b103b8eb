// An amount as people type it, exactly: no double is between the text and the digits that are sent.

/**
 * Reads a positive amount; commas, spaces and underscores between digits are let go.
 * @param decimals of the unit: 6 for ADA in lovelace
 * @returns smallest units; undefined when it is none, or finer than the unit
 */
export const amountOf = (text: string, decimals: number): bigint | undefined => {
  const [, whole = '', fraction = ''] = /^([0-9]*)(?:\.([0-9]*))?$/.exec(text.replace(/[,\s_]/g, '')) ?? []
  if (whole === '' && fraction === '') return undefined
  if (fraction.length > decimals || whole.length > 19) return undefined
  const amount = BigInt(`${whole}${fraction.padEnd(decimals, '0')}`)
  return amount > 0n ? amount : undefined
}
