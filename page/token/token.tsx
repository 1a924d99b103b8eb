// The view of a token: its chart, the way to graduation, trading, its orders and its holders.

import './token.css'
import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { sparkOf } from '../board/sparks.ts'
import { facts } from '../chain.ts'
import { KindMarks, NameMarks } from '../name-marks.tsx'
import { Main } from '../navigation.tsx'
import { Button, Choices, setting } from '../parts/controls.tsx'
import { Copy } from '../parts/details/copy.tsx'
import { LookUp } from '../parts/details/look-up.tsx'
import { Pairs } from '../parts/details/panel.tsx'
import { Price } from '../parts/details/price.tsx'
import { TokenFace } from '../parts/faces.tsx'
import { dayOf, MAX_TIME, momentOf, short, whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { isNarrow } from '../parts/narrow.ts'
import { PAGE, Pager } from '../parts/pages.tsx'
import { Ada, Age, Change, Stat, useFlash } from '../parts/parts.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { isComplete, isGraduated, type Pool, poolOf, priceOf, shareOf } from '../pools.ts'
import { OwnPosition } from '../wallet/own-position.tsx'
import type { Side } from '../wallet/transactions.ts'
import { isOwn, wallet } from '../wallet/wallet.ts'
import { WatchButton } from '../watch/watch-button.tsx'
import { Chart } from './chart.tsx'
import { useCreatorRecord } from './creator-record.tsx'
import { CurveCard } from './curve-card.tsx'
import { ghosts } from './finality.tsx'
import { HoldersCard, HoldersTable } from './holders.tsx'
import { InFlight } from './in-flight/in-flight-lane.tsx'
import { LOGOS } from './logos.ts'
import { type Marked, useMarked } from './marked-orders.ts'
import { isEnded } from './order-list.ts'
import { OrdersTable, Who } from './orders-table.tsx'
import { TokenSkeleton } from './token-skeleton.tsx'
import { followToken, PARTS, type TokenState } from './token-state.ts'
import { TradePanel } from './trade-panel.tsx'

const SOCIALS: readonly (readonly [keyof Pool['info']['socials'], string | undefined, string])[] = [
  ['website', undefined, 'Website'],
  ['twitter', LOGOS.x, 'X'],
  ['telegram', LOGOS.telegram, 'Telegram'],
  ['discord', LOGOS.discord, 'Discord'],
]

/** The creator's links. They may lead to any site, so their label and title show the host. */
const Links = ({ socials }: Pick<Pool['info'], 'socials'>) => (
  <>
    {SOCIALS.map(([key, logo, label]) => {
      const url = socials[key]
      return (
        url !== null && (
          <a
            key={key}
            class="social"
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            aria-label={`${label}, ${new URL(url).host}`}
            title={url}
          >
            <Icon {...(logo === undefined ? { name: 'web' } : { path: logo })} size={14} />
          </a>
        )
      )
    })}
  </>
)

const Head = ({ pool }: { pool: Pool }) => {
  const flash = useFlash(pool)
  const { asset, name, ticker, socials } = pool.info
  return (
    <header class="headline row token-head">
      <a class="round" href={linkTo('/')} aria-label="All tokens">
        <Icon name="back" />
      </a>
      <TokenFace asset={asset} size={52} />
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
      <dl class={`figures ${flash}`}>
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

/** Words about the share of the supply that is locked now, and the end of the last lock. */
const lockedWords = ({ metrics }: Pool): string | undefined => {
  const locks = metrics.locks.filter(({ lockUntil }) => Number(lockUntil) > Date.now())
  if (locks.length === 0) return undefined
  const tokens = locks.reduce((sum, { totalLocked }) => sum + Number(totalLocked), 0)
  const end = Math.max(...locks.map(({ lockUntil }) => Number(lockUntil)))
  return `${shareOf(tokens)} of supply${end <= MAX_TIME ? `, the last until ${dayOf(end / 1000)}` : ''}`
}

const About = ({ pool, state, creator }: { pool: Pool; state: TokenState; creator: string }) => {
  const record = useCreatorRecord(pool, state.orders.value ?? [])
  return (
    <section class="panel about" aria-label="About">
      <p class="said">
        <bdi>{pool.info.description || 'The creator gave no description.'}</bdi>
      </p>
      <Pairs
        of={{
          Creator: creator === '' ? '—' : <Who address={creator} />,
          ...record,
          Created: momentOf(pool.pool.createdOn),
          'On the chain': facts.value?.blockExplorer.token && (
            <>
              <LookUp kind="token" id={pool.info.asset}>
                token
              </LookUp>{' '}
              <LookUp kind="token" id={pool.pool.cpmmPoolId ?? pool.pool.id}>
                pool
              </LookUp>
            </>
          ),
          Locked: lockedWords(pool),
        }}
      />
    </section>
  )
}

type Tab = 'trades' | 'orders' | 'holders' | 'about'

const WHOSE = [
  ['all', 'All'],
  ['you', 'Yours'],
  ['dev', "The creator's"],
] as const

/** Number of trades, if they have more than one page. */
const inPages = ({ length }: readonly unknown[], { metrics }: Pool): number =>
  length <= PAGE ? 0 : Math.max(length, metrics.totalTxCount)

const Details = ({ pool, state, marked }: { pool: Pool; state: TokenState; marked: Marked }) => {
  const tab = useSignal<Tab>('trades')
  const whose = useSignal<(typeof WHOSE)[number][0]>('all')
  const isTrades = tab.value === 'trades'
  const isLimited = whose.value !== 'all'
  const isOwnUnknown = whose.value === 'you' && wallet.value === undefined
  const orders = state.orders.value
  const holders = state.holders.value
  const creator = holders?.dev.address ?? ''
  const older = state.orderPages.later.value
  // The connected wallet's orders are among the trades as soon as they are in the mempool.
  const listed = isLimited
    ? marked.orders.filter(({ pkh }) => marked.whoOf(pkh) === whose.value)
    : (older?.rows ?? orders?.slice(0, PAGE) ?? [])
  const trades = listed.filter(
    (order) => order.status === 'Evaluated' || (!isEnded(order) && isOwn(order.pkh)),
  )
  const open = orders?.filter((order) => !isEnded(order)) ?? []
  const tabs: readonly (readonly [Tab, string, number | undefined])[] = [
    ['trades', 'Trades', pool.metrics.totalTxCount],
    ['orders', 'Open orders', open.length],
    ['holders', 'Holders', holders?.count],
    ...(isNarrow.value ? [['about', 'About', undefined] as const] : []),
  ]
  return (
    <>
      <Choices
        class="tabs"
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
      <div class="box">
        {isTrades && (
          <div class="tools">
            <Choices label="Trades of" choices={WHOSE} chosen={whose} />
          </div>
        )}
        {(isTrades || tab.value === 'orders') && orders === undefined && <Waiting part={PARTS.orders} />}
        {isTrades && orders && (
          <OrdersTable
            orders={trades}
            creator={creator}
            ghosts={older || isLimited ? [] : ghosts.value.filter((order) => order.asset === pool.info.asset)}
            empty={isOwnUnknown ? 'Connect a wallet to see its trades.' : 'No trade yet.'}
          />
        )}
        {tab.value === 'orders' && orders && (
          <OrdersTable
            orders={open}
            creator={creator}
            withStatus
            empty="No open orders. The executor fills most orders in the next block."
          />
        )}
        {tab.value === 'holders' && holders === undefined && <Waiting part={PARTS.holders} />}
        {tab.value === 'holders' && holders && (
          <HoldersTable first={holders} later={state.holderPages.later.value} />
        )}
        {tab.value === 'about' && <About pool={pool} state={state} creator={creator} />}
      </div>
      {isTrades && !isLimited && orders && (
        <Pager at={state.orderPages.at} count={older?.count ?? inPages(orders, pool)} of="trades" />
      )}
      {tab.value === 'holders' && holders !== undefined && (
        <Pager at={state.holderPages.at} count={holders.count} of="holders" />
      )}
    </>
  )
}

/** Buttons of narrow screens, which open the trade panel as a sheet. */
const Dock = ({ pool }: { pool: Pool }) => {
  const side = useSignal<Side | undefined>(undefined)
  return (
    <div class="dock">
      <Button class="go buy" onClick={setting(side, 'BUY')}>
        Buy
      </Button>
      <Button class="go sell" onClick={setting(side, 'SELL')}>
        Sell
      </Button>
      {side.value !== undefined && (
        <Sheet label={`Trade ${pool.info.ticker}`} onClose={setting(side, undefined)}>
          <TradePanel pool={pool} first={side.value} />
        </Sheet>
      )}
    </div>
  )
}

const Known = ({ pool, state }: { pool: Pool; state: TokenState }) => {
  const marked = useMarked(pool.info.asset, pool.info.poolAuthor.pkh, state.orders)
  return (
    <Main class="token">
      <Head pool={pool} />
      <div class="token-grid">
        {!isNarrow.value && (
          <aside class="rail column">
            <TradePanel pool={pool} />
            <CurveCard pool={pool} holders={state.holders.value} />
            <OwnPosition pool={pool} />
            <HoldersCard pool={pool} holders={state.holders.value} />
            <About pool={pool} state={state} creator={state.holders.value?.dev.address ?? ''} />
          </aside>
        )}
        <div class="token-main column">
          <Chart pool={pool} marked={marked} />
          {isNarrow.value && <CurveCard pool={pool} holders={state.holders.value} />}
          {isNarrow.value && <OwnPosition pool={pool} />}
          <InFlight pool={pool} orders={state.orders.value ?? []} />
          <Details pool={pool} state={state} marked={marked.value} />
        </div>
      </div>
      {isNarrow.value && <Dock pool={pool} />}
    </Main>
  )
}

export const Token = ({ asset }: { asset: string }) => {
  const [state, setState] = useState<TokenState>()
  // The chart's library is loaded while the token is fetched.
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
