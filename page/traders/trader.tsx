// One trader: net profit of sales and open positions, figures of the last days, tokens and launches, and trades.
import '../wallet/wallet.css'
import { useSignal } from '@preact/signals'
import { type Trader as Figures, TRADER_WINDOWS } from '../../schema/responses/traders.ts'
import type { TradesPage } from '../../schema/responses/trades.ts'
import { status } from '../chain.ts'
import { fetchPools } from '../fetch-pools.ts'
import { PAUSE_MS, useFetched } from '../fetching.ts'
import { loadPart } from '../later.tsx'
import { Main } from '../navigation.tsx'
import { Box } from '../parts/box.tsx'
import { Button, setting } from '../parts/controls.tsx'
import { LookUp } from '../parts/details/look-up.tsx'
import { Pairs, Panel } from '../parts/details/panel.tsx'
import { Purse } from '../parts/details/purse.tsx'
import { PersonFace } from '../parts/faces.tsx'
import { compact, counted, whole } from '../parts/format.ts'
import { Ada, Age } from '../parts/parts.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { poolOf } from '../pools.ts'
import { client, dataOf } from '../service.ts'
import { Profit } from '../wallet/profit.tsx'
import { TokenLink } from '../wallet/token-name.tsx'
import { isOwn, wallet } from '../wallet/wallet.ts'
import { FIGURES, Won } from './trader-columns.tsx'

const PARTS = { trader: 'the trader', trades: "the trader's trades" } as const
const TRADES = 50

const perBlock = { pause: PAUSE_MS.one, when: () => status.value?.models }

type Trade = TradesPage['items'][number]

const TRADE_COLUMNS: readonly Column<Trade>[] = [
  ['Side', '', ({ side }) => <b class={side === 'buy' ? 'up' : 'down'}>{side === 'buy' ? 'Buy' : 'Sell'}</b>],
  ['Token', '', ({ asset }) => <TokenLink asset={asset} />],
  ['ADA', 'right', ({ lovelace }) => <Ada lovelace={lovelace} />],
  ['Tokens', 'right num only-wide', ({ tokens }) => compact(Number(tokens))],
  [
    'Age',
    'right muted num',
    ({ transactionId, time }) => (
      <LookUp kind="transaction" id={transactionId}>
        <Age time={time} />
      </LookUp>
    ),
  ],
]

const Trades = ({ wallet, count }: { wallet: string; count: number | undefined }) => {
  const after = useSignal<string | undefined>(undefined)
  const load = async (signal: AbortSignal): Promise<TradesPage> => {
    const query = { wallet, limit: TRADES, ...(after.value !== undefined && { after: after.value }) }
    const page = dataOf(await client.GET('/v1/trades', { params: { query }, signal }))
    const assets = [...new Set(page.items.map(({ asset }) => asset))]
    await fetchPools(
      assets.filter((asset) => poolOf(asset).peek() === undefined),
      signal,
    )
    return page
  }
  const page = useFetched(PARTS.trades, { ...perBlock, load }, [after.value])
  return (
    <Box title="Trades" figure={whole(count)}>
      <Table
        label="Trades"
        columns={TRADE_COLUMNS}
        rows={page?.items}
        keyOf={({ position }) => position}
        part={PARTS.trades}
        empty="No trades."
      />
      <div class="pager row">
        {after.value !== undefined && <Button onClick={setting(after, undefined)}>Newest</Button>}
        {page?.next != null && <Button onClick={setting(after, page.next)}>Older</Button>}
      </div>
    </Box>
  )
}

const timesOf = ({ windows, all }: Figures) => [
  ...(['1d', '7d', '30d'] as const).map((window) => ({
    name: `Last ${counted(TRADER_WINDOWS[window], 'day')}`,
    ...windows[window],
  })),
  { name: 'All time', ...all },
]
type Time = ReturnType<typeof timesOf>[number]

const TIMES: readonly Column<Time>[] = [['In', '', ({ name }) => name], ...FIGURES]

const Summary = ({ of: { all, open, tokens, launched, graduated, first } }: { of: Figures }) => {
  const { netNow, paid } = open
  const won = netNow === null || !open.isComplete ? undefined : BigInt(netNow) - BigInt(paid)
  return (
    <Panel title="Profit">
      <Pairs
        of={{
          'From sales': <Profit lovelace={BigInt(all.profit)} />,
          'If the rest is sold now': <Profit lovelace={won} cost={BigInt(paid)} />,
          'Sales won': <Won of={all} />,
          'Open positions': whole(open.tokens),
          'Tokens traded': whole(tokens),
          Launched: `${whole(launched)}${graduated > 0 ? `, ${whole(graduated)} graduated` : ''}`,
          'First trade': first !== null && <Age time={first} />,
        }}
      />
      <p class="muted small">
        After every fee except the network's, for tokens bought by orders.
        {open.unpriced > 0 && ` Left out: ${open.unpriced} without a price.`}
      </p>
    </Panel>
  )
}

/** Shows the whole page as this wallet sees it. Nothing can be sent. */
const look = (address: string): void =>
  void loadPart(() => import('../wallet/connection.ts')).then(({ connect }) => connect(address))

/** @param props.address address in bech32, or the hash of its payment key */
export const Trader = ({ address }: { address: string }) => {
  const load = async (signal: AbortSignal): Promise<Figures> =>
    dataOf(await client.GET('/v1/traders/{address}', { params: { path: { address } }, signal }))
  const trader = useFetched(PARTS.trader, { ...perBlock, load }, [address])
  return (
    <Main class="portfolio">
      <h1 class="who">
        <PersonFace address={trader?.address ?? address} size={30} />
        Trader
        {trader && isOwn(trader.owner) && <span class="chip">you</span>}
      </h1>
      <Purse address={address} id={trader?.address ?? undefined}>
        <p class="big">
          <Profit lovelace={trader && BigInt(trader.all.profit)} />
        </p>
        {trader?.address && wallet.value === undefined && (
          <Button onClick={() => look(trader.address ?? address)}>View as this wallet</Button>
        )}
      </Purse>
      <div class="token-grid">
        <div class="token-main column">
          <Box title="Figures" figure="">
            <Table
              label="Figures"
              columns={TIMES}
              rows={trader && timesOf(trader)}
              keyOf={({ name }) => name}
              part={PARTS.trader}
            />
          </Box>
          <Trades wallet={address} count={trader?.all.trades} />
        </div>
        <div class="rail column">
          {trader === undefined ? <Waiting part={PARTS.trader} rows={4} /> : <Summary of={trader} />}
        </div>
      </div>
    </Main>
  )
}
