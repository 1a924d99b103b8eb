// The body of a request about wallets together: their payment keys.
import { Type } from '@sinclair/typebox'
import { json, KIB } from '../http/body.ts'
import { KeyHash } from '../http/fields.ts'

/** Most keys in a request. */
const MAX_KEYS = 100

export const KeysBody = json(
  Type.Array(KeyHash, {
    minItems: 1,
    maxItems: MAX_KEYS,
    description: 'Payment key hashes; one given twice counts once.',
    mustBe: `a list of 1 to ${MAX_KEYS} key hashes`,
  }),
  { limit: 16 * KIB, requiresType: true },
)
