// A wait with an end: Ogmios answers in order and may not answer at all, and the client library waits for as long as
// it takes.
import { setTimeout as sleep } from 'node:timers/promises'
import { LinkDown } from './connection.ts'

/** @throws {LinkDown} when it takes longer than `milliseconds`, saying that Ogmios `didNot`. */
export const within = async <T>(work: Promise<T>, milliseconds: number, didNot: string): Promise<T> => {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      work,
      sleep(milliseconds, undefined, { signal: timeout.signal }).then(() => {
        throw new LinkDown(`Ogmios did not ${didNot}`)
      }),
    ])
  } finally {
    timeout.abort()
  }
}
