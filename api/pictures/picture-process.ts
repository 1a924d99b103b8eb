// The child process that decodes and draws pictures: small copies of uploaded images, and pictures of shared links. Decoders are native
// code, which cannot be stopped on request, and unknown users choose their input. So a task that takes too much time or memory is ended
// together with its process.
import { readFile } from 'node:fs/promises'
import { serveCalls } from '../../schema/platform/serve-calls.ts'
import type { Copies } from '../images/image-copies.ts'
import { drawCard } from './card.ts'
import type { Card } from './card-data.ts'
import { logoOf, scaledDown } from './scaled-image.ts'

export type PictureTask =
  | { readonly name: 'scaled'; readonly path: string }
  | { readonly name: 'card'; readonly card: Card }
  | { readonly name: 'logo'; readonly copy: Uint8Array }

/** The largest honest image takes 0.5 s and 200 MB. */
const MAX_PROCESSOR_TIME_S = 2
const MAX_BYTES = 640 * 2 ** 20

const POLL_INTERVAL_MS = 50

let isSpent = false

/** @returns undefined if the work takes more time or memory than allowed */
const bounded = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  const begun = process.cpuUsage()
  let watch: NodeJS.Timeout | undefined
  const spent = new Promise<undefined>((resolve) => {
    watch = setInterval(() => {
      const { user, system } = process.cpuUsage(begun)
      isSpent = (user + system) / 1e6 > MAX_PROCESSOR_TIME_S || process.memoryUsage.rss() > MAX_BYTES
      if (isSpent) resolve(undefined)
    }, POLL_INTERVAL_MS)
  })
  return Promise.race([work, spent]).finally(() => clearInterval(watch))
}

const resultOf = (task: PictureTask): Promise<Copies | Uint8Array | undefined> => {
  switch (task.name) {
    case 'scaled':
      return readFile(task.path).then(scaledDown)
    case 'card':
      return drawCard(task.card)
    case 'logo':
      return logoOf(task.copy)
  }
}

const run = async (task: PictureTask): Promise<Copies | Uint8Array | undefined> => bounded(resultOf(task))

serveCalls(run, () => {
  if (isSpent) process.kill(process.pid, 'SIGKILL')
})
