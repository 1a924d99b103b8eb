// Requests for every route that reads the models and declares the state of its responses (see etag.ts).
import { POOL_LISTS } from '../../schema/responses/pool-lists.ts'

export interface Asked {
  readonly path: string
  readonly body?: unknown
}

export interface Subjects {
  readonly token: string
  readonly name: string
  /** Key hash of a wallet that placed orders. */
  readonly owner: string
  /** Key hash of a wallet that has tokens or lovelace. */
  readonly holder: string
  readonly beacon: string
  /** Entity id of an order. */
  readonly order: string
}

const RANGE = 'from=0&to=9000000000'

export const GENERAL_REQUESTS: readonly Asked[] = [
  ...POOL_LISTS.map((list) => ({ path: `/v1/pools-main-page/initial/state?filter=${list}` })),
  { path: '/v1/koth' },
  { path: '/v1/pools-main-page/koth' },
  { path: '/v1/pools-main-page/totals' },
  { path: '/v1/pools-main-page/hot?window=day1&limit=3' },
  { path: '/v1/blocks/latest?limit=3' },
  { path: '/v1/orders-feed/latest?limit=5' },
  { path: '/v1/orders-feed/latest/filled?limit=5' },
  { path: '/parameters' },
  { path: '/dex/latest-block' },
  { path: '/dex/tickers' },
  { path: '/v1/trades?limit=5' },
  { path: '/v1/traders?window=1d' },
  { path: '/v1/traders?window=30d&by=volume&limit=5' },
  { path: '/v1/trades.csv?order=oldest&limit=5' },
]

export const requestsAbout = ({ token, name, owner, holder, beacon, order }: Subjects): readonly Asked[] => [
  { path: `/v1/pools-main-page/search?pattern=${name}&limit=5` },
  { path: `/v1/pools-feed/initial/state?asset=${token}` },
  { path: `/v1/pools-feed/curve/progress?asset=${token}` },
  { path: `/v1/asset-info?asset=${token}` },
  ...[`base=${token}&quote=.`, `base=.&quote=${token}`].flatMap((pair) => [
    { path: `/v1/charts/history?${pair}&resolution=min1&${RANGE}` },
    { path: `/v1/charts/history?${pair}&resolution=min30&${RANGE}&countback=9` },
    { path: `/v1/charts/history?${pair}&resolution=month1&${RANGE}` },
    { path: `/v1/charts/mcap/history?${pair}&resolution=hour1&${RANGE}` },
    { path: `/v1/charts/initial-state?${pair}&resolution=min5` },
    { path: `/v1/charts/mcap/initial-state?${pair}&resolution=week1` },
  ]),
  { path: `/v1/charts/sparklines?${RANGE}`, body: [token] },
  { path: `/balances/v1/pool/holders?assetId=${token}&limit=10` },
  { path: `/balances/v1/asset/asset-balance?assetId=${token}`, body: [holder] },
  { path: '/balances/v1/asset/asset-balance?assetId=.', body: [holder] },
  { path: `/balances/v1/user/pnl-card?assetId=${token}`, body: [owner] },
  { path: `/balances/v1/pool/creator?assetId=${token}` },
  { path: '/balances/v1/user/positions', body: [owner] },
  { path: '/v1/following?limit=1', body: [token] },
  { path: '/v1/following/list', body: [token] },
  { path: '/getUtxos', body: { pkh: holder } },
  { path: `/v1/orders-feed/initial/state?asset=${token}`, body: [] },
  { path: `/v1/orders-feed/initial/state?asset=${token}`, body: [owner] },
  { path: `/v1/orders-feed/initial/state/filled?asset=${token}`, body: [] },
  { path: `/v1/orders-feed/initial/state/filled?asset=${token}`, body: [owner] },
  { path: `/v1/orders-feed/metrics?asset=${token}&pkh=${owner}` },
  { path: `/v1/orders-feed/orders/${order}` },
  { path: `/udf/symbols?symbol=${token}` },
  { path: `/udf/quotes?symbols=${token},${name}/lovelace` },
  { path: `/v1/trades?asset=${token}&order=oldest` },
  { path: `/v1/trades?wallet=${owner}` },
  { path: `/v1/trades?wallet=${owner}&asset=${token}&from=1&toBlock=9000000` },
  { path: `/v1/traders/${owner}` },
  { path: `/v1/tokens/${token}/traders` },
  { path: `/dex/asset?id=${token}` },
  { path: `/dex/historical_trades?ticker_id=${token}_ADA` },
  { path: `/metadata/${token.replace('.', '')}` },
  { path: `/metadata/${token.replace('.', '')}/properties/name` },
  { path: '/metadata/query', body: { subjects: [token.replace('.', '')] } },
  { path: `/udf/search?query=${name}&type=&exchange=&limit=30` },
  ...[token, name].map((symbol) => ({ path: `/udf/history?symbol=${symbol}&resolution=1&${RANGE}` })),
  { path: '/v1/user-history-feed/initial/state', body: [owner] },
  { path: `/v1/user-history-feed/initial/state/by/asset?asset=${token}`, body: [owner] },
  { path: '/v1/user-history-feed/initial/state/open', body: [owner] },
  { path: `/v1/orders-feed/initial/state/open?asset=${token}` },
  { path: `/v1/user-history-feed/order/trades?beacon=${beacon}` },
  { path: `/v1/vesting/get-by-redeemer?redeemerVkhs=${owner}`, body: {} },
  { path: `/v1/vesting/get-by-asset/${token}`, body: {} },
]

export const send = (
  url: string,
  { path, body }: Asked,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(
    url + path,
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        },
  )
