// Pools of the tokens in a request. The page, not the service, stores which tokens a person follows.
import { Type } from '@sinclair/typebox'
import type { AssetId } from '../../schema/primitives.ts'
import { PoolPageSchema } from '../../schema/responses/pools.ts'
import type { ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { limitUpTo, Offset, TokenIdParam } from '../http/route/fields.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { poolRowsOf } from '../pool-rows.ts'

/** Tokens in a request, and pools in its response. */
const MAX_TOKENS = 200

const PAGE = 60

const Body = json(
  Type.Array(TokenIdParam, {
    minItems: 1,
    maxItems: MAX_TOKENS,
    description: 'Asset ids of tokens. The response leaves out tokens that were not launched here.',
    mustBe: `a list of 1 to ${MAX_TOKENS} asset ids of tokens`,
  }),
  { limit: 32 * KIB },
)

const named = ({ body }: { readonly body: readonly AssetId[] }): readonly AssetId[] => body

export const followingRoutes = ({
  shared: { poolResponses, poolIds },
}: Pick<ComponentContext, 'shared'>): readonly Route[] => {
  const shared = {
    body: Body,
    responses: { 200: { schema: PoolPageSchema, description: 'Pools, in the order of the request.' } },
    reads: poolRowsOf(poolIds, named),
  } as const
  return [
    route({
      ...shared,
      path: '/v1/following',
      operationId: 'getFollowing',
      summary: 'Pools of tokens that are followed, page by page',
      description: 'For watchlists: the body has the tokens. Tokens that are not listed are left out.',
      query: Type.Object({
        offset: { ...Offset, description: 'Pools to skip.' },
        limit: limitUpTo(PAGE, PAGE),
      }),
      handle: ({ query: { offset, limit }, body }, reply) =>
        reply(200, new Prepared(poolResponses.ofTokens(body, offset, limit))),
    }),
    route({
      ...shared,
      path: '/v1/following/list',
      operationId: 'getFollowingList',
      summary: 'All pools of tokens that are followed',
      description: 'The same as `/v1/following`, in one page.',
      handle: ({ body }, reply) => reply(200, new Prepared(poolResponses.ofTokens(body, 0, MAX_TOKENS))),
    }),
  ]
}
