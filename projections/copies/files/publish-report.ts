// Report of publishing, and its log lines: one when its problem changes.
import type { Logger } from 'pino'
import type { Tip } from '../../../schema/primitives.ts'
import type { PublishingReport } from '../../../schema/reports.ts'

interface PublishReportOptions {
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Name of the place in the log. */
  readonly into: string
  readonly freeBytes?: () => number | null
}

export class PublishReport {
  readonly #logger: PublishReportOptions['logger']
  readonly #into: string
  readonly #freeBytes: () => number | null
  readonly #onChange: () => void
  #state: PublishingReport['state'] = 'waiting'
  #problem: string | null = null
  #published: Tip | null = null

  constructor({ logger, into, freeBytes = () => null }: PublishReportOptions, onChange: () => void) {
    this.#logger = logger
    this.#into = into
    this.#freeBytes = freeBytes
    this.#onChange = onChange
  }

  get current(): PublishingReport {
    return {
      state: this.#state,
      problem: this.#problem,
      published: this.#published,
      freeBytes: this.#freeBytes(),
      at: Date.now(),
    }
  }

  /** @param isOver whether an operator must decide */
  setProblem(problem: string | null, isOver = false): void {
    const state = isOver ? 'stopped' : problem === null ? 'publishing' : 'waiting'
    if (problem === this.#problem && state === this.#state) return
    const isAgain = this.#problem !== null && problem === null
    this.#state = state
    this.#problem = problem
    this.#onChange()
    const into = this.#into
    if (isAgain) this.#logger.info({ into }, 'publishing continues')
    else if (problem !== null)
      this.#logger[isOver ? 'error' : 'warn']({ into, problem }, 'nothing is published')
  }

  setPublished({ slot, id, height }: Tip): void {
    const hasMoved = id !== this.#published?.id
    this.#published = { slot, id, height }
    this.setProblem(null)
    if (hasMoved) this.#onChange()
  }
}
