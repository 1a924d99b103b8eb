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
  const [amount, last] = [draft(`amount ${asset}`), draft(`side ${asset}`)]
  if ((last.value || 'BUY') !== side) amount.value = ''
  if (side === 'BUY') amount.value ||= quickAmount.value
  last.value = side
}
