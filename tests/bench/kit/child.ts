// A separate process for each measured variant, so variants do not share heap, compiled code or peak memory. A child serves requests over
// `fork`'s channel, as JSON text. A child ends with its parent, or when the parent ends it. The parent loads no large modules, because
// Linux counts the parent's memory in a forked process's peak.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WORKER } from '../../../schema/platform/start-worker.ts'
import { type Outcome, outcomeOf, resultOf } from '../../../schema/platform/thread-outcome.ts'

export interface Child {
  /**
   * Sends a request and waits for its response. Only one request may run at a time.
   * @throws {Error} the child's error, or an error if it ended without a response
   */
  call<Answer>(request: unknown): Promise<Answer>
  usage(): Promise<Usage>
  end(): Promise<void>
}

/** Resources of a child. */
interface Usage {
  /** Processor time of all threads so far. */
  readonly cpuSeconds: number
  readonly residentBytes: number
}

const running = new Set<() => void>()

export const endChildren = (): void => {
  for (const kill of running) kill()
}
process.once('exit', endChildren)

const USAGE = 'usage'

/** @param entry path, within the benchmarks' folder, of a module that calls `respond` */
export const startChild = (entry: string, flags: readonly string[] = []): Child => {
  const child = fork(fileURLToPath(WORKER), [new URL(`../${entry}`, import.meta.url).href], {
    execArgv: [...flags],
  })
  const kill = (): void => void child.kill('SIGKILL')
  running.add(kill)
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(kill)
    return new Error(`${entry} ended with code ${code}`)
  })
  const call = async <Answer>(request: unknown): Promise<Answer> => {
    const answered = new Promise<string>((resolve) => child.once('message', (text) => resolve(String(text))))
    child.send(JSON.stringify(request))
    const text = await Promise.race([answered, ended.then((error) => Promise.reject(error))])
    const outcome: Outcome<Answer> = JSON.parse(text)
    return resultOf(outcome)
  }
  return {
    call,
    usage: () => call<Usage>(USAGE),
    async end() {
      kill()
      await ended
    },
  }
}

export const callOnce = async <Answer>(entry: string, request: unknown): Promise<Answer> => {
  const child = startChild(entry)
  const given = await child.call<Answer>(request)
  await child.end()
  return given
}

/** In the child: serves the parent's requests until the parent ends. */
export const respond = <Request>(handle: (request: Request) => Promise<unknown> | unknown): void => {
  const usage = (): Usage => {
    globalThis.gc?.()
    return { cpuSeconds: cpuSeconds(), residentBytes: process.memoryUsage.rss() }
  }
  process.once('disconnect', () => process.exit())
  process.on('message', async (text) => {
    const request: Request | typeof USAGE = JSON.parse(String(text))
    const outcome = await outcomeOf(() => (request === USAGE ? usage() : handle(request)))
    process.send?.(JSON.stringify(outcome))
  })
}

export const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
