// A gain or a loss, what a sale would bring, and the price at which it breaks even.
import type { Position } from '../../../../schema/answers/analytics.ts'
import { percent } from '../parts/format.ts'
import { Ada, Price } from '../parts/parts.tsx'

const Unknown = () => <span class="muted">—</span>

/** @param props.lovelace negative if the fees are higher than the proceeds; undefined if unknown */
export const IfSoldNow = ({ lovelace }: { lovelace: bigint | undefined }) => {
  if (lovelace === undefined) return <Unknown />
  return (
    <span class="num" data-brings={`${lovelace}`}>
      {lovelace < 0n && '−'}
      <Ada lovelace={`${lovelace < 0n ? -lovelace : lovelace}`} />
    </span>
  )
}

export const BreakEven = ({ of: { breakEven } }: { of: Pick<Position, 'breakEven'> }) =>
  breakEven === null ? <Unknown /> : <Price lovelace={Number(breakEven)} />

/**
 * @param props.lovelace negative for a loss; undefined if unknown
 * @param props.cost lovelace; the gain is also shown as a share of it
 */
export const Profit = ({
  lovelace,
  cost = 0n,
}: {
  lovelace: bigint | undefined
  cost?: bigint | undefined
}) => {
  if (lovelace === undefined) return <Unknown />
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
