// The board: the latest trades, the king of the hill, totals, and the tokens as lists or as a map.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hueOf } from '../../schema/codecs/creature.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { nameOf } from '../../schema/responses/safe-text.ts'
import { later } from '../later.tsx'
import { NameMarks } from '../name-marks.tsx'
import { Main } from '../navigation.tsx'
import { now } from '../now.ts'
import { Box } from '../parts/box.tsx'
import { Button, Choices, setting } from '../parts/controls.tsx'
import { TokenFace } from '../parts/faces.tsx'
import { whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { moveFocus } from '../parts/move-focus.ts'
import { isNarrow } from '../parts/narrow.ts'
import { Ada, Age, Change, Collected, Graduation, Spark, Stat, useFlash } from '../parts/parts.tsx'
import { stored } from '../parts/stored.ts'
import { Empty, Waiting } from '../parts/waiting.tsx'
import { type Pool, poolOf, progress } from '../pools.ts'
import { sidesOf } from '../token/order-list.ts'
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
import { HotColumn } from './hot-column.tsx'
import { QuickBuySheet } from './quick-buy.tsx'

const MarketMap = later(() => import('./map.tsx').then(({ MarketMap }) => MarketMap))
const WatchList = later(() => import('../watch/watch-list.tsx').then(({ WatchList }) => WatchList))
const Leaderboard = later(() => import('../traders/leaderboard.tsx').then(({ Leaderboard }) => Leaderboard))
const Screener = later(() => import('./screener.tsx').then(({ Screener }) => Screener))

/** Seconds for which a trade on the tape is highlighted. */
const FRESH_S = 4

const Trade = ({ order, isFirst }: { order: ApiOrder; isFirst: boolean }) => {
  const { isBuy, lovelace } = sidesOf(order)
  const isFresh = now() / 1000 - order.timestamp < FRESH_S
  return (
    <li>
      <a
        href={linkTo(`/token/${order.asset}`)}
        tabIndex={isFirst ? 0 : -1}
        class={`row small lit ${isFresh ? `flash-${isBuy ? 'buy' : 'sell'}` : ''}`}
      >
        <TokenFace asset={order.asset} size={20} />
        <bdi class="ticker">{poolOf(order.asset).value?.info.ticker ?? nameOf(order.asset)}</bdi>
        <span class={isBuy ? 'up' : 'down'}>{isBuy ? 'buy' : 'sell'}</span>
        <Ada lovelace={lovelace} />
        <span class="muted">
          <Age time={order.timestamp} />
        </span>
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
    <div class="king box unknown">
      {asset === null ? (
        <Empty icon="crown" words="No token is on a bonding curve yet." />
      ) : (
        <Waiting part={PARTS.lists} rows={2} />
      )}
    </div>
  )
}

const KingOf = ({ pool }: { pool: Pool }) => {
  const flash = useFlash(pool)
  const { asset, name, ticker } = pool.info
  return (
    <a class={`king box ${flash}`} href={linkTo(`/token/${asset}`)} style={{ '--hue': hueOf(asset) }}>
      <div class="chart-line">
        <Spark pool={pool} width={640} height={150} />
      </div>
      <div class="headline row">
        <TokenFace asset={asset} size={64} />
        <div>
          <p class="eyebrow row small">
            <Icon name="crown" size={14} /> King of the hill
          </p>
          <h2>
            <bdi>{name}</bdi> <bdi class="muted">{ticker}</bdi>
          </h2>
          <NameMarks of={pool} isLink={false} />
        </div>
      </div>
      <div class="king-cap right">
        <Ada lovelace={pool.metrics.marketCap} class="big" />
        <Change pool={pool} />
      </div>
      <div class="foot">
        <Graduation of={pool} />
        <p>
          <b class="num">{(progress(pool) * 100).toFixed(1)}%</b>{' '}
          <span class="muted">
            to graduation · <Collected of={pool} /> collected
          </span>
        </p>
      </div>
    </a>
  )
}

const Stats = () => {
  const all = totals.value
  return (
    <dl class="stats box">
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
  { id: 'new', title: 'New', icon: 'bolt', list: newest, part: PARTS.lists },
  { id: 'soon', title: 'Almost there', icon: 'crown', list: nearest, part: PARTS.lists },
  { id: 'done', title: 'Graduated', icon: 'check', list: graduated, part: PARTS.graduated },
] as const
const EMPTY = {
  new: 'No token is on a curve. The first launch will be shown here.',
  soon: 'No curve has collected half of its cap.',
  done: 'No token has graduated.',
}
type Column = (typeof COLUMNS)[number]

const shown = stored<Column['id'] | 'hot'>('list', ['new', 'hot', 'soon', 'done'])

const CARDS = 12

/** A list. Its order stays while a mouse is over it, so that a click hits the card under the mouse. */
const List = ({ column: { id, title, icon, list, part } }: { column: Column }) => {
  const still = useSignal<readonly string[] | undefined>(undefined)
  const assets = still.value ?? list.value
  return (
    <Box
      title={title}
      icon={icon}
      figure={list.value?.length}
      isPaused={assets !== list.value}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') still.value = list.peek()
      }}
      onPointerLeave={setting(still, undefined)}
    >
      {assets === undefined ? (
        <Waiting part={part} rows={CARDS} />
      ) : (
        <ol>
          {assets.slice(0, cards.value).map((asset) => (
            <Card key={asset} asset={asset} />
          ))}
        </ol>
      )}
      {assets?.length === 0 && (
        <Empty icon={icon} words={EMPTY[id]}>
          <a class="go narrow" href={linkTo('/launch')}>
            Launch a token
          </a>
        </Empty>
      )}
    </Box>
  )
}

const Columns = () => {
  const [young, ...others] = COLUMNS.map((column) => <List key={column.id} column={column} />)
  return (
    <>
      {isNarrow.value && (
        <Choices
          class="tabs"
          label="List"
          choices={[...COLUMNS.map(({ id, title }) => [id, title] as const), ['hot', 'Hot']]}
          chosen={shown}
        />
      )}
      <div class="columns" id="content" tabIndex={-1}>
        {isNarrow.value ? (
          shown.value === 'hot' ? (
            <HotColumn />
          ) : (
            COLUMNS.filter(({ id }) => id === shown.value).map((column) => (
              <List key={column.id} column={column} />
            ))
          )
        ) : (
          <>
            <HotColumn />
            {young}
            {nearest.value && graduated.value ? (
              <div class="column">{others}</div>
            ) : (
              // Lists below one another are shown together, so that no list moves another.
              <section class="box">
                <Waiting part={nearest.value ? PARTS.graduated : PARTS.lists} rows={CARDS} />
              </section>
            )}
          </>
        )}
      </div>
      {hasMore.value && (
        <Button class="button more" onClick={showMore}>
          More of each list
        </Button>
      )}
    </>
  )
}

const VIEWS = [
  ['lists', 'columns', 'Lists'],
  ['map', 'grid', 'Map'],
  ['screener', 'rows', 'Screener'],
  ['watched', 'star', 'Watched'],
  ['traders', 'wallet', 'Traders'],
] as const
export type BoardView = (typeof VIEWS)[number][0]

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
      <nav class="tabs view-switch" aria-label="View">
        {VIEWS.map(([id, icon, title]) => (
          <a
            key={id}
            href={linkTo(id === 'lists' ? '/' : `/${id}`)}
            aria-current={view === id ? 'page' : undefined}
          >
            <Icon name={icon} size={14} /> {title}
          </a>
        ))}
      </nav>
      {view === 'lists' && <Columns />}
      {view === 'map' && <MarketMap />}
      {view === 'screener' && <Screener />}
      {view === 'watched' && <WatchList />}
      {view === 'traders' && <Leaderboard />}
      <QuickBuySheet />
    </Main>
  )
}
