// Adds a time limit to a wait. Without a limit, the client library would wait forever if Ogmios does not respond.
import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionLost } from './connection.ts'

/** @throws {ConnectionLost} after `milliseconds`; the message is "Ogmios did not" and then the text `didNot` */
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
