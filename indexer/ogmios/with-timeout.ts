// A wait with an end: Ogmios answers in order and may not answer at all, and the client library waits for as long as
// it takes.
import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionLost } from './connection.ts'

/** @throws {ConnectionLost} when it takes longer than `milliseconds`, saying that Ogmios `didNot`. */
export const withTimeout = async <T>(work: Promise<T>, milliseconds: number, didNot: string): Promise<T> => {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      work,
      sleep(milliseconds, undefined, { signal: timeout.signal }).then(() => {
        throw new ConnectionLost(`Ogmios did not ${didNot}`)
      }),
    ])
  } finally {
    timeout.abort()
  }
}
