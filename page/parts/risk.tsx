// A line with the number of holders of a token, the shares of its creator, ten largest holders and first buyers, and its numbers of
// purchases and sales. High figures have a colour. Unknown figures are a dash.
import { EMISSION, type Pool, roughly } from '../pools.ts'
import { counted, UNKNOWN, whole } from './format.ts'

/** Label, description, and the share of all tokens at which the figure becomes high. At twice that share, it becomes very high. */
const SHARES = [
  ['creator', 'dev', 'The creator has', 0.1],
  ['top10', 'top10', 'The ten largest holders have', 0.4],
  ['firstBuyers', 'first', 'Who bought up to three blocks after the launch has', 0.1],
] as const

/** Share of all tokens; undefined if it is unknown. */
export const heldBy = ({ metrics: { risk } }: Pool, who: (typeof SHARES)[number][0]): number | undefined => {
  const tokens = risk?.[who]
  return tokens == null ? undefined : Number(tokens) / EMISSION
}

export const Risk = ({ pool, sides }: { pool: Pool; sides?: readonly [buys: number, sells: number] }) => {
  const { totalTxCount, sells, risk } = pool.metrics
  const [bought, sold] = sides ?? [totalTxCount - sells, sells]
  return (
    <div class="risk muted">
      <span>{risk ? counted(risk.holders, 'holder') : `${UNKNOWN} holders`}</span>
      {SHARES.map(([who, word, title, high]) => {
        const share = heldBy(pool, who)
        const tone = share === undefined || share < high ? undefined : share < 2 * high ? 'warned' : 'down'
        return (
          <span key={who} class={tone} title={`${title} ${roughly(share)} of all tokens`}>
            {word} {roughly(share, 0.01)}
          </span>
        )
      })}
      <span role="img" aria-label={`${whole(bought)} bought, ${whole(sold)} sold`}>
        <span class="up">{whole(bought)}</span> / <span class="down">{whole(sold)}</span>
      </span>
    </div>
  )
}
