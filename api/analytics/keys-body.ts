// The body of a request about several wallets: their payment key hashes.
import { Type } from '@sinclair/typebox'
import { json, KIB } from '../http/route/body.ts'
import { KeyHash } from '../http/route/fields.ts'

/** Includes quotes, comma and white space. */
const KEY_BYTES = 72

export const keysBody = (most: number) =>
  json(
    Type.Array(KeyHash, {
      minItems: 1,
      maxItems: most,
      description: 'Payment key hashes; a hash that is given twice counts once.',
      mustBe: `a list of 1 to ${most} key hashes`,
    }),
    { limit: Math.max(16 * KIB, most * KEY_BYTES), requiresType: true },
  )
