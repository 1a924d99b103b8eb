// Clients of the API that read while the chain forks. Each client must see the states of the chain in order. Two clients that read at the
// same block must get equal responses.
import { setTimeout as sleep } from 'node:timers/promises'
import { Finding } from '../../fuzz/finding.ts'
import type { Step } from '../../fuzz/fold-path.ts'
import { requestsTo } from '../../kit/requests.ts'

/** Responses do not depend on the clock. */
const PATHS = [
  '/v1/blocks/latest',
  '/v1/pools-main-page/initial/state?filter=Latest',
  '/v1/pools-main-page/totals',
]

const PAUSE_MS = 40

export class Readers {
  readonly #url: string
  readonly #path: readonly Step[]
  readonly #answers = new Map<string, string>()
  readonly #at = new Map<string, number>()
  #isOver = false

  constructor(url: string, path: readonly Step[]) {
    this.#url = url
    this.#path = path
  }

  /** @throws {Finding} for the first wrong response */
  async during(happen: () => Promise<void>): Promise<void> {
    this.#isOver = false
    const reading = Promise.all(PATHS.map((each) => this.#read(each)))
    // Prevents an unhandled rejection. The failure is thrown after `happen`.
    reading.catch(() => {})
    try {
      await happen()
    } finally {
      this.#isOver = true
    }
    await reading
  }

  async #read(path: string): Promise<void> {
    for (; !this.#isOver; await sleep(PAUSE_MS)) {
      const { status, headers, text } = await requestsTo(this.#url).call(path)
      const id = headers.get('x-indexed-block') ?? ''
      if (status !== 200) throw new Finding('answers do not fail', `${status} ${path}: ${text}`)
      const at = this.#at.get(path) ?? 0
      const next = this.#path.findIndex(({ block }, step) => step >= at && block.point.id === id)
      if (next === -1)
        throw new Finding(
          'a reader sees earlier blocks only after a fork',
          `${path} is at ${id} after ${this.#path[at]?.block.point.id}`,
        )
      this.#at.set(path, next)
      const key = `${path} at ${id}`
      const known = this.#answers.get(key)
      this.#answers.set(key, text)
      if (known !== undefined && known !== text)
        throw new Finding(
          'an answer is of one block',
          `${key}: ${known.slice(0, 300)} and ${text.slice(0, 300)}`,
        )
    }
  }
}
