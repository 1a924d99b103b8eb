// `npm run restore -- FILE`: restores a snapshot (file or URL) or a backup's directory into an empty DATA_DIR. With `--to`, it restores the
// state at an earlier block. Prints the restored data's manifest without its list of files.
import type { Settings } from '../../schema/config/settings.ts'
import { summaryOf } from '../backup/manifest.ts'
import { openBackup } from '../backup/open-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { Progress } from '../cli/progress.ts'

/**
 * @param to slot, or slot and block id, at which the restored log ends
 * @throws {StartupError} if the backup is damaged or of another network, or DATA_DIR is not empty
 */
export const restore = async (settings: Settings, path: string, to?: string): Promise<void> => {
  const source = await openBackup(path, settings.SNAPSHOT_KEY)
  if (source.trust !== undefined) console.error(source.trust)
  const [slot, id] = to?.split('.') ?? []
  const progresses = { fetching: new Progress('fetching', 'MB'), restoring: new Progress('restoring', 'MB') }
  const end = (): void => {
    for (const progress of Object.values(progresses)) progress.end()
  }
  try {
    const { manifest, dataDir } = await restoreBackup(source, {
      settings,
      to: slot === undefined ? undefined : id === undefined ? Number(slot) : { slot: Number(slot), id },
      onProgress: (what, done, whole) => progresses[what].show(done, whole),
    })
    end()
    console.log(JSON.stringify({ ...summaryOf(manifest), dataDir }))
  } finally {
    end()
  }
}
