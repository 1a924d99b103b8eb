// The eras of a node's network: the era of its tip, and the eras that it announces. A node announces the next era when the vote on the hard
// fork is settled, about an epoch before the era begins.
import { parseLossless } from '../../schema/ogmios/lossless-json.ts'
import { count, isRecord, items, record } from '../../schema/ogmios/read-json.ts'
import { addressOf, healthOf } from './connection.ts'
import { httpRequest } from './http-request.ts'
import { ERAS } from './known-content.ts'

/** Ogmios sends about 200 bytes per era. */
const LIMIT = 65_536

const REQUEST = '{"jsonrpc":"2.0","method":"queryLedgerState/eraSummaries"}'

interface Start {
  readonly epoch: number
  readonly slot: number
}

/** Start of the first announced era that this version does not know; undefined if there is none, or if the server has no summaries. */
const unknownStart = (body: string | undefined): Start | undefined => {
  const reply = body === undefined ? undefined : parseLossless(body)
  if (!isRecord(reply) || reply.result === undefined) return undefined
  // Summaries have no names. There is a summary for each era from Byron on, even for an era without a slot.
  const summary = items(reply.result, 'era summaries')[ERAS.length]
  if (summary === undefined) return undefined
  const { epoch, slot } = record(record(summary, 'an era').start, 'the start of an era')
  return { epoch: count(epoch, 'epoch'), slot: count(slot, 'slot') }
}

/**
 * Null if this version knows all eras of the node.
 * @param url URL of Ogmios
 * @param timeout limit of each response in ms
 * @throws {Error} if there is no response, or the response is not from Ogmios
 */
export const eraProblem = async (
  url: string,
  timeout: number,
  signal: AbortSignal,
): Promise<string | null> => {
  const { currentEra }: { readonly currentEra?: unknown } = await healthOf({ url, timeout, signal })
  if (typeof currentEra === 'string' && !ERAS.includes(currentEra))
    return `the node is in the era ${JSON.stringify(currentEra.slice(0, 60))}, which this version does not know: upgrade this service`
  const { body } = await httpRequest(addressOf(url).http, { limit: LIMIT, signal, timeout, body: REQUEST })
  const start = unknownStart(body)
  return start === undefined
    ? null
    : `the node announces an era after ${ERAS.at(-1)}, which this version does not know, from epoch ${start.epoch} (slot ${start.slot}) on: upgrade this service before then`
}
