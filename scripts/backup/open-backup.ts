// Source of a restore: a backup's directory, or a snapshot in one file. A snapshot may be fetched over HTTP. If the operator sets a key,
// this key must have signed the snapshot.
import { readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StartupError } from '../../schema/errors.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { archiveManifest, damagedBackup, unpackBackup } from './archive.ts'
import { describeFile, hashOfFile } from './contents.ts'
import { fetchManifest, fetchSignature, fetchSnapshot } from './fetch-snapshot.ts'
import { fileProblem } from './file-problem.ts'
import { FETCHED } from './fill-directory.ts'
import { type Manifest, readManifest, totalBytes } from './manifest.ts'
import { publicKeyOf, signatureProblem } from './minisign.ts'
import { copySynced } from './sync-file.ts'

export interface Source {
  readonly path: string
  readonly manifest: Manifest
  /** Sentence that says whom the operator trusts for the snapshot's data; undefined for the operator's own backup. */
  readonly trust: string | undefined
  unpack(into: string, onProgress: OnProgress): Promise<void>
}

/** Called with the step, the finished bytes, and all bytes. */
export type OnProgress = (what: 'fetching' | 'restoring', done: number, whole: number) => void

const copyBackup = (from: string, { files }: Manifest, into: string, onProgress: OnProgress): void => {
  let copied = 0
  for (const { name, bytes } of files) {
    if (!copySynced(join(from, name), join(into, name))) throw damagedBackup(from, `${name} is missing`)
    copied += bytes
    onProgress('restoring', copied, totalBytes(files))
  }
}

const unpackArchive = (
  archive: { readonly file: string; readonly path: string },
  manifest: Manifest,
  into: string,
  onProgress: OnProgress,
): Promise<void> =>
  unpackBackup(archive, manifest, into, (bytes) => onProgress('restoring', bytes, totalBytes(manifest.files)))

/** @param key SNAPSHOT_KEY; without it nothing is checked */
const signatureCheck = async (
  key: string | undefined,
  path: string,
  readSignature: () => string | Promise<string>,
): Promise<(file: string) => Promise<void>> => {
  if (key === undefined) return async () => {}
  const publicKey = publicKeyOf(key)
  const signature = await readSignature()
  return async (file) => {
    const problem = signatureProblem(signature, await hashOfFile(file, 'blake2b512'), publicKey)
    if (problem !== undefined) throw damagedBackup(path, problem)
  }
}

const trustOf = (key: string | undefined, sha256: string | undefined, place: string): string => {
  const known = sha256 === undefined ? `whoever can write to ${place}` : 'whoever gave you its SHA-256'
  const trusted = key === undefined ? known : `the owner of the key ${key}`
  return `you trust ${trusted} with the blocks and balances in the snapshot`
}

/**
 * @param given the URL, optionally with the archive's hash after `#sha256=`
 * @throws {StartupError} also if anything else follows a `#`, so that no hash remains unchecked
 */
const openUrl = async (given: string, key: string | undefined): Promise<Source> => {
  const [, url = '', fragment] = /^([^#]*)(#.*)?$/.exec(given) ?? []
  const sha256 = /^#sha256=([0-9a-fA-F]{64})$/.exec(fragment ?? '')?.[1]?.toLowerCase()
  if (fragment !== undefined && sha256 === undefined)
    throw new StartupError(
      `the URL of the snapshot ends with ${fragment}: give it without this part, or with #sha256= and the 64 hex digits of the file's hash`,
    )
  const path = `the file at ${printUrl(url)}`
  const check = await signatureCheck(key, path, () => fetchSignature(url))
  const found = await fetchManifest(url)
  return {
    path,
    manifest: found.manifest,
    trust: trustOf(key, sha256, printUrl(url)),
    async unpack(into, onProgress) {
      const fetched = join(dirname(into), FETCHED)
      const file = await fetchSnapshot(url, found, fetched, (bytes) =>
        onProgress('fetching', bytes, found.bytes),
      )
      try {
        if (sha256 !== undefined && (await describeFile(fetched, basename(file))).sha256 !== sha256)
          throw damagedBackup(path, 'it is not the file with that SHA-256')
        await check(file)
        await unpackArchive({ file, path }, found.manifest, into, onProgress)
      } finally {
        // A damaged snapshot is removed, so the next attempt fetches it from the start.
        rmSync(fetched, { recursive: true })
      }
    },
  }
}

/**
 * @param given path of a file or directory, or a URL
 * @param key public key that must have signed the snapshot
 * @throws {StartupError} if there is no backup at the path, or no signature
 */
export const openBackup = async (given: string, key: string | undefined): Promise<Source> => {
  if (/^https?:/.test(given)) return openUrl(given, key)
  const path = resolve(given)
  let check: Awaited<ReturnType<typeof signatureCheck>>
  try {
    if (statSync(path).isDirectory()) {
      if (key !== undefined)
        throw new StartupError(
          `${path} is the directory of a backup, which has no signature: leave SNAPSHOT_KEY out, or use a snapshot`,
        )
      const manifest = readManifest(path)
      return {
        path,
        manifest,
        trust: undefined,
        unpack: async (into, onProgress) => copyBackup(path, manifest, into, onProgress),
      }
    }
    check = await signatureCheck(key, path, () => readFileSync(`${path}.minisig`, 'utf8'))
  } catch (error) {
    throw fileProblem(error, path) ?? error
  }
  const manifest = await archiveManifest(path)
  return {
    path,
    manifest,
    trust: trustOf(key, undefined, path),
    async unpack(into, onProgress) {
      await check(path)
      await unpackArchive({ file: path, path }, manifest, into, onProgress)
    },
  }
}
