// All tokens that traded in a window, in a table: ranked by any column, and filtered. The service ranks and
// filters, so the page loads only the rows it shows.
import './screener.css'
import { batch, effect, type Signal, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { HotPool, HotRank, HotWindow } from '../../schema/responses/hot-pools.ts'
import { NameMarks } from '../name-marks.tsx'
import { path } from '../navigation.tsx'
import { amountOf } from '../parts/amount.ts'
import { AmountField } from '../parts/amount-field.tsx'
import { Button, Choices, Select, setting } from '../parts/controls.tsx'
import { TokenFace } from '../parts/faces.tsx'
import { whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { PAGE, Pager } from '../parts/pages.tsx'
import { Ada, Age, ChangeOf } from '../parts/parts.tsx'
import { stored } from '../parts/stored.ts'
import { type Column, Table } from '../parts/table.tsx'
import { type Pool, poolOf } from '../pools.ts'
import { wallet } from '../wallet/wallet.ts'
import { HOT, type HotQuery, useHot, WINDOWS } from './hot-state.ts'
import { QuickBuy } from './quick-buy.tsx'

const WIDE = 'right num only-wide'
const RANKED: readonly (readonly [rank: HotRank, ...Column<HotPool>])[] = [
  ['marketCap', 'Market cap', 'right', (hot) => <Ada lovelace={nowOf(hot).metrics.marketCap} />],
  ['change', 'Change', 'right', ({ change }) => <ChangeOf change={Number(change) / 100} />],
  ['volume', 'Volume', 'right', ({ volume }) => <Ada lovelace={volume} />],
  ['buyers', 'Buyers', WIDE, ({ buyers }) => whole(buyers)],
  ['trades', 'Trades', WIDE, ({ trades }) => whole(trades)],
  ['holders', 'Holders', WIDE, ({ holders }) => whole(holders)],
  ['created', 'Age', WIDE, (hot) => <Age time={nowOf(hot).pool.createdOn} />],
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
/** Percent of all tokens. */
const CREATORS = [
  ['', 'Any creator'],
  ['0', 'Creator 0%'],
  ['1', 'Creator ≤ 1%'],
  ['5', 'Creator ≤ 5%'],
] as const

/** Name in the address, bounded field, comparison sign, decimals, and label. */
const BOUNDS = [
  ['minCap', 'Cap', '≥ ₳', 6, 'Cap from ₳'],
  ['maxCap', 'Cap', '≤ ₳', 6, 'Cap to ₳'],
  ['minVolume', 'Volume', '≥ ₳', 6, 'Volume from ₳'],
  ['minHolders', 'Holders', '≥ ', 0, 'Holders from'],
] as const
const MAX_LENGTH = 18

// These choices stay when another view is opened.
const span = stored<HotWindow>('screener', ['hour6', 'min5', 'hour1', 'day1'])
const rank = signal<HotRank>('volume')
const order = signal<'asc' | 'desc'>('desc')
/** Counts from 0. */
const pageAt = signal(0)
const venue = signal<(typeof VENUES)[number][0]>('')
const age = signal<(typeof AGES)[number][0]>('')
const creator = signal<(typeof CREATORS)[number][0]>('')
/** Amounts as people type them: ADA, or a number of holders. */
const bounds = BOUNDS.map(([name, what, sign, decimals, label]) => {
  const text = signal('')
  return { name, text, decimals, label, words: () => `${what} ${sign}${text.value}` }
})
type Bounded = (typeof bounds)[number]
const amountIn = ({ text, decimals }: Bounded) => amountOf(text.value, decimals)

/** Ignores a query that {@link writeAddress} did not write. */
const readAddress = (): void => {
  const given = new URLSearchParams(location.search)
  if (given.size === 0) return
  for (const { name, text } of bounds) text.value = (given.get(name) ?? '').slice(0, MAX_LENGTH)
  venue.value = VENUES.find(([id]) => id === given.get('venue'))?.[0] ?? ''
  age.value = AGES.find(([id]) => id === given.get('age'))?.[0] ?? ''
  creator.value = CREATORS.find(([id]) => id === given.get('creator'))?.[0] ?? ''
}

/** A link then shows the same tokens. */
const writeAddress = (): void => {
  const texts = [
    ...bounds.map(({ name, text }) => [name, text.value]),
    ['venue', venue.value],
    ['age', age.value],
    ['creator', creator.value],
  ]
  const query = new URLSearchParams(texts.filter(([, text]) => text !== '')).toString()
  if (path.peek() === '/screener')
    history.replaceState(history.state, '', linkTo('/screener') + (query === '' ? '' : `?${query}`))
}

/** Words of each active part of the filter, and a function that removes the part. */
const filters = (): readonly (readonly [words: string, remove: () => void])[] => {
  const chosen = <T extends string>(choices: readonly (readonly [T, string])[], signal: Signal<T | ''>) =>
    choices.flatMap(([id, words]) =>
      id !== '' && id === signal.value ? [[words, setting(signal, '')] as const] : [],
    )
  return [
    ...chosen(VENUES, venue),
    ...chosen(AGES, age),
    ...chosen(CREATORS, creator),
    ...bounds.flatMap((each) =>
      amountIn(each) === undefined ? [] : [[each.words(), setting(each.text, '')] as const],
    ),
  ]
}

const clearFilters = (): void =>
  batch(() => {
    for (const { text } of [...bounds, { text: venue }, { text: age }, { text: creator }]) text.value = ''
  })

const queryNow = (): HotQuery => ({
  window: span.value,
  rank: rank.value,
  order: order.value,
  limit: PAGE,
  offset: pageAt.value * PAGE,
  ...(venue.value !== '' && { venue: venue.value }),
  ...(age.value !== '' && { maxAge: Number(age.value) }),
  ...(creator.value !== '' && { maxCreator: Number(creator.value) }),
  ...Object.fromEntries(bounds.flatMap((each) => (amountIn(each) ? [[each.name, `${amountIn(each)}`]] : []))),
})

const nowOf = ({ pool }: HotPool): Pool => poolOf(pool.info.asset).value ?? pool

/** A second click on the title reverses the order. */
const withRank = ([of, title, className, cell]: (typeof RANKED)[number]): Column<HotPool> => {
  const isChosen = rank.value === of
  // Age ascending is creation time descending.
  const isUp = (order.value === 'asc') !== (of === 'created')
  const choose = () => {
    order.value = isChosen && order.value === 'desc' ? 'asc' : 'desc'
    rank.value = of
  }
  const button = (
    <Button class="row" onClick={choose}>
      <i class={isChosen ? `tri ${isUp ? '' : 'turned'}` : 'tri none'} />
      {title}
    </Button>
  )
  return [button, className, cell, undefined, isChosen ? (isUp ? 'ascending' : 'descending') : undefined]
}

const Token = ({ hot }: { hot: HotPool }) => {
  const { info, pool } = nowOf(hot)
  return (
    <>
      <a class="who" href={linkTo(`/token/${info.asset}`)}>
        <TokenFace asset={info.asset} size={26} />
        <bdi class="ticker strong">{info.ticker}</bdi>
        <bdi class="muted only-wide">{info.name}</bdi>
        {pool.cpmmPoolId !== null && (
          <span class="up row">
            <Icon name="check" size={12} />
          </span>
        )}
      </a>
      <NameMarks of={hot.pool} />
    </>
  )
}

const BUY: Column<HotPool> = ['Buy', 'right', ({ pool }) => <QuickBuy asset={pool.info.asset} />]

const columns = (): readonly Column<HotPool>[] => [
  ['#', 'muted num only-wide', (_, at) => pageAt.value * PAGE + at + 1],
  ['Token', '', (hot) => <Token hot={hot} />],
  ...RANKED.map(withRank),
  ...(wallet.value === undefined ? [] : [BUY]),
]

export const Screener = () => {
  const isOpen = useSignal(false)
  useEffect(() => {
    readAddress()
    let isFirst = true
    return effect(() => {
      filters()
      writeAddress()
      // A changed filter starts at the first page.
      if (!isFirst) pageAt.value = 0
      isFirst = false
    })
  }, [])
  const page = useHot(queryNow())
  const on = filters()
  return (
    <section class="box screener" aria-label="Traded tokens">
      <div class="tools">
        <Choices label="Traded in the last" choices={WINDOWS} chosen={span} />
        <Button
          class={on.length > 0 ? 'button on' : 'button'}
          aria-expanded={isOpen.value}
          onClick={setting(isOpen, !isOpen.value)}
        >
          Filter{on.length > 0 && ` · ${on.length}`}
        </Button>
        {on.map(([words, remove]) => (
          <Button key={words} class="chip" aria-label={`Remove the filter ${words}`} onClick={remove}>
            {words} ×
          </Button>
        ))}
        {on.length > 0 && (
          <Button class="chip" onClick={clearFilters}>
            Clear
          </Button>
        )}
        <output class="muted num small end">{page && `${whole(page.count)} tokens`}</output>
      </div>
      {isOpen.value && (
        <fieldset class="tools filters small muted">
          <legend class="sr">Filter</legend>
          <Select label="Venue" choices={VENUES} chosen={venue} />
          <Select label="Age" choices={AGES} chosen={age} />
          <Select label="Creator" choices={CREATORS} chosen={creator} />
          {bounds.map(({ name, words: _, ...field }) => (
            <AmountField key={name} placeholder="any" maxLength={MAX_LENGTH} {...field} />
          ))}
        </fieldset>
      )}
      <Table
        label="Traded tokens"
        columns={columns()}
        rows={page?.items}
        keyOf={({ pool }) => pool.info.asset}
        part={HOT}
        icon="bolt"
        empty="No token that matches the filter was traded in this time."
      />
      {page !== undefined && <Pager at={pageAt} count={page.count} of="tokens" />}
    </section>
  )
}
