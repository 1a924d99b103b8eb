// The finality of a trade: a dot for each block after the block of the trade. A trade that a fork removed is struck through for a while.
import { signal, useComputed } from '@preact/signals'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { latestBlocks } from '../chain.ts'
import { blocksSince, DOTS } from './blocks-since.ts'

/** Time in ms for which a trade that was rolled back is shown. */
const ROLLED_BACK_SHOWN_MS = 8_000

export const Finality = ({ time }: { time: number }) => {
  const count = useComputed(() => blocksSince(latestBlocks.value, time)).value
  if (count === 0 || count > DOTS) return null
  return (
    <span
      class="finality"
      title={`In ${count} of the last blocks of the chain`}
      role="img"
      aria-label={`${count} blocks`}
    >
      {Array.from({ length: DOTS }, (_, at) => (
        <i key={at} class={at < count ? 'on' : undefined} />
      ))}
    </span>
  )
}

export const ghosts = signal<readonly ApiOrder[]>([])

/**
 * The order was filled before and is not filled now.
 * @param now undefined for a removed order
 */
export const showRolledBack = (before: ApiOrder | undefined, now: ApiOrder | undefined): void => {
  if (before?.status !== 'Evaluated' || now?.status === 'Evaluated') return
  ghosts.value = [...ghosts.peek(), before]
  setTimeout(() => {
    ghosts.value = ghosts.peek().filter((each) => each !== before)
  }, ROLLED_BACK_SHOWN_MS)
}
