// Finds the outputs that match a pattern. The models have the unspent outputs, without most datums and scripts. The journal and
// the recent blocks list the outputs that were spent within the depth of a fork; the log has their contents.
import { positionOf, slotOf } from '../../../projections/engine/table/table.ts'
import type {
  AddressFilter,
  Bounds,
  OutputPlaces,
} from '../../../projections/read/queries/outputs/output-places.ts'
import type { OutputRows } from '../../../projections/read/queries/outputs/output-rows.ts'
import { textsOfChain } from '../../../projections/read/queries/outputs/row-texts.ts'
import type { TokenAddresses } from '../../../projections/read/queries/token-addresses.ts'
import type { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { parseAddress } from '../../../schema/codecs/address.ts'
import { unpackAssets } from '../../../schema/codecs/packed-assets.ts'
import { ApiError } from '../../../schema/errors.ts'
import { assetNameOf, type Hex, type OutputReference, policyOf } from '../../../schema/primitives.ts'
import { checkIndexed } from '../../utxos/check-indexed.ts'
import { badRequest, type MatchPattern, partsOfAddress } from '../pattern.ts'
import type { Carried, CarriedThings } from './carried.ts'
import type { ChainBlock, ChainBlocks, ChainOutput, ChainPoints, Spend } from './chain-blocks.ts'
import type { Bound, MatchRead } from './kupo-read.ts'
import { type Matched, matchJson } from './match-json.ts'
import type { RecentOutputs } from './recent-outputs.ts'

/** Maximum number of outputs that match one request. */
const MOST_OUTPUTS = 10_000

/** Maximum number of unspent outputs of a payment part that one request reads; this takes some tenths of a second. */
const MOST_LOOKED_AT = 50_000

/** Address types whose payment part is a script (CIP-19). */
const SCRIPTS = [1, 3, 5, 7]

/** Number of addresses that may each use the whole limit of outputs per request; more addresses share it. */
const FEW_ADDRESSES = 8

const LAST_SLOT = 2 ** 37 - 1

/** Replaces a header hash that a process without a log does not know: it knows only the blocks that a fork may undo. */
const UNKNOWN_BLOCK = '0'.repeat(64)

interface Found {
  readonly id: number
  /** Slot of the block that spends the output; undefined while it is unspent. */
  readonly spentSlot?: number
}

interface Parts {
  readonly reader: ModelsReader
  readonly networkId: 0 | 1
  readonly points: ChainPoints
  readonly places: () => OutputPlaces
  readonly rows: () => OutputRows
  readonly tokens: () => TokenAddresses
  /** The log's blocks; undefined without a log, for which `recent` is used. */
  readonly blocks: ChainBlocks | undefined
  readonly recent: () => RecentOutputs | undefined
  readonly carried: CarriedThings
  readonly remember: (id: number, things: Carried) => void
}

const tooMany = (): ApiError =>
  badRequest(
    `More than ${MOST_OUTPUTS} outputs match, or more than ${MOST_LOOKED_AT} would have to be checked: narrow the request with created_after and created_before`,
  )

const isAt = (address: Hex, pattern: MatchPattern): boolean =>
  pattern.kind !== 'address' ||
  (pattern.beginnings.some((beginning) => address.startsWith(beginning)) &&
    (pattern.rest === undefined || address.slice(pattern.beginnings[0]?.length) === pattern.rest))

const hasAsset = ({ output }: Matched, { policy, assetName }: MatchRead): boolean =>
  policy === undefined ||
  output.assets.some(
    ({ asset }) =>
      policyOf(asset) === policy && (assetName === undefined || assetNameOf(asset) === assetName),
  )

interface Looked extends Matched {
  /** Undefined if the node must be asked for it. */
  readonly carried: () => Carried | undefined
}

/**
 * Runs in one transaction of the reader.
 * @returns matches as JSON, or the outputs that lack a datum or script (see `KupoRead`)
 */
export const matchReads = (parts: Parts) => {
  const { reader, networkId, points, places, rows, tokens, blocks, recent, carried, remember } = parts
  const texts = textsOfChain(reader)

  const slotOfBound = (bound: Bound | undefined, otherwise: number): number => {
    if (bound?.id !== undefined && points.seqOf({ slot: bound.slot, id: bound.id }) === undefined)
      throw badRequest(`This process knows no block ${bound.slot}.${bound.id} on the chain`)
    return bound?.slot ?? otherwise
  }

  const unspentOf = (transaction: Hex): Found[] => {
    const made = places().transaction(transaction)
    if (made === undefined) return []
    return places()
      .unspentBetween({ from: made.id, to: made.id + made.outputs - 1 })
      .map((id) => ({ id }))
  }

  /** Outputs of a transaction. Its spent outputs are known while a fork may restore them. */
  const ofTransaction = (transaction: Hex, status: MatchRead['status']): Found[] => {
    if (blocks === undefined || status === 'unspent') return unspentOf(transaction)
    const first = recent()?.transaction(transaction) ?? places().transaction(transaction)?.id
    const tip = reader.checkpoint?.slot ?? 0
    if (first === undefined || slotOf(first) > tip) return []
    // A block that the models lack is on a fork.
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
      const id = first + place
      if (unspent.has(id)) return [{ id }]
      const reference = { transaction, index: made.firstOutput + place }
      const spentSlot = spent.get(id) ?? block.spendOf(reference)?.point.slot
      return spentSlot === undefined ? [] : [{ id, spentSlot }]
    })
  }

  const isPassing = (id: number): boolean => {
    const block = blocks?.find(slotOf(id))
    const output = block?.output(id)
    return output !== undefined && block?.spendOf(output.reference) !== undefined
  }

  /** @throws {ApiError} if older spent outputs would have to be listed */
  const checkKnown = (read: MatchRead, created: Bounds, spent: Bounds): void => {
    if (blocks === undefined)
      throw badRequest('This process is a replica, which knows only unspent outputs: add unspent')
    const knownFrom = places().knownFrom()
    if (created.from >= knownFrom || (read.status === 'spent' && spent.from >= knownFrom)) return
    throw badRequest(
      `Spent outputs are known from slot ${knownFrom} on: request unspent outputs, or set created_after or spent_after to this slot or later`,
    )
  }

  const idsOf = (created: Bounds): Bounds => {
    const last = Math.min(created.to, reader.checkpoint?.slot ?? 0)
    return { from: positionOf(created.from, 0), to: positionOf(last + 1, 0) - 1 }
  }

  /** @throws {ApiError} if too many outputs match or would have to be read */
  const unspentAt = (filters: readonly AddressFilter[], ids: Bounds): Found[] => {
    const all: Found[] = []
    let left = MOST_LOOKED_AT
    for (const filter of filters) {
      const found = places().unspentAt(filter, ids, MOST_OUTPUTS + 1, left)
      if (found === undefined || all.length + found.length > MOST_OUTPUTS) throw tooMany()
      if (filters.length > FEW_ADDRESSES) left -= places().countAt(filter, ids, left)
      for (const id of found) all.push({ id })
    }
    return all
  }

  /** Outputs with a token: of its holders, and at the launchpad's scripts, which have it in pools and orders. */
  const ofAsset = (
    { policy, assetName, scripts = [] }: MatchPattern & { readonly kind: 'asset' },
    created: Bounds,
  ): Found[] => {
    checkIndexed(places())
    const holders = tokens().of(policy, assetName, MOST_OUTPUTS + 1)
    if (holders === undefined)
      throw badRequest(
        'Only listed tokens are found without an address: give an address, and the asset as policy_id and asset_name.',
      )
    if (holders.length > MOST_OUTPUTS) throw tooMany()
    const atScripts = scripts.flatMap((hash) =>
      SCRIPTS.map((type) => ({ beginning: `${type}${networkId}${hash}` })),
    )
    const atHolders = holders.map((address) => partsOfAddress(parseAddress(address)))
    const isAtScript = new Set(atScripts.map(({ beginning }) => beginning))
    return unspentAt(
      [...atScripts, ...atHolders.filter(({ beginning }) => !isAtScript.has(beginning))].map((filter) => ({
        ...filter,
        inAssets: policy,
      })),
      idsOf(created),
    )
  }

  const ofAddress = (
    pattern: MatchPattern & { readonly kind: 'address' },
    read: MatchRead,
    created: Bounds,
    spent: Bounds,
  ): Found[] => {
    const { beginnings, rest } = pattern
    const at = places()
    checkIndexed(at)
    if (read.status !== 'unspent') checkKnown(read, created, spent)
    const ids = idsOf(created)
    const filters = beginnings.map((beginning): AddressFilter => ({ beginning, rest, inAssets: read.policy }))
    const unspent = read.status === 'spent' ? [] : unspentAt(filters, ids)
    const limit = MOST_OUTPUTS + 1
    const passing = (): Found[] =>
      (recent()?.passing((address) => isAt(address, pattern)) ?? [])
        .filter((id) => id >= ids.from && id <= ids.to && isPassing(id))
        .map((id) => ({ id, spentSlot: slotOf(id) }))
    return [
      ...unspent,
      ...(read.status === 'unspent'
        ? []
        : [...filters.flatMap((filter) => at.spentAt(filter, ids, spent, limit)), ...passing()]),
    ]
  }

  const loggedOutput = (id: number): Looked => {
    const found: ChainOutput | undefined = blocks?.output(id)
    if (found === undefined)
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'The log and the read models are at different blocks at the moment, try again soon',
        { 'Retry-After': '10' },
      )
    return { ...found, carried: () => carried.ofEvent(found.reference, found.output) }
  }

  const lookedAt = (found: readonly Found[]): ReadonlyMap<number, Looked> => {
    const unspent = found.filter(({ spentSlot }) => spentSlot === undefined).map(({ id }) => id)
    const listed = rows()
      .byIds(unspent)
      .map((row, at): [number, Looked] => {
        const id = unspent[at] ?? 0
        const slot = slotOf(id)
        const point = { slot, id: places().blockId(slot) ?? points.idAt(slot) ?? UNKNOWN_BLOCK }
        const { hash: transaction, index, address, lovelace } = row
        const output = { address, lovelace, assets: unpackAssets(row.assets) }
        const reference = { transaction, index }
        return [
          id,
          {
            point,
            transactionIndex: row.blockIndex,
            reference,
            output,
            carried: () => carried.ofRow(id, row),
          },
        ]
      })
    const spent = found
      .filter(({ spentSlot }) => spentSlot !== undefined)
      .map(({ id }): [number, Looked] => [id, loggedOutput(id)])
    return new Map([...listed, ...spent])
  }

  const spendOf = ({ reference }: Matched, spentSlot: number | undefined): Spend | undefined => {
    const block: ChainBlock | undefined = spentSlot === undefined ? undefined : blocks?.at(spentSlot)
    return block?.spendOf(reference)
  }

  return (read: MatchRead): string => {
    const { pattern, status } = read
    const created = {
      from: slotOfBound(read.createdAfter, 0),
      to: slotOfBound(read.createdBefore, LAST_SLOT),
    }
    const spent = { from: slotOfBound(read.spentAfter, 0), to: slotOfBound(read.spentBefore, LAST_SLOT) }
    const transaction = pattern.kind === 'transaction' ? pattern.transaction : read.transaction
    const index = pattern.kind === 'transaction' ? pattern.index : undefined
    const candidatesOf = (): Found[] => {
      if (transaction !== undefined || pattern.kind === 'transaction')
        return ofTransaction(transaction ?? '', status)
      return pattern.kind === 'asset' ? ofAsset(pattern, created) : ofAddress(pattern, read, created, spent)
    }
    const candidates = candidatesOf()
    if (candidates.length > MOST_OUTPUTS) throw tooMany()
    const inTime = candidates.filter(
      ({ id, spentSlot }) =>
        status !== (spentSlot === undefined ? 'spent' : 'unspent') &&
        (spentSlot === undefined || (spentSlot >= spent.from && spentSlot <= spent.to)) &&
        slotOf(id) >= created.from &&
        slotOf(id) <= created.to,
    )
    // For unspent outputs at an address, the query has checked everything except the assets.
    const isFiltered = transaction !== undefined || read.policy !== undefined
    const known = isFiltered ? lookedAt(inTime) : undefined
    const isWanted = (output: Looked | undefined): boolean =>
      output !== undefined &&
      isAt(output.output.address, pattern) &&
      hasAsset(output, read) &&
      (read.transaction === undefined || read.transaction === output.reference.transaction) &&
      (index === undefined || index === output.reference.index) &&
      (read.outputIndex === undefined || read.outputIndex === output.reference.index)
    const found = inTime
      .filter(({ id }) => known === undefined || isWanted(known.get(id)))
      .sort((a, b) => (read.isOldestFirst ? a.id - b.id : b.id - a.id))
    const lacking: OutputReference[] = []
    const make = (of: readonly Found[]): string[] | undefined => {
      const looked = known ?? lookedAt(of)
      const made = of.map(({ id, spentSlot }): string => {
        const output = looked.get(id)
        const things = output?.carried()
        if (output === undefined || things === undefined) {
          if (output !== undefined) lacking.push(output.reference)
          return ''
        }
        remember(id, things)
        return matchJson(output, things, spendOf(output, spentSlot), read)
      })
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
