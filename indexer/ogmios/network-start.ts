// When a network began, asked of its node. Public networks began when their genesis files say; a devnet begins when
// it is started, and nobody else knows when that was.
import { LedgerStateQuery } from '@cardano-ogmios/client'
import { StartupError } from '../../schema/errors.ts'
import { LinkDown, openLink } from './connection.ts'

/** Milliseconds for each wait. */
const TIMEOUT = 10_000

/** @throws {LinkDown} when it does not answer */
const ask = async (url: string): Promise<number> => {
  const link = await openLink({ url, timeout: TIMEOUT })
  const timer = setTimeout(link.drop, TIMEOUT)
  try {
    const start = await Promise.race([
      LedgerStateQuery.networkStartTime(link.context),
      link.closed.then((reason) => {
        throw new LinkDown(reason)
      }),
    ])
    return start.getTime()
  } finally {
    clearTimeout(timer)
    link.drop()
  }
}

/**
 * The start of slot 0, milliseconds since 1970.
 * @param url of Ogmios
 * @throws {StartupError} when it does not answer
 */
export const networkStart = async (url: string): Promise<number> => {
  try {
    return await ask(url)
  } catch (error) {
    if (!(error instanceof LinkDown)) throw error
    throw new StartupError(`${error.message}: nobody else knows when a devnet began, so start it first`)
  }
}
