// What the UTxO monitor takes and answers.
import { type Static, Type } from '@sinclair/typebox'

export const UnspentOutputSchema = Type.Object(
  {
    txHash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Hash of the creating transaction.' }),
    index: Type.Integer({ minimum: 0, description: 'Output index within its transaction.' }),
    address: Type.String({ description: 'Bech32 address.' }),
    value: Type.Array(
      Type.Object({
        unit: Type.String({ description: '`lovelace`, or the asset id of a native token.' }),
        amount: Type.String({ pattern: '^[0-9]+$', description: 'In smallest units.' }),
      }),
      { description: 'Lovelace first, then tokens by asset id.' },
    ),
  },
  { $id: 'UnspentOutput' },
)
export type UnspentOutputBody = Static<typeof UnspentOutputSchema>
