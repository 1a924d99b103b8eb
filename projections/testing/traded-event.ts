// The event of a trade without an order, for tests of models.
import type { Traded } from '../interpret/events.ts'
import { WITHOUT_ORDER } from '../interpret/testing/interpreted.ts'
import { launchedEvent } from './launched-event.ts'

const { transaction, poolId, pool, token, output, reserves, price, fees } = launchedEvent()

/** Buys one token for one lovelace of the pool of `launchedEvent`. */
export const tradedEvent = (change: Partial<Traded> = {}): Traded => ({
  kind: 'traded',
  ...{ transaction, poolId, pool, token, output, reserves, price, fees },
  venue: 'curve',
  side: 'buy',
  lovelace: 1n,
  tokens: 1n,
  priceBefore: price,
  ...WITHOUT_ORDER,
  ...change,
})
