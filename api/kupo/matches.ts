// Matches as the thread answers them. Scripts of outputs that the log does not have, as one of an earlier version, are asked of
// the node first; the thread keeps them.
import type { CborScript } from '../../schema/codecs/output-cbor.ts'
import { ApiError } from '../../schema/errors.ts'
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'
import type { Utxo } from '../builder/transaction/utxo.ts'
import type { KupoSource } from '../component.ts'
import type { MatchRead } from './reads/kupo-read.ts'

/** Outputs that the node is asked for at once, and how often for one request. */
const ASKED = 500
const TIMES = 4

const lackingIn = (answer: Buffer): readonly OutputReference[] => {
  if (answer[0] !== 0x7b) return []
  const { lacking }: { readonly lacking: readonly OutputReference[] } = JSON.parse(answer.toString())
  return lacking
}

const unavailable = (why: string): ApiError =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    `The log of this service is of an earlier version and lacks reference scripts, and ${why}`,
    { 'Retry-After': '30' },
  )

/**
 * Reads matches.
 * @returns JSON in memory that may be overwritten after this turn
 * @throws {ApiError} SERVICE_UNAVAILABLE when a script is neither in the log nor to be had of the node: it is never left out.
 */
export const matchesOf = async (
  { reads, utxos }: KupoSource,
  read: MatchRead,
  signal: AbortSignal,
): Promise<Buffer> => {
  let scripts: Record<string, CborScript> = {}
  for (let time = 0; time <= TIMES; time++) {
    const answer = await reads.run({ ...read, scripts }, signal)
    const lacking = lackingIn(answer).slice(0, ASKED)
    if (lacking.length === 0) return answer
    if (utxos === undefined) throw unavailable('this process has no node to ask for them')
    const found: readonly Utxo[] = await utxos(lacking).catch(() => {
      throw unavailable('the node cannot be asked for them now')
    })
    scripts = Object.fromEntries(
      found.flatMap(({ reference, output: { script } }) =>
        script === undefined ? [] : [[formatOutputReference(reference), script]],
      ),
    )
    if (Object.keys(scripts).length === 0) throw unavailable('the node does not have them')
  }
  throw unavailable('more of them match than are asked of the node at once: narrow the request')
}
