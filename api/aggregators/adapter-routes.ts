// The adapter of DEX Screener, version 1.1, with GeckoTerminal's additional members.
import { Type } from '@sinclair/typebox'
import { MOST_EVENTS, pairQuery } from '../../projections/read/queries/pair-events.ts'
import { tokenDetailsQuery } from '../../projections/read/queries/token-details.ts'
import { ApiError } from '../../schema/errors.ts'
import { FEE_DENOMINATOR } from '../../schema/launchpad/amm.ts'
import { EMISSION } from '../../schema/launchpad/curve.ts'
import { FILL_BASIS_POINTS } from '../../schema/launchpad/fees.ts'
import { ADA, type AssetId, assetNameOf, policyOf } from '../../schema/primitives.ts'
import {
  AssetSchema,
  LatestBlockSchema,
  PairEventsSchema,
  PairSchema,
} from '../../schema/responses/aggregators.ts'
import { feesState, saleFeesOf } from '../analytics/sale-fees.ts'
import type { ComponentContext } from '../component.ts'
import type { ConfirmedBlock } from '../confirmed-blocks.ts'
import { AssetIdParam, BlockHeight, TokenIdParam } from '../http/route/fields.ts'
import { Borrowed } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import type { AggregatorOptions } from './aggregator-options.ts'

/** Maximum number of blocks in a request. */
const MOST_BLOCKS = 1_000

/** Proxies cache events for a day only, so that a corrected event reaches an aggregator that requests it later. */
const CACHED_FOR_A_DAY = 'public, max-age=86400, immutable'

type Context = Pick<ComponentContext, 'reader' | 'readThreads' | 'configs'>

const ADA_ASSET = {
  id: ADA,
  name: 'Cardano',
  symbol: 'ADA',
  decimals: 6,
  totalSupply: '45000000000',
  coinGeckoId: 'cardano',
  coinMarketCapId: '2010',
} as const

const latestBlockRoute = (newest: () => ConfirmedBlock): Route =>
  route({
    path: '/dex/latest-block',
    operationId: 'getDexLatestBlock',
    summary: 'The newest confirmed block',
    description:
      'Events up to this block can be read, and no fork takes them back: the setting `CONFIRMATIONS` has the number of later blocks.',
    responses: { 200: { schema: LatestBlockSchema, description: 'The block.' } },
    reads: { ledger: true },
    handle: (_, reply) => {
      const { height: blockNumber, time: blockTimestamp } = newest()
      return reply(200, { block: { blockNumber, blockTimestamp } })
    },
  })

const assetRoute = ({ reader }: Context): Route => {
  const details = reader.prepared(tokenDetailsQuery)
  const assetOf = (id: AssetId) => {
    if (id === ADA) return ADA_ASSET
    const token = details()(id)
    if (token === undefined) throw new ApiError('NOT_FOUND', `No token ${id} is listed`)
    return {
      id,
      name: token.name,
      symbol: token.ticker,
      decimals: 0,
      totalSupply: `${EMISSION}`,
      metadata: { policyId: policyOf(id), assetName: assetNameOf(id), decimals: '0' },
    }
  }
  return route({
    path: '/dex/asset',
    operationId: 'getDexAsset',
    summary: 'A listed token, or ADA',
    description: 'Name, symbol, decimals and supply, which aggregators request once for each token.',
    query: Type.Object({ id: { ...AssetIdParam, description: 'The token; `.` for ADA.' } }),
    responses: { 200: { schema: AssetSchema, description: 'The asset.' } },
    errors: ['NOT_FOUND'],
    reads: { pools: { token: ({ query }) => query.id } },
    handle: ({ query: { id } }, reply) => reply(200, { asset: assetOf(id) }),
  })
}

/** In ten-thousandths of the traded amount. */
const ammFee = (pool: Readonly<Record<'lp_fee' | 'treasury_fee' | 'royalty_fee', number | null>>): number =>
  (Number(FEE_DENOMINATOR) - (pool.lp_fee ?? 0) + (pool.treasury_fee ?? 0) + (pool.royalty_fee ?? 0)) / 10

const pairRoute = ({ reader, configs }: Context, { dexKey }: AggregatorOptions): Route => {
  const pairs = reader.prepared(pairQuery)
  const curveFee = (): number => Number(saleFeesOf(configs())?.basisPoints ?? FILL_BASIS_POINTS)
  return route({
    path: '/dex/pair',
    operationId: 'getDexPair',
    summary: 'The curve or the AMM pool of a token, as a pair with ADA',
    description:
      'A token has a pair for its curve and, after graduation, one for its AMM pool, because reserves, fee and price change then. A pair is named by the NFT of its pool: the members `id` and `cpmmPoolId` of a pool.',
    query: Type.Object({ id: { ...TokenIdParam, description: 'Asset id of the NFT of the pool.' } }),
    responses: { 200: { schema: PairSchema, description: 'The pair.' } },
    errors: ['NOT_FOUND'],
    reads: { pools: true, liquidity: true },
    state: () => feesState(configs()),
    handle: ({ query: { id } }, reply) => {
      const pair = pairs()(id)
      if (pair === undefined) throw new ApiError('NOT_FOUND', `No pool has the NFT ${id}`)
      const { token, venue, created } = pair
      return reply(200, {
        pair: {
          id,
          dexKey,
          asset0Id: token,
          asset1Id: ADA,
          ...(created && {
            createdAtBlockNumber: created.height,
            createdAtBlockTimestamp: created.time,
            createdAtTxnId: created.transaction_id,
          }),
          feeBps: venue === 'curve' ? curveFee() : ammFee(pair),
          metadata: { venue },
        },
      })
    },
  })
}

/** @throws {ApiError} INVALID_PARAMS for blocks that are not confirmed, out of order, or too many */
const checkRange = (from: number, to: number, newest: ConfirmedBlock): void => {
  if (from > to) throw new ApiError('INVALID_PARAMS', 'Invalid input: fromBlock must not be above toBlock')
  if (to > newest.height)
    throw new ApiError(
      'INVALID_PARAMS',
      `Invalid input: toBlock must be at most ${newest.height}, the newest confirmed block`,
    )
  if (to - from >= MOST_BLOCKS)
    throw new ApiError('INVALID_PARAMS', `Invalid input: a request has at most ${MOST_BLOCKS} blocks`)
}

const eventsRoute = ({ readThreads }: Context, newest: () => ConfirmedBlock): Route =>
  route({
    path: '/dex/events',
    operationId: 'getDexEvents',
    summary: 'Swaps, deposits and withdrawals of all pairs in a range of blocks',
    description: `At most ${MOST_BLOCKS} blocks up to the newest confirmed one, and at most ${MOST_EVENTS} events unless it is one block. Orders that filled each other without a pool are left out.`,
    query: Type.Object({
      fromBlock: { ...BlockHeight, description: 'First block, inclusive.' },
      toBlock: { ...BlockHeight, description: 'Last block, inclusive.' },
    }),
    responses: { 200: { schema: PairEventsSchema, description: 'The events.' } },
    // A range beyond the newest confirmed block is refused, so the response depends on the ledger too.
    reads: { ledger: true, trades: true, liquidity: true, pools: true },
    cacheOf: () => CACHED_FOR_A_DAY,
    handle: async ({ query: { fromBlock, toBlock }, signal }, reply) => {
      checkRange(fromBlock, toBlock, newest())
      const events = await readThreads.run({ name: 'pairEvents', from: fromBlock, to: toBlock }, signal)
      if (events.toString('latin1', 0, 4) === 'null')
        throw new ApiError(
          'INVALID_PARAMS',
          `Invalid input: these blocks have more than ${MOST_EVENTS} events; ask for fewer blocks`,
        )
      return reply(200, new Borrowed(events))
    },
  })

/** @param newest throws if there is none */
export const adapterRoutes = (
  context: Context,
  options: AggregatorOptions,
  newest: () => ConfirmedBlock,
): readonly Route[] => [
  latestBlockRoute(newest),
  assetRoute(context),
  pairRoute(context, options),
  eventsRoute(context, newest),
]
