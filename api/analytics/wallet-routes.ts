// The holders of a token, and wallets' balances of it. Reads of many rows run in a read thread, so they delay no other request.
import { Type } from '@sinclair/typebox'
import { worthQuery } from '../../projections/read/queries/balances.ts'
import { creatorQuery } from '../../projections/read/queries/creators.ts'
import { holdersQuery } from '../../projections/read/queries/holders.ts'
import { unspentReads } from '../../projections/read/queries/outputs/unspent-outputs.ts'
import { networkIdOf } from '../../schema/codecs/address.ts'
import { formatDecimal } from '../../schema/codecs/ratio.ts'
import { ApiError } from '../../schema/errors.ts'
import { ADA } from '../../schema/primitives.ts'
import { AssetBalanceSchema, CreatorSchema, HoldersPageSchema } from '../../schema/responses/analytics.ts'
import type { ComponentContext } from '../component.ts'
import { AssetIdParam, limitUpTo, Offset, TokenIdParam } from '../http/route/fields.ts'
import { Borrowed, Prepared, type Reply } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { checkIndexed } from '../utxos/check-indexed.ts'
import { keysBody } from './keys-body.ts'

const MAX_HOLDERS = 101

/** Deeper pages are read in a read thread. */
const FEW = 1_000

/** More addresses and outputs are added up in a read thread. */
const FEW_OUTPUTS = 1_000

/** For an unlisted token, and for keys with too many outputs. */
const NULL = Buffer.from('null')

const bodyOf = (lovelace: bigint): Prepared =>
  new Prepared(`{"balance":${formatDecimal({ numerator: lovelace, denominator: 1_000_000n }, 6)}}`)

type Context = Pick<ComponentContext, 'shared' | 'reader' | 'readThreads' | 'network'>

const notFound = (token: string) => new ApiError('NOT_FOUND', `No launch of ${token} is known`)

const holdersRoute = ({ reader, readThreads, network, shared: { poolIds } }: Context): Route => {
  const networkId = networkIdOf(network)
  const holders = reader.prepared((database) => holdersQuery(database, networkId))
  return route({
    path: '/balances/v1/pool/holders',
    operationId: 'getHolders',
    summary: 'Holders of a token, largest first, and the creator of the token',
    description:
      'Pools and open orders are left out; locked tokens count for the address of the lock. `count` is the number of holders on all pages. `dev` is the creator with the quantity of all addresses of its payment key.',
    query: Type.Object({
      assetId: { ...TokenIdParam, description: 'The token.' },
      limit: limitUpTo(MAX_HOLDERS),
      offset: { ...Offset, description: 'Holders to skip.' },
    }),
    responses: { 200: { schema: HoldersPageSchema, description: 'A page of holders.' } },
    errors: ['NOT_FOUND'],
    // The pool's row has the developer, and the holders' rows give the number of holders.
    reads: {
      pools: { token: ({ query }) => query.assetId },
      holders: { pool: ({ query }) => poolIds.idOf(query.assetId) },
      // Whenever a key has another balance, one of its addresses holds another quantity.
      balances: {},
    },
    handle: (request, reply) => {
      const { assetId, limit, offset } = request.query
      if (offset > FEW)
        return readThreads
          .run({ name: 'holders', token: assetId, limit, offset }, request.signal)
          .then((json) => {
            if (json.equals(NULL)) throw notFound(assetId)
            return reply(200, new Borrowed(json))
          })
      const page = holders()(assetId, limit, offset)
      if (page === undefined) throw notFound(assetId)
      return reply(200, new Prepared(page))
    },
  })
}

const creatorRoute = ({ reader }: Context): Route => {
  const creator = reader.prepared(creatorQuery)
  return route({
    path: '/balances/v1/pool/creator',
    operationId: 'getCreator',
    summary: "The record of a token's creator: launches, graduations, and the creator's trades of the token",
    description:
      'Trades are filled orders of the key that launched the token, with the purchase of the launch itself.',
    query: Type.Object({ assetId: { ...TokenIdParam, description: 'The token.' } }),
    responses: { 200: { schema: CreatorSchema, description: 'The record.' } },
    errors: ['NOT_FOUND'],
    // The response also depends on other tokens' launches and graduations, and on orders of keys that the request does not name.
    reads: { pools: true, holders: true, orders: true },
    handle: ({ query: { assetId } }, reply) => {
      const record = creator()(assetId)
      if (record === undefined) throw notFound(assetId)
      if (record === null) return reply(200, null)
      return reply(200, {
        launched: record.launched,
        graduated: record.graduated,
        boughtAda: `${record.bought_lovelace}`,
        boughtTokens: `${record.bought_tokens}`,
        soldAda: `${record.sold_lovelace}`,
        soldTokens: `${record.sold_tokens}`,
      })
    },
  })
}

const balanceRoute = ({ reader, readThreads, network }: Context): Route => {
  const networkId = networkIdOf(network)
  const worth = reader.prepared(worthQuery)
  const unspent = reader.prepared((database) => unspentReads(database, networkId))
  return route({
    path: '/balances/v1/asset/asset-balance',
    operationId: 'getAssetBalance',
    summary: "Wallets' balance of a token, in ADA at its current price",
    description:
      'Sum over all addresses of the payment keys. For `.` it is their ADA balance. Amounts in open orders and locks are not included.',
    query: Type.Object({ assetId: { ...AssetIdParam, description: 'The token; `.` for ADA.' } }),
    body: keysBody(1_000),
    responses: { 200: { schema: AssetBalanceSchema, description: 'The balance, or null.' } },
    reads: {
      pools: { token: ({ query }) => query.assetId },
      balances: { key_hash: ({ body }) => body },
      ledger: ({ query }) => query.assetId === ADA,
    },
    handle: (request, reply) => {
      const { assetId } = request.query
      const keyHashes = [...new Set(request.body)]
      if (assetId !== ADA) {
        const lovelace = worth()(assetId, keyHashes)
        return lovelace === undefined ? reply(200, null) : reply(200, bodyOf(lovelace))
      }
      checkIndexed(unspent())
      const response = (lovelace: bigint): Reply =>
        lovelace === 0n ? reply(200, null) : reply(200, bodyOf(lovelace))
      const sum = unspent().lovelaceOf(keyHashes, FEW_OUTPUTS)
      if (sum !== undefined) return response(sum)
      return readThreads.run({ name: 'lovelace', keyHashes }, request.signal).then((json) => {
        if (!json.equals(NULL)) return response(BigInt(JSON.parse(json.toString())))
        throw new ApiError(
          'INVALID_PARAMS',
          'Invalid input: these keys have too many outputs to add up; ask about fewer keys',
        )
      })
    },
  })
}

export const walletRoutes = (context: Context): readonly Route[] => [
  holdersRoute(context),
  creatorRoute(context),
  balanceRoute(context),
]
