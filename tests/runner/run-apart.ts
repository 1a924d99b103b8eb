// Runs a module and all processes that it starts in a separate process group, so none of them outlives a killed command. The module ends
// its group when the pipe to the command closes, which happens even on SIGKILL. When the module ends, the command ends the processes that
// are left in the group.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { WORKER } from '../../schema/platform/start-worker.ts'

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

const NPM_LOOK_MS = 500

/** npm does not forward SIGKILL. */
const endWithNpm = (): void => {
  const npm = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid === npm || process.exit(1), NPM_LOOK_MS).unref()
}

const endGroup = (leader: number): void => {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // No process is left in the group.
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

/** The group includes this process. */
export const endWithParent = (): void => {
  const end = (): void => endGroup(process.pid)
  if (process.connected) process.once('disconnect', end)
  else end()
}
