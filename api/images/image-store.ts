// Where the images of launches are kept: always in a folder, from which they are served, and by configuration at a service
// that pins them on IPFS as well. A launch continues only when its image is kept.
import { readFileSync } from 'node:fs'
import { StartupError } from '../../schema/errors.ts'
import type { Image } from './image.ts'
import { ImageFolder, type ImageFolderOptions, type StoredImage } from './image-folder.ts'
import { type PinService, pin } from './pin.ts'

export interface ImageStore {
  /**
   * Resolves when the image is kept, and pinned if that is configured.
   * @throws {Error} that says why not, for the log
   */
  keep(image: Image): Promise<void>
  /** @param cid anything; undefined unless it is the content id of an image that is kept */
  find(cid: string): Promise<StoredImage | undefined>
  /** @param cid anything; whether `find` would find it */
  has(cid: string): Promise<boolean>
}

/**
 * @param service that pins images; undefined for none
 * @param onFailure gets why an image could not be kept
 */
export const openImageStore = (
  options: ImageFolderOptions,
  service: PinService | undefined,
  onFailure: (error: unknown) => void = () => {},
): ImageStore => {
  const folder = new ImageFolder(options)
  return {
    keep: async (image) => {
      try {
        await folder.put(image)
        if (service !== undefined) await pin(image, service)
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
    find: (cid) => folder.get(cid),
    has: (cid) => folder.has(cid),
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
