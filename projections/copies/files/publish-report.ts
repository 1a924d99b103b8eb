// Report of publishing, and its log lines: one for each change of the problem.
import type { Logger } from 'pino'
import type { Tip } from '../../../schema/primitives.ts'
import type { PublishingReport } from '../../../schema/reports.ts'

interface PublishReportOptions {
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Name of the store, for the log. */
  readonly into: string
  readonly freeBytes?: () => number | null
}

const tipOf = ({ slot, id, height }: Tip): Tip => ({ slot, id, height })

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

  /** @param isOver whether publishing has stopped until an operator decides */
  setProblem(problem: string | null, isOver = false): void {
    const state = isOver ? 'stopped' : problem === null ? 'publishing' : 'waiting'
    if (problem === this.#problem && state === this.#state) return
    const isAgain = (this.#problem !== null || this.#state === 'standby') && problem === null
    this.#state = state
    this.#problem = problem
    this.#onChange()
    const into = this.#into
    if (isAgain) this.#logger.info({ into }, 'publishing continues')
    else if (problem !== null)
      this.#logger[isOver ? 'error' : 'warn']({ into, problem }, 'nothing is published')
  }

  /** Reports that another indexer publishes. @param published last block that it has published */
  setStandby(published: Tip | undefined): void {
    const isNew = this.#state !== 'standby'
    const hasMoved = published?.id !== this.#published?.id
    this.#published = published === undefined ? null : tipOf(published)
    this.#state = 'standby'
    this.#problem = null
    if (isNew || hasMoved) this.#onChange()
    if (isNew) this.#logger.info({ into: this.#into }, 'another indexer publishes, and this one stands by')
  }

  setPublished(published: Tip): void {
    const hasMoved = published.id !== this.#published?.id
    this.#published = tipOf(published)
    this.setProblem(null)
    if (hasMoved) this.#onChange()
  }
}
