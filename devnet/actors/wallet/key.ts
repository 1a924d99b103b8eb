// Ed25519 keys of the devnet's people, each derived from a name. The same key and bytes always give the same signature, so a chain can be
// reproduced exactly.
import { createHash } from 'node:crypto'
import { type SigningKey, seedKey } from '../../../api/builder/transaction/signing-key.ts'

export type Key = SigningKey

/** The private key is the name's sha2-256. */
export const namedKey = (name: string): Key => seedKey(createHash('sha256').update(name).digest('hex'))
