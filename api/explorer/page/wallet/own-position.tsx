// The connected wallet's position in the token of the view, below the panel to trade it.

import { Fact } from '../parts/facts.tsx'
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
        <Fact name="You hold" class="num">
          {compact(Number(quantity))} <bdi>{pool.info.ticker}</bdi>
        </Fact>
        {worth !== null && (
          <Fact name="Worth">
            <Ada lovelace={worth} />
          </Fact>
        )}
        {openQuantity !== '0' && (
          <>
            <Fact name="Average cost">
              <Price lovelace={Number(openCost) / Number(openQuantity)} />
            </Fact>
            <Fact name="Unrealised profit">
              <Profit lovelace={openProfit(position)} cost={BigInt(openCost)} />
            </Fact>
          </>
        )}
        <Fact name="Realised profit">
          <Profit lovelace={BigInt(realised)} />
        </Fact>
      </dl>
    </section>
  )
}
