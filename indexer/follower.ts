// Follows a node's chain into the log, for as long as it takes: connects, resumes where the log ends, keeps
// requests in flight, and after every drop, stall or silence tries again. It stops for good only where continuing
// would mean guessing, or where trying again has not helped, and then says why.
import { setTimeout as sleep } from 'node:timers/promises'
import { EventEmitter } from 'eventemitter3'
import { outsideText } from '../schema/platform/outside-text.ts'
import { StorageError } from '../schema/platform/storage-error.ts'
import type { Network, Tip } from '../schema/primitives.ts'
import { ChainSyncHandler, FollowingStopped, ProtocolBroken } from './chain-sync-handler.ts'
import { type Appended, type Log, LogConflict } from './log/log.ts'
import { type ChainSync, intersect, listen, readFrame } from './ogmios/chain-sync.ts'
import { type Connection, ConnectionLost, healthOf, openConnection } from './ogmios/connection.ts'
import { type ChainSyncMessage, UnreadableFrame } from './ogmios/messages.ts'
import { networkProblem } from './ogmios/network-problem.ts'
import { networkStartOn } from './ogmios/network-start.ts'
import { withTimeout } from './ogmios/with-timeout.ts'

/**
 * connecting: no conversation yet. syncing: blocks are coming, the node's tip is ahead. following: at the node's
 * tip. waiting: the connection is down, the next try is due. stopped: for good, until a restart.
 */
export type FollowerState = 'connecting' | 'syncing' | 'following' | 'waiting' | 'stopped'

export interface FollowerStatus {
  readonly state: FollowerState
  /** Why it waits or has stopped, or what broke last, in words for everybody; null when all is well. */
  readonly problem: string | null
  /** The node's tip as of the last message. */
  readonly nodeTip: Tip | 'origin' | null
}

export interface FollowerOptions {
  readonly log: Log
  /** URL of Ogmios. */
  readonly url: string
  readonly network: Network
  /**
   * When slot 0 is taken to have begun, milliseconds since 1970: given for a network that may be reset, as a devnet
   * may, and then compared with what each connection reports.
   */
  readonly networkStart?: number
  /** Blocks a chain can go back. */
  readonly maxDepth: number
  /** Runs before each connection, to repair what a failed `onAppended` left undone. Its errors are handled alike. */
  readonly onConnecting?: () => void
  /** Takes what was appended, before more is read. A throw is final unless it is a passing StorageError. */
  readonly onAppended: (entries: readonly Appended[], tip: Tip | 'origin') => void
  /** 0 to 1, for the spread of retries. */
  readonly random: () => number
  readonly timing?: Partial<FollowerTiming>
}

/** All in milliseconds. */
export interface FollowerTiming {
  /** For a health check, a handshake, an intersection. */
  readonly timeout: number
  /** First wait before a retry, doubled each time up to the longest. */
  readonly retry: number
  readonly longestRetry: number
  /** Ogmios pings every 30 s; without a sign of life for this long the connection is dead. */
  readonly silence: number
  /** Without a message for this long, the node is asked over HTTP whether it has more blocks. */
  readonly stall: number
  /** Longest that blocks wait to be appended together. */
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

/** Milliseconds, at most, between two tries to write a file: nobody is bothered by them, and room comes without notice. */
const LONGEST_WRITE_RETRY = 2_000

/** Blocks appended together far behind the tip. */
const BATCH = 100

/** Connections in a row that may end with what Ogmios must not send, without a new block, before following stops. */
const BROKEN_TRIES = 4

/** Requests in flight: one batch being worked on, one on its way. */
const WINDOW = 2 * BATCH

interface FollowerEvents {
  /** The state or the problem is another; with the problem in words for the operator alone. */
  status: [status: FollowerStatus, detail: string | null]
}

export class Follower extends EventEmitter<FollowerEvents> {
  readonly #options: FollowerOptions
  readonly #timing: FollowerTiming
  readonly #handler: ChainSyncHandler
  readonly #abort = new AbortController()
  #status: FollowerStatus = { state: 'connecting', problem: null, nodeTip: null }
  #detail: string | null = null
  #connection: Connection | undefined

  constructor(options: FollowerOptions) {
    super()
    this.#options = options
    this.#timing = { ...TIMING, ...options.timing }
    this.#handler = new ChainSyncHandler(options.log, options.maxDepth)
  }

  get status(): FollowerStatus {
    return this.#status
  }

  /** Follows until stopped; resolves then, whether it was asked to or had to. */
  async run(): Promise<void> {
    let failures = 0
    let broken = 0
    while (!this.#abort.signal.aborted) {
      const seqBefore = this.#options.log.lastSeq
      let longest = this.#timing.longestRetry
      try {
        this.#set({ state: 'connecting' })
        this.#options.onConnecting?.()
        await this.#follow()
      } catch (error) {
        if (this.#abort.signal.aborted) break
        if (this.#options.log.lastSeq > seqBefore) broken = 0
        if (isBroken(error)) broken++
        const isOver = broken >= BROKEN_TRIES
        const problem = problemOf(error, isOver, outsideText(error))
        this.#detail = problemOf(error, isOver, messageOf(error))
        if (isOver || !isPassing(error)) {
          this.#set({ state: 'stopped', problem })
          if (!isExplained(error)) throw error
          return
        }
        if (error instanceof StorageError) longest = Math.min(longest, LONGEST_WRITE_RETRY)
        this.#set({ state: 'waiting', problem })
      } finally {
        this.#connection?.drop()
        this.#connection = undefined
      }
      failures = this.#options.log.lastSeq > seqBefore ? 0 : failures + 1
      await sleep(this.#delay(failures, longest), undefined, { signal: this.#abort.signal }).catch(() => {})
    }
    this.#set({ state: 'stopped', problem: null })
  }

  /** Ends following. What was gathered but not appended comes again from the node next time. */
  stop(): void {
    this.#abort.abort()
  }

  #delay(failures: number, longest: number): number {
    const delay = Math.min(longest, this.#timing.retry * 2 ** Math.min(failures, 16))
    return delay * (0.5 + 0.5 * this.#options.random())
  }

  #set(change: Partial<FollowerStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.emit('status', this.#status, this.#status.problem === null ? null : this.#detail)
  }

  /** One conversation; ends by throwing the reason, or returns when the connection was closed on request. */
  async #follow(): Promise<void> {
    const { url, network, log } = this.#options
    const { timeout } = this.#timing
    const connection = await openConnection({ url, timeout, signal: this.#abort.signal })
    this.#connection = connection
    if (this.#abort.signal.aborted) return
    const problem = networkProblem(connection, network)
    if (problem !== undefined) throw new FollowingStopped(problem)
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
          : 'the node has none of the blocks the log holds: is it still syncing, or on another network?',
      )
    this.#handler.begin(met.point)
    this.#set({ nodeTip: met.tip })
    await this.#converse(connection)
  }

  /** Slots are known by their numbers alone: after a reset of the network every time would be wrong. */
  async #checkStart(connection: Connection): Promise<void> {
    const { networkStart } = this.#options
    if (networkStart === undefined) return
    const start = await networkStartOn(connection, this.#timing.timeout)
    if (start !== networkStart)
      throw new FollowingStopped(
        `the devnet was restarted at ${new Date(start).toISOString()}: restart the service`,
      )
  }

  #converse(connection: Connection): Promise<void> {
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
        // Reported before the blocks, so that whoever folds them can store the status with them.
        if (this.#status.state !== state || this.#status.problem !== null) this.#set({ state, problem: null })
        if (entries.length > 0 && nodeTip !== null) this.#options.onAppended(entries, nodeTip)
        if (unanswered > 0) sync.request(unanswered)
        unanswered = 0
      }
      const onFrame = (frame: string): void => {
        let message: Exclude<ChainSyncMessage, { kind: 'error' }>
        try {
          message = readMessageOf(frame)
          this.#handler.take(message)
        } catch (error) {
          // What came before it is valid, and may be all that ever comes.
          if (isBroken(error)) append()
          throw error
        }
        lastMessage = performance.now()
        unanswered++
        this.#status = { ...this.#status, nodeTip: message.tip }
        const isAtTip =
          message.tip === 'origin' ||
          (message.kind === 'forward' && message.block.height >= message.tip.height)
        if (isAtTip || unanswered >= BATCH) append()
        else gathering ??= setTimeout(() => attempt(append), this.#timing.gather)
      }
      const sync: ChainSync = listen(connection, (frame) => attempt(() => onFrame(frame)))
      const watch = this.#watch(connection, sync, () => lastMessage, end)
      connection.closed.then((reason) =>
        end(this.#abort.signal.aborted ? undefined : new ConnectionLost(reason)),
      )
      sync.request(WINDOW)
    })
  }

  /** Ends a conversation whose other side is silent, or whose node has blocks that do not come. */
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
      if (sync.takeSign()) lastSign = now
      if (now - lastSign > silence) {
        end(new ConnectionLost(`no sign of life from Ogmios for ${Math.round(silence / 1000)} s`))
        return
      }
      if (asking || now - lastMessage() < stall) return
      asking = true
      healthOf({ url: this.#options.url, timeout, signal: this.#abort.signal })
        .then(({ lastKnownTip }) => {
          // What it reported and what we have: the lesser, as blocks may be due though its tip stands still.
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

/** @throws {ConnectionLost} for an error reply. */
const readMessageOf = (frame: string): Exclude<ChainSyncMessage, { kind: 'error' }> => {
  const message = readFrame(frame)
  if (message.kind === 'error')
    throw new ConnectionLost(`Ogmios answered with error ${message.code}: ${message.message}`)
  return message
}

/** Whether Ogmios sent what it must not: once it may be an accident of the connection or of a restart. */
const isBroken = (error: unknown): boolean =>
  error instanceof ProtocolBroken || error instanceof UnreadableFrame || error instanceof LogConflict

/** Whether trying again may help. */
const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionLost || isBroken(error) || (error instanceof StorageError && error.isPassing)

/** Whether the error is for the operator rather than a bug. */
const isExplained = (error: unknown): boolean =>
  isBroken(error) || error instanceof FollowingStopped || error instanceof StorageError

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** @param isOver whether no other connection is tried. */
const problemOf = (error: unknown, isOver: boolean, text: string): string =>
  isOver && !(error instanceof UnreadableFrame)
    ? `${text}. Ogmios sent this on ${BROKEN_TRIES} connections in a row: check Ogmios and its node, then restart the service`
    : text
