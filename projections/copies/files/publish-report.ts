// Report of publishing, and its log lines: one when its problem changes.
import { statfsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Tip } from '../../../schema/primitives.ts'
import type { PublishingReport } from '../../../schema/reports.ts'

export class PublishReport {
  readonly #logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly #into: string
  readonly #onChange: () => void
  #state: PublishingReport['state'] = 'waiting'
  #problem: string | null = null
  #published: Tip | null = null

  constructor(logger: Pick<Logger, 'info' | 'warn' | 'error'>, into: string, onChange: () => void) {
    this.#logger = logger
    this.#into = into
    this.#onChange = onChange
  }

  get current(): PublishingReport {
    return {
      state: this.#state,
      problem: this.#problem,
      published: this.#published,
      freeBytes: freeBytesOf(this.#into),
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

/** Null if the directory does not exist yet, or the system does not report it. */
const freeBytesOf = (directory: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return null
  }
}
