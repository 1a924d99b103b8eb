// `npm run soak`: a service under a busy launchpad's load for minutes or hours, and a table of the memory of the service and of open pages.
import { StartupError } from '../../schema/errors.ts'
import { figure } from '../../tests/bench/kit/table.ts'
import { soak as runSoak, type SoakSample } from '../../tests/soak/soak.ts'

interface SoakOptions {
  readonly seed: number | undefined
  readonly minutes: number
  readonly hasPages: boolean
}

const SEEDS = 2 ** 32
const FEEDS = 200
const READS_PER_SECOND = 20
const FORKS = 30

const megabytes = (bytes: number): string => `${figure(bytes / 2 ** 20)} MB`

const printSample = ({
  seconds,
  residentBytes,
  descriptors,
  open,
  responses,
  frames,
  lag,
  pages,
}: SoakSample) => {
  console.log(
    `${figure(seconds / 60)} min: ${megabytes(residentBytes)}, ${descriptors} descriptors, ${open} feeds, ` +
      `${responses} responses, ${frames} frames, ${lag} blocks behind`,
  )
  for (const [load, { heapBytes, nodes, listeners, requests }] of pages.entries())
    console.log(
      `  page ${load}: heap ${megabytes(heapBytes)}, ${nodes} nodes, ${listeners} listeners, ${requests} requests`,
    )
}

/** @throws {StartupError} if a response, an order, a followed state or the digest is wrong */
export const soak = async ({ seed: given, minutes, hasPages }: SoakOptions): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const seed = given ?? Math.floor(Math.random() * SEEDS)
  console.log(`seed ${seed}`)
  const load = { feeds: FEEDS, readsPerSecond: READS_PER_SECOND, forks: FORKS }
  const result = await runSoak({ ...load, seed, seconds: minutes * 60, hasPages, onSample: printSample })
  const { failures, filled, takenBack, growthPerMinute } = result
  console.log(
    `${filled} orders filled and ${takenBack} cancelled; in the last half the memory grew by ${megabytes(growthPerMinute)} a minute`,
  )
  if (failures.length > 0) throw new StartupError(`${failures.length} failures:\n${failures.join('\n')}`)
}
