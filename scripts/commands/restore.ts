// `npm run restore -- FILE`: restores a snapshot from a file or a URL, or the directory of a backup, into an empty DATA_DIR; with
// `--to`, in its state at an earlier block. Prints the manifest of the restored data, without its files.
import type { Settings } from '../../schema/config/settings.ts'
import { summaryOf } from '../backup/manifest.ts'
import { openSource } from '../backup/open-source.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { Progress } from '../cli/progress.ts'

/**
 * @param to slot, or slot and block id, at which the restored log ends
 * @throws {StartupError} when the backup is damaged or of another network, or DATA_DIR is not empty
 */
export const restore = async (settings: Settings, path: string, to?: string): Promise<void> => {
  const source = await openSource(path, settings.SNAPSHOT_KEY)
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
      onProgress: (what, done, whole) =>
        progresses[what].show(Math.round(done / 1e6), Math.round(whole / 1e6)),
    })
    end()
    console.log(JSON.stringify({ ...summaryOf(manifest), dataDir }))
  } finally {
    end()
  }
}
