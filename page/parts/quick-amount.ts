// The amount in ADA for which a card offers its token: that of the last purchase.
import { signal } from '@preact/signals'
import { amountOf } from './amount.ts'
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
