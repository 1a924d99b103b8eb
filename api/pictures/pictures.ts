// The API's access to the child process for pictures. A process has one such child, which starts with the first call.
import { ApiError } from '../../schema/errors.ts'
import { CallCounts, CallThread } from '../../schema/platform/call-thread.ts'
import type { Copies } from '../images/image-copies.ts'
import type { Card } from './card-data.ts'
import type { PictureTask } from './picture-process.ts'

const MAX_WAITING = 32

/** A silent child is ended. */
const DEADLINE_MS = 10_000

const busy = (): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', 'Too many pictures are being drawn; retry in 2 seconds', {
    'Retry-After': '2',
  })

/** For metrics. */
export const pictureCounts = new CallCounts()

const child = new CallThread({
  name: 'the process of pictures',
  module: new URL('picture-process.ts', import.meta.url),
  data: {},
  isProcess: true,
  atOnce: 1,
  maxWaiting: MAX_WAITING,
  deadline: DEADLINE_MS,
  full: busy,
  overdue: busy,
  counts: pictureCounts,
})

/**
 * @param path of the image's file
 * @returns undefined if the image cannot be decoded, or not within the limits
 */
export const scale = (path: string): Promise<Copies | undefined> =>
  child.run({ name: 'scaled', path } satisfies PictureTask)

export const draw = async (card: Card): Promise<Uint8Array> => {
  const picture = await child.run<Uint8Array | undefined>({ name: 'card', card } satisfies PictureTask)
  if (picture === undefined) throw busy()
  return picture
}

/**
 * @param copy a small copy of an image
 * @returns a PNG of 128 pixels and at most 64 KiB; undefined if the copy cannot be decoded
 */
export const drawLogo = (copy: Uint8Array): Promise<Uint8Array | undefined> =>
  child.run({ name: 'logo', copy } satisfies PictureTask)
