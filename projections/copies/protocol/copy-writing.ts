// Writes a copy of an indexer's models: gets the lead by the rules of leadership.ts, copies each commit, and loads everything when
// necessary. After a failure, the writer opens the copy's place again; the fold does not wait. If an operator must decide, the writer stops
// and gives up the lead.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { Waits } from '../../../schema/platform/backoff.ts'
import { Loop } from '../../../schema/platform/loop.ts'
import type { MirroringReport } from '../../../schema/reports.ts'
import { FollowedModels } from '../source/followed-models.ts'
import type { DescribedModels, ModelsSource } from '../source/models-source.ts'
import { CommitPace } from './commit-pace.ts'
import { CopyReport } from './copy-report.ts'
import { type CopyState, CopyStopped } from './copy-state.ts'
import { CopyWatch, fitnessOf, type Lead, MOVES } from './leadership.ts'
import { type Comparison, type Copy, compare, type SyncResult, sync } from './sync.ts'

const WAITS: Waits = { first: 200, longest: 5_000 }

/** Interval in ms between two checks without a notice of a commit. */
const POLL_INTERVAL_MS = 100

/** Interval in ms between two attempts to lead, or to find models to copy. */
const STANDBY_MS = 500

export type Due = Pick<Extract<SyncResult, { readonly kind: 'load' }>, 'reason' | 'state'>

export interface OpenCopy {
  readonly copy: Copy
  /** Undefined if only one process can write the copy. */
  readonly lead?: Lead
  /** Called while another process leads. Given only if `compare` would read too much. */
  look?(source: ModelsSource): Promise<Seen>
  begin?(): Promise<void>
  load(due: Due, source: ModelsSource): Promise<CopyState>
  /** Called by the leader when the copy equals the models. */
  after?(state: CopyState): Promise<void>
  /** Shows that the leader is alive. */
  beat(): Promise<void>
  close(): Promise<void>
}

export interface CopyPlace {
  readonly name: string
  readonly interval: number
  /** Time in ms after which a response is reported as late, and the text of the report. */
  readonly late?: { readonly ms: number; readonly problem: string }
  /** @param signal ends all work without waiting for a response */
  open(signal: AbortSignal, report: CopyReport): Promise<OpenCopy>
  /** The detail is for the service's log lines. */
  explain(error: unknown): readonly [problem: string, detail?: string]
  close?(): Promise<void>
}

/** The copy as an indexer without the lead knows it. */
export interface Seen {
  readonly kind: Exclude<(Comparison | SyncResult)['kind'], 'moved'>
  readonly isComplete: boolean
  readonly state: CopyState | undefined
  readonly reason?: string
}

export interface CopyWritingOptions {
  readonly place: CopyPlace
  readonly directory: string
  readonly models: DescribedModels
  readonly logger: Logger
  /** Time in ms without progress of the copy after which this indexer asks for the lead. */
  readonly stall?: number
}

interface CopyWritingEvents {
  /** The state, the problem or the last block has changed. */
  report: []
}

export class CopyWriting extends EventEmitter<CopyWritingEvents> {
  readonly #options: CopyWritingOptions
  readonly #place: CopyPlace
  readonly #report: CopyReport
  readonly #loop: Loop
  readonly #pace = new CommitPace()
  #models: FollowedModels | undefined

  constructor(options: CopyWritingOptions) {
    super()
    this.#options = options
    this.#place = options.place
    this.#report = new CopyReport(this.#place.name, options.logger, () => this.emit('report'))
    this.#loop = new Loop({ wakesWith: options.directory })
  }

  get report(): MirroringReport {
    return this.#report.current
  }

  run(): void {
    void this.#loop.run(
      (succeeded) => this.#write(succeeded),
      (error) => this.#waitsAfter(error),
    )
  }

  async close(): Promise<void> {
    await this.#loop.close()
    await this.#place.close?.()
    this.#models?.close()
  }

  #waitsAfter(error: unknown): Waits | undefined {
    if (error instanceof CopyStopped) {
      this.#report.setState('stopped', error.message)
      return undefined
    }
    this.#pace.lost()
    this.#report.setState('waiting', ...this.#place.explain(error))
    return WAITS
  }

  async #write(succeeded: () => void): Promise<void> {
    const { directory, models, stall } = this.#options
    this.#models ??= FollowedModels.open(directory, models)
    if (this.#models === undefined) {
      this.#report.setState('waiting', 'there are no models yet')
      succeeded()
      return this.#loop.wait(STANDBY_MS)
    }
    const open = await this.#answered(this.#place.open(this.#loop.signal, this.#report))
    const watch = new CopyWatch(stall)
    try {
      while (!this.#loop.isStopped) {
        const leads = await this.#standBy(open, this.#models.refresh(), watch)
        if (leads) {
          // A leader succeeds with its first step, since a place that can be read may refuse to be written.
          await open.begin?.()
          await this.#lead(open, this.#models, succeeded)
          await open.lead?.return()
        } else succeeded()
        // Waits longer after returning the lead, so that the process that asked for the lead takes it first.
        await this.#loop.wait(leads ? 2 * STANDBY_MS : STANDBY_MS)
      }
    } finally {
      await open.close()
    }
  }

  /** Reports a late response. */
  async #answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
    const { late } = this.#place
    if (late === undefined) return asked
    const timer = setTimeout(() => this.#report.setState('waiting', late.problem), late.ms)
    try {
      return await asked
    } finally {
      clearTimeout(timer)
    }
  }

  /** @returns whether this indexer is the leader now */
  async #standBy(open: OpenCopy, source: ModelsSource, watch: CopyWatch): Promise<boolean> {
    const found = await this.#answered<Seen>(open.look?.(source) ?? compare(open.copy, source))
    this.#report.setCopy(found.state)
    const height = source.state()?.checkpoint.height ?? 0
    const move = MOVES[fitnessOf(found)][watch.observe(found.state, height, performance.now())]
    if (move === 'try' && (await (open.lead?.try() ?? true))) return true
    this.#reportStandby(open, found)
    return move === 'ask' && (open.lead?.ask() ?? true)
  }

  #reportStandby({ lead }: OpenCopy, { kind, state, reason = '' }: Seen): void {
    const isAlone = lead === undefined || (state === undefined && kind === 'incomplete')
    const problem =
      kind === 'incomplete'
        ? `these models can be copied once they are near the tip and complete (${reason})`
        : kind === 'behind' && isAlone
          ? 'the copy is ahead of the models and continues when they catch up'
          : null
    this.#report.setState(isAlone ? 'waiting' : 'standby', problem)
  }

  /** Ends when the lead must be given back. */
  async #lead(open: OpenCopy, models: FollowedModels, succeeded: () => void): Promise<void> {
    let known: CopyState | undefined
    let beatAt = Number.NEGATIVE_INFINITY
    models.isDue = true
    while (!this.#loop.isStopped) {
      const source = models.refresh()
      const isHeartbeat = performance.now() - beatAt >= this.#place.interval
      if (models.isDue || isHeartbeat) {
        models.isDue = false
        const beganAt = performance.now()
        const result = await this.#answered(sync(open.copy, source, known, this.#pace))
        if (result.kind === 'moved') {
          models.isDue = true
          continue
        }
        const isAsked =
          isHeartbeat && (await this.#answered(open.lead?.isAskedFor() ?? Promise.resolve(false)))
        if (MOVES[fitnessOf(result)][isAsked ? 'asked' : 'leading'] === 'return') {
          this.#report.setCopy(result.state)
          return this.#reportStandby(open, result)
        }
        if (result.kind === 'written') {
          const took = performance.now() - beganAt
          this.#report.commits.add(took / 1000)
          this.#pace.wrote(took)
          models.isDue ||= result.isPartial
        }
        known = result.kind === 'load' ? await this.#load(open, result, source) : result.state
        if (known !== undefined) {
          this.#report.setCopy(known)
          this.#report.setState('following')
          await open.after?.(known)
        }
        if (isHeartbeat) {
          beatAt = performance.now()
          await this.#answered(open.beat())
        }
        succeeded()
      }
      if (!models.isDue) await this.#loop.wait(POLL_INTERVAL_MS)
    }
  }

  async #load(open: OpenCopy, due: Due, source: ModelsSource): Promise<CopyState> {
    const { logger } = this.#options
    const copy = this.#place.name
    this.#report.setState('loading')
    logger.info({ copy, reason: due.reason }, 'everything is copied')
    const beganAt = performance.now()
    const state = await open.load(due, source)
    this.#report.loads++
    const seconds = Math.round((performance.now() - beganAt) / 100) / 10
    logger.info({ copy, height: state.height, seconds }, 'everything was copied')
    return state
  }
}
