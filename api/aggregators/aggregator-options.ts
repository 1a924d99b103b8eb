// What the operator sets for aggregators.
export interface AggregatorOptions {
  /** Name of the exchange in pairs. */
  readonly dexKey: string
  /** Number of later blocks that confirm a block. */
  readonly confirmations: number
  /** URL of the price of ADA in US dollars; undefined for none. */
  readonly adaUsdRateUrl?: string | undefined
}
