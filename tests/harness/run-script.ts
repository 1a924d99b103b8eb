// Runs commands like an operator, each in its own process.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Ended {
  readonly code: number | NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<Ended>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The process has only the given environment and PATH.
 * @param directory directory of the project, or of a copy
 */
export const startScript = (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  directory = root,
): Running => start(process.execPath, ['scripts/run-installed.mjs', name, ...args], env, directory)

export const startNpm = (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  directory = root,
): Running => start('npm', ['run', '--silent', name, '--', ...args], env, directory)

const start = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  directory: string,
): Running => {
  const child = spawn(command, args, {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code: code ?? signal, stdout, stderr }))
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ended }
}

/** The process is killed when the test ends. */
export const startProcess = (
  t: { after(end: () => unknown): void },
  env: Readonly<Record<string, string>>,
  directory = root,
) => {
  const running = startScript('start', [], env, directory)
  const { child, ended } = running
  t.after(() => child.kill('SIGKILL'))
  return {
    ...running,
    url: () => urlOf(running),
    kill(): Promise<Ended> {
      child.kill('SIGKILL')
      return ended
    },
    end(): Promise<Ended> {
      child.kill('SIGTERM')
      return ended
    },
  }
}

export const runScript = (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  directory = root,
): Promise<Ended> => startScript(name, args, env, directory).ended

/** @throws {AssertionError} with the script's errors if it fails */
export const outputOf = async (...script: Parameters<typeof runScript>): Promise<string> => {
  const { code, stdout, stderr } = await runScript(...script)
  assert.equal(code, 0, stderr)
  return stdout
}

/** @throws {AssertionError} if the process ends before that */
export const urlOf = async ({ child, stderr, ended }: Running): Promise<string> => {
  const url = new Promise<string>((resolve) => {
    const look = (): void => {
      const found = /"url":"(http:[^"]+)"/.exec(stderr())?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stderr?.on('data', look)
    look()
  })
  const early = ended.then(({ code, stderr }) => assert.fail(`ended with ${code}: ${stderr}`))
  return Promise.race([url, early])
}
