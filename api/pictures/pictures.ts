// The API's access to the thread of pictures. A process has one such thread, which starts with the first call.
import { ApiError } from '../../schema/errors.ts'
import { CallThread } from '../../schema/platform/call-thread.ts'
import type { Copies } from '../images/image-copies.ts'
import type { Card } from './card-data.ts'
import type { PictureTask } from './picture-thread.ts'

const MAX_WAITING = 32

/** Time in ms without a message of the thread after which the thread is ended. */
const DEADLINE = 10_000

const busy = (): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', 'Too many pictures are being drawn; retry in 2 seconds', {
    'Retry-After': '2',
  })

const thread = new CallThread({
  name: 'the thread of pictures',
  module: new URL('picture-thread.ts', import.meta.url),
  data: {},
  atOnce: 1,
  maxWaiting: MAX_WAITING,
  deadline: DEADLINE,
  full: busy,
  overdue: busy,
})

/**
 * @param path path of its file
 * @returns no copies if only the original should be kept
 */
export const scale = (path: string): Promise<Copies> =>
  thread.run({ name: 'scaled', path } satisfies PictureTask)

export const draw = (card: Card): Promise<Uint8Array> =>
  thread.run({ name: 'card', card } satisfies PictureTask)
