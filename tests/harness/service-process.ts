// The service in its own process, started as by an operator, for commands that put the service under load. Gives the service's address,
// memory, file descriptors, and exit.
import { readdirSync, readFileSync } from 'node:fs'
import { openModelsForReading } from '../../projections/engine/file/models-database.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { Never, until } from '../kit/until.ts'
import { startScript, urlOf } from './run-script.ts'

export interface ServiceProcess {
  readonly port: number
  readonly url: string
  /** Exit code or signal, and the end of standard error; undefined while the process runs. */
  ended(): string | undefined
  /** Resident bytes. Only Linux reports them. */
  memory(): { readonly now: number; readonly peak: number } | undefined
  /** Undefined if the system does not report the number. */
  descriptors(): number | undefined
  /** A paused process acts like a machine that sleeps. */
  pause(isPaused: boolean): void
  /** Resolves to the process's problem: a bad exit code, or a log line at warning or above. */
  end(): Promise<string | undefined>
  kill(): Promise<void>
}

const PROC = '/proc'

const kilobytesOf = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN)

const readable = <Value>(read: () => Value): Value | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** @throws {AssertionError} if the process ends before it serves */
export const startServiceProcess = async (env: Readonly<Record<string, string>>): Promise<ServiceProcess> => {
  const running = startScript('start', [], { PORT: '0', LOG_LEVEL: 'info', ...env })
  const { child, ended } = running
  let how: string | undefined
  void ended.then(({ code, stderr }) => {
    how = `the service ended with ${code}: ${stderr.slice(-2_000)}`
  })
  const sendKill = (): void => void child.kill('SIGKILL')
  process.once('exit', sendKill)
  const url = await urlOf(running)
  return {
    port: Number(new URL(url).port),
    url,
    ended: () => how,
    memory: () =>
      readable(() => {
        const status = readFileSync(`${PROC}/${child.pid}/status`, 'utf8')
        return { now: kilobytesOf(status, 'VmRSS') * 1024, peak: kilobytesOf(status, 'VmHWM') * 1024 }
      }),
    descriptors: () => readable(() => readdirSync(`${PROC}/${child.pid}/fd`).length),
    pause: (isPaused) => void child.kill(isPaused ? 'SIGSTOP' : 'SIGCONT'),
    async end() {
      if (how !== undefined) return how
      child.kill('SIGTERM')
      const { code, stderr } = await ended
      process.off('exit', sendKill)
      const complaints = stderr.split('\n').filter((line) => line !== '' && !/^\{"level":[123]0,/.test(line))
      return code === 0 && complaints.length === 0
        ? undefined
        : `the service ended with ${code}: ${complaints.slice(0, 10).join('\n')}`
    },
    async kill() {
      sendKill()
      await ended
      process.off('exit', sendKill)
    },
  }
}

export const startReady = async (env: Readonly<Record<string, string>>): Promise<ServiceProcess> => {
  // A recording may be old.
  const service = await startServiceProcess({ NETWORK: 'devnet', MAX_TIP_AGE: '999999999999', ...env })
  await until('readiness', async () => {
    const ended = service.ended()
    if (ended !== undefined) throw new Never(ended)
    return (await fetch(`${service.url}/readyz`)).status === 200
  })
  return service
}

export const tokenIn = (dataDir: string): string => {
  const models = openModelsForReading(modelsPath(dataDir))
  const token = models.prepare('SELECT token FROM pools ORDER BY trades DESC LIMIT 1').pluck().get()
  models.close()
  return String(token)
}
