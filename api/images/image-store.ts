// Storage of the launches' images: a folder that serves them, and optionally a service that pins them on IPFS. Anybody may upload an image.
// So an image is pinned only when its launch is on the chain, and removed if no launch follows in time.
import { readFileSync } from 'node:fs'
import { ApiError, StartupError } from '../../schema/errors.ts'
import type { Image } from './image.ts'
import type { Side } from './image-copies.ts'
import { ImageFolder, type ImageFolderOptions, type OpenImage } from './image-folder.ts'
import { type PinService, pin } from './pin.ts'

/** A fork may have undone a launch, so launched images are looked up again after this time. */
const RECHECK_INTERVAL_MS = 60 * 60 * 1000

/** Failures to pin in a round, after which the service counts as down. */
const MAX_FAILURES = 3

export interface ImageStore {
  /**
   * @throws {ApiError} INVALID_PARAMS if the image cannot be decoded, SERVICE_UNAVAILABLE if too many images wait for decoding
   * @throws {Error} whose message is for the log, not for clients
   */
  put(image: Image): Promise<void>
  /**
   * @param side side length of the small copy; undefined for the image itself
   * @returns undefined if `cid`, which may be any text, is not the id of a stored image with this copy
   */
  find(cid: string, side?: Side): Promise<OpenImage | undefined>
  has(cid: string): boolean
  damaged(): readonly string[]
  /**
   * Call it periodically: tests whether images can be stored, pins launched images, and removes old ones without a launch. A failed step is
   * reported and tried again.
   */
  maintain(): Promise<void>
}

interface Listeners {
  /** Called if an image cannot be stored or pinned. */
  readonly onFailure?: (error: unknown) => void
  /** Called with whether images can be stored. */
  readonly onStored?: (works: boolean) => void
  /** Called after each round with whether all images in it were pinned. */
  readonly onPinned?: (works: boolean) => void
}

/** @param service undefined for no pinning */
export const openImageStore = (
  options: ImageFolderOptions,
  service: PinService | undefined,
  { onFailure = () => {}, onStored = () => {}, onPinned = () => {} }: Listeners = {},
): ImageStore => {
  const folder = new ImageFolder(options)
  /** Ids that are pinned or need no pin. */
  const done = new Set<string>()
  /** Images that failed are tried last, the latest failure at the end, because the service may refuse a few images for ever. */
  const failedAt = new Map<string, number>()
  const { uptime } = options
  let checkedAt = uptime()

  let maintaining: Promise<void> | undefined

  const pinOnce = async (cid: string, to: PinService): Promise<void> => {
    const mark = `${to.kind}+${to.url}`
    if ((await folder.markOf(cid)) === mark) return
    const image = await folder.get(cid)
    if (image === undefined) return
    await pin({ ...image, cid }, to)
    await folder.mark(cid, mark)
  }

  const stored = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      onStored(true)
    } catch (error) {
      if (!(error instanceof ApiError)) {
        onStored(false)
        onFailure(error)
      }
      throw error
    }
  }

  const maintain = async (): Promise<void> => {
    let failures = 0
    await stored(() => folder.probe()).catch(() => {})
    if (uptime() - checkedAt >= RECHECK_INTERVAL_MS) {
      done.clear()
      checkedAt = uptime()
    }
    const launched = await folder.launched((name) => done.has(name))
    if (launched === undefined) return
    for (const cid of launched.sort((a, b) => (failedAt.get(a) ?? 0) - (failedAt.get(b) ?? 0)))
      try {
        if (!(await folder.isWhole(cid))) continue
        await folder.completeCopies(cid).catch(() => {})
        if (service !== undefined) await pinOnce(cid, service)
        done.add(cid)
      } catch (error) {
        onFailure(error)
        failedAt.set(cid, uptime())
        failures += 1
        if (failures === MAX_FAILURES) break
      }
    if (service !== undefined) onPinned(failures === 0)
  }

  return {
    put: (image) => stored(() => folder.put(image)),
    find: (cid, side) => folder.open(cid, side),
    has: (cid) => folder.has(cid),
    damaged: () => folder.damaged,
    maintain: () => {
      maintaining ??= maintain()
        .catch(onFailure)
        .finally(() => {
          maintaining = undefined
        })
      return maintaining
    },
  }
}

/**
 * @param tokenFile path of the file with the service's token
 * @throws {StartupError} if the file cannot be read or is empty
 */
export const readPinService = (setting: string, tokenFile: string | undefined): PinService | undefined => {
  const [, kind, url] = /^(kubo|pinata)\+(.*?)\/*$/.exec(setting) ?? []
  if ((kind !== 'kubo' && kind !== 'pinata') || url === undefined) return undefined
  const parts = URL.canParse(url) ? new URL(url) : undefined
  if (parts === undefined || parts.username + parts.password + parts.search + parts.hash !== '')
    throw new StartupError(
      `IMAGE_STORE must be ${kind}+http(s)://<host>:<port>, without user, password or query: put the token into a file and set IMAGE_STORE_TOKEN_FILE to its path`,
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
    throw new StartupError(`IMAGE_STORE_TOKEN_FILE: ${path} must contain one token, without spaces`)
  return text
}
