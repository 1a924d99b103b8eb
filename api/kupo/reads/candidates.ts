// Outputs that may match a pattern, by id. The models have the unspent outputs. The journal and the recent blocks have the outputs spent
// within the depth of a fork.
import { positionOf, slotOf } from '../../../projections/engine/table/table.ts'
import type {
  AddressFilter,
  Bounds,
  OutputPlaces,
} from '../../../projections/read/queries/outputs/output-places.ts'
import type { TokenAddresses } from '../../../projections/read/queries/token-addresses.ts'
import type { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { parseAddress } from '../../../schema/codecs/address.ts'
import type { ApiError } from '../../../schema/errors.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { checkIndexed } from '../../utxos/check-indexed.ts'
import { badRequest, type MatchPattern, partsOfAddress } from '../pattern.ts'
import type { ChainBlocks } from './chain-blocks.ts'
import type { MatchRead } from './kupo-read.ts'
import type { RecentOutputs } from './recent-outputs.ts'

/** Matches of one request. */
export const MOST_OUTPUTS = 10_000

/** Unspent outputs of a payment part that a request reads, which takes some tenths of a second. */
const MOST_LOOKED_AT = 50_000

/** The payment part is a script (CIP-19). */
const SCRIPTS = [1, 3, 5, 7]

/** Number of addresses up to which each may have as many outputs as the request's limit. More addresses share it. */
const FEW_ADDRESSES = 8

export interface Candidate {
  readonly id: number
  /** Undefined if the output is unspent. */
  readonly spentSlot?: number
}

/** Both ends belong to a range. */
export interface Times {
  readonly created: Bounds
  readonly spent: Bounds
}

export interface CandidateContext {
  readonly reader: ModelsReader
  readonly networkId: 0 | 1
  readonly places: () => OutputPlaces
  readonly tokens: () => TokenAddresses
  /** Undefined if there is no log; `recent` is used instead. */
  readonly blocks: ChainBlocks | undefined
  readonly recent: () => RecentOutputs | undefined
}

export const tooMany = (): ApiError =>
  badRequest(
    `More than ${MOST_OUTPUTS} outputs match, or more than ${MOST_LOOKED_AT} would have to be checked: narrow the request with created_after and created_before`,
  )

export const isAt = (address: Hex, pattern: MatchPattern): boolean =>
  pattern.kind !== 'address' ||
  (pattern.beginnings.some((beginning) => address.startsWith(beginning)) &&
    (pattern.rest === undefined || address.slice(pattern.beginnings[0]?.length) === pattern.rest))

/** Methods throw an ApiError if too many outputs match, or would have to be read. */
export class Candidates {
  readonly #context: CandidateContext

  constructor(context: CandidateContext) {
    this.#context = context
  }

  /** Spent outputs are known as long as a fork may restore them. */
  ofTransaction(transaction: Hex, status: MatchRead['status']): Candidate[] {
    const { blocks, reader, recent } = this.#context
    if (blocks === undefined || status === 'unspent') return this.#unspentOf(transaction)
    const places = this.#context.places()
    const first = recent()?.transaction(transaction) ?? places.transaction(transaction)?.id
    const tip = reader.checkpoint?.slot ?? 0
    if (first === undefined || slotOf(first) > tip) return []
    // A block that the models lack is on a fork.
    const block = blocks.find(slotOf(first))
    const made = block?.transactions.findLast(({ id }) => id === transaction)
    if (block === undefined || made === undefined) return []
    const ids: Bounds = { from: first, to: first + made.outputs.length - 1 }
    const unspent = new Set(places.unspentBetween(ids))
    const spent = new Map(places.spentBetween(ids).map(({ id, spentSlot }) => [id, spentSlot]))
    return made.outputs.flatMap((_, place): Candidate[] => {
      const id = first + place
      if (unspent.has(id)) return [{ id }]
      const reference = { transaction, index: made.firstOutput + place }
      const spentSlot = spent.get(id) ?? block.spendOf(reference)?.point.slot
      return spentSlot === undefined ? [] : [{ id, spentSlot }]
    })
  }

  /** Holders' outputs, and those of pools and orders at the launchpad's scripts. */
  ofAsset(
    { policy, assetName, scripts = [] }: MatchPattern & { readonly kind: 'asset' },
    created: Bounds,
  ): Candidate[] {
    const { places, tokens, networkId } = this.#context
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
    return this.#unspentAt(
      [...atScripts, ...atHolders.filter(({ beginning }) => !isAtScript.has(beginning))].map((filter) => ({
        ...filter,
        inAssets: policy,
      })),
      this.#idsOf(created),
    )
  }

  ofAddress(
    pattern: MatchPattern & { readonly kind: 'address' },
    { status, policy }: Pick<MatchRead, 'status' | 'policy'>,
    { created, spent }: Times,
  ): Candidate[] {
    const places = this.#context.places()
    checkIndexed(places)
    if (status !== 'unspent') this.#checkKnown(status, created, spent)
    const ids = this.#idsOf(created)
    const { beginnings, rest } = pattern
    const filters = beginnings.map((beginning): AddressFilter => ({ beginning, rest, inAssets: policy }))
    const unspent = status === 'spent' ? [] : this.#unspentAt(filters, ids)
    if (status === 'unspent') return unspent
    return [
      ...unspent,
      ...filters.flatMap((filter) => places.spentAt(filter, ids, spent, MOST_OUTPUTS + 1)),
      ...this.#passingAt(pattern, ids),
    ]
  }

  #unspentOf(transaction: Hex): Candidate[] {
    const places = this.#context.places()
    const made = places.transaction(transaction)
    if (made === undefined) return []
    return places.unspentBetween({ from: made.id, to: made.id + made.outputs - 1 }).map((id) => ({ id }))
  }

  #unspentAt(filters: readonly AddressFilter[], ids: Bounds): Candidate[] {
    const places = this.#context.places()
    const all: Candidate[] = []
    let left = MOST_LOOKED_AT
    for (const filter of filters) {
      const found = places.unspentAt(filter, ids, MOST_OUTPUTS + 1, left)
      if (found === undefined || all.length + found.length > MOST_OUTPUTS) throw tooMany()
      if (filters.length > FEW_ADDRESSES) left -= places.countAt(filter, ids, left)
      for (const id of found) all.push({ id })
    }
    return all
  }

  /** The block that created these outputs also spent them. */
  #passingAt(pattern: MatchPattern, ids: Bounds): Candidate[] {
    return (this.#context.recent()?.passing((address) => isAt(address, pattern)) ?? [])
      .filter((id) => id >= ids.from && id <= ids.to && this.#isPassing(id))
      .map((id) => ({ id, spentSlot: slotOf(id) }))
  }

  #isPassing(id: number): boolean {
    const block = this.#context.blocks?.find(slotOf(id))
    const output = block?.output(id)
    return output !== undefined && block?.spendOf(output.reference) !== undefined
  }

  /** @throws {ApiError} if older spent outputs would have to be listed */
  #checkKnown(status: MatchRead['status'], created: Bounds, spent: Bounds): void {
    const { blocks, places } = this.#context
    if (blocks === undefined)
      throw badRequest('This process is a replica, which knows only unspent outputs: add unspent')
    const knownFrom = places().knownFrom()
    if (created.from >= knownFrom || (status === 'spent' && spent.from >= knownFrom)) return
    throw badRequest(
      `Spent outputs are known from slot ${knownFrom} on: request unspent outputs, or set created_after or spent_after to this slot or later`,
    )
  }

  #idsOf(created: Bounds): Bounds {
    const last = Math.min(created.to, this.#context.reader.checkpoint?.slot ?? 0)
    return { from: positionOf(created.from, 0), to: positionOf(last + 1, 0) - 1 }
  }
}
