// A gain or a loss, the proceeds of a sale, and the break-even price.
import type { Position } from '../../schema/responses/analytics.ts'
import { Price } from '../parts/details/price.tsx'
import { percent } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'

const Unknown = () => <span class="muted">—</span>

const sizeOf = (lovelace: bigint): bigint => (lovelace < 0n ? -lovelace : lovelace)

/** @param props.lovelace negative if the fees are higher than the proceeds; undefined if unknown */
export const IfSoldNow = ({ lovelace }: { lovelace: bigint | undefined }) => {
  if (lovelace === undefined) return <Unknown />
  return (
    <span class="num" data-brings={`${lovelace}`}>
      {lovelace < 0n && '−'}
      <Ada lovelace={sizeOf(lovelace)} />
    </span>
  )
}

export const BreakEven = ({ of }: { of: Pick<Position, 'breakEven'> | undefined }) =>
  of?.breakEven ? <Price lovelace={Number(of.breakEven)} /> : <Unknown />

interface Gain {
  /** Negative for a loss; undefined if unknown. */
  readonly lovelace: bigint | undefined
  /** Lovelace; the gain is also shown as a share of the cost. */
  readonly cost?: bigint | undefined
}

export const Profit = ({ lovelace, cost = 0n }: Gain) => {
  if (lovelace === undefined) return <Unknown />
  const [tone, sign, word] =
    lovelace > 0n ? ['up', '+', 'profit'] : lovelace < 0n ? ['down', '−', 'loss'] : ['muted', '', '']
  return (
    <span class={`num ${tone}`} data-profit={`${lovelace}`}>
      <span class="sr">{word} </span>
      {sign}
      <Ada lovelace={sizeOf(lovelace)} />
      {cost > 0n && ` (${percent(Number(lovelace) / Number(cost))})`}
    </span>
  )
}
