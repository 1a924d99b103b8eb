// Report of the writer of a copy, and its log lines: one for each change of the state or problem.
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { BucketCounts, WORK_SECONDS } from '../../../schema/platform/bucket-counts.ts'
import type { Tip } from '../../../schema/primitives.ts'
import type { MirroringReport } from '../../../schema/reports.ts'

interface Said extends Pick<MirroringReport, 'state' | 'problem'> {
  readonly detail: string | null
}

export class CopyReport {
  readonly #name: string
  readonly #logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly #onChange: () => void
  #said: Said = { state: 'connecting', problem: null, detail: null }
  /** The last block that the copy is known to have. */
  copy: Tip | null = null
  loaded: MirroringReport['loaded'] = null
  loads = 0
  readonly commits = new BucketCounts(WORK_SECONDS)

  constructor(name: string, logger: Pick<Logger, 'info' | 'warn' | 'error'>, onChange: () => void) {
    this.#name = name
    this.#logger = logger
    this.#onChange = onChange
  }

  get current(): MirroringReport {
    const { state, problem } = this.#said
    return {
      state,
      problem,
      copy: this.copy,
      loaded: this.loaded,
      counts: { loads: this.loads, commits: this.commits.buckets },
      at: Date.now(),
    }
  }

  /** @param detail in the words of the service's log lines */
  setState(state: MirroringReport['state'], problem: string | null = null, detail = problem): void {
    if (isDeepStrictEqual(this.#said, { state, problem, detail })) return
    this.#said = { state, problem, detail }
    this.#onChange()
    if (state === 'stopped') this.#logger.error({ problem: detail }, `${this.#name} is stopped`)
    else if (problem === null) this.#logger.info({ state }, `${this.#name} is ${state}`)
    else this.#logger.warn({ problem: detail, state }, `${this.#name} is ${state}`)
  }

  /** @param copy undefined before the first load */
  setCopy(copy: Tip | undefined): void {
    const hasMoved = copy?.id !== this.copy?.id
    this.copy = copy === undefined ? null : { slot: copy.slot, id: copy.id, height: copy.height }
    if (hasMoved) this.#onChange()
  }
}
