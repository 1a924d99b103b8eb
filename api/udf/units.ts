// The unit of a symbol's prices and volumes: ADA, or lovelace if the symbol ends with `/lovelace`.
import { adaOf, adaPriceOf } from '../../schema/codecs/decimal.ts'
import type { Bar } from '../../schema/responses/chart-responses.ts'

export type Unit = 'ADA' | 'lovelace'

export interface SymbolName {
  /** Without exchange and unit. */
  readonly name: string
  readonly unit: Unit
}

/** Exchange on which all symbols trade. */
export const EXCHANGE = 'launchpad'

const OF_EXCHANGE = new RegExp(`^${EXCHANGE}:`, 'i')

/** Reads a symbol: `launchpad:COTTER/ADA`, `COTTER` or `COTTER/lovelace`. */
export const symbolName = (symbol: string): SymbolName => {
  const bare = symbol.replace(OF_EXCHANGE, '')
  const [, unit] = /\/(ada|lovelace)$/i.exec(bare) ?? []
  return {
    name: unit === undefined ? bare : bare.slice(0, -unit.length - 1),
    unit: unit?.toLowerCase() === 'lovelace' ? 'lovelace' : 'ADA',
  }
}

/** Both units have the same price step. */
export const PRICE_SCALES: Readonly<Record<Unit, number>> = { ADA: 1_000_000_000_000, lovelace: 1_000_000 }

export const VOLUME_DECIMALS: Readonly<Record<Unit, number>> = { ADA: 6, lovelace: 0 }

const PRICES = ['open', 'high', 'low', 'close'] as const

/** Exact to the digit. */
export const barIn = (bar: Bar, unit: Unit): Bar =>
  unit === 'lovelace'
    ? bar
    : {
        ...bar,
        ...Object.fromEntries(PRICES.map((price) => [price, adaPriceOf(bar[price])])),
        volume: adaOf(BigInt(bar.volume)),
      }
