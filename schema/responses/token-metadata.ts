// Metadata of tokens in the form of a CIP-26 server, which wallets request.
import { type Static, type TSchema, Type } from '@sinclair/typebox'

const property = <S extends TSchema>(value: S, description: string) =>
  Type.Optional(
    Type.Object(
      {
        value,
        sequenceNumber: Type.Integer({ description: 'Always 0: the chain fixes the value.', examples: [0] }),
        signatures: Type.Array(Type.Unknown(), { description: 'Always empty.', examples: [[]] }),
      },
      { description },
    ),
  )

const text = (maxLength: number, example: string, minLength = 1) =>
  Type.String({ minLength, maxLength, description: 'The value.', examples: [example] })

/** Base64 characters of 64 KiB. */
const MOST_LOGO = Math.ceil(65_536 / 3) * 4

export const TokenMetadataSchema = Type.Object(
  {
    subject: Type.String({
      pattern: '^[0-9a-f]{56,120}$',
      description: 'Policy id and asset name in hex, without a point.',
      examples: ['ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a4861696c204879647261'],
    }),
    name: property(text(50, 'Hail Hydra'), 'Name; cut after 50 characters.'),
    description: property(text(500, 'Hail!'), 'Description, or the name; cut after 500 characters.'),
    ticker: property(text(9, 'HYDRA', 2), 'Ticker; absent unless it has 2 to 9 characters.'),
    decimals: property(
      Type.Integer({ minimum: 0, description: 'The value.', examples: [0] }),
      'Number of decimals: 0 for every token.',
    ),
    url: property(
      text(250, 'https://hydra.example'),
      'Website of the launch if it is HTTPS, else the page of the token (`PUBLIC_URL`).',
    ),
    logo: property(
      Type.String({
        maxLength: MOST_LOGO,
        description: 'A PNG in base64, at most 64 KiB.',
        examples: ['iVBORw0KGgo='],
      }),
      'Image of 128 × 128 pixels; absent if the image of the launch is not stored here.',
    ),
  },
  { $id: 'TokenMetadata' },
)
export type TokenMetadata = Static<typeof TokenMetadataSchema>

export const TOKEN_PROPERTIES = ['name', 'description', 'ticker', 'decimals', 'url', 'logo'] as const
export type TokenProperty = (typeof TOKEN_PROPERTIES)[number]
