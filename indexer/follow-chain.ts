// From a node to the log: the follower appends, and a report says how far it is and why it waits. It knows nothing of
// the models, which read the log by themselves.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { OperationsConfig } from '../schema/config/config.ts'
import { type Network, SECURITY_PARAMETER } from '../schema/primitives.ts'
import type { FollowingReport } from '../schema/reports.ts'
import { REPORT_INTERVAL } from '../schema/reports.ts'
import { slotTime } from '../schema/slots.ts'
import { Follower, type FollowerTiming } from './follower.ts'
import type { Log } from './log/log.ts'

export interface ChainFollowingOptions {
  readonly log: Log
  readonly network: Network
  readonly operations: OperationsConfig
  readonly logger: Logger
}

interface ChainFollowingEvents {
  /** Following came to another state or met a problem, or some time has passed. */
  report: [FollowingReport]
  /** Blocks were appended. */
  appended: []
}

export class ChainFollowing extends EventEmitter<ChainFollowingEvents> {
  readonly #options: ChainFollowingOptions
  #follower: Follower | undefined
  #isRecorded = false
  #timer: NodeJS.Timeout | undefined
  #blocks = 0
  #connections = 0

  constructor(options: ChainFollowingOptions) {
    super()
    this.#options = options
  }

  get report(): FollowingReport {
    const { end } = this.#options.log
    const { state, problem, nodeTip } = this.#follower?.status ?? {
      state: 'connecting',
      problem: null,
      nodeTip: null,
    }
    return {
      state,
      problem,
      nodeTip,
      logEnd: end === undefined ? null : { slot: end.slot, id: end.id, height: end.height },
      isRecorded: this.#isRecorded,
      counts: { blocks: this.#blocks, connections: this.#connections },
      at: Date.now(),
    }
  }

  /** Follows a node until `stop`; resolves when following has ended, for whichever reason. */
  async follow(
    url: string,
    options: { readonly isRecorded: boolean; readonly timing?: Partial<FollowerTiming> },
  ): Promise<void> {
    const { log, network, operations, logger } = this.#options
    const mayStartAgain = network === 'devnet' && !options.isRecorded
    this.#isRecorded = options.isRecorded
    const follower = new Follower({
      log,
      url,
      network,
      ...(mayStartAgain ? { networkStart: Math.round(1000 * slotTime(operations, 0)) } : undefined),
      maxDepth: SECURITY_PARAMETER,
      random: Math.random,
      onConnecting: () => {
        this.#connections++
      },
      onAppended: (entries) => {
        this.#blocks += entries.filter(({ kind }) => kind === 'forward').length
        // First: whoever folds them begins while the report is written.
        this.emit('appended')
        this.#report()
      },
      ...(options.timing === undefined ? undefined : { timing: options.timing }),
    })
    this.#follower = follower
    let logged = ''
    follower.on('status', ({ state }, problem) => {
      // A problem is logged once, however often it is met again.
      const news = state === 'stopped' || problem === null ? `${state} ${problem}` : problem
      if (news !== logged) {
        logged = news
        const level = state === 'stopped' && problem !== null ? 'error' : problem === null ? 'info' : 'warn'
        logger[level]({ state, ...(problem === null ? undefined : { problem }) }, 'following')
      }
      this.#report()
    })
    this.#timer ??= setInterval(() => this.#report(), REPORT_INTERVAL)
    await follower.run()
  }

  stop(): void {
    this.#follower?.stop()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#report()
  }

  #report(): void {
    this.emit('report', this.report)
  }
}
