// The UTxO monitor: a wallet's unspent outputs, oldest first, a page at a time.
import { Type } from '@sinclair/typebox'
import { unspentReads } from '../../projections/read/unspent-outputs.ts'
import { networkIdOf } from '../../schema/address.ts'
import { ApiError } from '../../schema/errors.ts'
import { UnspentOutputSchema } from '../../schema/utxos.ts'
import type { Component, ComponentContext } from '../component.ts'
import { json, KIB } from '../http/body.ts'
import { KeyHash, limitUpTo, Offset } from '../http/fields.ts'
import { Prepared } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'

/** Most outputs in a page. */
const MAX_LIMIT = 1_000

const GetUtxosBody = Type.Object({
  pkh: { ...KeyHash, description: 'Payment key hash of the wallet.' },
  offset: { ...Offset, description: 'Outputs to pass over.' },
  limit: limitUpTo(MAX_LIMIT),
  query: Type.Optional(
    Type.Literal('unspent', { description: 'What to list.', default: 'unspent', mustBe: '"unspent"' }),
  ),
})

const utxoRoutes = ({ reader, readThreads, network }: ComponentContext): readonly Route[] => {
  const unspent = reader.prepared((database) => unspentReads(database, networkIdOf(network)))
  return [
    route({
      method: 'POST',
      path: '/getUtxos',
      operationId: 'getUtxos',
      summary: "A wallet's unspent outputs, oldest first",
      description:
        'Of every address the key can spend from, whatever its stake part. A page shorter than `limit` is the last.',
      body: json(GetUtxosBody, { limit: 4 * KIB }),
      responses: { 200: { schema: Type.Array(UnspentOutputSchema), description: 'A page of outputs.' } },
      cache: 'no-store',
      rate: 'read',
      readsModels: true,
      handle: ({ body: { pkh, offset, limit }, signal }, reply) => {
        if (!unspent().isIndexed())
          throw new ApiError(
            'SERVICE_UNAVAILABLE',
            'Outputs are listed once the first sync is near the tip',
            {
              'Retry-After': '60',
            },
          )
        const page = unspent().quickPage(pkh, offset, limit)
        if (page !== undefined) return reply(200, page)
        return readThreads
          .run({ name: 'unspentPage', keyHash: pkh, offset, limit }, signal)
          .then((text) => reply(200, new Prepared(text)))
      },
    }),
  ]
}

export const utxos: Component = {
  name: 'utxos',
  description: 'Unspent outputs of a wallet.',
  routes: utxoRoutes,
}
