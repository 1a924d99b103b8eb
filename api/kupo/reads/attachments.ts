// Finds the datums and scripts of outputs. A row of the models says whether an output has a datum or a script. The contents come from the
// row, from the output's block in the log, or from the node. The node is needed because a replica has no log, and blocks that an earlier
// version of the service logged have no scripts.

import { LRUCache } from 'lru-cache'
import { HAS_DATUM, HAS_SCRIPT } from '../../../projections/engine/outputs/utxo-set.ts'
import type { OutputRow } from '../../../projections/read/queries/outputs/output-rows.ts'
import type { OutputEvent } from '../../../schema/events.ts'
import { blake2b256 } from '../../../schema/launchpad/derivations.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../../../schema/primitives.ts'
import { scriptHash } from '../../builder/transaction/script-hash.ts'
import type { ChainBlocks } from './chain-blocks.ts'

export type Attachments = Pick<OutputEvent, 'datum' | 'datumHash' | 'script'>

/** From the node. Keys are those of `formatOutputReference`. */
export type AttachmentsByReference = Readonly<Record<string, Attachments>>

/** Bytes of the node's responses. */
const KEPT = 32 * 2 ** 20

const NOTHING: Attachments = {}

export const datumHashOf = ({
  datum,
  datumHash = datum && blake2b256(datum),
}: Attachments): Hex | undefined => datumHash

/** Leaves out a datum or script whose content is unknown. */
export const hashesOf = (attachments: Attachments): Hex[] => [
  ...(attachments.datum === undefined ? [] : [datumHashOf(attachments) ?? '']),
  ...(attachments.script === undefined ? [] : [scriptHash(attachments.script)]),
]

export class KnownAttachments {
  /** Responses of the node. Keys are references, and hashes of datums and scripts. */
  readonly #kept = new LRUCache<string, Attachments>({ maxSize: KEPT })
  #given: AttachmentsByReference = {}
  readonly #blocks: ChainBlocks | undefined

  /** @param blocks undefined if the process has no log */
  constructor(blocks: ChainBlocks | undefined) {
    this.#blocks = blocks
  }

  /** Keeps the node's responses for the next read. */
  add(given: AttachmentsByReference): void {
    this.#given = given
    for (const [name, attachments] of Object.entries(given))
      for (const key of [name, ...hashesOf(attachments)])
        this.#kept.set(key, attachments, {
          size: (attachments.datum?.length ?? 0) + (attachments.script?.cbor.length ?? 0) + 500,
        })
  }

  withHash(hash: Hex): Attachments | undefined {
    return this.#kept.get(hash)
  }

  /**
   * For an unspent output.
   * @returns undefined if the node must be asked
   */
  ofRow(id: number, { hash: transaction, index, flags, datum }: OutputRow): Attachments | undefined {
    if (flags === 0) return NOTHING
    if (flags === HAS_DATUM && datum !== null) return { datum }
    const reference = { transaction, index }
    const logged = this.#blocks?.output(id)?.output
    return logged === undefined ? this.#fromNode(reference, flags) : this.ofEvent(reference, logged)
  }

  /**
   * For an output of the log.
   * @returns undefined if the node must be asked
   */
  ofEvent(reference: OutputReference, output: OutputEvent): Attachments | undefined {
    const { hasReferenceScript, script } = output
    return hasReferenceScript && script === undefined ? this.#fromNode(reference, HAS_SCRIPT) : output
  }

  /** Undefined if the response lacks something that the flags name. */
  #fromNode(reference: OutputReference, flags: number): Attachments | undefined {
    const name = formatOutputReference(reference)
    const attachments = this.#given[name] ?? this.#kept.get(name)
    if (attachments === undefined) return undefined
    const { datum, datumHash = datum, script } = attachments
    const isMissing =
      ((flags & HAS_DATUM) !== 0 && datumHash === undefined) ||
      ((flags & HAS_SCRIPT) !== 0 && script === undefined)
    return isMissing ? undefined : attachments
  }
}
