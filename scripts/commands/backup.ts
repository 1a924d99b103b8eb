// `npm run backup -- DIR`: copies log, models and images into a new directory, checks the copy and writes its manifest. If the directory
// already has a backup of the same log, it adds the new data. The service may be running on the same DATA_DIR. Prints the manifest without
// its list of files.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Settings } from '../../schema/config/settings.ts'
import { addIncrement } from '../backup/add-increment.ts'
import { fillDirectory, withPartial } from '../backup/fill-directory.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { MANIFEST, type Manifest, summaryOf, topNames } from '../backup/manifest.ts'
import { Progress } from '../cli/progress.ts'
import { storedData } from '../service/settings/stored-data.ts'

/** @throws {StartupError} if there is no log to back up, or no space for the backup */
export const backup = async (settings: Settings, path: string): Promise<void> => {
  const { network, operations, ownModels, dataDir } = await storedData(settings)
  const directory = resolve(path)
  const isIncrement = existsSync(join(directory, MANIFEST))
  const progress = new Progress(isIncrement ? 'checking the backup' : 'copying', 'MB')
  const options = {
    dataDir,
    network,
    operations,
    ownModels,
    onProgress: progress.show,
    onNotice: progress.note,
  }
  let manifest: Manifest | undefined
  try {
    if (isIncrement)
      await withPartial(directory, 'DIR', async (into) => {
        manifest = await addIncrement(directory, { ...options, into })
      })
    else
      await fillDirectory(directory, 'DIR', MANIFEST, async (into) => {
        manifest = await makeBackup({ ...options, into })
        return [...topNames(manifest), MANIFEST]
      })
  } finally {
    progress.end()
  }
  if (manifest !== undefined) console.log(JSON.stringify(summaryOf(manifest)))
}
