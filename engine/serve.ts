// Serves an indexer over HTTP: the rows of its models, its status, and an OpenAPI document that describes these routes.
import { Type } from '@sinclair/typebox'
import type { Logger } from 'pino'
import { openapiDocument } from '../api/http/document/openapi.ts'
import { PROCESS } from '../api/http/route/etag.ts'
import type { ModelVersions } from '../api/http/route/reads.ts'
import { type Route, route } from '../api/http/route/route.ts'
import { modelsView } from '../api/models-view.ts'
import { type OwnModels, ownRoutes } from '../api/own/routes.ts'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import { type HttpServer, startHttpServer } from './http-server.ts'

interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly models: OwnModels
  readonly reader: ModelsReader
  readonly slotTime: (slot: number) => number
  readonly log: Logger
}

/** Later blocks that confirm a block, for cursors. */
const CONFIRMATIONS = 20

/** Blocks by which the rows may be behind the chain, at most. */
const MAX_LAG = 100

const ABOUT = {
  title: 'Indexer',
  description:
    'Rows of an indexer. `X-Indexed-Slot` and `X-Indexed-Block` name the block that a response reflects. Errors are `{"cause", "message"}`; repeat a request after the seconds in `Retry-After`.',
}

/** Each commit changes the version of every row. */
const versionsOf = (reader: ModelsReader): ModelVersions => {
  let commit = 0
  reader.on('changed', () => {
    commit++
  })
  return {
    get commit() {
      return commit
    },
    table: () => commit,
    topic: () => commit,
  }
}

const Block = Type.Union([
  Type.Object({ slot: Type.Integer(), id: Type.String(), height: Type.Integer() }),
  Type.Null(),
])

const blockOf = (tip: unknown) => {
  const { slot, id, height } = Object(tip)
  return slot === undefined || slot < 0 ? null : { slot, id, height }
}

const statusRoute = (reader: ModelsReader): Route =>
  route({
    path: '/status',
    operationId: 'getStatus',
    summary: 'How far the indexer is',
    responses: {
      200: {
        schema: Type.Object({
          state: Type.String(),
          problem: Type.Union([Type.String(), Type.Null()]),
          node: Block,
          models: Block,
        }),
        description: 'State, the tip of the node, and the last block in the rows.',
      },
    },
    handle: (_, reply) => {
      reader.refresh()
      const { state = 'connecting', problem = null, nodeTip = null } = reader.status() ?? {}
      return reply(200, { state, problem, node: blockOf(nodeTip), models: blockOf(reader.checkpoint) })
    },
  })

/** @throws {StartupError} if the server cannot listen on the port */
export const serve = ({ host, port, models, reader, slotTime, log }: ServeOptions): Promise<HttpServer> => {
  const rows = ownRoutes(models, { reader, slotTime }, CONFIRMATIONS)
  const groups = [
    { name: 'own', description: 'Rows of the models.', routes: rows },
    { name: 'operations', description: 'The indexer.', routes: [statusRoute(reader)] },
  ]
  const document = route({
    path: '/openapi.json',
    operationId: 'getOpenapiJson',
    summary: 'This document',
    responses: {
      200: { schema: Type.Record(Type.String(), Type.Unknown()), description: 'An OpenAPI 3.1 document.' },
    },
    state: () => PROCESS,
    handle: async (_, reply) => reply(200, await openapiDocument(groups, '1', ABOUT)),
  })
  return startHttpServer({
    host,
    port,
    log,
    routes: [...groups.flatMap(({ routes }) => routes), document],
    models: modelsView({ reader, versions: versionsOf(reader) }, { maxLag: MAX_LAG }),
  })
}
