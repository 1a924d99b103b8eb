// A change of a price in a window, as the service sends it.
import { percent } from '../parts/format.ts'

/** @param props.value percent, a decimal */
export const ChangeOf = ({ value }: { value: string }) => {
  const change = Number(value)
  if (change === 0) return <span class="num muted">0%</span>
  return (
    <span class={`num ${change > 0 ? 'up' : 'down'}`}>
      <span class="sr">{change > 0 ? 'up ' : 'down '}</span>
      <i class="tri" />
      {percent(change / 100)}
    </span>
  )
}
