// Reads matches and pages in the read thread. First the node is asked for datums and scripts that this process lacks: a replica has none,
// and blocks that an earlier version of the service logged have no scripts.
import type { ReadThread } from '../../projections/read/threads/run-reads.ts'
import { ApiError } from '../../schema/errors.ts'
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'
import type { NodeView } from '../builder/node-view.ts'
import type { Utxo } from '../builder/transaction/utxo.ts'
import type { AttachmentsByReference } from './reads/attachments.ts'
import type { AttachmentsPageRead, KupoRead, MatchRead } from './reads/kupo-read.ts'

export interface KupoSource {
  readonly reads: Pick<ReadThread<KupoRead>, 'run'>
  /** Undefined if there is no node. */
  readonly utxos?: NodeView['utxos'] | undefined
}

/** Outputs in a query to the node. */
const MOST_WANTED = 200
/** Queries to the node for one request. */
const MOST_QUERIES = 10

const lackingIn = (response: Buffer): readonly OutputReference[] => {
  if (response[0] !== 0x7b) return []
  const { lacking }: { readonly lacking: readonly OutputReference[] } = JSON.parse(response.toString())
  return lacking
}

const unavailable = (why: string): ApiError =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    `This process does not have all datums and scripts of these outputs, and ${why}`,
    { 'Retry-After': '5' },
  )

const byReference = (utxos: readonly Utxo[]): AttachmentsByReference =>
  Object.fromEntries(
    utxos.map(({ reference, output: { datum, datumHash, script } }) => [
      formatOutputReference(reference),
      { ...(datum && { datum }), ...(datumHash && { datumHash }), ...(script && { script }) },
    ]),
  )

/**
 * No datum or script is ever left out.
 * @returns JSON in memory that may be overwritten after this turn
 * @throws {ApiError} SERVICE_UNAVAILABLE if neither this process nor the node has a datum or script
 */
export const withAttachments = async (
  { reads, utxos }: KupoSource,
  read: MatchRead | AttachmentsPageRead,
  signal: AbortSignal,
): Promise<Buffer> => {
  let attachments: AttachmentsByReference = {}
  for (let time = 0; time <= MOST_QUERIES; time++) {
    const response = await reads.run({ ...read, attachments }, signal)
    const lacking = lackingIn(response)
    const wanted = lacking
      .filter((reference) => !(formatOutputReference(reference) in attachments))
      .slice(0, MOST_WANTED)
    if (lacking.length === 0) return response
    if (utxos === undefined)
      throw unavailable(
        "has no node to ask: set OGMIOS_URL, or ask a process that uses the indexer's data directory",
      )
    if (wanted.length === 0) throw unavailable('the node did not send them: try again soon')
    const told = await utxos(wanted).catch(() => {
      throw unavailable('the node does not answer now')
    })
    attachments = { ...attachments, ...byReference(told) }
    if (wanted.some((reference) => !(formatOutputReference(reference) in attachments)))
      throw unavailable('the node does not have them: it is ahead or behind, try again soon')
  }
  throw unavailable('more outputs match than one request may look up at the node: narrow it')
}
