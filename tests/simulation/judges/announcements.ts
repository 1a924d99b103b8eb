// A client of the feed that counts frames. A commit must announce each changed order, bar and pool exactly once. Trades are part of a
// pool's totals. A response that is requested when a frame arrives must agree with the frame. Changes are found by comparing rows before
// and after a commit, not from the feed's own list.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type Database from 'better-sqlite3'
import WebSocket from 'ws'
import { ADA } from '../../../schema/primitives.ts'
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import { Finding } from '../../fuzz/finding.ts'
import { until } from '../../kit/until.ts'
import { withModels } from '../with-models.ts'

/** The tokens whose pools changed last. */
const TOKENS = 12

/** Time after which a missing frame counts as lost. */
const TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 200

/** With their index in `RESOLUTIONS`. */
const INTERVALS = { min1: 0, day1: 3 } as const

interface State {
  readonly version: number
  readonly rows: ReadonlyMap<string, string>
}

/** The bars from a time on were removed. Their names begin with `bars`. */
interface Removal {
  readonly bars: string
  /** Unix seconds. */
  readonly from: number
}

const textOf = (row: unknown[]): string =>
  row.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : String(value))).join()

const statements = (database: Database.Database) => {
  const rowsOf = (sql: string): Database.Statement<[string]> =>
    database.prepare<[string]>(`${sql} (SELECT value FROM json_each(?))`).raw().safeIntegers()
  return {
    version: database.prepare('SELECT version FROM checkpoint').pluck(),
    orders: rowsOf(
      `SELECT 'order ' || lower(hex(transaction_id)) || ':' || output_index, * FROM orders WHERE token IN`,
    ),
    pools: rowsOf(`SELECT 'pool ' || token, * FROM pools WHERE token IN`),
    // A token whose launch was undone has no pool and gets no frame.
    locks: rowsOf(
      `SELECT 'pool ' || token, vestings.* FROM vestings JOIN pools USING (token) WHERE token IN`,
    ),
    bars: rowsOf(
      `SELECT 'bar ' || token || ' ' || resolution || ' ' || time, bars.* FROM bars JOIN pools ON pools.id = bars.pool
       WHERE resolution IN (${Object.values(INTERVALS)}) AND token IN`,
    ),
  }
}

export class Announcements {
  readonly #url: string
  readonly #models: string
  readonly #socket: WebSocket
  #tokens: readonly string[] = []
  /** Keys are the names of the announced rows. */
  readonly #counts = new Map<string, number>()
  #removals: Removal[] = []
  #pongs = 0
  /** Fault of each response at the time of its frame. */
  #unreadable: Promise<string | undefined>[] = []
  #loss: string | undefined
  #refusal: string | undefined

  constructor(url: string, models: string) {
    this.#url = url
    this.#models = models
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false })
    this.#socket.on('message', (text) => this.#take(String(text)))
    this.#socket.on('close', (code, reason) => {
      this.#loss ??= `${code} ${reason}`
    })
  }

  /** @throws {Finding} if a subscription is refused */
  async subscribe(): Promise<void> {
    await until('the feed', () => this.#socket.readyState === WebSocket.OPEN)
    this.#tokens = await withModels(this.#models, (database) =>
      database
        .prepare('SELECT token FROM pools ORDER BY updated DESC LIMIT ?')
        .pluck()
        .all(TOKENS)
        .map(String),
    )
    for (const asset of this.#tokens) {
      this.#subscribe(`pool ${asset}`, 'PoolFeed', { asset })
      this.#subscribe(`order ${asset}`, 'LiveOrdersFeed', { asset })
      for (const [interval, resolution] of Object.entries(INTERVALS))
        this.#subscribe(`bar ${asset} ${resolution}`, 'LastBar', {
          pair: { base: asset, quote: ADA },
          interval,
        })
    }
    await this.#settle()
    if (this.#refusal !== undefined) throw new Finding('the feed takes every subscription', this.#refusal)
  }

  /**
   * @param happen makes the changes, and ends when the models contain them
   * @throws {Finding} for a change without a frame, or with more frames than commits
   */
  async during(happen: () => Promise<void>): Promise<void> {
    const before = await this.#state()
    this.#counts.clear()
    this.#removals = []
    await happen()
    const after = await this.#state()
    const commits = after.version - before.version
    const changed = [...new Set([...before.rows.keys(), ...after.rows.keys()])].filter(
      (name) => before.rows.get(name) !== after.rows.get(name),
    )
    const missing = (): string[] =>
      changed.filter(
        (name) =>
          !this.#counts.has(name) &&
          !this.#removals.some(
            ({ bars, from }) => name.startsWith(bars) && Number(name.slice(bars.length)) >= from,
          ),
      )
    await this.#settle()
    const end = performance.now() + TIMEOUT_MS
    while (this.#loss === undefined && missing().length > 0 && performance.now() < end)
      await sleep(POLL_INTERVAL_MS)
    await this.#settle()
    // Allowed: a commit with too many changes to list ends all connections.
    if (this.#loss?.startsWith(`${CLOSE_CODES.replaced} `)) return
    if (this.#loss !== undefined) throw new Finding('the feed loses no client', this.#loss)
    const lost = missing()
    if (lost.length > 0) throw new Finding('a change is announced', `no frame of ${lost}`)
    for (const [name, count] of this.#counts)
      if (count > commits)
        throw new Finding('a change is announced once', `${name} ${count} times in ${commits} commits`)
    // A pool's response may already have the next commit's changes.
    const unreadable = await Promise.all(this.#unreadable.splice(0))
    const problem = unreadable.find((each) => each !== undefined)
    if (commits === 1 && problem !== undefined)
      throw new Finding('the content of a frame can be read when it arrives', problem)
  }

  close(): void {
    this.#socket.terminate()
  }

  #subscribe(requestId: string, topic: string, data: object): void {
    this.#send({ messageType: 'subscribe', requestId, topic, data })
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify({ clientId: 'announcements', ...message }))
  }

  /** The service has then checked for commits and sent their frames. */
  async #settle(): Promise<void> {
    await (await fetch(`${this.#url}/v1/blocks/latest`)).text()
    if (this.#loss !== undefined) return
    const before = this.#pongs
    this.#send({ messageType: 'ping', requestId: 'ping' })
    await until('a pong', () => this.#loss !== undefined || this.#pongs > before)
  }

  #state(): Promise<State> {
    return withModels(this.#models, (database) =>
      database.transaction((): State => {
        const { version, ...tables } = statements(database)
        const rows = new Map<string, string>()
        for (const statement of Object.values(tables))
          for (const [name, ...row] of statement.all(JSON.stringify(this.#tokens)) as unknown[][])
            rows.set(`${name}`, `${rows.get(`${name}`) ?? ''} ${textOf(row)}`)
        return { version: Number(version.get()), rows }
      })(),
    )
  }

  #take(text: string): void {
    const { event, requestId, data } = JSON.parse(text)
    if (event === 'Pong') this.#pongs += 1
    if (event === 'Error') this.#refusal ??= text
    const count = (name: string): void => void this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    if (event === 'PoolsFeed' || event === 'PoolRemoved') count(requestId)
    else if (event === 'LiveOrdersFeed' || event === 'OrderRemoved') count(`order ${data.entityId}`)
    else if (event === 'LastBarUpdate') count(`${requestId} ${data.time}`)
    else if (event === 'BarRemoved') this.#removals.push({ bars: `${requestId} `, from: data.from })
    if (event === 'PoolsFeed') this.#unreadable.push(this.#unreadableOf(data))
  }

  async #unreadableOf(data: { readonly info: { readonly asset: string } }): Promise<string | undefined> {
    const path = `/v1/pools-feed/initial/state?asset=${data.info.asset}`
    const answer = await (await fetch(this.#url + path)).text()
    return isDeepStrictEqual(JSON.parse(answer), data) ? undefined : `${path}: ${answer}`
  }
}
