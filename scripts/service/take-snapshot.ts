// Starts from a snapshot instead of a first sync. The snapshot is restored into DATA_DIR completely or not at all, before any part opens a
// file there. If the directory has a log, nothing is changed, so SNAPSHOT may remain set after the first start.
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Settings } from '../../schema/config/settings.ts'
import type { Network } from '../../schema/primitives.ts'
import { summaryOf } from '../backup/manifest.ts'
import { openBackup } from '../backup/open-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { logPath } from './settings/data-directory.ts'
import { markUnverified } from './verify-snapshot.ts'

const INTERVAL_MS = 10_000

const megabytes = (bytes: number): number => Math.round(bytes / 1e6)

interface TakeSnapshot {
  readonly settings: Settings
  readonly network: Network
  readonly dataDir: string
  readonly logger: Logger
}

/** @throws {StartupError} if the snapshot cannot be fetched or used; DATA_DIR then has at most the fetched part */
export const takeSnapshot = async ({ settings, network, dataDir, logger }: TakeSnapshot): Promise<void> => {
  if (settings.SNAPSHOT === undefined) return
  if (existsSync(logPath(dataDir))) {
    logger.info({ dataDir }, 'DATA_DIR has a log, which is continued: SNAPSHOT is not used')
    return
  }
  const source = await openBackup(settings.SNAPSHOT, settings.SNAPSHOT_KEY)
  const { tip, madeAt } = source.manifest
  logger.info({ madeAt, tip, trust: source.trust }, 'restoring the snapshot')
  let shown = performance.now()
  const { manifest } = await restoreBackup(source, {
    settings: { ...settings, NETWORK: network },
    onProgress: (what, done, whole) => {
      if (performance.now() - shown < INTERVAL_MS) return
      shown = performance.now()
      logger.info({ megabytes: megabytes(done), of: megabytes(whole) }, `${what} the snapshot`)
    },
  })
  markUnverified(dataDir)
  logger.info(summaryOf(manifest), 'the snapshot is in place')
}
