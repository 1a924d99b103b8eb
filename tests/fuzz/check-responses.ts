// Checks responses about hostile tokens and their owners' wallets. The status must be 200, the body JSON, and unspent outputs equal to the
// chain's.
import type Database from 'better-sqlite3'
import { ADA, type Hex } from '../../schema/primitives.ts'
import { RESOLUTIONS } from '../../schema/responses/charts.ts'
import type { RawLedger, RawOutput } from '../hostile/raw-ledger.ts'
import { untilAvailable } from '../kit/requests.ts'
import { Finding } from './finding.ts'

const AT_ONCE = 16

const PAGE = 1_000

const RULE = 'every answer is 200 and JSON'

const answer = async (url: string, init?: RequestInit): Promise<unknown> => {
  const response = await untilAvailable(() => fetch(url, init))
  const text = await response.text()
  if (response.status !== 200)
    throw new Finding(RULE, `${response.status} from ${url} ${init?.body ?? ''}: ${text}`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Finding(RULE, `no JSON from ${url}: ${text.slice(0, 300)}`, undefined, cause)
  }
}

const inTurns = async (work: readonly (() => Promise<void>)[]): Promise<void> => {
  const left = [...work]
  const worker = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const chartsOf = (url: string, token: string, volume: bigint): (() => Promise<void>)[] =>
  RESOLUTIONS.flatMap((resolution) =>
    ['', '/mcap'].flatMap((kind) =>
      [
        { base: token, quote: ADA },
        { base: ADA, quote: token },
      ].map((pair) => async (): Promise<void> => {
        const to = Math.floor(Date.now() / 1000)
        const query = new URLSearchParams({ ...pair, resolution, from: '0', to: String(to) })
        const address = `${url}/v1/charts${kind}/history?${query}`
        const bars = await answer(address)
        if (!Array.isArray(bars)) throw new Finding(RULE, `no list from ${address}`)
        const total = bars.reduce((sum: bigint, { volume: each }) => sum + BigInt(each ?? 0), 0n)
        if (kind === '' && pair.base === token && total !== volume)
          throw new Finding('bars are served as they are', `${total} of ${volume} from ${address}`)
      }),
    ),
  )

const outputsOf = (url: string, pkh: Hex, outputs: readonly RawOutput[]) => async (): Promise<void> => {
  const got: string[] = []
  for (let page = PAGE; page === PAGE; ) {
    const body = JSON.stringify({ pkh, limit: PAGE, offset: got.length })
    const headers = { 'content-type': 'application/json' }
    const received = await answer(`${url}/getUtxos`, { method: 'POST', headers, body })
    const list = Array.isArray(received) ? received : []
    for (const { txHash, index, value } of list) got.push(`${txHash}#${index} ${value[0]?.amount}`)
    page = list.length
  }
  const wanted = outputs.map(({ reference, lovelace }) => `${reference} ${lovelace}`)
  if (got.sort().join() !== wanted.sort().join())
    throw new Finding(
      "a wallet's outputs equal the chain's",
      `${got.length} outputs of ${pkh}, not ${wanted.length}`,
    )
}

interface Listed {
  readonly ledger: { readonly count: number; readonly items: readonly { readonly entityId: string }[] }
}

/** The list must have each order of the models once. */
const ordersOf = (url: string, list: string, body: unknown, count: number) => async (): Promise<void> => {
  const ids = new Set<string>()
  const size = 100
  for (let offset = 0; offset === 0 || offset < count; offset += size) {
    const address = `${url}${list}offset=${offset}&limit=${size}`
    const { ledger } = (await answer(address, { method: 'POST', body: JSON.stringify(body) })) as Listed
    for (const { entityId } of ledger.items) ids.add(entityId)
    if (ledger.count !== count)
      throw new Finding('every order is listed', `${ledger.count} of ${count} from ${address}`)
  }
  if (ids.size !== count) throw new Finding('every order is listed', `${ids.size} of ${count} from ${list}`)
}

/** @throws {Finding} for the first wrong response */
export const checkResponses = async (
  url: string,
  database: Database.Database,
  ledger: RawLedger,
  most: number,
): Promise<void> => {
  const pools = database
    .prepare(
      `SELECT token, (SELECT coalesce(sum(volume), 0) FROM bars WHERE pool = id AND resolution = 0) AS volume
       FROM pools ORDER BY updated DESC LIMIT ?`,
    )
    .safeIntegers()
    .all(most) as { readonly token: string; readonly volume: bigint }[]
  const tokens = database
    .prepare(
      'SELECT token, sum(in_book) AS count FROM orders GROUP BY token ORDER BY max(updated) DESC LIMIT ?',
    )
    .all(most) as { readonly token: string; readonly count: number }[]
  const owners = database
    .prepare('SELECT owner, count(*) AS count FROM orders GROUP BY owner ORDER BY max(updated) DESC LIMIT ?')
    .all(most) as { readonly owner: Buffer; readonly count: number }[]
  await inTurns([
    ...tokens.map(({ token, count }) =>
      ordersOf(url, `/v1/orders-feed/initial/state?asset=${token}&`, null, count),
    ),
    ...owners.map(({ owner, count }) =>
      ordersOf(url, '/v1/user-history-feed/initial/state?', [owner.toString('hex')], count),
    ),
    ...pools.flatMap(({ token, volume }) => chartsOf(url, token, volume)),
    ...[...ledger.unspentByKey(1)].map(([pkh, outputs]) => outputsOf(url, pkh, outputs)),
  ])
}
