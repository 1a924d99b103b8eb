// Small components that several views use.
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { changeOf, pricesOf } from '../board/sparks.ts'
import type { Pool } from '../pools.ts'
import { ada, age, ageLasts, percent } from './format.ts'
import { Icon } from './icons.tsx'

/** An amount of lovelace, written in ADA; the element's `value` is exact. */
export const Ada = ({ lovelace, class: name }: { lovelace: number | string; class?: string }) => (
  <data class={name === undefined ? 'num' : `num ${name}`} value={lovelace}>
    <span class="ada">₳</span>
    {ada(lovelace)}
  </data>
)

/** Changes below this share are shown as 0%. */
const FLAT = 0.00005

/** Change of the price in 24 hours. */
export const Change = ({ pool }: { pool: Pool }) => {
  const change = changeOf(pool)
  if (change === undefined) return <span class="num muted">—</span>
  if (Math.abs(change) < FLAT) return <span class="num muted">0%</span>
  const tone = change > 0 ? 'up' : 'down'
  return (
    <span class={`num ${tone}`}>
      <span class="sr">{tone} </span>
      <span class="tri" aria-hidden="true">
        {change > 0 ? '▲' : '▼'}
      </span>
      {percent(change)}
    </span>
  )
}

/** Age of an event. It is redrawn only when its text changes. */
export const Age = ({ time }: { time: number }) => {
  const [, draw] = useState(0)
  const seconds = Date.now() / 1000 - time
  useEffect(() => {
    const timer = setTimeout(() => draw((n) => n + 1), Math.min(ageLasts(seconds) * 1000 + 20, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  })
  return <time dateTime={new Date(time * 1000).toISOString()}>{age(seconds)}</time>
}

/** Line of a token's price in 24 hours, coloured by its direction. */
export const Spark = ({ pool, width, height }: { pool: Pool; width: number; height: number }) => {
  const values = pricesOf(pool)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const isFlat = values.length === 0 || high - low < high * 1e-6
  const x = (at: number): string => ((at / (values.length - 1)) * width).toFixed(1)
  const y = (value: number): string =>
    (isFlat ? height / 2 : 2 + (1 - (value - low) / (high - low)) * (height - 4)).toFixed(1)
  const line = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
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
      {!isFlat && <path class="fill" d={`${line}L${width} ${height}L0 ${height}z`} />}
      <path class="line" d={line} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

/** Share from which a curve is almost complete. */
const HOT = 0.8

export const Progress = ({ value, label }: { value: number; label: string }) => (
  <div
    class={value >= HOT ? 'bar hot' : 'bar'}
    role="progressbar"
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.floor(value * 1000) / 10}
    aria-label={label}
  >
    <div style={{ transform: `scaleX(${Math.max(value, 0.006)})` }} />
  </div>
)

/** Duration of a flash, milliseconds. */
const FLASH = 900

/** CSS class that makes an element flash when its token is traded. */
export const useFlash = (pool: Pool): string => {
  const tokens = BigInt(pool.pool.y.amount)
  const before = useRef(tokens)
  const [shown, show] = useState('')
  useEffect(() => {
    if (before.current === tokens) return
    show(tokens < before.current ? 'flash-buy' : 'flash-sell')
    before.current = tokens
    const timer = setTimeout(() => show(''), FLASH)
    return () => clearTimeout(timer)
  }, [tokens])
  return shown
}

/** Button that copies a text. Browsers have a clipboard only on https and on localhost. */
export const Copy = ({
  text,
  children,
  label,
}: {
  text: string
  children: ComponentChildren
  label: string
}) => {
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), 1_200)
  }
  return (
    <button type="button" class="copy" title={text} onClick={() => void copy().catch(() => {})}>
      <span class="sr">Copy {label} </span>
      {children}
      <Icon name={isDone ? 'check' : 'copy'} size={12} />
    </button>
  )
}

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>

/** Scrollable table. @param head titles of the columns with their classes */
export const Table = ({
  head,
  children,
}: {
  head: readonly (readonly [title: string, className?: string])[]
  children: ComponentChildren
}) => (
  <div class="scroll">
    <table>
      <thead>
        <tr>
          {head.map(([title, className]) => (
            <th key={title} scope="col" class={className}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** Buttons that choose one of a few values. */
export const Choices = <T extends string>(props: {
  label: string
  choices: readonly (readonly [value: T, text: ComponentChildren])[]
  chosen: Signal<T>
  class?: string
}) => (
  <fieldset class={props.class ?? 'seg'}>
    <legend class="sr">{props.label}</legend>
    {props.choices.map(([value, text]) => (
      <button
        type="button"
        key={value}
        aria-pressed={value === props.chosen.value}
        onClick={() => {
          props.chosen.value = value
        }}
      >
        {text}
      </button>
    ))}
  </fieldset>
)
