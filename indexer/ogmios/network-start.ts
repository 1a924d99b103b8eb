// Asks a node for the start of its network. For public networks, genesis files contain the start. A devnet's slots begin when the devnet is
// launched, and only its node knows that time.
import { LedgerStateQuery } from '@cardano-ogmios/client'
import { StartupError } from '../../schema/errors.ts'
import { type Connection, ConnectionLost, openConnection } from './connection.ts'
import { withTimeout } from './with-timeout.ts'

/** Limit of each wait in ms. */
const TIMEOUT_MS = 10_000

/** The library throws a refusal as an error, and a response that it does not understand as it is. */
const refusalOf = (error: unknown): string => {
  if (error instanceof Error) return error.message
  const { error: refusal, method, result } = Object(error)
  if (result !== undefined && method === undefined)
    return 'its responses lack `method`: start Ogmios without --strict-rpc'
  return typeof refusal?.message === 'string' ? refusal.message : JSON.stringify(error)
}

/**
 * Time of slot 0 in Unix milliseconds.
 * @param timeout limit in ms
 * @throws {ConnectionLost} if there is no response, or a wrong one
 */
export const networkStartOn = async (connection: Connection, timeout: number): Promise<number> => {
  const answer = LedgerStateQuery.networkStartTime(connection.context).catch((error: unknown) => {
    throw new ConnectionLost(`Ogmios does not report the start of the network (${refusalOf(error)})`, {
      cause: error,
    })
  })
  // The reason of a closed socket is more precise than the error of the failed request.
  const down = connection.closed.then((reason) => {
    throw new ConnectionLost(reason)
  })
  const start = await withTimeout(Promise.race([down, answer]), timeout, `answer within ${timeout / 1000} s`)
  const milliseconds = start.getTime()
  if (Number.isNaN(milliseconds)) throw new ConnectionLost('Ogmios does not report the start of the network')
  return milliseconds
}

/**
 * Time of slot 0 in Unix milliseconds.
 * @param url URL of Ogmios
 * @throws {StartupError} if Ogmios does not respond
 */
export const networkStart = async (url: string): Promise<number> => {
  let connection: Connection | undefined
  try {
    connection = await openConnection({ url, timeout: TIMEOUT_MS })
    return await networkStartOn(connection, TIMEOUT_MS)
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    throw new StartupError(
      `${error.message}: start the devnet first, since its start time can only be read from it`,
    )
  } finally {
    connection?.drop()
  }
}
