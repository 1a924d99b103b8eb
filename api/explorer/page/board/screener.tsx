// All tokens that traded in a window, in a table: ranked by any column, filtered by cap, age, volume and holders. The service ranks and
// filters, so that the page has only the rows that it shows.

import './screener.css'
import { batch, effect, type Signal, signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { HotPool, HotRank, HotWindow } from '../../../../schema/answers/hot-pools.ts'
import { NameMarks } from '../name-marks.tsx'
import { path } from '../navigation.tsx'
import { amountOf, amountProblem } from '../parts/amount.ts'
import { TokenFace } from '../parts/faces.tsx'
import { whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { PAGE, Pager } from '../parts/pages.tsx'
import { Ada, Age, ChangeOf, Choices } from '../parts/parts.tsx'
import { Select } from '../parts/select.tsx'
import { setting } from '../parts/setting.ts'
import { stored } from '../parts/stored.ts'
import { Empty, Waiting } from '../parts/waiting.tsx'
import { poolOf } from '../pools.ts'
import { followHot, HOT, type Hot, type HotQuery, WINDOWS } from './hot-state.ts'

const COLUMNS: readonly (readonly [rank: HotRank, title: string, isWide?: true])[] = [
  ['marketCap', 'Market cap'],
  ['change', 'Change'],
  ['volume', 'Volume'],
  ['buyers', 'Buyers', true],
  ['trades', 'Trades', true],
  ['holders', 'Holders', true],
  ['created', 'Age', true],
]

const AGES = [
  ['', 'Any age'],
  ['3600', 'Up to 1 h'],
  ['86400', 'Up to 1 day'],
  ['604800', 'Up to 7 days'],
] as const
const VENUES = [
  ['', 'Curve and AMM'],
  ['curve', 'On the curve'],
  ['amm', 'Graduated'],
] as const

const decimalsOf = (name: BoundName): number => (name === 'minHolders' ? 0 : 6)
/** Maximum number of characters of a bound. */
const MAX_LENGTH = 18

// These choices stay when another view is opened.
const span = stored<HotWindow>('screener', ['hour6', 'min5', 'hour1', 'day1'])
const rank = signal<HotRank>('volume')
const order = signal<'asc' | 'desc'>('desc')
/** Number of the shown page, from 0. */
const pageAt = signal(0)
const venue = signal<(typeof VENUES)[number][0]>('')
const age = signal<(typeof AGES)[number][0]>('')
const BOUNDS = [
  ['minCap', 'Cap', '≥ ₳'],
  ['maxCap', 'Cap', '≤ ₳'],
  ['minVolume', 'Volume', '≥ ₳'],
  ['minHolders', 'Holders', '≥ '],
] as const
type BoundName = (typeof BOUNDS)[number][0]
const NO_BOUNDS: Readonly<Record<BoundName, string>> = {
  minCap: '',
  maxCap: '',
  minVolume: '',
  minHolders: '',
}
/** Amounts as people type them: ADA, or a number of holders. */
const bounds = signal(NO_BOUNDS)

/** Reads the filter in an address, as {@link writeAddress} writes it; anything else is left out. */
const readAddress = (): void => {
  const given = new URLSearchParams(location.search)
  const bound = (name: BoundName) => (given.get(name) ?? '').slice(0, MAX_LENGTH)
  if ([...given.keys()].length === 0) return
  bounds.value = {
    minCap: bound('minCap'),
    maxCap: bound('maxCap'),
    minVolume: bound('minVolume'),
    minHolders: bound('minHolders'),
  }
  venue.value = VENUES.find(([id]) => id === given.get('venue'))?.[0] ?? ''
  age.value = AGES.find(([id]) => id === given.get('age'))?.[0] ?? ''
}

/** Puts the filter into the address, so that a link shows the same tokens. */
const writeAddress = (): void => {
  const texts = Object.entries({ ...bounds.value, venue: venue.value, age: age.value })
  const query = new URLSearchParams(texts.filter(([, text]) => text !== '')).toString()
  if (path.peek() === '/screener')
    history.replaceState(history.state, '', linkTo('/screener') + (query === '' ? '' : `?${query}`))
}

/** Parts of the filter that are on: words, and what removes each. */
const filters = (): readonly (readonly [words: string, remove: () => void])[] => {
  const without = (name: BoundName) => () => {
    bounds.value = { ...bounds.value, [name]: '' }
  }
  const chosen = <T extends string>(choices: readonly (readonly [T, string])[], signal: Signal<T | ''>) =>
    choices.flatMap(([id, words]) =>
      id !== '' && id === signal.value ? [[words, setting(signal, '')] as const] : [],
    )
  return [
    ...chosen(VENUES, venue),
    ...chosen(AGES, age),
    ...BOUNDS.flatMap(([name, what, sign]) =>
      amountOf(bounds.value[name], decimalsOf(name)) === undefined
        ? []
        : [[`${what} ${sign}${bounds.value[name]}`, without(name)] as const],
    ),
  ]
}

const clearFilters = (): void =>
  batch(() => {
    bounds.value = NO_BOUNDS
    venue.value = ''
    age.value = ''
  })

const query = (): HotQuery => {
  const { minHolders, ...typed } = bounds.value
  const lovelace = Object.entries(typed).flatMap(([name, text]) => {
    const amount = amountOf(text, 6)
    return amount === undefined ? [] : [[name, `${amount}`]]
  })
  const holders = amountOf(minHolders, 0)
  return {
    window: span.value,
    rank: rank.value,
    order: order.value,
    limit: PAGE,
    offset: pageAt.value * PAGE,
    ...(venue.value !== '' && { venue: venue.value }),
    ...(age.value !== '' && { maxAge: Number(age.value) }),
    ...Object.fromEntries(lovelace),
    ...(holders !== undefined && { minHolders: Number(holders) }),
  }
}

/** Reason why the text of a bound is no amount, in which case it does not filter. */
const problemOf = (name: BoundName): string | undefined => amountProblem(bounds.value[name], decimalsOf(name))

const Bound = ({ name, label }: { name: BoundName; label: string }) => (
  <label>
    <span>{label}</span>
    <input
      inputMode="decimal"
      placeholder="any"
      maxLength={MAX_LENGTH}
      aria-invalid={problemOf(name) !== undefined}
      value={bounds.value[name]}
      onInput={({ currentTarget: { value } }) => {
        bounds.value = { ...bounds.value, [name]: value }
      }}
    />
    {problemOf(name) !== undefined && <span class="down small">{problemOf(name)}</span>}
  </label>
)

const Heading = ({ rank: of, title, isWide }: { rank: HotRank; title: string; isWide: boolean }) => {
  const isChosen = rank.value === of
  // The youngest token is the token that was created last.
  const isUp = (order.value === 'asc') !== (of === 'created')
  return (
    <th
      scope="col"
      class={isWide ? 'right only-wide' : 'right'}
      aria-sort={isChosen ? (isUp ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        onClick={() => {
          order.value = isChosen && order.value === 'desc' ? 'asc' : 'desc'
          rank.value = of
        }}
      >
        <i class={isChosen ? `tri ${isUp ? '' : 'turned'}` : 'tri none'} />
        {title}
      </button>
    </th>
  )
}

const Row = ({ hot, at }: { hot: HotPool; at: number }) => {
  const { pool, volume, buyers, trades, change, holders } = hot
  const { info, metrics, pool: own } = poolOf(pool.info.asset).value ?? pool
  const cell = (children: ComponentChildren, isWide = false) => (
    <td class={isWide ? 'right num only-wide' : 'right num'}>{children}</td>
  )
  return (
    <tr>
      <td class="muted num only-wide">{at + 1}</td>
      <td>
        <a class="who" href={linkTo(`/token/${info.asset}`)}>
          <TokenFace asset={info.asset} size={26} />
          <bdi class="ticker">{info.ticker}</bdi>
          <bdi class="muted only-wide">{info.name}</bdi>
          {own.cpmmPoolId !== null && <Icon name="check" size={12} />}
        </a>
        <NameMarks of={pool} />
      </td>
      {cell(<Ada lovelace={metrics.marketCap} />)}
      {cell(<ChangeOf change={Number(change) / 100} />)}
      {cell(<Ada lovelace={volume} />)}
      {cell(whole(buyers), true)}
      {cell(whole(trades), true)}
      {cell(whole(holders), true)}
      {cell(<Age time={own.createdOn} />, true)}
    </tr>
  )
}

export const Screener = () => {
  const [hot, setHot] = useState<Hot>()
  const isOpen = useSignal(false)
  useEffect(() => {
    readAddress()
    let isFirst = true
    const end = effect(() => {
      filters()
      writeAddress()
      // Another filter has other pages.
      if (!isFirst) pageAt.value = 0
      isFirst = false
    })
    const followed = followHot(query)
    setHot(followed)
    return () => {
      end()
      followed.end()
    }
  }, [])
  const page = hot?.page.value
  const on = filters()
  return (
    <section class="box screener" aria-label="Traded tokens">
      <div class="tools">
        <Choices label="Traded in the last" choices={WINDOWS} chosen={span} />
        <button
          type="button"
          class={on.length > 0 ? 'button on' : 'button'}
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          Filter{on.length > 0 && ` · ${on.length}`}
        </button>
        {on.map(([words, remove]) => (
          <button
            type="button"
            key={words}
            class="chip"
            aria-label={`Remove the filter ${words}`}
            onClick={remove}
          >
            {words} ×
          </button>
        ))}
        {on.length > 0 && (
          <button type="button" class="chip" onClick={clearFilters}>
            Clear
          </button>
        )}
        <output class="muted num">{page && `${whole(page.count)} tokens`}</output>
      </div>
      {isOpen.value && (
        <fieldset class="filters">
          <legend class="sr">Filter</legend>
          <Select label="Venue" choices={VENUES} chosen={venue} />
          <Select label="Age" choices={AGES} chosen={age} />
          <Bound name="minCap" label="Cap from ₳" />
          <Bound name="maxCap" label="Cap to ₳" />
          <Bound name="minVolume" label="Volume from ₳" />
          <Bound name="minHolders" label="Holders from" />
        </fieldset>
      )}
      {page === undefined ? (
        <Waiting part={HOT} />
      ) : page.items.length === 0 ? (
        <Empty icon="bolt">
          <p>No token that matches the filter was traded in this time.</p>
        </Empty>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col" class="only-wide">
                  #
                </th>
                <th scope="col">Token</th>
                {COLUMNS.map(([of, title, isWide = false]) => (
                  <Heading key={of} rank={of} title={title} isWide={isWide} />
                ))}
              </tr>
            </thead>
            <tbody>
              {page.items.map((each, at) => (
                <Row key={each.pool.info.asset} hot={each} at={pageAt.value * PAGE + at} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {page !== undefined && <Pager at={pageAt} count={page.count} of="tokens" />}
    </section>
  )
}
