// Stops an indexer whose data directory was removed, replaced or unmounted. The log's file is still open, so the log is saved.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Log } from '../../../indexer/log/log.ts'
import { watchPlaces } from '../../../schema/platform/file-place.ts'
import { messageOf } from '../../../schema/platform/message-of.ts'
import { logPath } from '../settings/data-directory.ts'

const INTERVAL_MS = 2_000

const LOST =
  'DATA_DIR was removed, replaced or unmounted while the service runs: nothing is appended any more, and all is lost when it ends. ' +
  'To save the log, make a directory beside DATA_DIR with its name and the ending .saved: the service writes log.db into it, and can be started with it'

const SAVED = 'DATA_DIR was removed, replaced or unmounted; the log is saved: restart the service with it'

interface Watched {
  readonly directory: string
  readonly log: Pick<Log, 'saveTo'>
  readonly logger: Logger
  /** Called when the directory is lost, and again when its log is saved. */
  readonly onChange: () => void
}

export const watchDirectory = ({ directory, log, logger, onChange }: Watched) => {
  const moved = watchPlaces([logPath(directory)])
  const into = `${directory}.saved`
  let problem: string | null = null
  let isSaving = false

  const save = async (): Promise<void> => {
    const [path, part] = [logPath(into), join(into, 'log.part')]
    isSaving = true
    try {
      await log.saveTo(part)
      renameSync(part, path)
      problem = SAVED
      logger.warn({ path }, 'the log is saved')
      onChange()
    } catch (error) {
      logger.error({ problem: messageOf(error) }, 'the log cannot be saved')
      rmSync(part, { force: true })
    } finally {
      isSaving = false
    }
  }

  const look = (): void => {
    if (problem === null) {
      const path = moved()
      if (path === undefined) return
      problem = LOST
      logger.error({ path, saved: into }, LOST)
      onChange()
    }
    if (problem === LOST && !isSaving && existsSync(into) && !existsSync(logPath(into))) void save()
  }
  const timer = setInterval(look, INTERVAL_MS)
  return {
    problem: (): string | null => problem,
    close: () => clearInterval(timer),
  }
}
