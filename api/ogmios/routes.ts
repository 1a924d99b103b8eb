// A few methods of the node's Ogmios under `/ogmios`, over HTTP and WebSocket: those with which wallet libraries build and submit
// transactions, the mempool's, and the health that Ogmios' own client asks for first. So an operator exposes one port, and need not expose
// Ogmios.
import { Type } from '@sinclair/typebox'
import { ApiError, CODE_HEADER, codeOfCause } from '../../schema/errors.ts'
import { INTERNAL_ERROR, INVALID_REQUEST } from '../../schema/ogmios/codes.ts'
import { limitConcurrency } from '../../schema/platform/limit-concurrency.ts'
import type { Component, ComponentContext } from '../component.ts'
import { jsonText, KIB, MIB } from '../http/route/body.ts'
import type { Client } from '../http/route/client-address.ts'
import { errorHeaders } from '../http/route/errors.ts'
import { Prepared } from '../http/route/reply.ts'
import { route } from '../http/route/route.ts'
import { type SocketRoute, socketRoute } from '../http/route/sockets.ts'
import { MempoolChanges, MempoolRefusal, MempoolSession } from './mempool-session.ts'
import type { NodeAnswer, NodePassage } from './node-passage.ts'
import { type CheckedRequest, checkedRequest, errorBody, Refused } from './requests.ts'

const PATH = '/ogmios'

/** The largest transaction, with outputs that are not on the chain yet. */
const LONGEST = 128 * KIB

/** Maximum per client; clients on this machine have no limit. */
const MOST_CONNECTIONS = 20
const MOST_WAITING = 8

const failure = (error: ApiError, id?: string): string =>
  errorBody(error.status < 500 ? INVALID_REQUEST : INTERNAL_ERROR, error.message, id)

const NO_NODE = 'This process has no node to ask'

/** A 503 has the request's id, by which clients match responses. */
interface Answered extends Omit<NodeAnswer, 'status'> {
  readonly status: NodeAnswer['status'] | 503
  readonly headers: Readonly<Record<string, string>>
}

const NEEDS_SOCKET = 'The mempool is read over a WebSocket, since a snapshot belongs to a connection.'

/** @param session undefined over HTTP */
const mempoolBody = async (
  { id, method, params }: Extract<CheckedRequest, { method: unknown }>,
  session: MempoolSession | undefined,
): Promise<string> => {
  if (session === undefined) throw new Refused(NEEDS_SOCKET, id)
  try {
    const result = await session.answer(method, params)
    return `{"jsonrpc":"2.0","method":"${method}","result":${JSON.stringify(result)},"id":${id}}`
  } catch (error) {
    throw error instanceof MempoolRefusal ? new Refused(error.message, id, error.code) : error
  }
}

type Checked = CheckedRequest | Refused

const checkedOrRefused = (text: string): Checked => {
  try {
    return checkedRequest(text)
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

const isOfMempool = (checked: Checked): checked is Extract<CheckedRequest, { method: unknown }> =>
  'method' in checked

/**
 * @param admit counts the request against a limit
 * @throws {ApiError} RATE_LIMITED
 */
const answerTo = async (
  ogmios: NodePassage | undefined,
  checked: Checked,
  session?: MempoolSession,
  admit: (rate: 'read' | 'build') => void = () => {},
): Promise<Answered> => {
  try {
    admit(isOfMempool(checked) ? 'read' : 'build')
    if (checked instanceof Refused) throw checked
    if (isOfMempool(checked)) return { status: 200, body: await mempoolBody(checked, session), headers: {} }
    if (ogmios === undefined) throw new ApiError('SERVICE_UNAVAILABLE', NO_NODE)
    return { ...(await ogmios(checked.request)), headers: {} }
  } catch (error) {
    if (error instanceof Refused)
      return { status: 400, body: error.body, headers: { [CODE_HEADER]: codeOfCause('INVALID_PARAMS') } }
    if (!(error instanceof ApiError)) throw error
    return { status: 503, body: failure(error, checked.id), headers: errorHeaders(error) }
  }
}

interface Connected {
  readonly client: Client
  readonly mempool: MempoolSession
  /**
   * One request to the node at a time: a transaction may spend outputs of the one before, and a client without ids takes the first answer
   * for that of its first request, as Ogmios answers in this order. The mempool's requests have their own order.
   */
  readonly inTurn: ReturnType<typeof limitConcurrency>
  waiting: number
  isClosed: boolean
}

const sockets = (context: ComponentContext, passage: NodePassage | undefined): readonly SocketRoute[] => {
  const changes = new MempoolChanges(context.mempool)
  return [
    socketRoute<Connected>(PATH, {
      kind: 'ogmios',
      share: MOST_CONNECTIONS,
      userDataOf: (client) => ({
        client,
        mempool: new MempoolSession(changes, () => context.reader.checkpoint?.slot ?? 0),
        inTurn: limitConcurrency(1),
        waiting: 0,
        isClosed: false,
      }),
      behavior: ({ consume: take }) => ({
        maxPayloadLength: LONGEST,
        maxBackpressure: 16 * MIB,
        closeOnBackpressureLimit: true,
        message(socket, message) {
          const user = socket.getUserData()
          if (user.waiting >= MOST_WAITING) {
            socket.end(1008, `at most ${MOST_WAITING} requests may wait`)
            return
          }
          const checked = checkedOrRefused(Buffer.from(message).toString('utf8'))
          user.waiting += 1
          const answer = async (): Promise<string> =>
            (await answerTo(passage, checked, user.mempool, (rate) => take(rate, user.client))).body
          void (isOfMempool(checked) ? answer() : user.inTurn(answer))
            .catch((error: unknown) => {
              context.log.error({ err: error }, 'a request to the node failed unexpectedly')
              return errorBody(INTERNAL_ERROR, 'Internal error')
            })
            .then((body) => {
              user.waiting -= 1
              if (!user.isClosed) socket.send(body)
            })
        },
        close(socket) {
          const user = socket.getUserData()
          user.isClosed = true
          user.mempool.close()
        },
      }),
    }),
  ]
}

const answer = { schema: Type.Unknown(), description: 'The same as in the interface of Ogmios.' }

/** @param passage undefined if there is no node */
export const ogmios = (passage: NodePassage | undefined): Component => ({
  name: 'ogmios',
  description:
    "Methods of the node's Ogmios under `/ogmios`, over HTTP and WebSocket: parameters, eras, genesis, tip, outputs by reference, evaluating and submitting. Requests have the form of https://ogmios.dev and are not listed here.",
  routes: () => [
    route({
      path: `${PATH}/health`,
      operationId: 'ogmiosHealth',
      summary: "The health of the node's Ogmios",
      responses: { 200: answer },
      errors: ['SERVICE_UNAVAILABLE'],
      isCached: false,
      isForeign: true,
      async handle(_, reply) {
        if (passage === undefined) throw new ApiError('SERVICE_UNAVAILABLE', NO_NODE)
        return reply(200, new Prepared((await passage()).body))
      },
    }),
    route({
      path: PATH,
      operationId: 'ogmios',
      summary: "A request to the node's Ogmios",
      body: jsonText({ limit: LONGEST }),
      responses: { 200: answer, 400: answer, 503: answer },
      rate: 'build',
      errors: ['SERVICE_UNAVAILABLE'],
      errorForm: {
        schema: Type.Object({ jsonrpc: Type.String(), error: Type.Unknown(), id: Type.Null() }),
        json: failure,
      },
      isForeign: true,
      async handle(request, reply) {
        const { status, body, headers } = await answerTo(passage, checkedOrRefused(request.body))
        return reply(status, new Prepared(body), { headers })
      },
    }),
  ],
  sockets: (context) => sockets(context, passage),
})
