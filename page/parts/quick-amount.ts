// The amount in ADA that a card's buy button offers: the amount of the last purchase.
import { signal } from '@preact/signals'
import { amountOf } from './amount.ts'
import { draft } from './draft.ts'
import { kept, store } from './stored.ts'

const KEY = 'quick amount'
const FIRST = '50'

const before = kept(KEY) ?? FIRST

export const quickAmount = signal(amountOf(before, 6) === undefined ? FIRST : before)

export const keepQuickAmount = (ada: string): void => {
  quickAmount.value = ada
  store(KEY, ada)
}

/** Text typed for this side stays; otherwise a purchase begins with the last purchase's amount. */
export const startOrder = (asset: string, side: 'BUY' | 'SELL'): void => {
  const [amount, limit, last] = [draft(`amount ${asset}`), draft(`limit ${asset}`), draft(`side ${asset}`)]
  // Amounts of a purchase are ADA, and those of a sale are tokens.
  if ((last.value || 'BUY') !== side) for (const text of [amount, limit]) text.value = ''
  if (side === 'BUY') amount.value ||= quickAmount.value
  last.value = side
}

/** A purchase for the last purchase's amount. */
export const startQuickOrder = (asset: string): void => {
  draft(`amount ${asset}`).value = ''
  startOrder(asset, 'BUY')
}
