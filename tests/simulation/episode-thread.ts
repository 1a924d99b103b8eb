// A thread that runs one episode of the simulation at a time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { takeCoverage } from 'node:v8'
import { serveCalls } from '../../schema/platform/serve-calls.ts'
import { CopyEpisode } from './copy-episode.ts'
import { FaultyDisk } from './disk/faulty-disk.ts'
import { Episode } from './episode.ts'
import type { EpisodeReport } from './episode-report.ts'
import { speedUpTimers } from './fast-timers.ts'
import { LeftBehind } from './left-behind.ts'

/** Waits of half a second take 25 ms. */
const FACTOR = 20

export interface EpisodeTask {
  readonly seed: number
  readonly blocks: number
  readonly hasCopy?: boolean
}

export type EpisodeOutcome = { readonly report: EpisodeReport } | { readonly failure: string }

speedUpTimers(FACTOR)
const disk = new FaultyDisk()
const leftBehind = new LeftBehind()

const run = async (task: EpisodeTask): Promise<EpisodeOutcome> => {
  const directory = mkdtempSync(join(tmpdir(), 'episode-'))
  try {
    const kind = task.hasCopy ? CopyEpisode : Episode
    const report = await new kind({ ...task, directory, disk }).run()
    await leftBehind.check()
    // A thread that is ended writes no report.
    takeCoverage()
    return { report }
  } catch (error) {
    return { failure: error instanceof Error ? `${error.message}\n${inspect(error)}` : String(error) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

serveCalls(run)
