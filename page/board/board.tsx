// The board: the latest trades, the king of the hill, totals, and the tokens as lists or as a map.
import { signal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sidesOf } from '../../client/trading/order-list.ts'
import { hueOf } from '../../schema/codecs/creature.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { nameOf } from '../../schema/responses/safe-text.ts'
import { later } from '../later.tsx'
import { NameMarks } from '../name-marks.tsx'
import { Main } from '../navigation.tsx'
import { now } from '../now.ts'
import { Box } from '../parts/box.tsx'
import { Button, Choices, Select, setting } from '../parts/controls.tsx'
import { TokenFace } from '../parts/faces.tsx'
import { whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { moveFocus } from '../parts/move-focus.ts'
import { isNarrow, matching } from '../parts/narrow.ts'
import { Ada, Age, Change, Graduation, Stat, useFlash } from '../parts/parts.tsx'
import { KEYS, kept, stored } from '../parts/stored.ts'
import { Empty, Waiting } from '../parts/waiting.tsx'
import { type Pool, poolOf, progress } from '../pools.ts'
import { watched } from '../watch/watched.ts'
import {
  cards,
  followBoard,
  graduated,
  hasMore,
  king,
  nearest,
  newest,
  PARTS,
  showMore,
  tape,
  totals,
} from './board-state.ts'
import { Card } from './card.tsx'
import { Cards, STEP } from './cards.tsx'
import { FILTERS, filtered, filterOf, NONE_MATCHES } from './filters.ts'
import { HotColumn } from './hot-column.tsx'
import { TradeSheet } from './quick-buy.tsx'

const MarketMap = later(() => import('./map.tsx').then(({ MarketMap }) => MarketMap))
const WatchList = later(() => import('../watch/watch-list.tsx').then(({ WatchList }) => WatchList))
const Leaderboard = later(() => import('../traders/leaderboard.tsx').then(({ Leaderboard }) => Leaderboard))
const Screener = later(() => import('./screener.tsx').then(({ Screener }) => Screener))

/** Seconds for which a trade on the tape is highlighted. */
const FRESH_S = 4

const Trade = ({ order, isFirst }: { order: ApiOrder; isFirst: boolean }) => {
  const { isBuy, lovelace } = sidesOf(order)
  const isFresh = now() / 1000 - order.timestamp < FRESH_S
  const ticker = useComputed(() => poolOf(order.asset).value?.info.ticker ?? nameOf(order.asset))
  return (
    <li>
      <a
        href={linkTo(`/token/${order.asset}`)}
        tabIndex={isFirst ? 0 : -1}
        class={`row small lit ${isFresh ? `flash-${isBuy ? 'buy' : 'sell'}` : ''}`}
      >
        <TokenFace asset={order.asset} size={20} />
        <bdi class="ticker">{ticker}</bdi>
        <span class={isBuy ? 'up' : 'down'}>{isBuy ? 'buy' : 'sell'}</span>
        <Ada lovelace={lovelace} />
        <Age time={order.timestamp} class="muted" />
      </a>
    </li>
  )
}

const Tape = () => (
  <section class="tape" aria-label="Latest trades">
    <ul onKeyDown={(event) => moveFocus(event, 'a', ['ArrowLeft', 'ArrowRight'])}>
      {tape.value?.map((order, at) => (
        <Trade key={order.entityId} order={order} isFirst={at === 0} />
      ))}
    </ul>
  </section>
)

const King = () => {
  const asset = king.value
  const pool = asset ? poolOf(asset).value : undefined
  if (pool !== undefined) return <KingOf pool={pool} />
  return (
    <div class="king box row">
      {asset === null ? (
        <p class="muted">No token is on a bonding curve yet.</p>
      ) : (
        <Waiting part={PARTS.lists} rows={1} />
      )}
    </div>
  )
}

const KingOf = ({ pool }: { pool: Pool }) => {
  const flash = useFlash<HTMLAnchorElement>(pool)
  const { asset, name, ticker } = pool.info
  return (
    <a ref={flash} class="king box row" href={linkTo(`/token/${asset}`)} style={{ '--hue': hueOf(asset) }}>
      <Icon name="crown" size={16} />
      <span class="muted small">King of the hill</span>
      <TokenFace asset={asset} size={36} />
      <h2 class="cut grow">
        <bdi>{name}</bdi> <bdi class="muted">{ticker}</bdi> <NameMarks of={pool} isLink={false} />
      </h2>
      <Graduation of={pool} />
      <b class="num only-wide">{(progress(pool) * 100).toFixed(1)}%</b>
      <span class="right num">
        <Ada lovelace={pool.metrics.marketCap} class="strong" /> <Change pool={pool} />
      </span>
    </a>
  )
}

const Stats = () => {
  const all = totals.value
  return (
    <dl class="stats panel">
      <Stat name="Tokens">{whole(all?.tokens)}</Stat>
      <Stat name="Graduated">{whole(all?.graduated)}</Stat>
      <Stat name="Volume, 24 h">
        <Ada lovelace={all?.volume24h} />
      </Stat>
      <Stat name="Trades, 24 h">{whole(all?.trades24h)}</Stat>
    </dl>
  )
}

const COLUMNS = [
  ['new', 'New', 'bolt', newest, PARTS.lists, 'No token is on a curve.'],
  ['soon', 'Almost there', 'crown', nearest, PARTS.lists, 'No curve has collected half of its cap.'],
  ['done', 'Graduated', 'check', graduated, PARTS.graduated, 'No token has graduated.'],
] as const
type Column = (typeof COLUMNS)[number]

/** A narrow screen shows one list. */
const shown = stored<Column[0] | 'hot'>('list', ['hot', 'new', 'soon', 'done'])
const SHOWN = [['hot', 'Hot'], ...COLUMNS] as const

const filters = { new: filterOf('new'), soon: filterOf('soon'), done: filterOf('done') }

/** The order does not change while the mouse is over the list, so a click hits the card under the mouse. */
const List = ({ column: [id, title, icon, list, part, empty] }: { column: Column }) => {
  const still = useSignal<readonly string[] | undefined>(undefined)
  const filter = filters[id]
  const all = still.value ?? list.value
  const assets = all && filtered(filter.value, all, (asset) => asset)
  return (
    <Box
      title={title}
      icon={icon}
      figure={assets?.length}
      tools={<Select label={`Filter of ${title}`} choices={FILTERS} chosen={filter} />}
      isPaused={all !== list.value}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') still.value = list.peek()
      }}
      onPointerLeave={setting(still, undefined)}
    >
      {assets === undefined ? (
        <Waiting part={part} rows={STEP} />
      ) : (
        <Cards rows={assets.slice(0, cards.value)} card={(asset) => <Card key={asset} asset={asset} />} />
      )}
      {assets?.length === 0 && (
        <Empty icon={icon} words={filter.value === 'all' ? empty : NONE_MATCHES}>
          <a class="go narrow" href={linkTo('/launch')}>
            Launch a token
          </a>
        </Empty>
      )}
    </Box>
  )
}

/** Five columns have room. */
const isWide = matching('(min-width: 1680px)')

const Columns = () => (
  <>
    <div class="columns" id="content" tabIndex={-1}>
      {(!isNarrow.value || shown.value === 'hot') && <HotColumn />}
      {COLUMNS.filter(([id]) => !isNarrow.value || shown.value === id).map((column) => (
        <List key={column[0]} column={column} />
      ))}
      {isWide.value && watched.value.length > 0 && <WatchList />}
    </div>
    {hasMore.value && (
      <Button class="button more" onClick={showMore}>
        More of each list
      </Button>
    )}
  </>
)

const VIEWS = [
  ['lists', 'columns', 'Lists'],
  ['map', 'grid', 'Map'],
  ['screener', 'rows', 'Screener'],
  ['watched', 'star', 'Watched'],
  ['traders', 'wallet', 'Traders'],
] as const
export type BoardView = (typeof VIEWS)[number][0]

export const isExplaining = signal(false)

/**
 * The person has never connected a wallet here. Only these persons see the sentence for newcomers, because a narrow screen has little room.
 */
const isNew = kept(KEYS.wallet) === null

const Newcomers = () => (
  <p class="muted small end newcomers">
    Launch and trade tokens on Cardano
    <span class="only-wide">: on a curve first, then in a pool that nobody can empty</span>.{' '}
    {!isNarrow.value && (
      <Button class="chip" onClick={setting(isExplaining, true)}>
        How it works
      </Button>
    )}
  </p>
)

export const Board = ({ view }: { view: BoardView }) => {
  useEffect(followBoard, [])
  return (
    <Main>
      <h1 class="sr">Tokens</h1>
      <Tape />
      <div class="hero">
        <King />
        <Stats />
      </div>
      {isNarrow.value && isNew && <Newcomers />}
      <div class="view-switch">
        {isNarrow.value && view === 'lists' && (
          <Choices class="tabs" label="List" choices={SHOWN} chosen={shown} />
        )}
        <nav class="tabs" aria-label="View">
          {VIEWS.filter(([id]) => !(isNarrow.value && view === 'lists' && id === 'lists')).map(
            ([id, icon, title]) => (
              <a
                key={id}
                href={linkTo(id === 'lists' ? '/' : `/${id}`)}
                aria-current={view === id ? 'page' : undefined}
              >
                <Icon name={icon} size={14} /> {title}
              </a>
            ),
          )}
        </nav>
        {!isNarrow.value && <Newcomers />}
      </div>
      {view === 'lists' && <Columns />}
      {view === 'map' && <MarketMap />}
      {view === 'screener' && <Screener />}
      {view === 'watched' && <WatchList />}
      {view === 'traders' && <Leaderboard />}
      <TradeSheet />
    </Main>
  )
}
