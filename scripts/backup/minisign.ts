// Signatures of files in the format of minisign, a program that can also check and make them. Ed25519 signs the file's BLAKE2b-512 hash,
// and then this signature together with the trusted comment. The layout is documented at jedisct1.github.io/minisign.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { StartupError } from '../../schema/errors.ts'

/** Maximum characters of a signature or key. */
export const LONGEST_SIGNATURE = 2_048

/** First bytes of an Ed25519 key in DER form, before its 32 bytes (RFC 8410). */
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex')
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex')

const TRUSTED = 'trusted comment: '

interface Key {
  /** The eight bytes by which a signature refers to its key. */
  readonly id: Buffer
  readonly key: KeyObject
}

/** @throws {StartupError} if the text is not a minisign public key */
export const publicKeyOf = (text: string): Key => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new StartupError(
      'SNAPSHOT_KEY is not a public key of minisign: it is the second line of the .pub file',
    )
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_DER, bytes.subarray(10)]),
    format: 'der',
    type: 'spki',
  })
  return { id: bytes.subarray(2, 10), key }
}

/**
 * @param path path of the key's file, for messages
 * @throws {StartupError} if the text is not a minisign secret key, or has a password
 */
export const secretKeyOf = (text: string, path: string): Key => {
  const bytes = Buffer.from(text.split('\n')[1] ?? '', 'base64')
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new StartupError(`${path} is not a secret key of minisign: make one with minisign -G -W`)
  if (bytes.readUInt16LE(2) !== 0)
    throw new StartupError(
      `the key in ${path} has a password, which nobody can enter here: make one with minisign -G -W, or sign the snapshot with minisign -S`,
    )
  const [id, seed, half] = [bytes.subarray(54, 62), bytes.subarray(62, 94), bytes.subarray(94, 126)]
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' })
  // A key without a password has no checksum, so its public half is compared.
  if (!createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length).equals(half))
    throw new StartupError(`the key in ${path} is damaged: restore it from a copy`)
  return { id, key }
}

/**
 * @param hash the file's BLAKE2b-512 hash
 * @param comment one line, which is also signed
 * @returns content of the `.minisig` file
 */
export const signatureOf = (hash: Buffer, { id, key }: Key, comment: string): string => {
  const signature = sign(null, hash, key)
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  const first = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64')
  return `untrusted comment: signature of a snapshot\n${first}\n${TRUSTED}${comment}\n${whole.toString('base64')}\n`
}

/**
 * @param text content of the `.minisig` file
 * @param hash the file's BLAKE2b-512 hash
 * @returns the reason why the signature is invalid; undefined if it is valid
 */
export const signatureProblem = (text: string, hash: Buffer, { id, key }: Key): string | undefined => {
  const [, first = '', comment = '', second = ''] = text.split(/\r?\n/)
  const [bytes, whole] = [Buffer.from(first, 'base64'), Buffer.from(second.trim(), 'base64')]
  const algorithm = bytes.toString('latin1', 0, 2)
  if (bytes.length !== 74 || whole.length !== 64 || !comment.startsWith(TRUSTED))
    return 'its signature is not in the format of minisign'
  if (algorithm !== 'ED') return 'its signature is in an old format: sign it with minisign 0.10 or newer'
  if (!bytes.subarray(2, 10).equals(id)) return 'another key than SNAPSHOT_KEY signed it'
  const signature = bytes.subarray(10)
  const signed = Buffer.concat([signature, Buffer.from(comment.slice(TRUSTED.length))])
  return verify(null, hash, key, signature) && verify(null, signed, key, whole)
    ? undefined
    : 'its signature is wrong'
}
