// Verifies the snapshot from which a service started, while it serves: `verify --deep` in a separate process with the lowest priority. A
// file in DATA_DIR marks an incomplete verification, so that a restarted service begins it again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Settings } from '../../schema/config/settings.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { FOLDING_SETTINGS } from '../cli/folding-settings.ts'

const COMMAND = fileURLToPath(new URL('../run-installed.mjs', import.meta.url))

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
  readonly closers: (() => Promise<void> | void)[]
}

/** @returns a function that returns at most one sentence: the progress, or the reason of a failure */
export const verifySnapshot = ({
  settings,
  dataDir,
  logger,
  closers,
}: VerifySnapshot): (() => readonly string[]) => {
  if (!existsSync(unverifiedPath(dataDir))) return () => []
  // The folded models are as large as the serving ones. The system's temporary directory may be in memory, so they are made on the same
  // disk.
  const temporary = join(dataDir, 'verifying')
  const clear = (): void => rmSync(temporary, { recursive: true, force: true })
  clear()
  mkdirSync(temporary)
  const child = spawn(process.execPath, [COMMAND, 'verify', '--deep'], {
    env: { ...environmentOf(settings), TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let last = 'it begins'
  const ended = once(child, 'close').catch((error: unknown) => {
    last = messageOf(error)
    return [undefined]
  })
  let lack: string | undefined
  const say = (what: string, line: string): void => {
    last = line
    lack = `the snapshot ${what}: ${line}`
  }
  say('is being verified', last)
  createInterface({ input: child.stderr }).on('line', (line) => {
    say('is being verified', line)
    logger.info({ progress: line }, 'verifying the snapshot')
  })
  let isClosing = false
  const finished = ended.then(([code]) => {
    clear()
    if (isClosing) return
    if (code === 0) {
      lack = undefined
      rmSync(unverifiedPath(dataDir), { force: true })
      logger.info('the snapshot is verified: the models follow from its log')
    } else {
      say('is not verified', last)
      logger.error({ problem: last }, 'the snapshot is not verified')
    }
  })
  closers.push(async () => {
    isClosing = true
    child.kill('SIGKILL')
    await finished
  })
  return () => (lack === undefined ? [] : [lack])
}
