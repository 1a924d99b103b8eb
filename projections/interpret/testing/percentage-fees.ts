// The percentage fees that tests expect for the trades of one transaction.
interface Amounts {
  readonly isBuy: boolean
  readonly lovelace: bigint
}

/**
 * The fees are what buyers paid, less what sellers got and the pool gained. The sum is divided in proportion to the trades' ADA; the last trade gets the
 * rest.
 */
export const percentageFees = (trades: readonly Amounts[], gained: bigint): bigint[] => {
  const all = trades.reduce((sum, { lovelace }) => sum + lovelace, 0n)
  let rest = trades.reduce((sum, { isBuy, lovelace }) => sum + (isBuy ? lovelace : -lovelace), -gained)
  const fee = rest
  return trades.map(({ lovelace }, at) => {
    const part = at === trades.length - 1 ? rest : (fee * lovelace) / all
    rest -= part
    return part
  })
}
