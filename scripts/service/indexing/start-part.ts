// Starts a part of the indexer, in its own thread or in this one.
import { loadModule } from '../../../schema/platform/load-module.ts'
import type { Reports } from '../../../schema/reports.ts'
import { startThread } from '../threads/service-thread.ts'
import type { PartModule, RunningPart } from './part.ts'

/** Each module loads packages that no other thread needs. */
const MODULES = {
  follow: './follow.ts',
  fold: './fold.ts',
  mirror: './mirror.ts',
  publish: './publish.ts',
  replicate: './replicate.ts',
} as const

export type PartName = keyof typeof MODULES

const moduleOf = (name: PartName): URL => new URL(MODULES[name], import.meta.url)

/**
 * Waits until the part's files are open.
 * @param inThread whether the part gets its own thread
 * @throws {StartupError} if the files cannot be used
 */
export const startPart = async <Task>(name: PartName, task: Task, inThread: boolean): Promise<RunningPart> =>
  inThread ? startThread(name, moduleOf(name), task) : startHere(name, task)

const startHere = async <Task>(name: PartName, task: Task): Promise<RunningPart> => {
  const { open } = await loadModule<PartModule>(moduleOf(name))
  let unwritten: Reports = {}
  const part = open(task, (reports) => {
    unwritten = reports
  })
  let stop = (): void => {}
  const ended = new Promise<Error | undefined>((resolve, reject) => {
    stop = () => void part.end().then(() => resolve(undefined), reject)
    void part.failed?.then(resolve)
  })
  return { run: () => part.run(), ended, unwritten: () => unwritten, stop }
}
