// A thread that runs one episode of the simulation at a time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { takeCoverage } from 'node:v8'
import { serveCalls } from '../../schema/platform/serve-calls.ts'
import { CopyEpisode, type Elected } from './copy-episode.ts'
import { FaultyDisk } from './disk/faulty-disk.ts'
import { Episode } from './episode.ts'
import type { EpisodeReport } from './episode-report.ts'
import { speedUpTimers } from './fast-timers.ts'
import { LeftBehind } from './left-behind.ts'

/** A wait of half a second takes 25 ms. */
const FACTOR = 20

export interface EpisodeTask {
  readonly seed: number
  readonly blocks: number
  /** Undefined without a copy. */
  readonly by?: Elected | undefined
}

export type EpisodeOutcome = { readonly report: EpisodeReport } | { readonly failure: string }

speedUpTimers(FACTOR)
const disk = new FaultyDisk()
const leftBehind = new LeftBehind()

const run = async (task: EpisodeTask): Promise<EpisodeOutcome> => {
  const directory = mkdtempSync(join(tmpdir(), 'episode-'))
  try {
    const options = { ...task, directory, disk }
    const episode = task.by === undefined ? new Episode(options) : new CopyEpisode(options, task.by)
    const report = await episode.run()
    await leftBehind.check()
    // A terminated thread would write no coverage.
    takeCoverage()
    return { report }
  } catch (error) {
    return { failure: error instanceof Error ? `${error.message}\n${inspect(error)}` : String(error) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

serveCalls(run)
