// All tokens that traded in a window, in a table: ranked by any column, filtered by cap, age, volume and holders. The service ranks and
// filters, so that the page has only the rows that it shows.

import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { HotPool, HotRank, HotWindow } from '../../../../schema/answers/hot-pools.ts'
import { amountOf, amountProblem } from '../parts/amount.ts'
import { TokenFace } from '../parts/faces.tsx'
import { whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { Ada, Age, ChangeOf, Choices } from '../parts/parts.tsx'
import { Select } from '../parts/select.tsx'
import { setting } from '../parts/setting.ts'
import { stored } from '../parts/stored.ts'
import { Empty, Waiting } from '../parts/waiting.tsx'
import { poolOf } from '../pools.ts'
import { followHot, HOT, type Hot, type HotQuery, WINDOWS } from './hot-state.ts'

/** Number of rows in a page; "More" adds as many, up to the service's maximum. */
const PAGE = 50
const MOST = 100

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

// These choices stay when another view is opened.
const span = stored<HotWindow>('screener', ['hour6', 'min5', 'hour1', 'day1'])
const rank = signal<HotRank>('volume')
const order = signal<'asc' | 'desc'>('desc')
const limit = signal(PAGE)
const venue = signal<(typeof VENUES)[number][0]>('')
const age = signal<(typeof AGES)[number][0]>('')
/** Amounts as people type them: ADA, or a number of holders. */
const bounds = signal({ minCap: '', maxCap: '', minVolume: '', minHolders: '' })

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
    limit: limit.value,
    ...(venue.value !== '' && { venue: venue.value }),
    ...(age.value !== '' && { maxAge: Number(age.value) }),
    ...Object.fromEntries(lovelace),
    ...(holders !== undefined && { minHolders: Number(holders) }),
  }
}

/** Reason why the text of a bound is no amount, in which case it does not filter. */
const problemOf = (name: keyof typeof bounds.value): string | undefined =>
  amountProblem(bounds.value[name], name === 'minHolders' ? 0 : 6)

const Bound = ({ name, label }: { name: keyof typeof bounds.value; label: string }) => (
  <label>
    <span>{label}</span>
    <input
      inputMode="decimal"
      placeholder="any"
      maxLength={18}
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
    const followed = followHot(query)
    setHot(followed)
    return followed.end
  }, [])
  const page = hot?.page.value
  return (
    <section class="box screener" aria-label="Traded tokens">
      <div class="tools">
        <Choices label="Traded in the last" choices={WINDOWS} chosen={span} />
        <button
          type="button"
          class="button"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          Filter
        </button>
        <span class="muted num">{page && `${whole(page.count)} tokens`}</span>
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
                <Row key={each.pool.info.asset} hot={each} at={at} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {page !== undefined && page.count > page.items.length && limit.value < MOST && (
        <button type="button" class="button more" onClick={setting(limit, MOST)}>
          More
        </button>
      )}
    </section>
  )
}
