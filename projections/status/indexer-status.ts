// The indexer's reports, in small files beside the models. Readers in any process learn from the reports whether the models are current,
// even after the indexer has ended. Each part of the indexer has its own file, since parts are threads or processes. A file is replaced as
// a whole, so no reader finds a partial one. The files are separate from log and models, because a report may be about a failure to write
// those.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, isMissing, StorageError } from '../../schema/platform/storage-error.ts'
import type {
  FoldingReport,
  FollowingReport,
  IndexerState,
  IndexerStatus,
  Reports,
} from '../../schema/reports.ts'

/** The follower has not reported yet. */
export const NOT_FOLLOWING: Omit<FollowingReport, 'at'> = {
  state: 'connecting',
  problem: null,
  nodeTip: null,
  logEnd: null,
  isRecorded: false,
}

const foldingState = ({ problem, isPassing, refolding }: FoldingReport): IndexerState | undefined => {
  if (problem !== null) return isPassing ? 'waiting' : 'stopped'
  return refolding === 'all' ? 'rebuilding' : undefined
}

/** The reason of stopped following comes first, because folding may fail for the same reason, for example a lost DATA_DIR. */
const stateOf = (
  { state, problem }: Pick<FollowingReport, 'state' | 'problem'>,
  folding: FoldingReport,
): Pick<IndexerStatus, 'state' | 'problem'> =>
  state === 'stopped' && problem !== null
    ? { state, problem }
    : { state: foldingState(folding) ?? state, problem: folding.problem ?? folding.damage ?? problem }

/** The time is that of the older report. Undefined if no blocks were ever folded here. */
export const indexerStatus = ({
  following,
  folding,
  mirroring,
  publishing,
}: Reports): IndexerStatus | undefined =>
  folding && {
    ...(following ?? NOT_FOLLOWING),
    ...stateOf(following ?? NOT_FOLLOWING, folding),
    rate: folding.rate,
    refolding: folding.refolding,
    at: Math.min(folding.at, following?.at ?? folding.at),
    ...(mirroring && { mirroring }),
    ...(publishing && { publishing }),
  }

type PartName = keyof Reports

const PARTS: readonly PartName[] = ['following', 'folding', 'mirroring', 'publishing']

const pathOf = (directory: string, part: PartName): string => join(directory, `status-${part}.json`)

/** @throws {StorageError} if `work` fails; the next report tries again */
const onFile = <T>(directory: string, part: PartName, work: (path: string) => T): T => {
  const path = pathOf(directory, part)
  try {
    return work(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    const remedy = 'check its disk, and the permissions of the file and its directory'
    throw new StorageError(path, `cannot be read or written (${code}): ${remedy}`, true, { cause: error })
  }
}

/** @throws {StorageError} */
export const writeReports = (directory: string, reports: Reports): void => {
  for (const part of PARTS)
    if (reports[part] !== undefined)
      onFile(directory, part, (path) => {
        writeFileSync(`${path}.part`, JSON.stringify(reports[part]))
        renameSync(`${path}.part`, path)
      })
}

/**
 * For a part that no longer runs.
 * @throws {StorageError}
 */
export const removeReport = (directory: string, part: PartName): void =>
  onFile(directory, part, (path) => rmSync(path, { force: true }))

/**
 * A damaged report is left out, because its part writes another within seconds.
 * @throws {StorageError} if a file cannot be read
 */
export const readReports = (directory: string): Reports =>
  Object.fromEntries(
    PARTS.flatMap((part) =>
      onFile(directory, part, (path) => {
        try {
          return [[part, JSON.parse(readFileSync(path, 'utf8'))]]
        } catch (error) {
          if (error instanceof SyntaxError || isMissing(error)) return []
          throw error
        }
      }),
    ),
  )

/** JSON for readers on other machines. The mirror's report is for its operator only. */
export const sharedReports = (directory: string): [part: string, report: string][] => {
  const { following, folding } = readReports(directory)
  return Object.entries({ following, folding }).flatMap(([part, report]) =>
    report === undefined ? [] : [[part, JSON.stringify(report)]],
  )
}

/** Changes whenever a report is written. */
export const reportsVersion = (directory: string): string => {
  const stats = PARTS.map((part) => statSync(pathOf(directory, part), { throwIfNoEntry: false }))
  return stats.map((file) => `${file?.ino}/${file?.mtimeMs}`).join(' ')
}
