// What the UTxO monitor takes and answers.
import { type Static, Type } from '@sinclair/typebox'

export const UnspentOutputSchema = Type.Object(
  {
    txHash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Hash of the creating transaction.',
      examples: ['5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163'],
    }),
    index: Type.Integer({ minimum: 0, description: 'Output index within its transaction.', examples: [1] }),
    address: Type.String({
      description: 'Bech32 address.',
      examples: [
        'addr1q820qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530svmkvs0c6kwy5ke32yn8razutl64n8m4wrykjdnm89cfas256c9k',
      ],
    }),
    value: Type.Array(
      Type.Object({
        unit: Type.String({
          description: '`lovelace`, or the asset id of a native token.',
          examples: ['lovelace'],
        }),
        amount: Type.String({
          pattern: '^[0-9]+$',
          description: 'In smallest units.',
          examples: ['1215420'],
        }),
      }),
      { description: 'Lovelace first, then tokens by asset id.' },
    ),
  },
  { $id: 'UnspentOutput' },
)
export type UnspentOutputBody = Static<typeof UnspentOutputSchema>
