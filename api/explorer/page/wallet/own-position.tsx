// The connected wallet's position in the token of the view, below the panel to trade it.

import { Fact } from '../parts/facts.tsx'
import { compact } from '../parts/format.ts'
import { Ada, Price } from '../parts/parts.tsx'
import type { Pool } from '../pools.ts'
import { broughtNow, netProfit, spentOn } from './net-profit.ts'
import { usePositions } from './positions.ts'
import { BreakEven, IfSoldNow, Profit } from './profit.tsx'

export const OwnPosition = ({ pool }: { pool: Pool }) => {
  const [position] = usePositions(pool.info.asset) ?? []
  if (position === undefined) return null
  const { quantity, worth, openQuantity, openCost } = position
  return (
    <section class="panel" aria-label="Your position">
      <h2>Your position</h2>
      <dl class="pairs">
        <Fact name="Net profit" class="strong">
          <Profit lovelace={netProfit(position)} cost={spentOn(position)} />
        </Fact>
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
            <Fact name="Brings if sold now">
              <IfSoldNow lovelace={broughtNow(position)} />
            </Fact>
            <Fact name="Average cost">
              <Price lovelace={Number(openCost) / Number(openQuantity)} />
            </Fact>
            <Fact name="Breaks even at">
              <BreakEven of={position} />
            </Fact>
          </>
        )}
      </dl>
      <p class="muted small">After every fee except the network's, for tokens bought by orders.</p>
    </section>
  )
}
