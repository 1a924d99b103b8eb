// Reads the signing key from SERVICE_WALLET_KEY_FILE. Error messages never contain the file's contents.
import { readFileSync, statSync } from 'node:fs'
import { StartupError } from '../../schema/errors.ts'
import { codeOf } from '../../schema/platform/storage-error.ts'
import { readSigningKey } from '../builder/transaction/signing-key.ts'

/** Permissions of users other than the owner. */
const OTHER_USERS = 0o077

/** @throws {StartupError} if the file cannot be read or contains no signing key */
export const loadSigningKey = async (path: string) => {
  let text: string
  let mode: number
  try {
    text = readFileSync(path, 'utf8')
    mode = statSync(path).mode
  } catch (error) {
    throw new StartupError(`SERVICE_WALLET_KEY_FILE: ${path} cannot be read (${codeOf(error) || 'unknown'})`)
  }
  const key = await readSigningKey(text)
  if (key === undefined)
    throw new StartupError(
      `SERVICE_WALLET_KEY_FILE: ${path} contains no payment signing key; give a .skey file of cardano-cli, or hex of 32 or 64 bytes`,
    )
  const warning =
    (mode & OTHER_USERS) === 0
      ? undefined
      : `SERVICE_WALLET_KEY_FILE: other users of this machine may open ${path}; run chmod 600 ${path}`
  return { key, warning }
}
