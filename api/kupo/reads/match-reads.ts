// Outputs that match a pattern. The models say where they are, and whether they are unspent; the journal and the recent blocks
// say which were spent as far back as a fork may reach; all that is written of them is in the log.
import { positionOf, slotOf } from '../../../projections/engine/table/table.ts'
import type { AddressFilter, Bounds, OutputPlaces } from '../../../projections/read/queries/output-places.ts'
import { textsOfChain } from '../../../projections/read/queries/row-texts.ts'
import type { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import type { CborScript } from '../../../schema/codecs/output-cbor.ts'
import { ApiError } from '../../../schema/errors.ts'
import type { RecentMap } from '../../../schema/platform/recent-map.ts'
import {
  assetNameOf,
  formatOutputReference,
  type Hex,
  type OutputReference,
  policyOf,
} from '../../../schema/primitives.ts'
import { badRequest, type MatchPattern } from '../pattern.ts'
import type { ChainBlocks, ChainLog, ChainOutput, Spend } from './chain-blocks.ts'
import type { Bound, MatchRead } from './kupo-read.ts'
import { matchJson } from './match-json.ts'
import type { RecentOutputs } from './recent-outputs.ts'

/** Most outputs that are looked at for one request. */
const MOST_OUTPUTS = 10_000

const LAST_SLOT = 2 ** 37 - 1

interface Found {
  readonly id: number
  /** Slot of the block that spends it; undefined while it is unspent. */
  readonly spentSlot?: number
}

interface Parts {
  readonly reader: ModelsReader
  readonly log: ChainLog
  readonly places: () => OutputPlaces
  readonly blocks: ChainBlocks
  readonly recent: RecentOutputs
  /** Scripts that the log lacks, by `formatOutputReference`. */
  readonly scripts: Pick<RecentMap<string, CborScript>, 'get'>
  /** Remembers what an output carries. */
  readonly remember: (id: number, output: ChainOutput['output']) => void
}

const tooMany = (): ApiError =>
  badRequest(
    `More than ${MOST_OUTPUTS} outputs would have to be looked at: narrow the request with created_after and created_before, or with policy_id`,
  )

const isAt = (address: Hex, pattern: MatchPattern): boolean =>
  pattern.kind === 'transaction' ||
  (pattern.beginnings.some((beginning) => address.startsWith(beginning)) &&
    (pattern.rest === undefined || address.slice(pattern.beginnings[0]?.length) === pattern.rest))

const hasAsset = ({ output }: ChainOutput, { policy, assetName }: MatchRead): boolean =>
  policy === undefined ||
  output.assets.some(
    ({ asset }) =>
      policyOf(asset) === policy && (assetName === undefined || assetNameOf(asset) === assetName),
  )

/** In one transaction of the reader. @returns matches as JSON, or those that lack a script (see `KupoRead`) */
export const matchReads = ({ reader, log, places, blocks, recent, scripts, remember }: Parts) => {
  const texts = textsOfChain(reader)

  const slotOfBound = (bound: Bound | undefined, otherwise: number): number => {
    if (bound?.id !== undefined && log.seqOf({ slot: bound.slot, id: bound.id }) === undefined)
      throw badRequest(`There is no block ${bound.slot}.${bound.id} on the chain`)
    return bound?.slot ?? otherwise
  }

  /** Outputs of a transaction, whose spent ones are known while a fork may bring them back. */
  const ofTransaction = (transaction: string, index: number | undefined): Found[] => {
    const first = places().transaction(transaction)?.id ?? recent.transaction(transaction)
    const tip = reader.checkpoint?.slot ?? 0
    if (first === undefined || slotOf(first) > tip) return []
    // Of a fork, if the models do not have it.
    const block = blocks.find(slotOf(first))
    const made = block?.transactions.findLast(({ id }) => id === transaction)
    if (block === undefined || made === undefined) return []
    const ids: Bounds = { from: first, to: first + made.outputs.length - 1 }
    const unspent = new Set(places().unspentBetween(ids))
    const spent = new Map(
      places()
        .spentBetween(ids)
        .map(({ id, spentSlot }) => [id, spentSlot]),
    )
    return made.outputs.flatMap((_, place): Found[] => {
      const reference = { transaction, index: made.firstOutput + place }
      if (index !== undefined && reference.index !== index) return []
      const id = first + place
      if (unspent.has(id)) return [{ id }]
      const spentSlot = spent.get(id) ?? block.spendOf(reference)?.point.slot
      return spentSlot === undefined ? [] : [{ id, spentSlot }]
    })
  }

  const isPassing = (id: number): boolean => {
    const block = blocks.find(slotOf(id))
    const output = block?.output(id)
    return output !== undefined && block?.spendOf(output.reference) !== undefined
  }

  const ofAddress = (
    pattern: MatchPattern & { readonly kind: 'address' },
    read: MatchRead,
    created: Bounds,
    spent: Bounds,
  ): Found[] => {
    const { beginnings, rest } = pattern
    const at = places()
    if (!at.isIndexed())
      throw new ApiError('SERVICE_UNAVAILABLE', 'Outputs are listed once the first sync is near the tip', {
        'Retry-After': '60',
      })
    const knownFrom = at.knownFrom()
    const isKnown = created.from >= knownFrom || (read.status === 'spent' && spent.from >= knownFrom)
    if (read.status !== 'unspent' && !isKnown)
      throw badRequest(
        `Spent outputs are known from slot ${knownFrom} on: ask for unspent ones, or for those with created_after or spent_after from there on`,
      )
    const last = Math.min(created.to, reader.checkpoint?.slot ?? 0)
    const ids: Bounds = { from: positionOf(created.from, 0), to: positionOf(last + 1, 0) - 1 }
    const filters = beginnings.map((beginning): AddressFilter => ({ beginning, rest, inAssets: read.policy }))
    const limit = MOST_OUTPUTS + 1
    return [
      ...(read.status === 'spent'
        ? []
        : filters.flatMap((filter) => at.unspentAt(filter, ids, limit).map((id) => ({ id })))),
      ...(read.status === 'unspent'
        ? []
        : [
            ...filters.flatMap((filter) => at.spentAt(filter, ids, spent, limit)),
            ...recent
              .passing((address) => isAt(address, pattern))
              .filter((id) => id >= ids.from && id <= ids.to && isPassing(id))
              .map((id) => ({ id, spentSlot: slotOf(id) })),
          ]),
    ]
  }

  const outputOf = (id: number): ChainOutput => {
    const found = blocks.output(id)
    if (found === undefined)
      throw new ApiError('SERVICE_UNAVAILABLE', 'The log is not that of the models', { 'Retry-After': '10' })
    return found
  }

  const spendOf = ({ reference }: ChainOutput, spentSlot: number | undefined): Spend | undefined =>
    spentSlot === undefined ? undefined : blocks.at(spentSlot).spendOf(reference)

  return (read: MatchRead): string => {
    const { pattern, status } = read
    const created = {
      from: slotOfBound(read.createdAfter, 0),
      to: slotOfBound(read.createdBefore, LAST_SLOT),
    }
    const spent = { from: slotOfBound(read.spentAfter, 0), to: slotOfBound(read.spentBefore, LAST_SLOT) }
    const transaction = pattern.kind === 'transaction' ? pattern.transaction : read.transaction
    const candidates =
      transaction === undefined && pattern.kind === 'address'
        ? ofAddress(pattern, read, created, spent)
        : ofTransaction(transaction ?? '', pattern.kind === 'transaction' ? pattern.index : undefined)
    if (candidates.length > MOST_OUTPUTS) throw tooMany()
    const found = candidates
      .filter(({ id, spentSlot }) => {
        if (status === (spentSlot === undefined ? 'spent' : 'unspent')) return false
        if (spentSlot !== undefined && (spentSlot < spent.from || spentSlot > spent.to)) return false
        if (slotOf(id) < created.from || slotOf(id) > created.to) return false
        if (read.policy === undefined && spentSlot === undefined && transaction === undefined) return true
        const output = outputOf(id)
        const { reference } = output
        return (
          isAt(output.output.address, pattern) &&
          hasAsset(output, read) &&
          (read.transaction === undefined || read.transaction === reference.transaction) &&
          (read.outputIndex === undefined || read.outputIndex === reference.index)
        )
      })
      .sort((a, b) => (read.isOldestFirst ? a.id - b.id : b.id - a.id))
    const lacking: OutputReference[] = []
    const textOf = ({ id, spentSlot }: Found): string => {
      const output = outputOf(id)
      remember(id, output.output)
      const { hasReferenceScript } = output.output
      const script = output.output.script ?? scripts.get(formatOutputReference(output.reference))
      if (hasReferenceScript && script === undefined) lacking.push(output.reference)
      return matchJson(output, script, spendOf(output, spentSlot), read)
    }
    const make = (of: readonly Found[]): string[] | undefined => {
      const made = of.map(textOf)
      return lacking.length === 0 ? made : undefined
    }
    const isPlain =
      !read.isResolved && !read.hasTexts && found.every(({ spentSlot }) => spentSlot === undefined)
    const all = isPlain
      ? texts.of(
          found.map(({ id }) => ({ id, updated: id })),
          make,
        )
      : make(found)
    return all === undefined ? JSON.stringify({ lacking }) : `[${all.join(',')}]`
  }
}
