// Fetches a snapshot over HTTP. The manifest comes first, so an unusable snapshot is refused before its file is fetched. Then the file is
// fetched, beginning where an earlier attempt or a killed process stopped.
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../schema/errors.ts'
import { backoff, type Waits } from '../../schema/platform/backoff.ts'
import { fetchPieces } from '../../schema/platform/fetch-pieces.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { manifestIn } from './archive.ts'
import { checkRoom, fileProblem } from './file-problem.ts'
import { MANIFEST, type Manifest, totalBytes } from './manifest.ts'
import { LONGEST_SIGNATURE } from './minisign.ts'

/** Successive requests without a received byte until fetching fails, and milliseconds between two requests. */
const TRIES = 8
const WAITS: Waits = { first: 250, longest: 30_000 }

const UNCHANGED = { 'accept-encoding': 'identity' } as const

/**
 * @param wanted offset of the first wanted byte
 * @param expected bytes of the whole file, if known
 * @returns bytes of the whole file, and the offset of the first sent byte, which is 0 if the server only sends whole files
 * @throws {Error} if the server does not send the file, or does not state its size
 */
const sentBy = ({ status, headers }: Response, wanted: number, expected?: number) => {
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
  const isPart = status === 206 && Number(range?.[1]) === wanted
  const bytes = Number((isPart ? range?.[2] : headers.get('content-length')) ?? Number.NaN)
  if (!isPart && status !== 200) throw new Error(`status ${status}`)
  if (!Number.isSafeInteger(bytes) || headers.has('content-encoding'))
    throw new Error('the server must send the file unchanged and with its length')
  if (expected !== undefined && bytes !== expected)
    throw new Error(`it has ${bytes} bytes now but had ${expected} before`)
  return { bytes, from: isPart ? wanted : 0 }
}

const notFetched = (url: string, cause: unknown, remedy: string): StartupError =>
  new StartupError(`the snapshot cannot be fetched from ${printUrl(url)} (${messageOf(cause)}): ${remedy}`, {
    cause,
  })

/** Maximum bytes of an archive. gzip and tar add little to the sizes of its files. */
const mostBytes = (manifest: Manifest): number =>
  Math.ceil(1.01 * (totalBytes(manifest.files) + 2 * JSON.stringify(manifest).length)) +
  2_048 * manifest.files.length +
  65_536

/** @throws {StartupError} if there is no snapshot at the URL, or the file is larger than its manifest allows */
export const fetchManifest = async (
  url: string,
): Promise<{ readonly manifest: Manifest; readonly bytes: number }> => {
  try {
    return await fetchPieces(url, { headers: UNCHANGED }, async (response, pieces) => {
      const { bytes } = sentBy(response, 0)
      const manifest = await manifestIn(pieces, `the file at ${printUrl(url)}`)
      const most = mostBytes(manifest)
      if (bytes > most) throw new Error(`it has ${bytes} bytes, and its manifest allows ${most}`)
      return { manifest, bytes }
    })
  } catch (error) {
    throw error instanceof StartupError ? error : notFetched(url, error, 'check its address')
  }
}

/** @throws {StartupError} if there is no signature, or the response is too long to be a signature */
export const fetchSignature = async (url: string): Promise<string> => {
  const at = new URL(url)
  at.pathname += '.minisig'
  try {
    return await fetchPieces(at.href, { headers: UNCHANGED }, async (response, pieces) => {
      if (sentBy(response, 0).bytes > LONGEST_SIGNATURE) throw new Error('it is too long to be a signature')
      return (await buffer(pieces)).toString('latin1')
    })
  } catch (error) {
    throw notFetched(at.href, error, 'put the signature there, or leave SNAPSHOT_KEY out')
  }
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

/**
 * Fetches the missing part of the file.
 * @param bytes size of the whole file
 * @param onBytes called with the number of bytes fetched so far
 * @throws {StartupError} if the server stops sending, or the file system refuses
 */
const fetchFile = async (
  url: string,
  file: string,
  bytes: number,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  for (let failures = 0; sizeOf(file) !== bytes; ) {
    const before = sizeOf(file)
    try {
      const range = before > 0 ? { range: `bytes=${before}-` } : {}
      await fetchPieces(url, { headers: { ...UNCHANGED, ...range } }, async (response, pieces) => {
        const { from } = sentBy(response, before, bytes)
        let size = from
        async function* bounded() {
          for await (const piece of pieces) {
            size += piece.length
            if (size > bytes) throw new Error(`more than ${bytes} bytes`)
            onBytes(size)
            yield piece
          }
        }
        await pipeline(bounded(), createWriteStream(file, { flags: from === 0 ? 'w' : 'a' }))
      })
    } catch (error) {
      const problem = fileProblem(error, file)
      if (problem !== undefined) throw problem
      failures = sizeOf(file) > before ? 0 : failures + 1
      if (failures === TRIES) throw notFetched(url, error, 'start again to fetch the rest, or use another')
      await sleep(backoff(failures, WAITS, Math.random()))
    }
  }
}

/**
 * Keeps an incomplete file for the next attempt, and removes those of other snapshots.
 * @returns path of the file
 * @throws {StartupError} if the snapshot cannot be fetched
 */
export const fetchSnapshot = async (
  url: string,
  { manifest, bytes }: Awaited<ReturnType<typeof fetchManifest>>,
  directory: string,
  onBytes: (bytes: number) => void,
): Promise<string> => {
  const about = join(directory, MANIFEST)
  const text = JSON.stringify({ manifest, bytes })
  if (!existsSync(about) || readFileSync(about, 'utf8') !== text) {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory)
    writeFileSync(about, text)
  }
  const file = join(directory, 'snapshot.tar.gz')
  checkRoom(directory, bytes - sizeOf(file) + totalBytes(manifest.files))
  await fetchFile(url, file, bytes, onBytes)
  return file
}
