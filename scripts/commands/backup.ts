// `npm run backup -- DIR`: copies log, models and images into a new directory, checks the copy and writes its manifest.
// The service may be running on the same DATA_DIR. Prints the manifest without its files.
import { resolve } from 'node:path'
import type { Settings } from '../../schema/config/settings.ts'
import { fillDirectory } from '../backup/fill-directory.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { MANIFEST, type Manifest, summaryOf, topNames } from '../backup/manifest.ts'
import { Progress } from '../cli/progress.ts'
import { storedData } from '../service/settings/stored-data.ts'

/** @throws {StartupError} when there is nothing to back up, or no place for it */
export const backup = async (settings: Settings, directory: string): Promise<void> => {
  const { network, operations, ownModels, dataDir } = await storedData(settings)
  const progress = new Progress('copying', 'MB')
  let manifest: Manifest | undefined
  try {
    await fillDirectory(resolve(directory), async (into) => {
      manifest = await makeBackup({
        dataDir,
        network,
        operations,
        ownModels,
        into,
        onProgress: (done, whole) => progress.show(done, whole),
        onNotice: (line) => {
          progress.end()
          console.error(line)
        },
      })
      return [...topNames(manifest), MANIFEST]
    })
  } finally {
    progress.end()
  }
  if (manifest !== undefined) console.log(JSON.stringify(summaryOf(manifest)))
}
