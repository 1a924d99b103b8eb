// Kupo's interface (https://cardanosolutions.github.io/kupo) to the service's data: all unspent outputs of the chain, and those that were
// spent within the depth of a fork. Wallets and libraries that know Kupo find outputs, datums and scripts here. Clients cannot add or
// remove patterns: the service matches every output.
import { type Static, Type } from '@sinclair/typebox'
import { scriptsOf } from '../../projections/interpret/protocol.ts'
import { networkIdOf } from '../../schema/codecs/address.ts'
import { ApiError } from '../../schema/errors.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { Component, ComponentContext } from '../component.ts'
import { Borrowed, type Reply, type ReplyFunction } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { serviceState } from '../operations/service-state.ts'
import { MatchQuery, matchRequest } from './match-request.ts'
import { parsePattern } from './pattern.ts'
import type { KupoRead } from './reads/kupo-read.ts'
import { type KupoSource, withAttachments } from './with-attachments.ts'

/** Kupo serves both paths. */
const BASES = ['/kupo', '/kupo/v1']

const TYPE = 'application/json;charset=utf-8'
const TEXTS_TYPE = `${TYPE};asset-quantity=string`

/** Kupo's version with this interface. */
const VERSION = 'v2.12.0'

/** Blocks behind the node's tip up to which Kupo calls itself synchronised. */
const NEAR = 100

const errorForm = {
  schema: Type.Object({ hint: Type.String() }),
  json: ({ message }: ApiError): string => JSON.stringify({ hint: message.replace(/^Invalid input: /, '') }),
}

const json = {
  schema: Type.Unknown(),
  description: 'The same as in the interface of Kupo.',
  contentType: TYPE,
}
const responses = {
  200: json,
  202: json,
  304: { schema: Type.String(), description: 'Nothing changed.', contentType: TYPE },
  503: json,
}
type KupoReply = ReplyFunction<typeof responses>

const common = {
  summary: "Part of Kupo's interface",
  responses,
  headers: ['accept', 'if-none-match'],
  errors: ['SERVICE_UNAVAILABLE'],
  errorForm,
  isForeign: true,
} as const

/** Responses stay the same until the next block. */
const reading = { ...common, reads: { ledger: true }, hasEtag: false } as const

const hash = (bytes: number) =>
  Type.String({ pattern: `^[0-9a-fA-F]{${bytes * 2}}$`, lowerCase: true, mustBe: `${bytes * 2} hex digits` })

const segment = Type.String({ maxLength: 300 })

interface KupoRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

interface MatchesRequest extends KupoRequest {
  readonly query: Static<typeof MatchQuery>
}

const repliesOf = (context: ComponentContext, kupo: KupoSource | undefined) => {
  const { reader, network } = context
  const networkId = networkIdOf(network)

  const scripts = (): readonly Hex[] => scriptsOf(context.configs().operations.value)

  /** The last block of the models. The response may already contain a newer one. */
  const pointHeaders = (): Record<string, string> => {
    const { slot, id } = reader.checkpoint ?? { slot: 0, id: '' }
    return { 'X-Most-Recent-Checkpoint': `${slot}`, ETag: id }
  }

  const read = async (
    { headers: { 'if-none-match': known }, signal }: KupoRequest,
    reply: KupoReply,
    read: KupoRead,
  ) => {
    // `Accept` chooses integers or strings for quantities.
    const point = pointHeaders()
    const headers = read.name === 'matches' ? { ...point, Vary: 'Accept' } : point
    if (known === point.ETag) return reply(304, '', { headers })
    if (kupo === undefined) throw new ApiError('SERVICE_UNAVAILABLE', 'Outputs are not served here')
    const json = await (read.name === 'matches'
      ? withAttachments(kupo, read, signal)
      : kupo.reads.run(read, signal))
    const contentType = read.name === 'matches' && read.hasTexts ? TEXTS_TYPE : TYPE
    return reply(200, new Borrowed(json), { headers, contentType })
  }

  const matches = (pattern: string, request: MatchesRequest, reply: KupoReply): Promise<Reply> =>
    read(
      request,
      reply,
      matchRequest(pattern, request.query, request.headers.accept ?? '', networkId, scripts),
    )

  const patterns = (reply: KupoReply): Reply => reply(200, ['*'], { headers: pointHeaders() })

  const health = (reply: KupoReply): Reply => {
    const { checkpoint } = reader
    const indexer = context.status === undefined ? reader.status() : context.status()
    const { state, node, lag } = serviceState({ checkpoint, indexer, now: context.clock() }, context.slotTime)
    const isConnected = ['following', 'syncing', 'rebuilding'].includes(state)
    const status = isConnected ? (lag.blocks === null || lag.blocks > NEAR ? 202 : 200) : 503
    const body = {
      connection_status: isConnected ? 'connected' : 'disconnected',
      most_recent_checkpoint: checkpoint?.slot ?? null,
      most_recent_node_tip: node?.slot ?? null,
      seconds_since_last_block: lag.seconds,
      network_synchronization:
        node === null || checkpoint === undefined
          ? null
          : Math.min(1, checkpoint.slot / Math.max(1, node.slot)),
      configuration: { indexes: reader.wasNearTip() ? 'installed' : 'deferred' },
      version: VERSION,
    }
    return reply(status, body, { headers: pointHeaders() })
  }

  return {
    read,
    matches,
    patterns,
    ofPattern(pattern: string, reply: KupoReply): Reply {
      parsePattern(pattern, networkId)
      return patterns(reply)
    },
    health,
  }
}

type Replies = ReturnType<typeof repliesOf>

/** The bases have different paths and operation ids. */
type Named = (path: string, name: string) => { readonly path: string; readonly operationId: string }

/** A pattern is one or two segments of the path. */
const patternRoutes = (
  named: Named,
  path: string,
  name: string,
  handle: (pattern: string, request: MatchesRequest, reply: KupoReply) => Reply | Promise<Reply>,
): readonly Route[] => [
  route({
    ...reading,
    ...named(`${path}/{pattern}`, name),
    params: Type.Object({ pattern: segment }),
    query: MatchQuery,
    handle: (request, reply) => handle(request.params.pattern, request, reply),
  }),
  route({
    ...reading,
    ...named(`${path}/{pattern}/{delegation}`, `${name}OfCredentials`),
    params: Type.Object({ pattern: segment, delegation: segment }),
    query: MatchQuery,
    handle: (request, reply) =>
      handle(`${request.params.pattern}/${request.params.delegation}`, request, reply),
  }),
]

const matchRoutes = (named: Named, { matches, patterns, ofPattern }: Replies): readonly Route[] => [
  route({
    ...reading,
    ...named('/matches', 'kupoAllMatches'),
    query: MatchQuery,
    handle: (request, reply) => matches('*', request, reply),
  }),
  ...patternRoutes(named, '/matches', 'kupoMatches', matches),
  route({
    ...reading,
    ...named('/patterns', 'kupoPatterns'),
    handle: (_, reply) => patterns(reply),
  }),
  ...patternRoutes(named, '/patterns', 'kupoPattern', (pattern, _, reply) => ofPattern(pattern, reply)),
]

const thingRoutes = (named: Named, { read }: Replies): readonly Route[] => [
  route({
    ...reading,
    ...named('/datums/{hash}', 'kupoDatum'),
    params: Type.Object({ hash: hash(32) }),
    handle: (request, reply) => read(request, reply, { name: 'datum', hash: request.params.hash }),
  }),
  route({
    ...reading,
    ...named('/scripts/{hash}', 'kupoScript'),
    params: Type.Object({ hash: hash(28) }),
    handle: (request, reply) => read(request, reply, { name: 'script', hash: request.params.hash }),
  }),
]

const pointRoutes = (named: Named, { read, health }: Replies): readonly Route[] => [
  route({
    ...reading,
    ...named('/checkpoints', 'kupoCheckpoints'),
    handle: (request, reply) => read(request, reply, { name: 'checkpoints' }),
  }),
  route({
    ...reading,
    ...named('/checkpoints/{slot}', 'kupoCheckpoint'),
    params: Type.Object({ slot: Type.Integer({ minimum: 0 }) }),
    query: Type.Object({ strict: Type.Optional(Type.String()) }),
    handle: (request, reply) => {
      const { params, query } = request
      return read(request, reply, {
        name: 'checkpoint',
        slot: params.slot,
        isStrict: query.strict !== undefined,
      })
    },
  }),
  route({
    ...common,
    ...named('/health', 'kupoHealth'),
    rate: 'none',
    handle: (_, reply) => health(reply),
  }),
]

const kupoRoutes = (context: ComponentContext, source: KupoSource | undefined): readonly Route[] => {
  const replies = repliesOf(context, source)
  return BASES.flatMap((base, at) => {
    const named: Named = (path, name) => ({
      path: `${base}${path}`,
      operationId: `${name}${at === 0 ? '' : 'V1'}`,
    })
    return [matchRoutes, thingRoutes, pointRoutes].flatMap((routes) => routes(named, replies))
  })
}

/** @param source undefined if no outputs are served */
export const kupo = (source: KupoSource | undefined): Component => ({
  name: 'kupo',
  description:
    "Kupo's interface under `/kupo`: unspent outputs by address, credential or transaction, their datums and scripts. Its routes are the routes of https://cardanosolutions.github.io/kupo and are not listed here.",
  routes: (context) => kupoRoutes(context, source),
})
