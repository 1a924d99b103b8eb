// All trades, by token, wallet, time or block, as JSON and CSV, for portfolios, taxes and analysis.
import { type StaticDecode, Type } from '@sinclair/typebox'
import { positionOf } from '../../projections/engine/table/table.ts'
import type { TradesRead } from '../../projections/read/queries/trades.ts'
import { PLACE, readPlace } from '../../schema/chain-place.ts'
import { ApiError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import { TradeSchema, type TradesPage, TradesSchema } from '../../schema/responses/trades.ts'
import { firstSlotFrom } from '../../schema/slots.ts'
import type { ComponentContext } from '../component.ts'
import { confirmedBlocks } from '../confirmed-blocks.ts'
import { BlockHeight, limitUpTo, TokenIdParam, UnixSeconds } from '../http/route/fields.ts'
import { Borrowed } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { keyOfWallet, Wallet } from './wallet-field.ts'

const MOST_TRADES = 1_000

const query = Type.Object({
  asset: Type.Optional({ ...TokenIdParam, description: 'Only trades of this token.' }),
  wallet: Type.Optional({
    ...Wallet,
    description: 'Only trades of this wallet: a payment key hash, or an address with this key.',
  }),
  from: Type.Optional({ ...UnixSeconds, description: 'Start of the range, Unix seconds, inclusive.' }),
  to: Type.Optional({ ...UnixSeconds, description: 'End of the range, Unix seconds, exclusive.' }),
  fromBlock: Type.Optional({ ...BlockHeight, description: 'Height of the first block, inclusive.' }),
  toBlock: Type.Optional({ ...BlockHeight, description: 'Height of the last block, inclusive.' }),
  order: OneOf(['newest', 'oldest'], {
    default: 'newest',
    description: 'Which trades come first. With `oldest`, the cursor of the last page waits for new trades.',
  }),
  after: Type.Optional(
    Type.String({
      pattern: PLACE,
      mustBe: 'the cursor of a page',
      description: 'The member `next` of the previous page. It stays valid after forks.',
      examples: ['8761738018816.4a7f3c8d12e05b96.10782965.5b2c19f0'],
    }),
  ),
  limit: limitUpTo(MOST_TRADES),
})

type Query = StaticDecode<typeof query>

const readOf = (
  { asset, wallet, from = 0, to, fromBlock, toBlock, order, after, limit }: Query,
  slotTime: ComponentContext['slotTime'],
  confirmed: number,
): TradesRead => {
  if (to !== undefined && from > to)
    throw new ApiError('INVALID_PARAMS', 'Invalid input: from must not be after to')
  if (fromBlock !== undefined && toBlock !== undefined && fromBlock > toBlock)
    throw new ApiError('INVALID_PARAMS', 'Invalid input: fromBlock must not be above toBlock')
  return {
    name: 'trades',
    token: asset,
    trader: wallet === undefined ? undefined : keyOfWallet('wallet', wallet),
    from: from === 0 ? 0 : positionOf(firstSlotFrom(slotTime, from), 0),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : positionOf(firstSlotFrom(slotTime, to), 0),
    fromBlock,
    toBlock,
    order,
    after: after === undefined ? undefined : readPlace(after),
    limit,
    confirmed,
  }
}

const COLUMNS = Object.keys(TradeSchema.properties)

/** A number, a word, an id or an address needs no quotes. */
const csvOf = ({ items }: TradesPage): string =>
  [COLUMNS.join(','), ...items.map((trade) => Object.values(trade).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')

const header = (description: string, example: string) => ({
  description,
  schema: Type.String({ examples: [example] }),
})

export const tradesRoutes = (
  context: Pick<ComponentContext, 'reader' | 'readThreads' | 'slotTime'>,
  confirmations: number,
): readonly Route[] => {
  const { readThreads, slotTime } = context
  const newest = confirmedBlocks(context, confirmations)
  const page = async (query: Query, signal: AbortSignal): Promise<Buffer> => {
    const bytes = await readThreads.run(readOf(query, slotTime, newest()?.height ?? 0), signal)
    if (bytes.length > 4) return bytes
    throw new ApiError('NOT_FOUND', `No token ${query.asset} is listed`)
  }
  const common = {
    query,
    errors: ['NOT_FOUND'],
    // A page's cursor contains the newest confirmed block, so the response depends on the ledger too.
    reads: { ledger: true, trades: true, pools: true },
  } as const
  return [
    route({
      ...common,
      path: '/v1/trades',
      operationId: 'getTrades',
      summary: 'Trades of all tokens, by token, wallet, time or block',
      description:
        'The newest trades come first, including trades in blocks that a fork may undo. Follow the chain with `order=oldest` and the cursor `next` of each page.',
      responses: { 200: { schema: TradesSchema, description: 'A page of trades.' } },
      handle: async ({ query, signal }, reply) => reply(200, new Borrowed(await page(query, signal))),
    }),
    route({
      ...common,
      path: '/v1/trades.csv',
      operationId: 'getTradesCsv',
      summary: 'The same trades as CSV',
      description: `One line for each trade, after a line with the names of the columns: ${COLUMNS.join(', ')}. Null is empty.`,
      responses: {
        200: {
          schema: Type.String({ examples: [`${COLUMNS.join(',')}\r\n`] }),
          contentType: 'text/csv; charset=utf-8',
          description: 'A page of trades.',
          headers: {
            'X-Next-Cursor': header(
              'The cursor `next`; absent if it is null.',
              '8761738018816.4a7f3c8d12e05b96.10782965.5b2c19f0',
            ),
            'X-Undone-After': header('The member `undoneAfter`; absent if it is null.', '10782965'),
          },
        },
      },
      handle: async ({ query, signal }, reply) => {
        const trades: TradesPage = JSON.parse((await page(query, signal)).toString())
        const { next, undoneAfter } = trades
        return reply(200, csvOf(trades), {
          headers: {
            ...(next !== null && { 'X-Next-Cursor': next }),
            ...(undoneAfter !== null && { 'X-Undone-After': `${undoneAfter}` }),
          },
        })
      },
    }),
  ]
}
