// Requests for a published directory's manifest wait here until the next version is published, so replicas get this version at once.
import { readFileSync, statSync } from 'node:fs'

/** Proxies and replicas give up later. */
const LONGEST_MS = 20_000

/** A check of the file takes microseconds, and is made once for all requests. */
const LOOK_MS = 10

interface Waiting {
  readonly version: number
  readonly release: () => void
}

export class NextManifest {
  readonly #path: string
  readonly longest: number
  readonly #waiting = new Set<Waiting>()
  #looking: NodeJS.Timeout | undefined
  #isClosed = false
  #seen = ''
  #version: unknown

  constructor(path: string, longest = LONGEST_MS) {
    this.#path = path
    this.longest = longest
  }

  /**
   * Also ends after the longest time.
   * @param signal ends the wait
   */
  async until(version: number, signal: AbortSignal): Promise<void> {
    if (this.#isClosed || signal.aborted || this.#current() !== version) return
    await new Promise<void>((resolve) => {
      const release = (): void => {
        this.#waiting.delete(waiting)
        clearTimeout(late)
        signal.removeEventListener('abort', release)
        resolve()
      }
      const waiting = { version, release }
      const late = setTimeout(release, this.longest)
      signal.addEventListener('abort', release)
      this.#waiting.add(waiting)
      this.#looking ??= setInterval(() => this.#look(), LOOK_MS)
    })
  }

  /** Later waits end at once. */
  close(): void {
    this.#isClosed = true
    for (const { release } of this.#waiting) release()
    clearInterval(this.#looking)
  }

  #look(): void {
    if (this.#waiting.size > 0) {
      const now = this.#current()
      for (const { version, release } of this.#waiting) if (version !== now) release()
    }
    if (this.#waiting.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  /** Undefined if there is no file. */
  #current(): unknown {
    try {
      const seen = fileState(this.#path)
      if (seen !== this.#seen) {
        this.#version = JSON.parse(readFileSync(this.#path, 'utf8'))?.state?.version
        this.#seen = seen
      }
      return this.#version
    } catch {
      // The response to the manifest's reader will state the error.
      return undefined
    }
  }
}

/**
 * Changes whenever the file is replaced.
 * @throws {Error} if the file cannot be read
 */
export const fileState = (path: string): string => {
  const { ino, mtimeNs, size } = statSync(path, { bigint: true })
  return `${ino}-${mtimeNs}-${size}`
}
