// The tokens of the connected wallet: quantity and value, break-even price of the tokens bought by orders, proceeds of a sale, and net
// profit of each token and in total. A sold token stays in the list with the profit of its sales.

import { broughtNow, netProfit, spentOn } from '../../client/trading/net-profit.ts'
import { isEnded } from '../../client/trading/order-list.ts'
import type { Position } from '../../schema/responses/analytics.ts'
import { status } from '../chain.ts'
import { fetchPools } from '../fetch-pools.ts'
import { PAUSE_MS, useFetched } from '../fetching.ts'
import { Box } from '../parts/box.tsx'
import { Pairs, Panel } from '../parts/details/panel.tsx'
import { TokenFace } from '../parts/faces.tsx'
import { compact } from '../parts/format.ts'
import { Pager, usePageOf } from '../parts/pages.tsx'
import { Ada } from '../parts/parts.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { poolOf, priceOf } from '../pools.ts'
import { POSITIONS } from './positions.ts'
import { BreakEven, IfSoldNow, Profit } from './profit.tsx'
import { TokenLink } from './token-name.tsx'
import { ownAmount, ownOrders, tokens } from './wallet.ts'

const POOLS = 'the tokens of the wallet'

/**
 * Fetches the pools after each block.
 * @returns whether the pools are known
 */
const useOwnedPools = (assets: readonly string[]): boolean => {
  const of = assets.join()
  const load = async (signal: AbortSignal) => {
    await fetchPools(assets, signal)
    return of
  }
  const when = () => assets.length > 0 && status.value?.models
  return useFetched(POOLS, { pause: PAUSE_MS.wallet, when, load }, [of]) === of
}

type Holding = ReturnType<typeof useHoldings>[number]

/** Tokens that the wallet has or traded, highest value first. */
const useHoldings = (positions: readonly Position[]) => {
  const byAsset = new Map(positions.map((position) => [position.asset, position]))
  const assets = [...new Set([...(tokens.value?.keys() ?? []), ...byAsset.keys()])]
  // The list of open orders says which tokens have left their curves.
  const ordered = ownOrders.value?.filter((order) => !isEnded(order)).map(({ asset }) => asset) ?? []
  const areKnown = useOwnedPools([...new Set([...assets, ...ordered])])
  return assets
    .map((asset) => {
      const amount = ownAmount(asset)
      const pool = poolOf(asset).value
      return {
        asset,
        amount,
        /** Lovelace; undefined if unknown, or if the token does not trade here. */
        worth: pool && amount !== undefined ? Number(amount) * priceOf(pool) : undefined,
        hasNoMarket: areKnown && pool === undefined,
        position: byAsset.get(asset),
      }
    })
    .sort((a, b) => (b.worth ?? -1) - (a.worth ?? -1))
}

const COLUMNS: readonly Column<Holding>[] = [
  ['', '', ({ asset }) => <TokenFace asset={asset} size={32} />],
  [
    'Token',
    '',
    ({ asset, amount }) => (
      <>
        <TokenLink asset={asset} />{' '}
        <span class="muted num">
          {amount === undefined ? '—' : compact(Number(amount))} <bdi>{poolOf(asset).value?.info.ticker}</bdi>
        </span>
      </>
    ),
  ],
  [
    'Worth',
    'right',
    ({ hasNoMarket, worth }) =>
      hasNoMarket ? <span class="muted">no market here</span> : <Ada lovelace={worth} />,
  ],
  [
    'Breaks even at',
    'right only-wide',
    ({ position }) => <BreakEven of={position?.openQuantity === '0' ? undefined : position} />,
  ],
  [
    'If sold now',
    'right only-wide',
    ({ position }) => <IfSoldNow lovelace={position && broughtNow(position)} />,
  ],
  [
    'Net profit',
    'right',
    ({ position }) => (
      <Profit lovelace={position && netProfit(position)} cost={position && spentOn(position)} />
    ),
    ({ position }) => ({ class: position === undefined ? 'right only-wide' : 'right below' }),
  ],
]

export const Holdings = ({ positions }: { positions: readonly Position[] | undefined }) => {
  const rows = useHoldings(positions ?? [])
  const shown = usePageOf(rows)
  const areAllKnown =
    positions !== undefined &&
    tokens.value !== undefined &&
    rows.every(({ worth, hasNoMarket }) => worth !== undefined || hasNoMarket)
  const sum = areAllKnown ? rows.reduce((sum, { worth = 0 }) => sum + worth, 0) : undefined
  return (
    <Box title="Tokens" figure={<Ada lovelace={sum} class="strong" />}>
      <Table
        label="Tokens"
        class="two-lines"
        columns={COLUMNS}
        rows={rows.length > 0 || areAllKnown ? shown.rows : undefined}
        part={POSITIONS}
        keyOf={({ asset }) => asset}
        rowOf={({ asset }) => ({ 'data-token': asset })}
        empty="No token yet."
      />
      <Pager at={shown.at} count={rows.length} of="tokens" />
    </Box>
  )
}

/** @returns undefined if none of the amounts is known */
const sum = (
  positions: readonly Position[],
  of: (position: Position) => bigint | undefined,
): bigint | undefined => {
  const known = positions.flatMap((position) => of(position) ?? [])
  return known.length === 0 && positions.length > 0
    ? undefined
    : known.reduce((total, each) => total + each, 0n)
}

const InAll = ({ positions }: { positions: readonly Position[] }) => {
  const priced = positions.filter((position) => netProfit(position) !== undefined)
  const unpriced = positions.length - priced.length
  return (
    <>
      <Pairs
        of={{
          Net: (
            <span class="strong">
              <Profit lovelace={sum(positions, netProfit)} cost={sum(priced, spentOn)} />
            </span>
          ),
          'Brings if sold now': <IfSoldNow lovelace={sum(positions, broughtNow)} />,
          'Cost of these tokens': <Ada lovelace={sum(priced, ({ openCost }) => BigInt(openCost))} />,
          'Fees of executors': <Ada lovelace={sum(positions, ({ fees }) => BigInt(fees))} />,
        }}
      />
      <p class="muted small">
        Net: all sales, and a sale of the rest now, minus cost and every fee except the network's fees of the
        transactions. Only tokens bought by orders count.
        {unpriced > 0 && ` Left out: ${unpriced} without a price.`}
      </p>
    </>
  )
}

export const ProfitInAll = ({ positions }: { positions: readonly Position[] | undefined }) => (
  <Panel title="Profit">
    {positions === undefined ? <Waiting part={POSITIONS} /> : <InAll positions={positions} />}
  </Panel>
)
