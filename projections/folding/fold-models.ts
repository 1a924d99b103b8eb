// From the log to the models: folds what the log holds, and what is appended to it, piece by piece. A file that cannot
// be written is waited for; at a block that cannot be folded it stops, and the report says why.
import { setTimeout as sleep } from 'node:timers/promises'
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { IN_THE_LOG } from '../../schema/platform/message-of.ts'
import { StorageError } from '../../schema/platform/storage-error.ts'
import type { Network } from '../../schema/primitives.ts'
import type { FoldingReport, OnProgress } from '../../schema/reports.ts'
import { REPORT_INTERVAL } from '../../schema/reports.ts'
import { FoldFailed } from '../engine/fold/fold-errors.ts'
import type { Checkpoint } from '../engine/fold/projector.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'
import { launchpadModels } from '../launchpad-models.ts'
import { Rate } from './rate.ts'
import { type LogReader, Subscription } from './subscription.ts'

/** Milliseconds a rate looks back. */
const RATE_WINDOW = 10_000

/** Milliseconds between two tries to fold into a file that cannot be written, at first and at most. */
const RETRY = 500
const LONGEST_RETRY = 2_000

/** Milliseconds between two looks at the log, when nobody says that it has grown. */
const LOOK = 100

export interface ModelsFoldingOptions {
  readonly dataDir: string
  readonly network: Network
  readonly operations: OperationsConfig
  readonly log: LogReader
  /** Height of the node's tip, as far as it is known. */
  readonly tipHeight: () => number
  readonly logger: Logger
}

interface ModelsFoldingEvents {
  /** Folding met a problem or is over it, or some time has passed. */
  report: [FoldingReport]
  folded: []
}

/** Why nothing is folded, and whether that may pass by itself. */
interface Hindrance {
  readonly problem: string
  /** Problem with its cause, for the operator alone. */
  readonly detail: string
  readonly isPassing: boolean
}

export class ModelsFolding extends EventEmitter<ModelsFoldingEvents> {
  readonly #options: ModelsFoldingOptions
  readonly #rate = new Rate(RATE_WINDOW, () => performance.now())
  readonly #subscription: Subscription<LaunchpadEvent>
  readonly #ending = new AbortController()
  #hindrance: Hindrance | undefined
  #timer: NodeJS.Timeout | undefined
  /** Ends a wait for the log to grow. */
  #endWait: () => void = () => {}

  /** @throws {StartupError} when the models cannot be used. */
  constructor(options: ModelsFoldingOptions) {
    super()
    this.#options = options
    const { dataDir, network, operations, log, tipHeight, logger } = options
    this.#subscription = new Subscription({
      ...launchpadModels(network, operations),
      directory: dataDir,
      log,
      tipHeight,
      onRefold: (reason) => logger.warn({ reason }, 'the models are folded again from the log'),
    })
  }

  get checkpoint(): Checkpoint | undefined {
    return this.#subscription.checkpoint
  }

  get report(): FoldingReport {
    return {
      problem: this.#hindrance?.problem ?? null,
      isPassing: this.#hindrance?.isPassing ?? false,
      rate: this.#rate.value,
      refolding: this.#subscription.refolding,
      counts: this.#subscription.counts,
      at: Date.now(),
    }
  }

  /**
   * Folds what the log holds and the models do not, from wherever they stand.
   * Yields to the event loop between pieces; `signal` ends it there.
   * @throws {StorageError} when a file cannot be read or written.
   * @throws {FoldFailed} at a block that cannot be folded; what comes before it was.
   */
  async catchUp(onProgress: OnProgress = () => {}, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && this.#step()) {
      onProgress(this.checkpoint?.seq ?? 0, this.#options.log.end?.seq ?? 0)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Folds what the log holds, and what is appended to it, until `close`. Never rejects. */
  async run(): Promise<void> {
    const { signal } = this.#ending
    this.#timer ??= setInterval(() => this.#report(), REPORT_INTERVAL)
    let wait = RETRY
    while (!signal.aborted) {
      try {
        await this.catchUp(undefined, signal)
        this.#hinder(undefined)
        wait = RETRY
        await this.#growth()
      } catch (error) {
        const isPassing = error instanceof StorageError && error.isPassing
        this.#hinder({ ...this.#explain(error), isPassing })
        if (!isPassing) return
        await sleep(wait, undefined, { signal }).catch(() => {})
        wait = Math.min(2 * wait, LONGEST_RETRY)
      }
    }
  }

  /** Says that the log has grown: it is looked at as soon as what was there is folded. */
  look(): void {
    this.#endWait()
  }

  close(): void {
    this.#ending.abort()
    this.#endWait()
    clearInterval(this.#timer)
    this.#report()
    this.#subscription.close()
  }

  /** One piece of folding; false when there was nothing to do. */
  #step(): boolean {
    const { refolding } = this.#subscription
    const folded = this.#stepWithin()
    if (folded === undefined) return false
    this.#rate.add(folded)
    if (`${refolding}` !== `${this.#subscription.refolding}`) this.#report()
    if (folded > 0) this.emit('folded')
    return true
  }

  /** A piece that holds a block which cannot be folded is folded again as far as that block. */
  #stepWithin(): number | undefined {
    try {
      return this.#subscription.step()
    } catch (error) {
      if (!(error instanceof FoldFailed) || this.#subscription.stepBefore(error.seq) === 0) throw error
      return 0
    }
  }

  /** Waits until the log has grown, or may have. */
  async #growth(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#endWait = resolve
      timer = setTimeout(resolve, LOOK)
    })
    clearTimeout(timer)
  }

  #hinder(hindrance: Hindrance | undefined): void {
    if (hindrance?.problem === this.#hindrance?.problem) return
    this.#hindrance = hindrance
    this.#report()
    const { logger } = this.#options
    if (hindrance === undefined) logger.info('folding continues')
    else logger[hindrance.isPassing ? 'warn' : 'error']({ problem: hindrance.detail }, 'nothing is folded')
  }

  /** An error as one line for the report, and as one for the log; with its stack in the log when it is a bug. */
  #explain(error: unknown): Pick<Hindrance, 'problem' | 'detail'> {
    if (error instanceof StorageError) return { problem: error.outside, detail: error.message }
    const cause = error instanceof FoldFailed ? error.cause : error
    this.#options.logger.error({ err: cause }, 'folding failed')
    const problem = error instanceof FoldFailed ? error.message : `the models cannot be folded${IN_THE_LOG}`
    return { problem, detail: problem }
  }

  #report(): void {
    this.emit('report', this.report)
  }
}
