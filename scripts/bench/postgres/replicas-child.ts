// Replicas in a process apart from what they are copies of, which say when each had a block.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { ReplicaFollowing } from '../../../projections/postgres/replica/replica-following.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Network } from '../../../schema/primitives.ts'
import { answer } from '../kit/child.ts'

export type ReplicasRequest =
  /** Answered when all have copied everything, with the seconds that took. */
  | {
      readonly kind: 'open'
      readonly replicas: number
      /** For a folder each. */
      readonly directory: string
      readonly url: string
      readonly schema: string
      readonly network: Network
      readonly operations: OperationsConfig
    }
  /** Answered when all have a block of this height, with {@link Arrivals}. */
  | { readonly kind: 'arrivals'; readonly height: number }

/** Heights that each replica had, and when, in nanoseconds as digits. */
export type Arrivals = readonly (readonly { readonly height: number; readonly at: string }[])[]

const arrivals: { height: number; at: string }[][] = []
let look = (): void => {}

const untilAll = (height: number): Promise<void> =>
  new Promise((resolve) => {
    look = () => {
      if (arrivals.every((of) => (of.at(-1)?.height ?? 0) >= height)) resolve()
    }
    look()
  })

answer<ReplicasRequest>(async (request) => {
  if (request.kind === 'arrivals') {
    await untilAll(request.height)
    return arrivals
  }
  const { replicas, directory, kind, ...options } = request
  const beganAt = performance.now()
  for (let n = 0; n < replicas; n++) {
    const own = join(directory, `replica-${n}`)
    mkdirSync(own)
    const following = new ReplicaFollowing({ ...options, directory: own, logger: pino({ level: 'silent' }) })
    const of: { height: number; at: string }[] = []
    arrivals.push(of)
    following.on('copied', ({ height }) => {
      of.push({ height, at: process.hrtime.bigint().toString() })
      look()
    })
    following.run()
  }
  await untilAll(1)
  return (performance.now() - beganAt) / 1000
})
