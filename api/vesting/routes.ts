// The vesting component: look-ups of vestings, and the builder's routes that lock and withdraw tokens.
import { Type } from '@sinclair/typebox'
import { type VestingColumn, vestingQuery } from '../../projections/read/queries/vestings.ts'
import { MAX_VESTINGS, VestingsSchema } from '../../schema/responses/vesting.ts'
import { lockRoutes } from '../builder/http/routes.ts'
import type { Component, ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { KeyHash, TokenIdParam } from '../http/route/fields.ts'
import { Borrowed, type Reply, type ReplyFunction } from '../http/route/reply.ts'
import { type ApiRequest, type Route, route } from '../http/route/route.ts'

/** A longer list is read in a read thread. */
const FEW = 100

const responses = {
  200: { schema: VestingsSchema, description: 'The vestings; an empty list if there are none.' },
}

/** Clients send `{}` or nothing; any JSON is accepted and ignored. */
const NothingBody = Type.Optional(Type.Unknown({ description: 'Not used: send `{}` or nothing.' }))

const lookupRoutes = ({ reader, readThreads }: ComponentContext): readonly Route[] => {
  const vestings = reader.prepared(vestingQuery)
  const response = (
    by: VestingColumn,
    value: string,
    reply: ReplyFunction<typeof responses>,
    request: Pick<ApiRequest, 'signal'>,
  ): Reply | Promise<Reply> => {
    const found = vestings()(by, value, FEW + 1)
    if (found.length <= FEW) return reply(200, { vestings: found })
    return readThreads
      .run({ name: 'vestings', by, value, limit: MAX_VESTINGS }, request.signal)
      .then((bytes) => reply(200, new Borrowed(bytes)))
  }
  return [
    route({
      path: '/v1/vesting/get-by-redeemer',
      operationId: 'getVestingsByRedeemer',
      summary: 'Unspent vestings that a key may redeem',
      description: 'Locks of any token whose outputs are unspent, whether they have ended or not.',
      query: Type.Object({
        redeemerVkhs: {
          ...KeyHash,
          description: 'Payment key hash of the redeemer: a single hash, although the name is plural.',
        },
      }),
      body: json(NothingBody, { limit: 4 * KIB, requiresType: true }),
      responses,
      reads: { vestings: { redeemer: ({ query }) => query.redeemerVkhs } },
      handle: (request, reply) => response('redeemer', request.query.redeemerVkhs, reply, request),
    }),
    route({
      path: '/v1/vesting/get-by-asset/{assetId}',
      operationId: 'getVestingsByAsset',
      summary: 'Unspent vestings of a token',
      description: 'Locks of the token whose outputs are unspent, of any redeemer.',
      params: Type.Object({ assetId: { ...TokenIdParam, description: 'The token.' } }),
      body: json(NothingBody, { limit: 4 * KIB }),
      responses,
      reads: { vestings: { token: ({ params }) => params.assetId } },
      handle: (request, reply) => response('token', request.params.assetId, reply, request),
    }),
  ]
}

export const vesting: Component = {
  name: 'vesting',
  description: 'Tokens locked until a time.',
  routes: lookupRoutes,
  shared: [lockRoutes],
}
