// Common fields of requests, with their limits and the messages for invalid values. Routes add a `description`. Hex is accepted in upper
// and lower case, and converted to lower case.
import { Type } from '@sinclair/typebox'

/** The check turns all forms into the asset id. */
const TOKEN = '[0-9a-fA-F]{56}\\.?(?:[0-9a-fA-F]{2}){0,32}|asset1[02-9ac-hj-np-z]{38}'

const FORMS = '{policyId}.{hexAssetName} or its fingerprint'

/** Launched on mainnet in 2024. */
const EXAMPLE_TOKEN = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261'

/** `.` stands for ADA. */
export const AssetIdParam = Type.String({
  pattern: `^(?:\\.|${TOKEN})$`,
  isToken: true,
  mustBe: `an asset id: ${FORMS}; or . for ADA`,
  examples: [EXAMPLE_TOKEN],
})

export const TokenId = Type.String({
  pattern: '^[0-9a-f]{56}\\.(?:[0-9a-f]{2}){0,32}$',
  examples: [EXAMPLE_TOKEN],
})

/** ADA is refused. */
export const TokenIdParam = Type.String({
  pattern: `^(?:${TOKEN})$`,
  isToken: true,
  mustBe: `a token's asset id: ${FORMS}`,
  examples: [EXAMPLE_TOKEN],
})

export const KeyHash = Type.String({
  pattern: '^[0-9a-fA-F]{56}$',
  lowerCase: true,
  mustBe: 'a key hash of 56 hex digits',
  examples: ['d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be'],
})

export const BlockHeight = Type.Integer({
  minimum: 0,
  maximum: 9_999_999_999,
  mustBe: 'the height of a block',
  examples: [10_782_965],
})

/** The largest time is after the year 5000, so a time that is in milliseconds by mistake is refused. */
export const UnixSeconds = Type.Integer({
  minimum: 0,
  maximum: 99_999_999_999,
  mustBe: 'Unix seconds',
  examples: [1_725_148_800],
})

export const Offset = Type.Integer({
  minimum: 0,
  maximum: 999_999_999_999_999,
  default: 0,
  description: 'Number of results to skip.',
  mustBe: 'an integer from 0',
})

/** A parameter that makes a request an error, where it would otherwise be ignored. The document does not show it. */
export const refusedParam = (mustBe: string) => Type.String({ pattern: '[^\\s\\S]', mustBe, isRefused: true })

export const limitUpTo = (maximum: number, fallback = 100) =>
  Type.Integer({ minimum: 1, maximum, default: fallback, description: 'Maximum number of results.' })

const LARGEST_AMOUNT = 2n ** 63n - 1n

const amountFrom = (smallest: bigint) =>
  Type.Transform(
    Type.String({
      pattern: '^(?:0|[1-9][0-9]{0,18})$',
      mustBe: `a string of digits, ${smallest} to ${LARGEST_AMOUNT}`,
      examples: ['1000000'],
    }),
  )
    .Decode((digits) => {
      const amount = BigInt(digits)
      if (amount < smallest || amount > LARGEST_AMOUNT) throw new RangeError(`${amount} is out of range`)
      return amount
    })
    .Encode((amount) => amount.toString())

/** 1 to 2^63 - 1, converted to a bigint. */
export const BigintString = amountFrom(1n)

export const BigintStringOrZero = amountFrom(0n)
