// Animations for a launch, a new king, a graduation, or a fill of the wallet's own order. Each animation moves its card once, and plays
// sounds if the person has turned them on. There are no animations if the system asks for less motion. This file is loaded after the first
// frame.
import { effect, type ReadonlySignal } from '@preact/signals'
import { graduated, king, newest } from '../board/board-state.ts'
import { now } from '../now.ts'
import { matching } from '../parts/narrow.ts'
import { stored } from '../parts/stored.ts'
import { type Pool, poolOf } from '../pools.ts'
import { ownOrders } from '../wallet/wallet.ts'

/** First frame of an element's animation, and the notes of its sound in Hz. */
const MOMENTS = {
  launch: [{ translate: '0 -24px', opacity: 0 }, [660]],
  king: [{ filter: 'brightness(2.4)', scale: '1 1.15' }, [523, 784]],
  graduation: [{ translate: '-160px 0', opacity: 0 }, [523, 659, 784]],
  fill: [{ scale: 1.15 }, [784, 1_047]],
} as const satisfies Readonly<Record<string, readonly [Keyframe, readonly number[]]>>
type Moment = keyof typeof MOMENTS

const DURATION_MS = 600
const NOTE_S = 0.12
/** Seconds during which a launch or graduation counts as new. */
const FRESH_S = 120

const isStill = matching('(prefers-reduced-motion: reduce)')
export const sounds = stored<'off' | 'on'>('sounds', ['off', 'on'])

let speaker: AudioContext | undefined
const play = (notes: readonly number[]): void => {
  speaker ??= new AudioContext()
  const { currentTime, destination } = speaker
  const gain = new GainNode(speaker, { gain: 0.06 })
  gain.connect(destination)
  for (const [at, frequency] of notes.entries()) {
    const note = new OscillatorNode(speaker, { frequency })
    note.connect(gain)
    note.start(currentTime + at * NOTE_S)
    note.stop(currentTime + (at + 1) * NOTE_S)
  }
}

const show = (moment: Moment, selector: string): void => {
  if (isStill.value || document.hidden) return
  const [first, notes] = MOMENTS[moment]
  if (sounds.value === 'on') play(notes)
  // The animation starts after the part is drawn.
  requestAnimationFrame(() => {
    for (const element of document.querySelectorAll(selector))
      element.animate([first, {}], { duration: DURATION_MS, easing: 'ease-out', id: moment })
  })
}

/** Calls `tell` only with values that follow another known value. */
const onChange = <T>(signal: ReadonlySignal<T | undefined>, tell: (now: T, before: T) => void): void => {
  let before: T | undefined
  effect(() => {
    const { value } = signal
    if (value !== undefined && before !== undefined) tell(value, before)
    before = value
  })
}

/** A recent event has brought the tokens into a list of the board. */
const onArrival = (
  moment: Moment,
  list: string,
  tokens: ReadonlySignal<readonly string[] | undefined>,
  timeOf: (pool: Pool['pool']) => number | null,
): void =>
  onChange(tokens, (assets, before) => {
    for (const asset of assets.filter((each) => !before.includes(each))) {
      const pool = poolOf(asset).peek()?.pool
      const time = pool && timeOf(pool)
      if (time && now() / 1000 - time < FRESH_S)
        show(moment, `[aria-label="${list}"] li:has(> .card[href$="${asset}"])`)
    }
  })

export const followMoments = (): void => {
  onArrival('launch', 'New', newest, ({ createdOn }) => createdOn)
  onArrival('graduation', 'Graduated', graduated, ({ graduatedOn }) => graduatedOn)
  onChange(king, (asset, before) => {
    if (asset !== null && asset !== before) show('king', '.king')
  })
  onChange(ownOrders, (orders, before) => {
    const open = new Set(
      before.filter(({ status }) => status !== 'Evaluated').map(({ entityId }) => entityId),
    )
    if (orders.some(({ entityId, status }) => status === 'Evaluated' && open.has(entityId)))
      show('fill', '.connect, .message')
  })
}
