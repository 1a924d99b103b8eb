// The connected wallet's position in the token of the view, below the panel to trade it.
import { compact } from '../parts/format.ts'
import { Ada, Price } from '../parts/parts.tsx'
import type { Pool } from '../pools.ts'
import { openProfit, usePositions } from './positions.ts'
import { Profit } from './profit.tsx'

export const OwnPosition = ({ pool }: { pool: Pool }) => {
  const [position] = usePositions(pool.info.asset) ?? []
  if (position === undefined) return null
  const { quantity, worth, openQuantity, openCost, realised } = position
  return (
    <section class="panel" aria-label="Your position">
      <h2>Your position</h2>
      <dl class="pairs">
        <dt>You hold</dt>
        <dd class="num">
          {compact(Number(quantity))} <bdi>{pool.info.ticker}</bdi>
        </dd>
        {worth !== null && (
          <>
            <dt>Worth</dt>
            <dd>
              <Ada lovelace={worth} />
            </dd>
          </>
        )}
        {openQuantity !== '0' && (
          <>
            <dt>Average cost</dt>
            <dd>
              <Price lovelace={Number(openCost) / Number(openQuantity)} />
            </dd>
            <dt>Unrealised profit</dt>
            <dd>
              <Profit lovelace={openProfit(position)} cost={BigInt(openCost)} />
            </dd>
          </>
        )}
        <dt>Realised profit</dt>
        <dd>
          <Profit lovelace={BigInt(realised)} />
        </dd>
      </dl>
    </section>
  )
}
