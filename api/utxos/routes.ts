// The UTxO monitor: a wallet's unspent outputs, oldest first, a page at a time.
import { Type } from '@sinclair/typebox'
import type { ModelsReader } from '../../projections/read/models-reader.ts'
import { findUnspent, type UnspentOutput } from '../../projections/read/unspent-outputs.ts'
import { networkIdOf } from '../../schema/address.ts'
import type { Network } from '../../schema/primitives.ts'
import { type UnspentOutputBody, UnspentOutputSchema } from '../../schema/utxos.ts'
import { KeyHash, limitUpTo, Offset } from '../http/fields.ts'
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

const bodyOf = ({ transaction, index, address, lovelace, assets }: UnspentOutput): UnspentOutputBody => ({
  txHash: transaction,
  index,
  address,
  value: [
    { unit: 'lovelace', amount: lovelace.toString() },
    ...assets
      .map(({ asset, quantity }) => ({ unit: asset, amount: quantity.toString() }))
      .sort((a, b) => (a.unit < b.unit ? -1 : 1)),
  ],
})

export const utxoRoutes = (reader: ModelsReader, network: Network): readonly Route[] => {
  const find = findUnspent(reader.database, networkIdOf(network))
  return [
    route({
      method: 'POST',
      path: '/getUtxos',
      component: 'utxos',
      operationId: 'getUtxos',
      summary: "A wallet's unspent outputs, oldest first",
      description:
        'Of every address the key can spend from, whatever its stake part. A page shorter than `limit` is the last.',
      body: GetUtxosBody,
      responses: { 200: { schema: Type.Array(UnspentOutputSchema), description: 'A page of outputs.' } },
      cache: 'no-store',
      handle: ({ body: { pkh, offset, limit } }) => ({
        body: find(pkh, offset, limit).map(bodyOf),
      }),
    }),
  ]
}
