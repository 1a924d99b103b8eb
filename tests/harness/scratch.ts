// Temporary directories for one measurement or course. The directories are removed when the measurement or the process ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()

const remove = (directory: string): void => {
  rmSync(directory, { recursive: true, force: true })
  made.delete(directory)
}

process.once('exit', () => {
  for (const directory of made) remove(directory)
})

export const withScratch = async <Result>(
  work: (directory: string) => Promise<Result>,
  prefix = 'bench-',
): Promise<Result> => {
  const directory = mkdtempSync(join(tmpdir(), prefix))
  made.add(directory)
  try {
    return await work(directory)
  } finally {
    remove(directory)
  }
}
