// Verifies the snapshot from which a service started, while it serves: `verify --deep` in a separate process with the lowest priority. The
// models of an earlier release's snapshot are folded again first. A file in DATA_DIR marks an incomplete verification, so that a restarted
// service begins it again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Settings } from '../../schema/config/settings.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { FOLDING_SETTINGS } from '../cli/folding-settings.ts'

const COMMAND = fileURLToPath(new URL('../run-installed.mjs', import.meta.url))

/** Interval in ms between two checks whether the models are still being folded again. */
const INTERVAL_MS = 1_000

const unverifiedPath = (dataDir: string): string => join(dataDir, 'unverified')

export const markUnverified = (dataDir: string): void => writeFileSync(unverifiedPath(dataDir), '')

const environmentOf = (settings: Settings): Record<string, string> =>
  Object.fromEntries(
    FOLDING_SETTINGS.flatMap((name) =>
      settings[name] === undefined ? [] : [[name, String(settings[name])]],
    ),
  )

interface VerifySnapshot {
  readonly settings: Settings
  readonly dataDir: string
  readonly logger: Logger
  /** Whether models are still being folded again. */
  readonly isRefolding: () => boolean
  readonly closers: (() => Promise<void> | void)[]
}

/** @returns a function that returns at most one sentence: the progress, or the reason of a failure */
export const verifySnapshot = ({
  settings,
  dataDir,
  logger,
  isRefolding,
  closers,
}: VerifySnapshot): (() => readonly string[]) => {
  if (!existsSync(unverifiedPath(dataDir))) return () => []
  // The folded models are as large as the serving ones. The system's temporary directory may be in memory, so they are made on the same
  // disk.
  const temporary = join(dataDir, 'verifying')
  const clear = (): void => rmSync(temporary, { recursive: true, force: true })
  clear()
  mkdirSync(temporary)
  let last = 'it begins'
  let lack: string | undefined
  const say = (what: string, line: string): void => {
    last = line
    lack = `the snapshot ${what}: ${line}`
  }
  say('is being verified', last)
  const closing = new AbortController()
  let child: ChildProcess | undefined
  const verify = async (): Promise<void> => {
    while (isRefolding()) await sleep(INTERVAL_MS, undefined, { signal: closing.signal })
    const verifying = spawn(process.execPath, [COMMAND, 'verify', '--deep'], {
      env: { ...environmentOf(settings), TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = verifying
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    createInterface({ input: verifying.stderr }).on('line', (line) => {
      say('is being verified', line)
      logger.info({ progress: line }, 'verifying the snapshot')
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(last)
    lack = undefined
    rmSync(unverifiedPath(dataDir), { force: true })
    logger.info('the snapshot is verified: the models follow from its log')
  }
  const finished = verify()
    .catch((error: unknown) => {
      if (closing.signal.aborted) return
      say('is not verified', messageOf(error))
      logger.error({ problem: last }, 'the snapshot is not verified')
    })
    .finally(clear)
  closers.push(async () => {
    closing.abort()
    child?.kill('SIGKILL')
    await finished
  })
  return () => (lack === undefined ? [] : [lack])
}
