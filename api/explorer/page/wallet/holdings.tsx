// The tokens of the connected wallet: quantity and value, the cost of the tokens bought by orders, and the profit of each token and in
// total. A token that was sold stays in the list, with the profit of its sales.
import { useEffect } from 'preact/hooks'
import type { Position } from '../../../../schema/answers/analytics.ts'
import { dataOf } from '../../../client/answer.ts'
import { followTrades } from '../board/board-state.ts'
import { fetching } from '../loading.ts'
import { TokenFace } from '../parts/faces.tsx'
import { Fact } from '../parts/facts.tsx'
import { compact } from '../parts/format.ts'
import { Ada, Price, Table } from '../parts/parts.tsx'
import { Empty, Waiting } from '../parts/waiting.tsx'
import { poolOf, priceOf, putPool } from '../pools.ts'
import { client } from '../service.ts'
import { openProfit, ownedTrade, POSITIONS } from './positions.ts'
import { Profit } from './profit.tsx'
import { TokenName } from './token-name.tsx'
import { tokens } from './wallet.ts'

/** Maximum number of tokens whose pools are fetched. */
const MAX_POOLS = 50

/** Fetches the pools of the wallet's tokens, if the page does not know them yet or they were traded. */
const useOwnedPools = (assets: readonly string[]): void => {
  useEffect(followTrades, [])
  const traded = ownedTrade.value
  useEffect(() => {
    const get = fetching('the tokens of the wallet', 0, async () => {
      const unknown = assets
        .filter((each) => each === traded?.asset || poolOf(each).peek() === undefined)
        .slice(0, MAX_POOLS)
      const queries = unknown.map((pattern) => ({ pattern, limit: 1 }))
      const answers = queries.map((query) => client.GET('/v1/pools-main-page/search', { params: { query } }))
      for (const answer of await Promise.all(answers)) dataOf(answer).items.map(putPool)
    })
    get()
    return get.cancel
  }, [assets.join(), traded?.entityId])
}

type Holding = ReturnType<typeof useHoldings>[number]

/** Tokens that the wallet has or traded, highest value first. */
const useHoldings = (positions: readonly Position[] | undefined) => {
  const byAsset = new Map(positions?.map((position) => [position.asset, position]))
  const assets = [...new Set([...tokens.value.keys(), ...byAsset.keys()])]
  useOwnedPools(assets)
  return assets
    .map((asset) => {
      const amount = tokens.value.get(asset) ?? 0n
      const pool = poolOf(asset).value
      return {
        asset,
        amount,
        /** Value in lovelace; undefined if the token does not trade here. */
        worth: pool && Number(amount) * priceOf(pool),
        position: byAsset.get(asset),
      }
    })
    .sort((a, b) => (b.worth ?? -1) - (a.worth ?? -1))
}

const Row = ({ of: { asset, amount, worth, position } }: { of: Holding }) => (
  <tr data-token={asset}>
    <td>
      <TokenFace asset={asset} size={32} />
    </td>
    <td>
      <a href={`#/token/${asset}`}>
        <TokenName asset={asset} />
      </a>{' '}
      <span class="muted num">
        {compact(Number(amount))} <bdi>{poolOf(asset).value?.info.ticker}</bdi>
      </span>
    </td>
    <td class="right">
      {worth === undefined ? <span class="muted">no market here</span> : <Ada lovelace={worth} />}
    </td>
    <td class="right only-wide">
      {position === undefined || position.openQuantity === '0' ? (
        <span class="muted">—</span>
      ) : (
        <Price lovelace={Number(position.openCost) / Number(position.openQuantity)} />
      )}
    </td>
    <td class={position === undefined ? 'right only-wide' : 'right below'}>
      <Profit lovelace={position && openProfit(position)} cost={BigInt(position?.openCost ?? 0)} />
    </td>
    <td class="right only-wide">
      <Profit lovelace={position && BigInt(position.realised)} />
    </td>
  </tr>
)

export const Holdings = ({ positions }: { positions: readonly Position[] | undefined }) => {
  const rows = useHoldings(positions)
  return (
    <section class="box" aria-label="Tokens">
      <h2 class="box-head">
        Tokens
        <Ada lovelace={rows.reduce((sum, { worth = 0 }) => sum + worth, 0)} class="strong" />
      </h2>
      {rows.length === 0 ? (
        <Empty>
          <p>No token yet.</p>
        </Empty>
      ) : (
        <Table
          class="two-lines"
          head={[
            [''],
            ['Token'],
            ['Worth', 'right'],
            ['Average cost', 'right only-wide'],
            ['Unrealised profit', 'right'],
            ['Realised profit', 'right only-wide'],
          ]}
        >
          {rows.map((row) => (
            <Row key={row.asset} of={row} />
          ))}
        </Table>
      )}
    </section>
  )
}

const sum = (positions: readonly Position[], of: (position: Position) => bigint): bigint =>
  positions.reduce((total, position) => total + of(position), 0n)

export const ProfitInAll = ({ positions }: { positions: readonly Position[] | undefined }) => (
  <section class="panel" aria-label="Profit">
    <h2>Profit</h2>
    {positions === undefined ? (
      <Waiting part={POSITIONS} />
    ) : (
      <>
        <dl class="pairs">
          <Fact name="Cost">
            <Ada lovelace={`${sum(positions, ({ openCost }) => BigInt(openCost))}`} />
          </Fact>
          <Fact name="Unrealised">
            <Profit
              lovelace={sum(positions, (position) => openProfit(position) ?? 0n)}
              cost={sum(positions, ({ openCost, openWorth }) => (openWorth === null ? 0n : BigInt(openCost)))}
            />
          </Fact>
          <Fact name="Realised">
            <Profit lovelace={sum(positions, ({ realised }) => BigInt(realised))} />
          </Fact>
        </dl>
        <p class="muted small">
          Unrealised: the value at the current price, minus the average cost. Only tokens bought by orders
          count; the fixed fees of orders are left out.
        </p>
      </>
    )}
  </section>
)
