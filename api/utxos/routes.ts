// The UTxO monitor: pages of a wallet's unspent outputs, oldest first. Outputs that a transaction in the node's mempool spends are left
// out. Slow pages are read in a thread.
import { Type } from '@sinclair/typebox'
import { cachedUntilCommit } from '../../projections/read/changed-rows.ts'
import { textsOfChain } from '../../projections/read/queries/outputs/row-texts.ts'
import { type UnspentReads, unspentReads } from '../../projections/read/queries/outputs/unspent-outputs.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { networkIdOf } from '../../schema/codecs/address.ts'
import { ApiError } from '../../schema/errors.ts'
import type { OutputReference } from '../../schema/primitives.ts'
import { UnspentOutputSchema } from '../../schema/responses/utxos.ts'
import type { Component, ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { KeyHash, limitUpTo, Offset } from '../http/route/fields.ts'
import { Borrowed, Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { type KupoSource, withAttachments } from '../kupo/with-attachments.ts'
import type { MempoolView } from '../mempool-view.ts'
import { checkIndexed } from './check-indexed.ts'

/** The client would take a shorter page for the last one, so a larger limit is refused. */
const MAX_LIMIT = 5_000

const GetUtxosBody = Type.Object({
  pkh: { ...KeyHash, description: 'Payment key hash of the wallet.' },
  offset: { ...Offset, description: 'Outputs to skip.' },
  limit: limitUpTo(MAX_LIMIT),
  query: Type.Optional(
    Type.Literal('unspent', { description: 'Outputs to list.', default: 'unspent', mustBe: '"unspent"' }),
  ),
  details: Type.Optional(
    Type.Boolean({
      description: 'Whether to include datums and reference scripts.',
      default: false,
      mustBe: 'true or false',
    }),
  ),
})

/** Looked up again after a change of the mempool or the models. */
const pendingIds = (
  mempool: MempoolView,
  reader: ModelsReader,
  unspent: () => UnspentReads,
): (() => ReadonlySet<number>) => {
  const idsOf = cachedUntilCommit(
    reader,
    () => new WeakMap<readonly OutputReference[], ReadonlySet<number>>(),
  )
  return () => {
    const spent = mempool.spent()
    const ids = idsOf().get(spent) ?? unspent().idsOfReferences(spent)
    idsOf().set(spent, ids)
    return ids
  }
}

/** Grows when pending transactions spend other outputs than before. */
const versionOfSpent = (mempool: MempoolView): (() => number) => {
  let lastSpent = mempool.spent()
  let version = 0
  return () => {
    const spent = mempool.spent()
    if (spent !== lastSpent) version += 1
    lastSpent = spent
    return version
  }
}

/** @param source undefined if details of outputs are not served */
export const utxoRoutes = (
  {
    reader,
    readThreads,
    network,
    mempool,
  }: Pick<ComponentContext, 'reader' | 'readThreads' | 'network' | 'mempool'>,
  source?: KupoSource,
): readonly Route[] => {
  const texts = textsOfChain(reader)
  const unspent = reader.prepared((database) => unspentReads(database, networkIdOf(network), texts))
  const excluded = pendingIds(mempool, reader, unspent)
  const spentVersion = versionOfSpent(mempool)
  return [
    route({
      path: '/getUtxos',
      operationId: 'getUtxos',
      summary: "A wallet's unspent outputs, oldest first",
      description:
        "Lists the outputs of every address with this payment key, with any stake part. Outputs that a transaction in the node's mempool spends are left out. A page shorter than `limit` is the last.",
      body: json(GetUtxosBody, { limit: 4 * KIB }),
      responses: { 200: { schema: Type.Array(UnspentOutputSchema), description: 'A page of outputs.' } },
      errors: ['SERVICE_UNAVAILABLE'],
      reads: { ledger: true },
      state: () => `${spentVersion()}`,
      handle: (request, reply) => {
        const { pkh, offset, limit, details = false } = request.body
        checkIndexed(unspent())
        if (details) {
          if (source === undefined) throw new ApiError('SERVICE_UNAVAILABLE', 'Details are not served here')
          const page = { keyHash: pkh, offset, limit, excluded: [...excluded()] }
          return withAttachments(source, { name: 'attachmentsPage', ...page }, request.signal).then((bytes) =>
            reply(200, new Borrowed(bytes)),
          )
        }
        const page = unspent().quickPage(pkh, offset, limit, excluded())
        if (page !== undefined) return reply(200, new Prepared(page))
        return readThreads
          .run(
            { name: 'unspentPage', keyHash: pkh, offset, limit, excluded: [...excluded()] },
            request.signal,
          )
          .then((bytes) => reply(200, new Borrowed(bytes)))
      },
    }),
  ]
}

export const utxos = (source: KupoSource | undefined): Component => ({
  name: 'utxos',
  description: 'Unspent outputs of a wallet.',
  routes: (context) => utxoRoutes(context, source),
})
