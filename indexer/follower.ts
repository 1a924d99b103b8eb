// Follows a node's chain into the log. It connects, resumes at the log's end, keeps several requests running, and tries again after every
// lost connection, stall, silence or wrong message. If a node keeps sending wrong messages, the report says that following has stopped, but
// the node is still asked. Following ends permanently only if the log belongs to another network or is damaged. The follower does not know
// the models. They are folded from the log.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import { PassingError } from '../schema/errors.ts'
import type { Waits } from '../schema/platform/backoff.ts'
import { Loop } from '../schema/platform/loop.ts'
import { messageOf, outsideText } from '../schema/platform/message-of.ts'
import { StorageError } from '../schema/platform/storage-error.ts'
import { type Hex, heightOf, type Network, SECURITY_PARAMETER, type Tip } from '../schema/primitives.ts'
import type { FollowingReport } from '../schema/reports.ts'
import { ChainSyncHandler, FollowingStopped, ProtocolBroken } from './chain-sync-handler.ts'
import { type Appended, type Log, LogConflict } from './log/log.ts'
import { type ChainSync, intersect, listen, readFrameOf } from './ogmios/chain-sync.ts'
import { type Connection, ConnectionLost, healthOf, openConnection } from './ogmios/connection.ts'
import { type ChainSyncMessage, UnknownBlock, UnreadableFrame } from './ogmios/messages.ts'
import { networkProblem } from './ogmios/network-problem.ts'
import { networkStartOn } from './ogmios/network-start.ts'
import { withTimeout } from './ogmios/with-timeout.ts'

/**
 * connecting: no session yet. syncing: blocks arrive, and the node's tip is ahead. following: at the node's tip. waiting: the connection is
 * down, and another try follows. stopped: the operator must act; the node is still asked at intervals.
 */
type FollowerState = FollowingReport['state']

export interface FollowerStatus {
  readonly state: FollowerState
  /** Reason why following waits or has stopped, otherwise the last fault; without private details. */
  readonly problem: string | null
  readonly nodeTip: Tip | 'origin' | null
}

export interface FollowerOptions {
  readonly log: Log
  readonly url: string
  readonly network: Network
  /** A recording's tip never moves. */
  readonly isRecorded?: boolean
  /** Time of slot 0 in Unix milliseconds, only for a network that may be reset. */
  readonly networkStart?: number | undefined
  /** Default: the security parameter k. */
  readonly maxDepth?: number
  /** Latest slot that a block may have now. Without this function, slots have no bound. */
  readonly latestSlot?: (() => number) | undefined
  /** Whether the log keeps a witness datum. By default it keeps every datum whose hash an output names. */
  readonly keepsDatum?: ((datum: Hex) => boolean) | undefined
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Random numbers from 0 to 1 vary the waits before retries. Default: `Math.random`. */
  readonly random?: () => number
  readonly timing?: Partial<FollowerTiming> | undefined
}

/** Times in ms. */
export interface FollowerTiming {
  /** Limit of a health check, a handshake, or an intersection. */
  readonly timeout: number
  /** Wait before a retry. It doubles each time, up to the longest wait. */
  readonly retry: number
  readonly longestRetry: number
  /** Time without a message or ping after which the connection is closed. Ogmios pings every 30 s. */
  readonly silence: number
  /** Time without a message after which the node is asked over HTTP whether it has more blocks. */
  readonly stall: number
  /** Maximum time for which blocks wait to be appended together. */
  readonly gather: number
}

const TIMING: FollowerTiming = {
  timeout: 10_000,
  retry: 500,
  longestRetry: 30_000,
  silence: 90_000,
  stall: 120_000,
  gather: 50,
}

/** Maximum wait in ms before a failed write is tried again. The system does not report when space becomes free. */
const LONGEST_WRITE_RETRY_MS = 2_000

/** Blocks that are appended together far behind the tip. */
const BATCH = 100

/**
 * Successive connections that end with an invalid message without a new block. Following then counts as stopped, and each wait is the
 * longest.
 */
const BROKEN_TRIES = 4

/** Requests that wait for a reply: one batch that is being handled, and one on its way. */
const WINDOW = 2 * BATCH

interface FollowerEvents {
  /** Emitted for a changed state, a problem, or blocks at the tip. */
  report: []
  appended: [readonly Appended[]]
}

export class Follower extends EventEmitter<FollowerEvents> {
  readonly #options: FollowerOptions
  readonly #timing: FollowerTiming
  readonly #handler: ChainSyncHandler
  readonly #loop: Loop
  #status: FollowerStatus = { state: 'connecting', problem: null, nodeTip: null }
  #logged = ''
  #blocks = 0
  #connections = 0
  #broken = 0
  /** The next block has content that this version does not know. */
  #needsUpgrade = false
  /** As it was read last, because the log may be unreadable when a report is made. */
  #base: NonNullable<FollowingReport['base']> | null = null
  /** The node keeps sending invalid messages, or the next block needs an upgrade. */
  #waitsLongest = false

  constructor(options: FollowerOptions) {
    super()
    this.#options = options
    this.#timing = { ...TIMING, ...options.timing }
    this.#handler = new ChainSyncHandler(options.log, {
      maxDepth: options.maxDepth ?? SECURITY_PARAMETER,
      latestSlot: options.latestSlot,
      keepsDatum: options.keepsDatum,
      isRecorded: options.isRecorded ?? false,
    })
    this.#loop = new Loop({ random: options.random })
  }

  get status(): FollowerStatus {
    return this.#status
  }

  get report(): FollowingReport {
    const { log, isRecorded = false } = this.#options
    this.#readBase()
    return {
      ...this.#status,
      base: this.#base,
      logEnd: log.end === undefined ? null : { slot: log.end.slot, id: log.end.id, height: log.end.height },
      isRecorded,
      upgrade: this.#needsUpgrade ? 'needed' : 'none',
      counts: { blocks: this.#blocks, connections: this.#connections },
      at: Date.now(),
    }
  }

  #readBase(): void {
    try {
      const { base } = this.#options.log
      this.#base = base ? { slot: base.slot, id: base.id, height: base.height, digest: base.digest } : null
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
    }
  }

  /** @throws errors that only a bug causes */
  async run(): Promise<void> {
    await this.#loop.run(
      (succeeded) => this.#follow(succeeded),
      (error) => this.#waitsAfter(error),
    )
    if (this.#loop.isStopped) this.#set({ state: 'stopped', problem: null })
  }

  /** After the next start, the node sends the blocks that were not appended again. */
  stop(): void {
    this.#loop.stop()
  }

  /** @returns the waits until the next connection; undefined if following has stopped */
  #waitsAfter(error: unknown): Waits | undefined {
    if (isBroken(error)) this.#broken++
    this.#needsUpgrade = error instanceof UnknownBlock
    this.#waitsLongest = this.#needsUpgrade || (isBroken(error) && this.#broken >= BROKEN_TRIES)
    const problem = problemOf(error, this.#waitsLongest, outsideText(error))
    const detail = problemOf(error, this.#waitsLongest, messageOf(error))
    const { retry, longestRetry } = this.#timing
    const isOver = this.#waitsLongest || !isPassing(error)
    this.#set({ state: isOver ? 'stopped' : 'waiting', problem }, detail)
    if (this.#waitsLongest) return { first: longestRetry, longest: longestRetry }
    const isOfFile = error instanceof StorageError
    if (isOver && (isOfFile || error instanceof FollowingStopped)) return undefined
    if (isOver) throw error
    return { first: retry, longest: isOfFile ? Math.min(longestRetry, LONGEST_WRITE_RETRY_MS) : longestRetry }
  }

  /** @param detail the problem in words for the operator only; logged once, even if it recurs */
  #set(change: Partial<FollowerStatus>, detail?: string): void {
    this.#status = { ...this.#status, ...change }
    const { state, problem } = this.#status
    if (problem === null || detail !== undefined) {
      const logged = state === 'stopped' || problem === null ? `${state} ${detail ?? null}` : `${detail}`
      if (logged !== this.#logged) {
        this.#logged = logged
        const level = problem === null ? 'info' : state === 'stopped' ? 'error' : 'warn'
        this.#options.logger[level](
          { state, ...(problem === null ? {} : { problem: detail }) },
          `the indexer is ${state}`,
        )
      }
    }
    this.emit('report')
  }

  /** Throws the reason why the connection ended; returns if following was stopped. */
  async #follow(succeeded: () => void): Promise<void> {
    if (!this.#waitsLongest) this.#set({ state: 'connecting' })
    this.#connections++
    const { url } = this.#options
    const connection = await openConnection({
      url,
      timeout: this.#timing.timeout,
      signal: this.#loop.signal,
      use: 'blocks',
    })
    try {
      if (this.#loop.isStopped) return
      await this.#findIntersection(connection)
      await this.#converse(connection, succeeded)
    } finally {
      connection.drop()
    }
  }

  async #findIntersection(connection: Connection): Promise<void> {
    const { network, log } = this.#options
    const { timeout } = this.#timing
    const problem = networkProblem(connection, network)
    if (problem !== undefined) throw new ProtocolBroken(problem)
    await this.#checkStart(connection)
    const met = await withTimeout(
      intersect(connection, log.resumePoints()),
      timeout,
      `find an intersection within ${timeout} ms`,
    )
    if (met === undefined)
      throw new ConnectionLost(
        log.end === undefined
          ? 'the node does not have the block of START_POINT: is it still syncing, or on another network?'
          : "the node has none of the log's blocks: is it still syncing, or on another network?",
      )
    this.#handler.resumeAt(met.point)
    // Readers of the log know their distance to the tip before the first block arrives.
    log.announceTip(heightOf(met.tip))
    this.#set({ nodeTip: met.tip })
  }

  /** Times are computed from slots, so after a reset of the network every time would be wrong. */
  async #checkStart(connection: Connection): Promise<void> {
    const { networkStart } = this.#options
    if (networkStart === undefined) return
    const start = await networkStartOn(connection, this.#timing.timeout)
    if (start !== networkStart)
      throw new ProtocolBroken(
        `the devnet was restarted at ${new Date(start).toISOString()}: restart the service`,
      )
  }

  #converse(connection: Connection, succeeded: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let gathering: NodeJS.Timeout | undefined
      let unanswered = 0
      let lastMessage = performance.now()
      let ended = false
      const end = (error?: unknown): void => {
        if (ended) return
        ended = true
        clearTimeout(gathering)
        clearInterval(watch)
        if (error === undefined) resolve()
        else reject(error)
      }
      const attempt = (work: () => void): void => {
        if (ended) return
        try {
          work()
        } catch (error) {
          end(error)
        }
      }
      const append = (): void => {
        clearTimeout(gathering)
        gathering = undefined
        const entries = this.#handler.flush()
        const { nodeTip } = this.#status
        const height = this.#options.log.end?.height ?? 0
        const isAtTip = nodeTip === 'origin' || (nodeTip !== null && height >= nodeTip.height)
        const state = isAtTip ? 'following' : 'syncing'
        if (this.#status.state !== state || this.#status.problem !== null) this.#set({ state, problem: null })
        if (entries.length > 0) {
          succeeded()
          this.#broken = 0
          this.#needsUpgrade = false
          this.#blocks += entries.filter(({ kind }) => kind === 'forward').length
          this.emit('appended', entries)
          // Far from the tip, the regular reports are enough: a report takes longer than reading ten blocks.
          if (isAtTip) this.emit('report')
        }
        if (unanswered > 0) sync.request(unanswered)
        unanswered = 0
      }
      const onFrame = (frame: string): void => {
        let message: Exclude<ChainSyncMessage, { kind: 'error' }>
        try {
          message = readMessageOf(connection, frame)
          this.#handler.handle(message)
        } catch (error) {
          // The blocks before the wrong block are valid, and no further block may arrive.
          if (isBroken(error) || error instanceof UnknownBlock) append()
          throw error
        }
        lastMessage = performance.now()
        unanswered++
        this.#status = { ...this.#status, nodeTip: message.tip }
        this.#options.log.announceTip(heightOf(message.tip))
        const isAtTip =
          message.tip === 'origin' ||
          (message.kind === 'forward' && message.block.height >= message.tip.height)
        if (isAtTip || unanswered >= BATCH) append()
        else gathering ??= setTimeout(() => attempt(append), this.#timing.gather)
      }
      const sync: ChainSync = listen(connection, (frame) => attempt(() => onFrame(frame)))
      const watch = this.#watch(connection, sync, () => lastMessage, end)
      connection.closed.then((reason) => end(this.#loop.isStopped ? undefined : new ConnectionLost(reason)))
      sync.request(WINDOW)
    })
  }

  /** Ends a session if the other side is silent, or if the node has blocks that do not arrive. */
  #watch(
    connection: Connection,
    sync: ChainSync,
    lastMessage: () => number,
    end: (error: unknown) => void,
  ): NodeJS.Timeout {
    const { silence, stall, timeout } = this.#timing
    const every = Math.min(silence, stall) / 4
    let lastSign = performance.now()
    let asking = false
    return setInterval(() => {
      const now = performance.now()
      if (sync.hadSignOfLife()) lastSign = now
      if (now - lastSign > silence) {
        end(new ConnectionLost(`no message from Ogmios for ${Math.round(silence / 1000)} s`))
        return
      }
      if (asking || now - lastMessage() < stall) return
      asking = true
      healthOf({ url: this.#options.url, timeout, signal: this.#loop.signal })
        .then(({ lastKnownTip }) => {
          // Blocks are missing if the node's tip is later than the last tip that Ogmios sent, or than the log's end.
          const { nodeTip } = this.#status
          const reported = nodeTip === null || nodeTip === 'origin' ? -1 : nodeTip.slot
          const seen = Math.min(reported, this.#options.log.end?.slot ?? -1)
          if (lastKnownTip.slot > seen && now - lastMessage() >= stall)
            end(new ConnectionLost('the node has new blocks, but Ogmios does not send them'))
        })
        .catch(() => {})
        .finally(() => {
          asking = false
        })
      connection.context.socket.ping()
    }, every)
  }
}

/** @throws {ConnectionLost} for an error reply */
const readMessageOf = (
  { health }: Connection,
  frame: string,
): Exclude<ChainSyncMessage, { kind: 'error' }> => {
  const message = readFrameOf(health.version, frame)
  if (message.kind === 'error')
    throw new ConnectionLost(`Ogmios answered with error ${message.code}: ${message.message}`)
  return message
}

const isBroken = (error: unknown): boolean =>
  error instanceof ProtocolBroken || error instanceof UnreadableFrame || error instanceof LogConflict

/** Whether trying again may help. */
const isPassing = (error: unknown): boolean =>
  error instanceof PassingError || (error instanceof StorageError && error.isPassing)

const problemOf = (error: unknown, isStuck: boolean, text: string): string =>
  isStuck && isBroken(error) && !(error instanceof UnreadableFrame)
    ? `${text}. It was so on ${BROKEN_TRIES} connections in a row: check Ogmios and its node, which is asked again twice a minute`
    : text
