// A process group of its own for a module and everything that it starts, so that nothing of it outlives a command that is killed. The
// module ends its group when the pipe to the command closes, which even SIGKILL does; the command ends what the module leaves.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { WORKER } from '../../schema/platform/start-worker.ts'

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/** Milliseconds between two checks whether npm still runs. */
const NPM_LOOK_MS = 500

/** Ends this process with npm, which forwards no SIGKILL. */
const endWithNpm = (): void => {
  const npm = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid === npm || process.exit(1), NPM_LOOK_MS).unref()
}

const endGroup = (leader: number): void => {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // Nothing of the group lives.
  }
}

/** Runs a module that calls {@link endWithParent}. @returns its exit code */
export const runApart = async (module: URL, args: readonly string[]): Promise<number> => {
  const child = fork(WORKER, [module.href, ...args], { detached: true, execArgv: [] })
  process.once('exit', () => child.pid === undefined || endGroup(child.pid))
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]))
  endWithNpm()
  const [code] = await once(child, 'exit')
  return code ?? 1
}

/** In a module that runs apart: ends its group, this process too, when the command ends. */
export const endWithParent = (): void => {
  const end = (): void => endGroup(process.pid)
  if (process.connected) process.once('disconnect', end)
  else end()
}
