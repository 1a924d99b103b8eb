// The UTxO monitor: a wallet's unspent outputs, oldest first, a page at a time.
import { Type } from '@sinclair/typebox'
import { textsOfChain } from '../../projections/read/queries/row-texts.ts'
import { type UnspentReads, unspentReads } from '../../projections/read/queries/unspent-outputs.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { UnspentOutputSchema } from '../../schema/answers/utxos.ts'
import { networkIdOf } from '../../schema/codecs/address.ts'
import type { OutputReference } from '../../schema/primitives.ts'
import type { Component, ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { KeyHash, limitUpTo, Offset } from '../http/route/fields.ts'
import { Borrowed, Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import type { MempoolView } from '../mempool-view.ts'
import { stateOf, versionsOf } from '../versions.ts'
import { checkIndexed } from './check-indexed.ts'

/**
 * Most outputs in a page. More is refused and not cut: a client that asks for pages of 10,000 would take one of 5,000 for the
 * last.
 */
const MAX_LIMIT = 5_000

const GetUtxosBody = Type.Object({
  pkh: { ...KeyHash, description: 'Payment key hash of the wallet.' },
  offset: { ...Offset, description: 'Outputs to pass over.' },
  limit: limitUpTo(MAX_LIMIT),
  query: Type.Optional(
    Type.Literal('unspent', { description: 'What to list.', default: 'unspent', mustBe: '"unspent"' }),
  ),
})

/** Ids of the outputs that pending transactions spend; found again when these or the models have changed. */
const pendingIds = (
  mempool: MempoolView,
  reader: ModelsReader,
  unspent: () => UnspentReads,
): (() => ReadonlySet<number>) => {
  let of: readonly OutputReference[] | undefined
  let ids: ReadonlySet<number> = new Set()
  reader.on('changed', () => {
    of = undefined
  })
  return () => {
    const spent = mempool.spent()
    if (spent !== of) {
      ids = unspent().idsOfReferences(spent)
      of = spent
    }
    return ids
  }
}

/** Counts how often what pending transactions spend has changed. */
const versionOfSpent = (mempool: MempoolView): (() => number) => {
  let of = mempool.spent()
  let version = 0
  return () => {
    const spent = mempool.spent()
    if (spent !== of) version += 1
    of = spent
    return version
  }
}

export const utxoRoutes = ({
  reader,
  readThreads,
  network,
  mempool,
}: Pick<ComponentContext, 'reader' | 'readThreads' | 'network' | 'mempool'>): readonly Route[] => {
  const texts = textsOfChain(reader)
  const unspent = reader.prepared((database) => unspentReads(database, networkIdOf(network), texts))
  const excluded = pendingIds(mempool, reader, unspent)
  const spentVersion = versionOfSpent(mempool)
  const versions = versionsOf(reader)
  return [
    route({
      method: 'POST',
      path: '/getUtxos',
      operationId: 'getUtxos',
      summary: "A wallet's unspent outputs, oldest first",
      description:
        "Of every address the key can spend from, whatever its stake part, without those that a transaction in the node's mempool spends. A page shorter than `limit` is the last.",
      body: json(GetUtxosBody, { limit: 4 * KIB }),
      responses: { 200: { schema: Type.Array(UnspentOutputSchema), description: 'A page of outputs.' } },
      cache: 'no-store',
      rate: 'read',
      readsModels: true,
      // Outputs belong to the ledger, which is never behind.
      models: [],
      state: () => stateOf([versions.commit], spentVersion()),
      handle: (request, reply) => {
        const { pkh, offset, limit } = request.body
        checkIndexed(unspent())
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

export const utxos: Component = {
  name: 'utxos',
  description: 'Unspent outputs of a wallet.',
  routes: utxoRoutes,
}
