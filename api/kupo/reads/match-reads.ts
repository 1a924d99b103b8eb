// Finds the outputs that match a pattern. The models have the unspent outputs, but few datums and scripts. The log has the contents of
// spent outputs.
import { slotOf } from '../../../projections/engine/table/table.ts'
import type { OutputRow, OutputRows } from '../../../projections/read/queries/outputs/output-rows.ts'
import { textsOfChain } from '../../../projections/read/queries/outputs/row-texts.ts'
import { unpackAssets } from '../../../schema/codecs/packed-assets.ts'
import { ApiError } from '../../../schema/errors.ts'
import { assetNameOf, type OutputReference, policyOf } from '../../../schema/primitives.ts'
import { badRequest } from '../pattern.ts'
import type { Attachments, KnownAttachments } from './attachments.ts'
import {
  type Candidate,
  type CandidateContext,
  Candidates,
  isAt,
  MOST_OUTPUTS,
  type Times,
  tooMany,
} from './candidates.ts'
import type { ChainPoints, Spend } from './chain-blocks.ts'
import type { Bound, MatchRead } from './kupo-read.ts'
import { type Matched, matchJson } from './match-json.ts'

const LAST_SLOT = 2 ** 37 - 1

/** A process without a log knows only the header hashes of blocks that a fork may undo. */
const UNKNOWN_BLOCK = '0'.repeat(64)

interface MatchContext extends CandidateContext {
  readonly points: ChainPoints
  readonly rows: () => OutputRows
  readonly attachments: KnownAttachments
  readonly remember: (id: number, attached: Attachments) => void
}

const hasAsset = ({ output }: Matched, { policy, assetName }: MatchRead): boolean =>
  policy === undefined ||
  output.assets.some(
    ({ asset }) =>
      policyOf(asset) === policy && (assetName === undefined || assetNameOf(asset) === assetName),
  )

const isInTime = ({ id, spentSlot }: Candidate, { created, spent }: Times): boolean =>
  (spentSlot === undefined || (spentSlot >= spent.from && spentSlot <= spent.to)) &&
  slotOf(id) >= created.from &&
  slotOf(id) <= created.to

interface Looked extends Matched {
  /** Undefined if the node must be asked. */
  readonly attachments: () => Attachments | undefined
}

const isWanted = (output: Looked | undefined, read: MatchRead): boolean => {
  if (output === undefined || !isAt(output.output.address, read.pattern) || !hasAsset(output, read))
    return false
  const { transaction, index } = output.reference
  const { pattern } = read
  return (
    (read.transaction === undefined || read.transaction === transaction) &&
    (pattern.kind !== 'transaction' || pattern.index === undefined || pattern.index === index) &&
    (read.outputIndex === undefined || read.outputIndex === index)
  )
}

export class MatchReads {
  readonly #context: MatchContext
  readonly #candidates: Candidates
  readonly #texts: ReturnType<typeof textsOfChain>

  constructor(context: MatchContext) {
    this.#context = context
    this.#candidates = new Candidates(context)
    this.#texts = textsOfChain(context.reader)
  }

  /**
   * Runs in one transaction of the reader.
   * @returns matches as JSON, or the outputs that lack a datum or script (see `KupoRead`)
   */
  run(read: MatchRead): string {
    const candidates = this.#candidatesOf(read)
    // For unspent outputs at an address, the query has checked everything except assets.
    const isFiltered =
      read.pattern.kind === 'transaction' || read.transaction !== undefined || read.policy !== undefined
    const known = isFiltered ? this.#lookedAt(candidates) : undefined
    const found = candidates
      .filter(({ id }) => known === undefined || isWanted(known.get(id), read))
      .sort((a, b) => (read.isOldestFirst ? a.id - b.id : b.id - a.id))
    const lacking: OutputReference[] = []
    const make = (of: readonly Candidate[]): string[] | undefined => {
      const looked = known ?? this.#lookedAt(of)
      const made = of.map(({ id, spentSlot }): string => {
        const output = looked.get(id)
        const attached = output?.attachments()
        if (output === undefined || attached === undefined) {
          if (output !== undefined) lacking.push(output.reference)
          return ''
        }
        this.#context.remember(id, attached)
        return matchJson(output, attached, this.#spendOf(output, spentSlot), read)
      })
      return lacking.length === 0 ? made : undefined
    }
    const isPlain =
      !read.isResolved && !read.hasTexts && found.every(({ spentSlot }) => spentSlot === undefined)
    const all = isPlain
      ? this.#texts.of(
          found.map(({ id }) => ({ id, updated: id })),
          make,
        )
      : make(found)
    return all === undefined ? JSON.stringify({ lacking }) : `[${all.join(',')}]`
  }

  #candidatesOf(read: MatchRead): Candidate[] {
    const { status } = read
    const times: Times = {
      created: { from: this.#slotOf(read.createdAfter, 0), to: this.#slotOf(read.createdBefore, LAST_SLOT) },
      spent: { from: this.#slotOf(read.spentAfter, 0), to: this.#slotOf(read.spentBefore, LAST_SLOT) },
    }
    const all = this.#ofPattern(read, times)
    if (all.length > MOST_OUTPUTS) throw tooMany()
    return all.filter(
      (candidate) =>
        status !== (candidate.spentSlot === undefined ? 'spent' : 'unspent') && isInTime(candidate, times),
    )
  }

  #ofPattern(read: MatchRead, times: Times): Candidate[] {
    const { pattern, transaction } = read
    if (pattern.kind === 'transaction')
      return this.#candidates.ofTransaction(pattern.transaction, read.status)
    if (transaction !== undefined) return this.#candidates.ofTransaction(transaction, read.status)
    return pattern.kind === 'asset'
      ? this.#candidates.ofAsset(pattern, times.created)
      : this.#candidates.ofAddress(pattern, read, times)
  }

  #slotOf(bound: Bound | undefined, otherwise: number): number {
    if (
      bound?.id !== undefined &&
      this.#context.points.seqOf({ slot: bound.slot, id: bound.id }) === undefined
    )
      throw badRequest(`This process knows no block ${bound.slot}.${bound.id} on the chain`)
    return bound?.slot ?? otherwise
  }

  #lookedAt(found: readonly Candidate[]): ReadonlyMap<number, Looked> {
    const unspent = found.filter(({ spentSlot }) => spentSlot === undefined).map(({ id }) => id)
    const listed = this.#context
      .rows()
      .byIds(unspent)
      .map((row, at): [number, Looked] => {
        const id = unspent[at] ?? 0
        return [id, this.#ofRow(id, row)]
      })
    const spent = found
      .filter(({ spentSlot }) => spentSlot !== undefined)
      .map(({ id }): [number, Looked] => [id, this.#ofLog(id)])
    return new Map([...listed, ...spent])
  }

  #ofRow(id: number, row: OutputRow): Looked {
    const { places, points, attachments } = this.#context
    const slot = slotOf(id)
    const { hash: transaction, index, address, lovelace } = row
    return {
      point: { slot, id: places().blockId(slot) ?? points.idAt(slot) ?? UNKNOWN_BLOCK },
      transactionIndex: row.blockIndex,
      reference: { transaction, index },
      output: { address, lovelace, assets: unpackAssets(row.assets) },
      attachments: () => attachments.ofRow(id, row),
    }
  }

  #ofLog(id: number): Looked {
    const { blocks, attachments } = this.#context
    const found = blocks?.output(id)
    if (found === undefined)
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'The log and the read models are at different blocks at the moment, try again soon',
        { 'Retry-After': '10' },
      )
    return { ...found, attachments: () => attachments.ofEvent(found.reference, found.output) }
  }

  #spendOf({ reference }: Matched, spentSlot: number | undefined): Spend | undefined {
    return spentSlot === undefined ? undefined : this.#context.blocks?.at(spentSlot)?.spendOf(reference)
  }
}
