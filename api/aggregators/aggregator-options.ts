// The operator's settings for aggregators.
import type { AdaUsdRate } from '../analytics/ada-usd-rate.ts'

export interface AggregatorOptions {
  readonly dexKey: string
  /** Later blocks that confirm a block. */
  readonly confirmations: number
  readonly adaUsdRate: AdaUsdRate
}
