// The view of a token: its chart, progress to graduation, trading, its orders and its holders.
import './token.css'
import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { isEnded } from '../../client/trading/order-list.ts'
import { TradeSheet, traded } from '../board/quick-buy.tsx'
import { sparkOf } from '../board/sparks.ts'
import { KindMarks, NameMarks } from '../name-marks.tsx'
import { Main } from '../navigation.tsx'
import { Button, Choices } from '../parts/controls.tsx'
import { Copy } from '../parts/details/copy.tsx'
import { Price } from '../parts/details/price.tsx'
import { TokenFace } from '../parts/faces.tsx'
import { short, whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { isNarrow } from '../parts/narrow.ts'
import { Pager, usePage, usePageOf } from '../parts/pages.tsx'
import { Ada, Age, Change, Stat, useFlash } from '../parts/parts.tsx'
import { startOrder } from '../parts/quick-amount.ts'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { isComplete, isGraduated, type Pool, poolOf, priceOf } from '../pools.ts'
import { TokenTraders } from '../traders/token-traders.tsx'
import { OwnPosition } from '../wallet/own-position.tsx'
import { usePositions } from '../wallet/positions.ts'
import type { Side } from '../wallet/transactions.ts'
import { WatchButton } from '../watch/watch-button.tsx'
import { About } from './about.tsx'
import { Chart } from './chart.tsx'
import { CurveCard } from './curve-card.tsx'
import { HoldersCard, HoldersTable } from './holders.tsx'
import { InFlight } from './in-flight/in-flight-lane.tsx'
import { type Marked, useMarked } from './marked-orders.ts'
import { OrdersTable } from './orders-table.tsx'
import { useBasisPoints } from './quote.tsx'
import { TokenSkeleton } from './token-skeleton.tsx'
import { followToken, holdersFrom, PARTS, type TokenState } from './token-state.ts'
import { TradePanel } from './trade-panel.tsx'
import { Trades, WHOSE, type Whose } from './trades.tsx'

const LOGOS = {
  twitter:
    'M12.2 1.5h2.2L9.6 7l5.7 7.5h-4.5L7.3 9.9l-4 4.6H1.1l5.2-5.9L.8 1.5h4.6l3.1 4.2zm-.8 11.7h1.2L4.7 2.7H3.4z',
  telegram:
    'M14.9 2.3 1.4 7.5c-.8.3-.8.9 0 1.1l3.4 1.1 1.3 4.1c.2.5.3.6.7.3l1.9-1.7 3.6 2.6c.6.4 1 .2 1.2-.6l2.2-11c.2-.9-.2-1.3-.8-1.1zM5.9 9.4l6.7-4.2c.3-.2.6 0 .3.2L7.3 10.5l-.2 2.4z',
  discord:
    'M13.4 3A13 13 0 0 0 10.2 2l-.4.8a12 12 0 0 0-3.6 0L5.8 2a13 13 0 0 0-3.2 1C.6 6 0 8.9.3 11.8a13 13 0 0 0 4 2l.9-1.4-1.4-.7.3-.2a9.3 9.3 0 0 0 7.8 0l.3.2-1.4.7.9 1.4a13 13 0 0 0 4-2C16 8.4 15.1 5.5 13.4 3zM5.4 10c-.8 0-1.4-.7-1.4-1.6s.6-1.6 1.4-1.6 1.4.7 1.4 1.6S6.2 10 5.4 10zm5.2 0c-.8 0-1.4-.7-1.4-1.6s.6-1.6 1.4-1.6 1.4.7 1.4 1.6-.6 1.6-1.4 1.6z',
}
const SOCIALS = [
  ['website', 'Website', { name: 'web' }],
  ['twitter', 'X', { path: LOGOS.twitter }],
  ['telegram', 'Telegram', { path: LOGOS.telegram }],
  ['discord', 'Discord', { path: LOGOS.discord }],
] as const

/** The creator's links may lead to any site, so their label and title show the host. */
const Links = ({ socials }: Pick<Pool['info'], 'socials'>) => (
  <>
    {SOCIALS.map(([key, label, icon]) => {
      const url = socials[key]
      return (
        url !== null && (
          <a
            key={key}
            class="copy"
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            aria-label={`${label}, ${new URL(url).host}`}
            title={url}
          >
            <Icon {...icon} size={14} />
          </a>
        )
      )
    })}
  </>
)

const Head = ({ pool }: { pool: Pool }) => {
  const flash = useFlash<HTMLDListElement>(pool)
  const { asset, name, ticker, socials } = pool.info
  return (
    <header class="row token-head">
      <a class="round" href={linkTo('/')} aria-label="All tokens">
        <Icon name="back" />
      </a>
      <TokenFace asset={asset} size={44} />
      <div class="name">
        <h1>
          <bdi>{name}</bdi> <bdi class="muted">{ticker}</bdi>
        </h1>
        <p class="muted row small">
          <span class={isGraduated(pool) || isComplete(pool) ? 'chip grad' : 'chip'}>
            {isGraduated(pool) ? 'Graduated' : isComplete(pool) ? 'Graduating' : 'On the curve'}
          </span>
          <KindMarks of={pool} />
          <NameMarks of={pool} />
          <Copy text={asset} label="asset id">
            <span class="mono">{short(asset)}</span>
          </Copy>
          <Copy text={location.origin + linkTo(`/token/${asset}`)} label="the link">
            Share
          </Copy>
          <Links socials={socials} />
        </p>
      </div>
      <WatchButton pool={pool} />
      <dl ref={flash} class="figures">
        <Stat name="Market cap" class="main-figure">
          <Ada lovelace={pool.metrics.marketCap} class="big" /> <Change pool={pool} />
        </Stat>
        <Stat name="Price">
          <Price lovelace={priceOf(pool)} />
        </Stat>
        <Stat name="Volume, 24 h">
          <Ada lovelace={sparkOf(asset).value?.volume} />
        </Stat>
        <Stat name="Trades">{whole(pool.metrics.totalTxCount)}</Stat>
        <Stat name="Age">
          <Age time={pool.pool.createdOn} />
        </Stat>
      </dl>
    </header>
  )
}

type Tab = 'trades' | 'orders' | 'holders' | 'traders' | 'about'

const Details = ({ pool, state, marked }: { pool: Pool; state: TokenState; marked: Marked }) => {
  const tab = useSignal<Tab>('trades')
  const whose = useSignal<Whose>('all')
  const isTrades = tab.value === 'trades'
  const orders = state.orders.value
  const holders = state.holders.value
  const restOf = async (offset: number) => {
    const { holders: rows, count } = await holdersFrom(pool.info.asset, offset)
    return { rows, count }
  }
  const holderPage = usePage('the other holders', restOf, holders)
  const open = orders?.filter((order) => !isEnded(order))
  const openPage = usePageOf(open)
  const tabs: readonly (readonly [Tab, string, number | undefined])[] = [
    ['trades', 'Trades', pool.metrics.totalTxCount],
    ['orders', 'Open orders', open?.length],
    ['holders', 'Holders', holders?.count],
    ['traders', 'Traders', undefined],
    ...(isNarrow.value ? [['about', 'About', undefined] as const] : []),
  ]
  const whoseTrades = isTrades && <Choices label="Trades of" choices={WHOSE} chosen={whose} />
  return (
    <>
      <div class="row">
        <Choices
          class="tabs grow"
          label="Details"
          choices={tabs.map(([id, label, count]) => [
            id,
            <>
              {label}
              {count !== undefined && count > 0 && <span class="num muted"> {whole(count)}</span>}
            </>,
          ])}
          chosen={tab}
        />
        {!isNarrow.value && whoseTrades}
      </div>
      <div class="box">
        {isTrades && isNarrow.value && <div class="tools">{whoseTrades}</div>}
        {isTrades && <Trades pool={pool} state={state} marked={marked} whose={whose.value} />}
        {tab.value === 'orders' && (
          <OrdersTable
            orders={openPage.rows}
            creator={pool.info.poolAuthor.pkh}
            isOpen
            empty="No open orders. The executor fills most orders in the next block."
          />
        )}
        {tab.value === 'holders' && <HoldersTable pool={pool} first={holders} later={holderPage.later} />}
        {tab.value === 'traders' && <TokenTraders pool={pool} />}
        {tab.value === 'about' && <About pool={pool} state={state} creator={holders?.dev.address ?? ''} />}
        {tab.value === 'orders' && open && <Pager at={openPage.at} count={open.length} of="open orders" />}
        {tab.value === 'holders' && holders !== undefined && (
          <Pager at={holderPage.at} count={holders.count} of="holders" />
        )}
      </div>
    </>
  )
}

/** Only narrow screens have these buttons. */
const Dock = ({ pool }: { pool: Pool }) => {
  const { asset } = pool.info
  const open = (side: Side) => () => {
    startOrder(asset, side)
    traded.value = { asset, side }
  }
  return (
    <div class="dock">
      <Button class="go buy" onClick={open('BUY')}>
        Buy
      </Button>
      <Button class="go sell" onClick={open('SELL')}>
        Sell
      </Button>
      <TradeSheet />
    </div>
  )
}

const Known = ({ pool, state }: { pool: Pool; state: TokenState }) => {
  const [position] = usePositions(pool.info.asset) ?? []
  const basisPoints = useBasisPoints()
  const marked = useMarked(pool.info.asset, pool.info.poolAuthor.pkh, state.orders)
  return (
    <Main class="token">
      <Head pool={pool} />
      <div class="token-grid">
        {!isNarrow.value && (
          <aside class="rail column">
            <TradePanel pool={pool} />
            <CurveCard pool={pool} basisPoints={basisPoints} />
            <OwnPosition pool={pool} position={position} />
            <HoldersCard pool={pool} holders={state.holders.value} />
            <About pool={pool} state={state} creator={state.holders.value?.dev.address ?? ''} />
          </aside>
        )}
        <div class="token-main column">
          <Chart pool={pool} marked={marked} position={position} />
          {isNarrow.value && <CurveCard pool={pool} basisPoints={basisPoints} />}
          {isNarrow.value && <OwnPosition pool={pool} position={position} />}
          <InFlight pool={pool} orders={state.orders.value} basisPoints={basisPoints} />
          <Details pool={pool} state={state} marked={marked.value} />
        </div>
      </div>
      {isNarrow.value && <Dock pool={pool} />}
    </Main>
  )
}

export const Token = ({ asset }: { asset: string }) => {
  const [state, setState] = useState<TokenState>()
  // Loads the chart's library while the token is fetched.
  useEffect(() => void import('./candles.ts').catch(() => {}), [])
  useEffect(() => {
    const followed = followToken(asset)
    setState(followed)
    return followed.end
  }, [asset])
  const pool = poolOf(asset).value
  if (state?.isThere.value === false) return <NotFound title="Token not found" />
  if (pool === undefined || state === undefined)
    return (
      <Waiting part={PARTS.pool}>
        <TokenSkeleton />
      </Waiting>
    )
  return <Known pool={pool} state={state} />
}
