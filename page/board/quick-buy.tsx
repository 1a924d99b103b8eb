// Buys from a card or a row. Its button opens the trade panel with the amount of the last purchase, quoted at once. So an order needs two
// presses and the wallet's dialog. The button is shown only with a connected wallet.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { later } from '../later.tsx'
import { Button, setting } from '../parts/controls.tsx'
import { quickAmount, startQuickOrder } from '../parts/quick-amount.ts'
import { Sheet } from '../parts/sheet.tsx'
import { isComplete, poolOf } from '../pools.ts'
import type { Side } from '../wallet/transactions.ts'
import { wallet } from '../wallet/wallet.ts'

const TradePanel = later(() => import('../token/trade-panel.tsx').then(({ TradePanel }) => TradePanel))

export const traded = signal<{ readonly asset: string; readonly side: Side } | undefined>(undefined)

export const QuickBuy = ({ asset }: { asset: string }) => {
  const pool = poolOf(asset).value
  if (wallet.value === undefined || pool === undefined || isComplete(pool)) return null
  const open = (): void => {
    startQuickOrder(asset)
    traded.value = { asset, side: 'BUY' }
  }
  return (
    <Button
      class="quick-buy"
      aria-label={`Buy ${pool.info.ticker} for ${quickAmount.value} ADA`}
      onClick={open}
    >
      ₳{quickAmount.value}
    </Button>
  )
}

/** The panel lies over the view. */
export const TradeSheet = () => {
  const { asset = '', side } = traded.value ?? {}
  const pool = poolOf(asset).value
  // Another view closes the panel.
  useEffect(() => setting(traded, undefined), [])
  if (pool === undefined || side === undefined) return null
  return (
    <Sheet label={`Trade ${pool.info.ticker}`} onClose={setting(traded, undefined)}>
      <TradePanel key={asset} pool={pool} first={side} />
    </Sheet>
  )
}
