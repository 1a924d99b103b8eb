// Snapshot of a pool, the same in pool endpoints and in the feed's pool frames. Some amounts are JSON numbers, because clients of the
// published API expect numbers. These amounts stay integers that a double represents exactly.

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ASSET_TYPES } from '../launchpad/datums/launch-metadata.ts'
import { OneOf } from '../one-of.ts'
import { count, digits, flag, hash32, matching, orNull, text, tokenId } from './field-schemas.ts'

const NUMBER = 'Amounts above 2^53 - 1 are returned as 2^53 - 1.'

const number = (description: string, example: number) =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: `${description} ${NUMBER}`,
    examples: [example],
  })
const feeShare = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: 100_000, description, examples: [example] })
const seconds = (description: string) => count(`${description} Unix seconds.`, 1_729_459_284)
const nullableSeconds = (description: string) =>
  orNull(Type.Integer({ minimum: 0, examples: [1_729_459_284] }), description)
const link = (what: string) =>
  orNull(
    Type.String({ examples: [`https://example.com/${what}`] }),
    `${what} link as the creator wrote it, unchecked; null when not given.`,
  )
const keyHash = (description: string) =>
  matching(
    '^([0-9a-f]{56})?$',
    `${description} 56 hex digits, or empty when unknown.`,
    'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be',
  )

const POOL = '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.9f3c'
const TRANSACTION = '4a7f3c8d12e05b96a1c4d7e8f0b3a2951c6e8d7f4b0a3c2e1d9f8a7b6c5d4e3f'

/** Warnings about a token's name or ticker. */
const NAME_MARKS = ['mixedScripts', 'invisibleCharacters'] as const
export type NameMark = (typeof NAME_MARKS)[number]

const OlderAlikeSchema = Type.Object(
  {
    asset: tokenId('Asset id of the older token.'),
    name: text('Its asset name as text.', 'SNEK'),
    ticker: text('Its ticker; empty when not given.', 'SNEK'),
  },
  { $id: 'OlderAlike' },
)
export type OlderAlike = Static<typeof OlderAlikeSchema>

export const LaunchDetailsSchema = Type.Object(
  {
    asset: tokenId('Asset id of the token.'),
    ticker: text('Ticker as the creator wrote it; empty when not given.', 'HYDRA'),
    logoCID: text(
      'IPFS content id of the image as the creator wrote it, unchecked; empty when not given.',
      'QmVmdNTJyXqlrPbMUeDsCVnEpaqhVwaBrHFpZWJEKJa7mA',
    ),
    description: text('Description as the creator wrote it; empty when not given.', 'Hail Hydra'),
    launchType: OneOf([0, 1], {
      description:
        '0 for a default launch; 1 for a HYPED launch: in its first minutes an order may buy only a limited amount.',
      examples: [0],
    }),
    poolAuthor: Type.Object(
      {
        pkh: keyHash("The creator's payment key hash."),
        skh: keyHash("The creator's stake key hash."),
      },
      { description: 'Who launched the token.' },
    ),
    socials: Type.Object(
      {
        twitter: link('Twitter'),
        telegram: link('Telegram'),
        discord: link('Discord'),
        website: link('Website'),
      },
      { description: 'Links. They can lead anywhere: follow http and https only.' },
    ),
    outputId: matching(
      '^([0-9a-f]{64}:[0-9]+)?$',
      'Output with the launch metadata, `txHash:index`; empty for early launches, which have none, and for pools whose launch was not seen.',
      `${TRANSACTION}:1`,
    ),
    assetType: OneOf(ASSET_TYPES, {
      description:
        'Kind of token, by the `assetType` of the CIP-25 metadata of its launch; `Meme` if the launch does not have it.',
      examples: ['Meme'],
    }),
    name: text('Asset name as text; in hex if it is not UTF-8.', 'Hail Hydra'),
    marks: Type.Array(OneOf(NAME_MARKS), {
      description:
        '`mixedScripts`: name or ticker mixes scripts, other than the usual combinations of Japanese, Chinese and Korean (UTS 39, above the level "highly restrictive"). `invisibleCharacters`: one of them has invisible characters without a meaning there.',
      examples: [[]],
    }),
    olderAlike: orNull(
      OlderAlikeSchema,
      'The oldest token that was launched or first seen before this one and whose name or ticker looks like the name or the ticker of this one, in upper or lower case: the skeletons of UTS 39 (Unicode 17.0.0) are equal. It may no longer trade. Null if there is none.',
    ),
  },
  { $id: 'LaunchDetails', description: 'Metadata from the launch of the token.' },
)

const side = <Asset extends TSchema>(asset: Asset, description: string, amount: string, example: string) =>
  Type.Object({ asset, amount: digits(amount, example) }, { description })

const LockSchema = Type.Object({
  id: text('Output with the lock, `txHash:index`.', `${TRANSACTION}:0`),
  totalLocked: digits('Tokens locked, smallest units.', '1000000'),
  lockUntil: digits('Unlock time of the last stage, Unix milliseconds.', '1760995284000'),
  redeemerVkh: keyHash('Key that may withdraw the tokens.'),
})

const RiskSchema = Type.Object({
  holders: count(
    'Number of addresses that hold the token. Pools and orders do not count, and a lock counts as one.',
    31,
  ),
  creator: orNull(
    digits('Tokens, smallest units.', '18000000'),
    "Tokens at all addresses with the creator's payment key, smallest units; null if the creator is unknown.",
  ),
  top10: digits('Tokens of the ten largest holders, smallest units.', '76000000'),
  firstBuyers: digits(
    "Tokens that the first buyers still hold, at all addresses with their payment keys, smallest units: the keys, other than the creator's, that bought in the block of the launch or in one of the next three. Tokens that they buy later count too.",
    '4000000',
  ),
})

export const LiquidityPoolInfoSchema = Type.Object(
  {
    pool: Type.Object(
      {
        id: text("Asset id of the pool's NFT; it does not change at graduation.", POOL),
        x: side(
          Type.Literal('.', { description: 'ADA.', examples: ['.'] }),
          'The ADA side.',
          'Lovelace collected on the curve, without the 3 ADA of every new pool. After graduation: the reserve of the AMM pool, without fees that have not been withdrawn.',
          '34405944',
        ),
        y: side(
          tokenId('Asset id of the token.'),
          'The token side.',
          'Tokens left in the pool, smallest units.',
          '986521230',
        ),
        outputId: Type.Object(
          {
            transactionId: hash32('Transaction that created the output.', TRANSACTION),
            transactionIndex: count('Index of the output.', 0),
          },
          { description: "The pool's UTxO." },
        ),
        aNum: number(
          'Coefficient a of the curve: numerator over 10^27, lovelace per token cubed. If the curve of an AMM pool is not known, this value, `bNum` and `adaCapThreshold` are the values of the tier with the nearest liquidity.',
          122_525_779_519,
        ),
        bNum: number('Coefficient b of the curve: numerator over 10^6, lovelace per token.', 2_545_182),
        adaCapThreshold: number(
          'Lovelace that the curve collects until graduation, without the 3 ADA of every new pool.',
          18_188_400_000,
        ),
        poolAuthor: keyHash("The creator's stake key hash."),
        launchType: OneOf(['', 'fair'], {
          description:
            'Empty for a default launch; `fair` for a launch that limits the amount of an order in its first minutes.',
          examples: [''],
        }),
        createdOn: seconds(
          'Time of the launch; if the launch was not seen, time of the first block with the pool.',
        ),
        graduatedOn: nullableSeconds(
          'Time of graduation, Unix seconds; null before graduation, and for a graduation that was not seen.',
        ),
        closed: orNull(
          Type.String({ examples: ['its token was minted again'] }),
          'Reason why the pool is no longer listed, as a sentence; null while it is listed. A pool that is no longer listed does not trade, and its other fields keep their last values.',
        ),
        permittedExecutor: keyHash('Key that fills orders on the curve.'),
        cpmmPoolId: orNull(
          Type.String({ examples: [POOL] }),
          "Asset id of the AMM pool's NFT; null before graduation.",
        ),
        ammFees: orNull(
          Type.Object({
            lpFeeNum: feeShare(
              'Share of the input that is left after the liquidity fee, in 1/100,000: 99,100 means a fee of 0.9 %.',
              99_000,
            ),
            treasuryFeeNum: feeShare(
              'Treasury fee in 1/100,000 of the input that is left after the liquidity fee.',
              100,
            ),
            royaltyFeeNum: feeShare(
              'Royalty fee in 1/100,000 of the input that is left after the liquidity fee.',
              900,
            ),
          }),
          'Fees of the AMM pool: `lpFeeNum - treasuryFeeNum - royaltyFeeNum` is the share of an input that is swapped, in 1/100,000. Null before graduation.',
        ),
        version: Type.Literal('v1', { description: 'Always `v1`.', examples: ['v1'] }),
        timestamp: seconds('Time of the last change of the UTxO of the pool.'),
      },
      { description: 'The pool on chain.' },
    ),
    metrics: Type.Object(
      {
        marketCap: number('Spot price times the whole emission, lovelace, rounded half up.', 2_567_442_146),
        totalVolumeAda: number('ADA traded since the launch, lovelace.', 1_250_000_000),
        totalTxCount: count('Number of orders executed since the launch.', 17),
        sells: count('Number of these orders that sold.', 5),
        crowned: nullableSeconds(
          'Unix seconds at which the pool first was king of the hill; null when it never was.',
        ),
        risk: orNull(
          RiskSchema,
          'Distribution of the token among holders; null if its launch was not seen, because its holders are then not all known. The feed sends a pool when a holder changes; to a list, only while the pool is among its first 60.',
        ),
        sequentialOrderingEnabled: flag('Always false.', false),
        locks: Type.Array(LockSchema, {
          description: 'Unspent locks of the token, at most the 20 largest.',
        }),
      },
      { description: 'Market figures of the pool.' },
    ),
    info: LaunchDetailsSchema,
  },
  {
    $id: 'LiquidityPoolInfo',
    description: 'A pool with its state on chain, its market figures and the metadata of its token.',
  },
)
export type LiquidityPoolInfo = Static<typeof LiquidityPoolInfoSchema>

export const PoolPageSchema = Type.Object(
  {
    count: count('Number of matching pools on all pages.', 1),
    items: Type.Array(LiquidityPoolInfoSchema, { description: 'Items from `offset` on, at most `limit`.' }),
  },
  { $id: 'PoolPage' },
)

export const CurveProgressSchema = Type.Object({
  percent: matching(
    '^(100|[1-9]?[0-9](\\.[0-9]{1,2})?)$',
    'Collected share of the cap in percent, with at most 2 decimals, rounded half up; 100 after graduation.',
    '75.5',
  ),
})

export const PoolTotalsSchema = Type.Object({
  tokens: count('Number of tokens that trade, on curves and on AMM pools.', 59),
  graduated: count('Number of these tokens that have graduated.', 7),
  volume24h: digits(
    'ADA traded in the last 24 hours, in whole buckets of five minutes, lovelace.',
    '912000000000',
  ),
  trades24h: count('Number of orders executed in the last 24 hours.', 1_204),
})
export type PoolTotals = Static<typeof PoolTotalsSchema>
