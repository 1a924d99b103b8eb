// Compares the files of a backup's directory with the hashes in its manifest.
import { StartupError } from '../../schema/errors.ts'
import { findWrongFile } from './contents.ts'
import { type Manifest, readManifest, totalBytes } from './manifest.ts'

/**
 * Reads the whole backup.
 * @param onProgress called with the number of read bytes and of all bytes
 * @throws {StartupError} if the directory is not a backup, or is damaged
 */
export const checkBackup = async (
  directory: string,
  onProgress: (done: number, whole: number) => void = () => {},
): Promise<Manifest> => {
  const manifest = readManifest(directory)
  const whole = totalBytes(manifest.files)
  const wrong = await findWrongFile(directory, manifest.files, (bytes) => onProgress(bytes, whole))
  if (wrong !== undefined)
    throw new StartupError(
      `${directory} is damaged (${wrong} is not the file that was backed up): make a new backup in another directory`,
    )
  return manifest
}
