// When a network began, asked of its node. Public networks began when their genesis files say; a devnet begins when
// it is started, and nobody else knows when that was.
import { LedgerStateQuery } from '@cardano-ogmios/client'
import { StartupError } from '../../schema/errors.ts'
import { type Link, LinkDown, openLink } from './connection.ts'
import { within } from './within.ts'

/** Milliseconds for each wait. */
const TIMEOUT = 10_000

/** What a refusal says, which the library throws as an error or as the reply it came in. */
const refusalOf = (error: unknown): string => {
  if (error instanceof Error) return error.message
  const { message } = Object(Object(error).error)
  return typeof message === 'string' ? message : String(error)
}

/**
 * The start of slot 0, milliseconds since 1970, asked on a link.
 * @param timeout milliseconds
 * @throws {LinkDown} when it is not answered, or with something else
 */
export const networkStartOn = async (link: Link, timeout: number): Promise<number> => {
  const answer = LedgerStateQuery.networkStartTime(link.context).catch((error: unknown) => {
    throw new LinkDown(`Ogmios refused to say when the network began (${refusalOf(error)})`, { cause: error })
  })
  // The socket's own reason tells more than a request that failed with it.
  const down = link.closed.then((reason) => {
    throw new LinkDown(reason)
  })
  const start = await within(Promise.race([down, answer]), timeout, `answer within ${timeout / 1000} s`)
  const milliseconds = start.getTime()
  if (Number.isNaN(milliseconds)) throw new LinkDown('Ogmios does not say when the network began')
  return milliseconds
}

/**
 * The start of slot 0, milliseconds since 1970.
 * @param url of Ogmios
 * @param timeout milliseconds, of each wait
 * @throws {StartupError} when it does not answer
 */
export const networkStart = async (url: string, timeout = TIMEOUT): Promise<number> => {
  let link: Link | undefined
  try {
    link = await openLink({ url, timeout })
    return await networkStartOn(link, timeout)
  } catch (error) {
    if (!(error instanceof LinkDown)) throw error
    throw new StartupError(`${error.message}: nobody else knows when a devnet began, so start it first`)
  } finally {
    link?.drop()
  }
}
