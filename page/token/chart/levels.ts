// Prices drawn as lines of the chart: graduation, the wallet's average cost, and the wallet's open orders.
import { isEnded } from '../../../client/trading/order-list.ts'
import { tradedPool } from '../../../client/trading/traded-pool.ts'
import { STEPS, tradeTo } from '../../../client/trading/what-if.ts'
import { ADA } from '../../../schema/primitives.ts'
import type { Position } from '../../../schema/responses/analytics.ts'
import type { ApiOrder } from '../../../schema/responses/orders.ts'
import { EMISSION, type Pool } from '../../pools.ts'

/** Label, price in lovelace per token, and a colour variable of the style sheet. */
export type Level = readonly [words: string, price: number, color: string]

/** @param orders orders of the wallet, of any token */
export const levelsOf = (
  pool: Pool,
  position: Position | undefined,
  orders: readonly ApiOrder[],
): Level[] => {
  // The price at graduation does not depend on the fee.
  const traded = tradedPool(pool, 0n)
  const cap = traded?.kind === 'curve' ? tradeTo(traded, STEPS)?.cap : undefined
  const { openCost = '0', openQuantity = '0' } = position ?? {}
  return [
    ...(cap === undefined ? [] : [['Graduation', Number(cap) / EMISSION, '--faint'] as const]),
    ...(openQuantity === '0'
      ? []
      : [['Average cost', Number(openCost) / Number(openQuantity), '--link'] as const]),
    ...orders
      .filter((order) => order.asset === pool.info.asset && !isEnded(order))
      .map(
        ({ from, worstPrice: worst }): Level =>
          from === ADA ? ['Buy up to', 1 / Number(worst), '--up'] : ['Sell from', Number(worst), '--down'],
      ),
  ]
}
