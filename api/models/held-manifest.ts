// Holds requests for the manifest of a published directory until the next version is published, so that replicas have it at once.
import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longest time in ms of a held request: less than the time after which proxies and replicas give an answer up. */
const LONGEST_MS = 20_000

/** Interval in ms between two looks at the file, while a request is held. A look takes microseconds. */
const LOOK_MS = 10

export class HeldManifest {
  readonly #path: string
  /** Longest time in ms of a held request. */
  readonly longest: number
  readonly #ending = new AbortController()
  /** The looked-at file and its version. */
  #seen = ''
  #version: unknown

  /** @param path path of the manifest */
  constructor(path: string, longest = LONGEST_MS) {
    this.#path = path
    this.longest = longest
  }

  /** Waits until another version than this one is published, or for the longest time. @param signal ends the wait */
  async until(version: number, signal: AbortSignal): Promise<void> {
    const end = performance.now() + this.longest
    const ending = AbortSignal.any([signal, this.#ending.signal])
    while (this.#current() === version && performance.now() < end && !ending.aborted)
      await sleep(LOOK_MS, undefined, { signal: ending }).catch(() => {})
  }

  /** Ends all waits, and the next ones at once. */
  close(): void {
    this.#ending.abort()
  }

  /** Version in the file, which all held requests share; undefined if there is none. */
  #current(): unknown {
    try {
      const { ino, mtimeNs, size } = statSync(this.#path, { bigint: true })
      const seen = `${ino}-${mtimeNs}-${size}`
      if (seen !== this.#seen) {
        this.#version = JSON.parse(readFileSync(this.#path, 'utf8'))?.state?.version
        this.#seen = seen
      }
      return this.#version
    } catch {
      // The reader gets the answer that says what is wrong.
      return undefined
    }
  }
}
