// Clients of the API that read while the chain forks: each client sees the states of the chain in their order, and two clients
// that read at the same block get equal answers.

import { Finding } from '../fuzz/finding.ts'
import type { Step } from '../fuzz/fold-path.ts'

/** Answers that do not depend on the clock. */
const PATHS = [
  '/v1/blocks/latest',
  '/v1/pools-main-page/initial/state?filter=Latest',
  '/v1/pools-main-page/totals',
]

export class Readers {
  readonly #url: string
  /** Every step that the models may have made. */
  readonly #path: readonly Step[]
  /** Answers by path and block. */
  readonly #answers = new Map<string, string>()
  readonly #reading: Promise<void>
  #isEnded = false

  constructor(url: string, path: readonly Step[]) {
    this.#url = url
    this.#path = path
    this.#reading = Promise.all(PATHS.map((each) => this.#read(each))).then(() => {})
    // The caller that ends the readers gets their failure.
    this.#reading.catch(() => {})
  }

  /** @throws {Finding} for the first answer that was wrong */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#reading
  }

  async #read(path: string): Promise<void> {
    for (let at = 0; !this.#isEnded; ) {
      const response = await fetch(this.#url + path)
      const text = await response.text()
      const id = response.headers.get('x-indexed-block') ?? ''
      if (response.status !== 200)
        throw new Finding('answers do not fail', `${response.status} ${path}: ${text}`, undefined)
      const next = this.#path.findIndex(({ block }, step) => step >= at && block.point.id === id)
      if (next === -1)
        throw new Finding(
          'a reader sees earlier blocks only after a fork',
          `${path} is at ${id} after ${this.#path[at]?.block.point.id}`,
          undefined,
        )
      at = next
      const key = `${path} at ${id}`
      const known = this.#answers.get(key)
      this.#answers.set(key, text)
      if (known !== undefined && known !== text)
        throw new Finding(
          'an answer is of one block',
          `${key}: ${known.slice(0, 300)} and ${text.slice(0, 300)}`,
          undefined,
        )
    }
  }
}
