// Small components that several views use.
import { type Signal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { changeOf, pricesOf } from '../board/sparks.ts'
import type { Pool } from '../pools.ts'
import { ada, age, ageLasts, exact, inFull, momentOf, percent, price, zerosIn } from './format.ts'
import { Icon } from './icons.tsx'
import { setting } from './setting.ts'

/**
 * A number whose count of zeros is drawn as a small digit of the page's font. The text has the true subscript, so that a copy is the same
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

/** US dollars for one ADA while amounts are shown in dollars, else undefined. */
export const dollars = signal<number | undefined>(undefined)

interface Lovelace {
  readonly lovelace: number | string
  readonly class?: string
}

/** A number with the sign of its unit, which screen readers hear as its name. @param rate dollars for one ADA; undefined to write ADA */
const Money = (props: { lovelace: number; rate: number | undefined; write(lovelace: number): string }) => (
  <>
    <Sign isDollars={props.rate !== undefined} />
    <Digits text={props.write(props.lovelace * (props.rate ?? 1))} />
    <UnitName isDollars={props.rate !== undefined} />
  </>
)

const Sign = ({ isDollars = false }: { isDollars?: boolean }) => (
  <span class="ada" aria-hidden="true">
    {isDollars ? '$' : '₳'}
  </span>
)

const UnitName = ({ isDollars = false }: { isDollars?: boolean }) => (
  <span class="sr"> {isDollars ? 'dollars' : 'ADA'}</span>
)

/**
 * An amount of lovelace, written in ADA or, for display, in dollars; the element's `value` and title are the exact ADA.
 * @param props.isPast whether the amount is of a time whose rate is unknown, so that it is written in ADA
 */
export const Ada = ({ lovelace, class: name, isPast }: Lovelace & { readonly isPast?: boolean }) => (
  <data
    class={name === undefined ? 'num' : `num ${name}`}
    value={lovelace}
    title={`${exact(BigInt(typeof lovelace === 'number' ? Math.round(lovelace) : lovelace), 6)} ADA`}
  >
    <Money lovelace={Number(lovelace)} rate={isPast ? undefined : dollars.value} write={ada} />
  </data>
)

/** An amount of lovelace that is paid or received: always written in ADA, with all its digits. */
export const ExactAda = ({ lovelace }: { lovelace: string }) => (
  <data class="num" value={lovelace}>
    <Sign />
    {exact(lovelace, 6)}
    <UnitName />
  </data>
)

/** A price, from lovelace per token, in ADA or dollars per token; the element's `value` has its zeros in full. */
export const Price = ({ lovelace }: { lovelace: number }) => {
  const rate = dollars.value
  const text = price(lovelace * (rate ?? 1))
  const full = inFull(text)
  return (
    <data class="num" value={full} title={`${full} ${rate === undefined ? 'ADA' : 'dollars'}`}>
      <span aria-hidden="true">
        <Sign isDollars={rate !== undefined} />
        <Digits text={text} />
      </span>
      <span class="sr">{full}</span>
      <UnitName isDollars={rate !== undefined} />
    </data>
  )
}

/** Changes below this share are shown as 0%. */
const FLAT = 0.00005

export const Change = ({ pool }: { pool: Pool }) => <ChangeOf change={changeOf(pool)} />

/** Change of a price as a share. */
export const ChangeOf = ({ change }: { change: number | undefined }) => {
  if (change === undefined) return <span class="num muted">—</span>
  if (Math.abs(change) < FLAT) return <span class="num muted">0%</span>
  const tone = change > 0 ? 'up' : 'down'
  return (
    <span class={`num ${tone}`}>
      <span class="sr">{tone} </span>
      <i class="tri" />
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
  return (
    <time dateTime={new Date(time * 1000).toISOString()} title={momentOf(time)}>
      {age(seconds)}
    </time>
  )
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

/** Puts a text on the clipboard, which browsers have only on https and on localhost; elsewhere by the older command. */
const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (!isDone) throw new Error('the browser refuses')
}

/** Button that copies a text, and shows whether the copy succeeded. */
export const Copy = (props: { text: string; children: ComponentChildren; label: string }) => {
  const { text, children, label } = props
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  const copy = async () => {
    setOutcome(
      await copyText(text).then<'done', 'failed'>(
        () => 'done',
        () => 'failed',
      ),
    )
    setTimeout(() => setOutcome(undefined), 1_500)
  }
  return (
    <button type="button" class="copy" title={text} onClick={() => void copy()}>
      <span class="sr">Copy {label} </span>
      {outcome === 'failed' ? <span class="down">Not copied: {text}</span> : children}
      <Icon name={outcome === 'done' ? 'check' : outcome === 'failed' ? 'close' : 'copy'} size={12} />
    </button>
  )
}

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
        onClick={setting(props.chosen, value)}
      >
        {text}
      </button>
    ))}
  </fieldset>
)
