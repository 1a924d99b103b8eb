// Takes the data directory from a running service. The service must stop, report the loss, and save its log on request. The next service
// begins with the saved log, with the returned or copied directory, or without files.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../../devnet/actors/random.ts'
import { Log } from '../../../indexer/log/log.ts'
import { logPath } from '../../../scripts/service/settings/data-directory.ts'
import { Finding } from '../../fuzz/finding.ts'
import { filesAfterKill } from '../files-after.ts'
import type { Life, Look } from '../life.ts'

const aside = (directory: string): string => {
  const path = join(mkdtempSync(`${directory}.aside-`), 'data')
  renameSync(directory, path)
  return path
}

/** Each function returns one that puts the directory back. */
const LOSSES: Readonly<Record<string, (directory: string) => () => void>> = {
  'directory removed': (directory) => {
    rmSync(directory, { recursive: true })
    return () => {}
  },
  'directory moved': (directory) => {
    const path = aside(directory)
    return () => renameSync(path, directory)
  },
  'directory replaced': (directory) => {
    filesAfterKill(aside(directory), directory)
    return () => {}
  },
}

const endOfLog = (directory: string): string | undefined => {
  const log = Log.openForReading(logPath(directory), { network: 'mainnet' })
  const id = log.end?.id
  log.close()
  return id
}

export interface Circumstances {
  readonly random: Random
  readonly meet: (fault: string) => void
  /** @throws {Finding} if the rule never holds */
  readonly until: (rule: string, holds: (look: Look | undefined) => boolean) => Promise<void>
  readonly grow: () => void
  readonly begin: (directory: string) => Promise<void>
}

/** @returns the directory of the next life @throws {Finding} */
export const loseDirectory = async (
  life: Life,
  { random, meet, until, grow }: Circumstances,
): Promise<string> => {
  const { directory } = life
  const isTold = (text: string): boolean => {
    const { state, problem } = life.look() ?? {}
    return (
      state === 'stopped' &&
      problem?.startsWith(`DATA_DIR was removed, replaced or unmounted${text}`) === true
    )
  }
  const logEnd = (): string | undefined => life.look()?.logEnd ?? undefined
  await until('models can be read', () => life.look() !== undefined)
  const [name, take] = random.pick(Object.entries(LOSSES)) ?? []
  if (name === undefined || take === undefined) return directory
  meet(name)
  const putBack = take(directory)
  grow()
  await until('following stops without the data directory, and says how to save the log', () =>
    isTold(' while the service runs'),
  )
  const end = logEnd()
  grow()
  const isSaved = random.chance(0.5)
  if (isSaved) {
    mkdirSync(`${directory}.saved`)
    await until('the log of a lost directory is saved', () => isTold('; the log is saved'))
  } else if (random.chance(0.5)) putBack()
  const next = isSaved ? `${directory}.saved` : directory
  const kept = isSaved ? endOfLog(next) : logEnd()
  if (kept !== end)
    throw new Finding('the log ends where it was when its directory was lost', `${end} became ${kept}`)
  return next
}
