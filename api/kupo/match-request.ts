// Parses the query of a request for matches: Kupo's flags and filters, and their valid combinations.
import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../../schema/one-of.ts'
import type { Hex } from '../../schema/primitives.ts'
import { badRequest, parsePattern } from './pattern.ts'
import type { Bound, MatchRead } from './reads/kupo-read.ts'

const flag = Type.Optional(Type.String())
const hash = (bytes: number, what: string) =>
  Type.Optional(
    Type.String({
      pattern: `^[0-9a-fA-F]{${bytes * 2}}$`,
      lowerCase: true,
      mustBe: `${what} of ${bytes * 2} hex digits`,
    }),
  )
const bound = Type.Optional(
  Type.String({
    pattern: '^[0-9]{1,11}(\\.[0-9a-fA-F]{64})?$',
    lowerCase: true,
    mustBe: 'a slot, or a point as slot.header_hash',
  }),
)

export const MatchQuery = Type.Object({
  unspent: flag,
  spent: flag,
  resolve_hashes: flag,
  order: Type.Optional(OneOf(['most_recent_first', 'oldest_first'])),
  policy_id: hash(28, 'a policy id'),
  asset_name: Type.Optional(
    Type.String({
      pattern: '^([0-9a-fA-F]{2}){0,32}$',
      lowerCase: true,
      mustBe: 'a name of up to 64 hex digits',
    }),
  ),
  transaction_id: hash(32, 'a transaction id'),
  output_index: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  created_after: bound,
  created_before: bound,
  spent_after: bound,
  spent_before: bound,
})

const readBound = (text: string | undefined): Bound | undefined => {
  if (text === undefined) return undefined
  const [slot = '', id] = text.split('.')
  return { slot: Number(slot), ...(id === undefined ? {} : { id }) }
}

/**
 * @param accept header of the request
 * @param scripts of the launchpad, which have tokens in outputs but are not among the holders
 * @throws {ApiError} with a hint if the pattern is not supported, or parts of the query contradict each other
 */
export const matchRequest = (
  pattern: string,
  query: Static<typeof MatchQuery>,
  accept: string,
  networkId: 0 | 1,
  scripts: () => readonly Hex[],
): MatchRead => {
  const { unspent, spent, created_after, created_before, spent_after, spent_before } = query
  const asksSpent = spent !== undefined || spent_after !== undefined || spent_before !== undefined
  if (unspent !== undefined && asksSpent) throw badRequest('unspent and spent exclude each other.')
  if (created_after !== undefined && spent_after !== undefined)
    throw badRequest('created_after and spent_after exclude each other.')
  if (created_before !== undefined && spent_before !== undefined)
    throw badRequest('created_before and spent_before exclude each other.')
  if (query.asset_name !== undefined && query.policy_id === undefined)
    throw badRequest('asset_name needs policy_id.')
  if (query.output_index !== undefined && query.transaction_id === undefined)
    throw badRequest('output_index needs transaction_id.')
  const parsed = parsePattern(pattern, networkId)
  if (parsed.kind === 'unlisted') throw badRequest(parsed.hint)
  const asset = parsed.kind === 'asset' ? { ...parsed, scripts: scripts() } : undefined
  if (asset !== undefined && query.policy_id !== undefined)
    throw badRequest('policy_id cannot be combined with a pattern that already names an asset.')
  if (asset !== undefined && unspent === undefined && query.transaction_id === undefined)
    throw badRequest('A pattern with an asset finds only unspent outputs: add unspent, or a transaction_id.')
  return {
    name: 'matches',
    pattern: asset ?? parsed,
    status: unspent !== undefined ? 'unspent' : asksSpent ? 'spent' : 'all',
    isOldestFirst: query.order === 'oldest_first',
    isResolved: query.resolve_hashes !== undefined,
    hasTexts: /asset-quantity\s*=\s*"?string/.test(accept),
    policy: asset?.policy ?? query.policy_id,
    assetName: asset?.assetName ?? query.asset_name,
    transaction: query.transaction_id,
    outputIndex: query.output_index,
    createdAfter: readBound(created_after),
    createdBefore: readBound(created_before),
    spentAfter: readBound(spent_after),
    spentBefore: readBound(spent_before),
  }
}
