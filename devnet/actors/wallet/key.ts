// Ed25519 keys of the devnet's people, each derived from a name: a key always makes the same signature for the same bytes, so the
// chain can be made again.
import { createHash } from 'node:crypto'
import { type SigningKey, seedKey } from '../../../api/builder/transaction/signing-key.ts'

export type Key = SigningKey

/** The key whose private key is the sha2-256 of a name. */
export const namedKey = (name: string): Key => seedKey(createHash('sha256').update(name).digest('hex'))
