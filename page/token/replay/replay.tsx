// Replays a token's life: a slider over its bars from the first on. The view shows market cap, volume and trades up to the chosen bar. The
// chart above ends there too, and a link leads to the same moment.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ordersUntil } from '../../../client/orders-until.ts'
import type { Bar } from '../../../schema/responses/chart-responses.ts'
import { useFetched } from '../../fetching.ts'
import { Button } from '../../parts/controls.tsx'
import { Copy } from '../../parts/details/copy.tsx'
import { momentOf, whole } from '../../parts/format.ts'
import { linkTo } from '../../parts/link.ts'
import { Ada } from '../../parts/parts.tsx'
import { EMISSION } from '../../pools.ts'
import { OrdersTable } from '../orders-table.tsx'
import { filledFrom } from '../token-state.ts'
import { lifeUntil } from './life-until.ts'

/** Interval in ms between two steps of the replay, and maximum number of steps for the whole life. */
const STEP_MS = 250
const STEPS = 120
/** Time in ms without a step after which the trades of the chosen moment are fetched, and the moment is written into the address. */
const REST_MS = 300
const SHOWN = 5

interface ReplayProps {
  readonly asset: string
  readonly bars: readonly Bar[]
  /** Unix seconds; undefined ends the replay. */
  readonly at: Signal<number | undefined>
}

const addressOf = (asset: string, at?: number): string =>
  linkTo(`/token/${asset}`) + (at === undefined ? '' : `?at=${at}`)

export const Replay = ({ asset, bars, at }: ReplayProps) => {
  const isPlaying = useSignal(false)
  const life = lifeUntil(bars, at.value)
  const last = life.bars.length - 1
  const bar = life.bars[last]

  const load = () => {
    history.replaceState(null, '', addressOf(asset, at.peek()))
    return ordersUntil(life.until, (offset) => filledFrom(asset, offset))
  }
  const found = useFetched('the trades of that time', { delay: REST_MS, load }, [asset, life.until])

  useEffect(() => {
    if (!isPlaying.value) return
    const timer = setTimeout(() => {
      const next = bars[Math.min(bars.length - 1, last + Math.ceil(bars.length / STEPS))]
      if (next === undefined || last >= bars.length - 1) isPlaying.value = false
      else at.value = next.time
    }, STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying.value, last])

  const end = () => {
    at.value = undefined
    history.replaceState(null, '', addressOf(asset))
  }
  const play = () => {
    if (!isPlaying.value && last >= bars.length - 1) at.value = bars[0]?.time
    isPlaying.value = !isPlaying.value
  }
  const volume = life.bars.reduce((sum, each) => sum + BigInt(each.volume), 0n)
  return (
    <section class="replay" aria-label="Replay">
      <div class="tools">
        <Button onClick={play}>{isPlaying.value ? 'Pause' : 'Play'}</Button>
        <input
          class="grow"
          type="range"
          min={0}
          max={Math.max(0, bars.length - 1)}
          step={1}
          value={last}
          aria-label="Time in the life of the token"
          aria-valuetext={bar && momentOf(bar.time)}
          onInput={({ currentTarget }) => {
            isPlaying.value = false
            at.value = bars[Number(currentTarget.value)]?.time
          }}
        />
        <Button onClick={end}>Now</Button>
      </div>
      {bar && (
        <p class="num small">
          {momentOf(bar.time)} · market cap{' '}
          <Ada lovelace={Math.round(Number(bar.close) * EMISSION)} class="strong" isPast /> · volume{' '}
          <Ada lovelace={`${volume}`} class="strong" isPast /> · trades{' '}
          <b>{found === undefined ? '…' : whole(found.count)}</b>{' '}
          <Copy text={location.origin + addressOf(asset, bar.time)} label="the link to this time">
            Share
          </Copy>
        </p>
      )}
      <OrdersTable
        orders={found?.rows.slice(0, SHOWN) ?? []}
        creator=""
        empty={found === undefined ? 'The trades of that time are being loaded.' : 'No trade yet.'}
      />
    </section>
  )
}
