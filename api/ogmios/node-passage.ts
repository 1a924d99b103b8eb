// Passes requests on to the node's Ogmios over HTTP. The number of requests at once, their time and the size of responses are limited.
import { addressOf } from '../../indexer/ogmios/connection.ts'
import { httpRequest } from '../../indexer/ogmios/http-request.ts'
import { ApiError } from '../../schema/errors.ts'
import { MIB } from '../http/route/body.ts'

/** Requests at once. */
const MOST = 16

/** A submission may wait for the mempool. */
const DEADLINE_MS = 20_000

/** Bytes of 200 outputs with scripts. */
const LONGEST = 8 * MIB

export interface NodeAnswer {
  /** 200 for a result, 400 for an error. */
  readonly status: 200 | 400
  readonly body: string
}

/**
 * @param request JSON-RPC; without it, Ogmios' health is requested
 * @throws {ApiError} SERVICE_UNAVAILABLE if the node cannot be asked
 */
export type NodePassage = (request?: string) => Promise<NodeAnswer>

const unavailable = (message: string): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', message, { 'Retry-After': '5' })

/** @param url `ws://` or `wss://` */
export const nodePassage = (url: string): NodePassage => {
  const { http, health } = addressOf(url)
  let underWay = 0
  return async (request) => {
    if (underWay >= MOST) throw unavailable('Too many requests wait for the node, try again soon')
    underWay += 1
    try {
      const signal = AbortSignal.timeout(DEADLINE_MS)
      const { status, body } =
        request === undefined
          ? await httpRequest(health, { limit: LONGEST, signal })
          : await httpRequest(http, { limit: LONGEST, signal, body: request })
      if ((status === 200 || status === 400) && body !== undefined && body !== '') return { status, body }
    } catch {
      // The reason may contain the node's host, which only the operator may see.
    } finally {
      underWay -= 1
    }
    throw unavailable('The node does not answer now, try again later')
  }
}
