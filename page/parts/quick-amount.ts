// The amount in ADA for which a card offers its token: that of the last purchase.
import { signal } from '@preact/signals'
import { amountOf } from './amount.ts'
import { draft } from './draft.ts'
import { kept, store } from './stored.ts'

const KEY = 'quick amount'
const FIRST = '50'

const before = kept(KEY) ?? FIRST

export const quickAmount = signal(amountOf(before, 6) === undefined ? FIRST : before)

/** Offers tokens for the amount of an order that was sent. */
export const keepQuickAmount = (ada: string): void => {
  quickAmount.value = ada
  store(KEY, ada)
}

/** Begins an order of a token: what was typed for this side stays, and a purchase begins with the amount of the last one. */
export const startOrder = (asset: string, side: 'BUY' | 'SELL'): void => {
  const [amount, last] = [draft(`amount ${asset}`), draft(`side ${asset}`)]
  if ((last.value || 'BUY') !== side) amount.value = ''
  if (side === 'BUY') amount.value ||= quickAmount.value
  last.value = side
}
