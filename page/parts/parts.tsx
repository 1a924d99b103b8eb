// Small components that several views use.
import { signal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { changeOf, pricesOf } from '../board/sparks.ts'
import { now } from '../now.ts'
import { type Pool, progress } from '../pools.ts'
import { ada, age, ageLasts, exact, momentOf, percent, zerosIn } from './format.ts'

/**
 * The count of zeros is drawn as a small digit of the page's font. The text contains the Unicode subscript, so copying gives the written
 * number.
 */
export const Digits = ({ text }: { text: string }) => (
  <>
    {text.split(/([₀-₉]+)/).map((part, at) =>
      at % 2 === 0 ? (
        part
      ) : (
        <sub data-zeros={zerosIn(part)}>
          <span>{part}</span>
        </sub>
      ),
    )}
  </>
)

/** US dollars for one ADA if amounts are shown in dollars, else undefined. */
export const dollars = signal<number | undefined>(undefined)

type Unit = 'ADA' | 'dollars'

export const Sign = ({ of }: { of: Unit }) => (
  <span class="ada" aria-hidden="true">
    {of === 'ADA' ? '₳' : '$'}
  </span>
)

/** Screen readers say this name instead of the unit's sign. */
export const UnitName = ({ of }: { of: Unit }) => <span class="sr"> {of}</span>

interface Amount {
  /** Undefined while unknown. */
  readonly lovelace: number | string | bigint | undefined
  readonly class?: string
}

/**
 * Written in ADA or, for display, in dollars. The element's `value` and title are the exact amount in ADA.
 * @param props.isPast whether the amount is from a time with an unknown rate; the amount is then written in ADA
 */
export const Ada = ({ lovelace, class: name = '', isPast }: Amount & { readonly isPast?: boolean }) => {
  if (lovelace === undefined) return <span class={`num ${name}`}>—</span>
  const rate = isPast ? undefined : dollars.value
  const unit = rate === undefined ? 'ADA' : 'dollars'
  const title = `${exact(BigInt(typeof lovelace === 'number' ? Math.round(lovelace) : lovelace), 6)} ADA`
  return (
    <data class={`num ${name}`} value={`${lovelace}`} title={title}>
      <Sign of={unit} />
      <Digits text={ada(Number(lovelace) * (rate ?? 1))} />
      <UnitName of={unit} />
    </data>
  )
}

/** Changes below this share are shown as 0%. */
const FLAT = 0.00005

export const Change = ({ pool }: { pool: Pool }) => <ChangeOf change={changeOf(pool)} />

/** `change` is a fraction. The style sheet adds the triangle, and the word for screen readers. */
export const ChangeOf = ({ change }: { change: number | undefined }) => {
  if (change === undefined) return <span class="num muted">—</span>
  if (Math.abs(change) < FLAT) return <span class="num muted">0%</span>
  return <span class={`num change ${change > 0 ? 'up' : 'down'}`}>{percent(change)}</span>
}

/** Longest time in ms of a browser's timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Draws a component again after `wait` ms; never if `wait` is undefined. */
export const useDrawnAfter = (wait: number | undefined): void => {
  const [, draw] = useState(0)
  useEffect(() => {
    if (wait === undefined) return
    const timer = setTimeout(() => draw((n) => n + 1), Math.min(wait, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  })
}

/** Redrawn only when the age's text changes. */
export const Age = ({ time, class: name }: { time: number; class?: string | undefined }) => {
  const seconds = now() / 1000 - time
  useDrawnAfter(ageLasts(seconds) * 1000 + 20)
  return (
    <time class={name} dateTime={new Date(time * 1000).toISOString()} title={momentOf(time)}>
      {age(seconds)}
    </time>
  )
}

/** The price of 24 hours, coloured by its direction. */
export const Spark = ({ pool, width, height }: { pool: Pool; width: number; height: number }) => {
  const values = pricesOf(pool)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const isFlat = values.length === 0 || high - low < high * 1e-6
  const x = (at: number): string => ((at / (values.length - 1)) * width).toFixed(1)
  const y = (value: number): string =>
    (isFlat ? height / 2 : 2 + (1 - (value - low) / (high - low)) * (height - 4)).toFixed(1)
  const line = values.map((value, at) => `L${x(at)} ${y(value)}`).join('')
  const tone = isFlat ? 'flat' : (values.at(-1) ?? 0) >= (values[0] ?? 0) ? 'up' : 'down'
  return (
    <svg
      class={`spark ${tone}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {/* The area below the line. Its left, right and lower sides are outside of the picture. */}
      {values.length > 0 && (
        <path
          d={`M-9 ${height + 9}V${y(values[0] ?? 0)}${line}H${width + 9}V${height + 9}z`}
          vector-effect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}

const HOT = 0.8

export const Progress = ({ value, label }: { value: number; label: string }) => (
  <div
    class={value >= HOT ? 'bar hot' : 'bar'}
    role="progressbar"
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.floor(value * 1000) / 10}
    aria-label={label}
    style={{ '--done': `${Math.max(value, 0.006) * 100}%` }}
  />
)

export const Graduation = ({ of }: { of: Pool }) => (
  <Progress value={progress(of)} label={`${of.info.ticker} on its way to graduation`} />
)

export const Collected = ({ of: { pool } }: { of: Pool }) => (
  <>
    <Ada lovelace={pool.x.amount} /> of <Ada lovelace={pool.adaCapThreshold} />
  </>
)

/** Minimum duration of a flash in ms, and interval in ms between the times at which flashes may end. */
const [FLASH_MS, FLASH_END_MS] = [700, 400]

/** The element flashes when its token is traded. Rendering would redraw the whole content, so the class is set directly. */
export const useFlash = <Of extends HTMLElement>(pool: Pool): RefObject<Of | null> => {
  const element = useRef<Of | null>(null)
  const tokens = BigInt(pool.pool.y.amount)
  const before = useRef(tokens)
  useEffect(() => {
    if (before.current === tokens) return
    const [list, flash] = [element.current?.classList, tokens < before.current ? 'flash-buy' : 'flash-sell']
    before.current = tokens
    list?.add(flash)
    // Each end of a flash draws the page, so flashes end together.
    const wait = FLASH_MS + FLASH_END_MS - (performance.now() % FLASH_END_MS)
    const timer = setTimeout(() => list?.remove(flash), wait)
    return () => {
      clearTimeout(timer)
      list?.remove(flash)
    }
  }, [tokens])
  return element
}

export const Stat = (props: { name: string; class?: string; children: ComponentChildren }) => (
  <div class={props.class}>
    <dt class="muted small num">{props.name}</dt>
    <dd class="num">{props.children}</dd>
  </div>
)
