// The star of a token, which watches it and sets the market caps that cause an alert.
import '../parts/form.css'
import './watch.css'
import { useSignal } from '@preact/signals'
import { loadPart } from '../later.tsx'
import { amountOf, amountProblem, typedAmount } from '../parts/amount.ts'
import { AmountField } from '../parts/amount-field.tsx'
import { Button, setting } from '../parts/controls.tsx'
import { ada } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { Sheet } from '../parts/sheet.tsx'
import type { Pool } from '../pools.ts'
import { unwatch, type Watched, watch, watched } from './watched.ts'

/** Browsers allow notifications only on https and localhost. */
const Permission = () => {
  const state = useSignal(typeof Notification === 'undefined' ? 'denied' : Notification.permission)
  const ask = async () => {
    state.value = await Notification.requestPermission()
  }
  if (state.value === 'default')
    return (
      <Button class="button wide" onClick={ask}>
        Allow notifications
      </Button>
    )
  return (
    <p class="muted small wide">
      {state.value === 'granted'
        ? 'While this page is in the background, alerts are system notifications.'
        : 'Alerts are shown on this page while it is open.'}
    </p>
  )
}

const textOf = (lovelace: number | undefined): string =>
  lovelace === undefined ? '' : typedAmount(BigInt(Math.round(lovelace)), 6)

const Form = ({ pool, of, onClose }: { pool: Pool; of: Watched | undefined; onClose(): void }) => {
  const above = useSignal(textOf(of?.above))
  const below = useSignal(textOf(of?.below))
  const { asset } = pool.info
  const problem = amountProblem(above.value, 6) ?? amountProblem(below.value, 6)
  const field = { class: 'wide', placeholder: 'no alert', maxLength: 16 }
  const stop = () => {
    unwatch(asset)
    onClose()
  }
  const save = (event: Event) => {
    event.preventDefault()
    if (problem !== undefined) return
    const [high, low] = [amountOf(above.value, 6), amountOf(below.value, 6)]
    void loadPart(() => import('./alerts.tsx')).then(({ startAlerts }) => startAlerts())
    watch({ asset, ...(high && { above: Number(high) }), ...(low && { below: Number(low) }) })
    onClose()
  }
  return (
    <form class="form" onSubmit={save}>
      <p class="muted wide">
        The market cap is ₳{ada(pool.metrics.marketCap)}. You are also alerted when the token graduates.
      </p>
      <AmountField label="Alert when it rises to ₳" text={above} {...field} />
      <AmountField label="Alert when it falls to ₳" text={below} {...field} />
      <Permission />
      <div class="row wide buttons">
        {of && <Button onClick={stop}>Stop watching</Button>}
        <button type="submit" class="go narrow">
          {of ? 'Save' : 'Watch'}
        </button>
      </div>
    </form>
  )
}

export const WatchButton = ({ pool }: { pool: Pool }) => {
  const isOpen = useSignal(false)
  const of = watched.value.find(({ asset }) => asset === pool.info.asset)
  const close = setting(isOpen, false)
  return (
    <>
      <Button
        class={of ? 'round star watched' : 'round star'}
        aria-label={of ? 'Watched: change the alerts' : 'Watch this token'}
        onClick={setting(isOpen, true)}
      >
        <Icon name="star" size={15} />
      </Button>
      {isOpen.value && (
        <Sheet label={`Watch ${pool.info.ticker}`} onClose={close}>
          <Form pool={pool} of={of} onClose={close} />
        </Sheet>
      )}
    </>
  )
}
