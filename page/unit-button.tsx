// The button that switches amounts between ADA and US dollars, if the service has a rate. Dollars are for display only. Amounts of trades
// stay in ADA, and so does the chart, since the rate was different at the time of its bars.
import { effect } from '@preact/signals'
import { keepFetching } from './fetching.ts'
import { Button, setting } from './parts/controls.tsx'
import { dollars } from './parts/parts.tsx'
import { stored } from './parts/stored.ts'
import { client, dataOf } from './service.ts'

/** Interval in ms between two fetches of the rate. */
const INTERVAL_MS = 60_000

const unit = stored<'ada' | 'usd'>('unit', ['ada', 'usd'])

effect(() => {
  if (unit.value === 'ada') return
  const end = keepFetching('the price of ADA', {
    every: INTERVAL_MS,
    load: async () => Number(dataOf(await client.GET('/v1/utility/ada-usd/rate'))),
    apply: (rate) => {
      dollars.value = rate
    },
  })
  return () => {
    end()
    dollars.value = undefined
  }
})

export const UnitButton = ({ class: name }: { class: string }) => {
  const [next, label, sign] =
    unit.value === 'ada'
      ? (['usd', 'Amounts in dollars', '$'] as const)
      : (['ada', 'Amounts in ADA', '₳'] as const)
  return (
    <Button class={name} aria-label={label} onClick={setting(unit, next)}>
      {sign}
    </Button>
  )
}
