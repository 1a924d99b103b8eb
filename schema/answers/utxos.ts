// Requests and answers of the UTxO monitor.
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
    datumHash: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'Hash of the datum. Only with `details`, for outputs with a datum.',
        examples: ['923918e403bf43c34b4ef6b48eb2ee04babed17320d8d1b9ff9ad086e86f44ec'],
      }),
    ),
    inlineDatum: Type.Optional(
      Type.String({
        pattern: '^([0-9a-f]{2})+$',
        description: 'CBOR of the inline datum. Only with `details`, for outputs with one.',
        examples: ['d87980'],
      }),
    ),
    scriptRef: Type.Optional(
      Type.Object(
        {
          language: Type.String({
            description: '`native`, `plutus:v1`, `plutus:v2` or `plutus:v3`.',
            examples: ['native'],
          }),
          hash: Type.String({
            pattern: '^[0-9a-f]{56}$',
            description: 'Hash of the script.',
            examples: ['4ae4cd8f20a2dc1ba7bb4f9ec4c9ad1ce3b6e0de0b8e9d5e1d7d6a5f'],
          }),
          cbor: Type.String({
            pattern: '^([0-9a-f]{2})+$',
            description: "A native script's CBOR, or a Plutus script's bytes with one CBOR wrapping.",
            examples: ['8200581c6b6f4f4d5f2f0d1c9f7b1f0a8c3e5d7a9b1c2d3e4f5061728394a5b6'],
          }),
        },
        { description: 'Reference script of the output. Only with `details`, for outputs with one.' },
      ),
    ),
  },
  { $id: 'UnspentOutput' },
)
export type UnspentOutputBody = Static<typeof UnspentOutputSchema>
