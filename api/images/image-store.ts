// Where the images of launches are kept: in a folder, from which they are served, and by configuration at a service that
// pins them on IPFS as well. Anybody may upload, so an image is pinned only when its launch is on the chain, and removed
// when its launch never gets there.
import { readFileSync } from 'node:fs'
import { StartupError } from '../../schema/errors.ts'
import type { Image } from './image.ts'
import { ImageFolder, type ImageFolderOptions, type OpenImage } from './image-folder.ts'
import { type PinService, pin } from './pin.ts'

/** Images that fail to be pinned in a round before the service is taken for away. */
const MOST_FAILURES = 3

export interface ImageStore {
  /**
   * Keeps an image in the folder.
   * @throws {Error} that says why not, for the log
   */
  keep(image: Image): Promise<void>
  /** @param cid anything; undefined unless it is the content id of an image that is kept */
  find(cid: string): Promise<OpenImage | undefined>
  /** @param cid anything; whether `find` would find it */
  has(cid: string): boolean
  /** Pins what was launched and removes what was not; to be called again and again. Failures are reported and tried again. */
  tend(): Promise<void>
}

/**
 * @param service that pins images; undefined for none
 * @param onFailure gets why an image could not be kept or pinned
 */
export const openImageStore = (
  options: ImageFolderOptions,
  service: PinService | undefined,
  onFailure: (error: unknown) => void = () => {},
): ImageStore => {
  const folder = new ImageFolder(options)
  /** Launched, and pinned where there is a service. */
  const done = new Set<string>()

  let tending: Promise<void> | undefined

  const pinOnce = async (cid: string, to: PinService): Promise<void> => {
    const image = await folder.get(cid)
    const mark = `${to.kind}+${to.url}`
    if (image === undefined || (await folder.markOf(cid)) === mark) return
    await pin({ ...image, cid }, to)
    await folder.mark(cid, mark)
  }

  const tend = async (): Promise<void> => {
    let failures = 0
    for (const cid of (await folder.launched((name) => done.has(name))) ?? [])
      try {
        if (service !== undefined) await pinOnce(cid, service)
        done.add(cid)
      } catch (error) {
        onFailure(error)
        failures += 1
        if (failures === MOST_FAILURES) return
      }
  }

  return {
    keep: async (image) => {
      try {
        await folder.put(image)
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
    find: (cid) => folder.open(cid),
    has: (cid) => folder.has(cid),
    tend: () => {
      tending ??= tend()
        .catch(onFailure)
        .finally(() => {
          tending = undefined
        })
      return tending
    },
  }
}

/**
 * The service that IMAGE_STORE names.
 * @param tokenFile path of a file with its token
 * @throws {StartupError} when the file cannot be read or is empty
 */
export const readPinService = (setting: string, tokenFile: string | undefined): PinService | undefined => {
  const [, kind, url] = /^(kubo|pinata)\+(.*?)\/*$/.exec(setting) ?? []
  if ((kind !== 'kubo' && kind !== 'pinata') || url === undefined) return undefined
  const parts = URL.canParse(url) ? new URL(url) : undefined
  if (parts === undefined || parts.username + parts.password + parts.search + parts.hash !== '')
    throw new StartupError(
      `IMAGE_STORE must be ${kind}+http(s)://<host>:<port>, without user, password or query: put the token into a file of its own and name that in IMAGE_STORE_TOKEN_FILE`,
    )
  return { kind, url, token: tokenFile === undefined ? undefined : readToken(tokenFile) }
}

const readToken = (path: string): string => {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartupError(
      `IMAGE_STORE_TOKEN_FILE: ${path} cannot be read (${error instanceof Error ? error.message : error})`,
    )
  }
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new StartupError(`IMAGE_STORE_TOKEN_FILE: ${path} must hold one token, without spaces`)
  return text
}
