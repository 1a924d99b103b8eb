// The connected wallet's position in the shown token, below the trade panel.
import { broughtNow, netProfit, spentOn } from '../../client/trading/net-profit.ts'
import type { Position } from '../../schema/responses/analytics.ts'
import { Pairs, Panel } from '../parts/details/panel.tsx'
import { Price } from '../parts/details/price.tsx'
import { compact } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import type { Pool } from '../pools.ts'
import { BreakEven, IfSoldNow, Profit } from './profit.tsx'
import { ProfitPicture } from './profit-picture.tsx'

export const OwnPosition = ({ pool, position }: { pool: Pool; position: Position | undefined }) => {
  if (position === undefined) return null
  const { quantity, worth, openQuantity, openCost } = position
  const profit = netProfit(position)
  const isOpen = openQuantity !== '0'
  return (
    <Panel title="Your position">
      <Pairs
        of={{
          'Net profit': (
            <span class="strong">
              <Profit lovelace={profit} cost={spentOn(position)} />
            </span>
          ),
          'You hold': (
            <>
              {compact(Number(quantity))} <bdi>{pool.info.ticker}</bdi>
            </>
          ),
          Worth: worth !== null && <Ada lovelace={worth} />,
          'Brings if sold now': isOpen && <IfSoldNow lovelace={broughtNow(position)} />,
          'Average cost': isOpen && <Price lovelace={Number(openCost) / Number(openQuantity)} />,
          'Breaks even at': isOpen && <BreakEven of={position} />,
        }}
      />
      {profit !== undefined && <ProfitPicture pool={pool} profit={profit} cost={spentOn(position)} />}
      <p class="muted small">After every fee except the network's, for tokens bought by orders.</p>
    </Panel>
  )
}
