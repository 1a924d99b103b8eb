// A gain or a loss.
import { percent } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'

/**
 * @param props.lovelace negative for a loss; undefined if unknown
 * @param props.cost lovelace; the gain is also shown as a share of it
 */
export const Profit = ({ lovelace, cost = 0n }: { lovelace: bigint | undefined; cost?: bigint }) => {
  if (lovelace === undefined) return <span class="muted">—</span>
  const [tone, sign, word] =
    lovelace > 0n ? ['up', '+', 'profit'] : lovelace < 0n ? ['down', '−', 'loss'] : ['muted', '', '']
  return (
    <span class={`num ${tone}`} data-profit={`${lovelace}`}>
      <span class="sr">{word} </span>
      {sign}
      <Ada lovelace={`${lovelace < 0n ? -lovelace : lovelace}`} />
      {cost > 0n && ` (${percent(Number(lovelace) / Number(cost))})`}
    </span>
  )
}
