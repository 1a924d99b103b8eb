// Requests and responses of the UTxO monitor.

import { type Static, Type } from '@sinclair/typebox'
import { count, hash28, hash32, matching, text } from './field-schemas.ts'

export const UnspentOutputSchema = Type.Object(
  {
    txHash: hash32(
      'Hash of the creating transaction.',
      '5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163',
    ),
    index: count('Output index within its transaction.', 1),
    address: text(
      'Bech32 address.',
      'addr1q820qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530svmkvs0c6kwy5ke32yn8razutl64n8m4wrykjdnm89cfas256c9k',
    ),
    value: Type.Array(
      Type.Object({
        unit: text('`lovelace`, or the asset id of a native token.', 'lovelace'),
        amount: matching('^[0-9]+$', 'In smallest units.', '1215420'),
      }),
      { description: 'Lovelace first, then tokens by asset id.' },
    ),
    datumHash: Type.Optional(
      hash32(
        'Hash of the datum. Only with `details`, for outputs with a datum.',
        '923918e403bf43c34b4ef6b48eb2ee04babed17320d8d1b9ff9ad086e86f44ec',
      ),
    ),
    inlineDatum: Type.Optional(
      matching(
        '^([0-9a-f]{2})+$',
        'CBOR of the inline datum. Only with `details`, for outputs with an inline datum.',
        'd87980',
      ),
    ),
    scriptRef: Type.Optional(
      Type.Object(
        {
          language: text('`native`, or `plutus:v1` to `plutus:v4`.', 'native'),
          hash: hash28('Hash of the script.', '4ae4cd8f20a2dc1ba7bb4f9ec4c9ad1ce3b6e0de0b8e9d5e1d7d6a5f'),
          cbor: matching(
            '^([0-9a-f]{2})+$',
            "A native script's CBOR, or a Plutus script's bytes with one CBOR wrapping.",
            '8200581c6b6f4f4d5f2f0d1c9f7b1f0a8c3e5d7a9b1c2d3e4f5061728394a5b6',
          ),
        },
        {
          description:
            'Reference script of the output. Only with `details`, for outputs with a reference script.',
        },
      ),
    ),
  },
  { $id: 'UnspentOutput' },
)
export type UnspentOutputBody = Static<typeof UnspentOutputSchema>
