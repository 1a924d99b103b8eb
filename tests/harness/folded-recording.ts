// A data directory with the devnet's recorded chain, made by a replay. Each test gets a copy. All test files of a run share one replay, in
// a directory that run-files.ts makes.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RECORDING_START } from '../../devnet/launchpad.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { devnetDir, journalIn } from '../../scripts/service/settings/network.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { outputOf } from './run-script.ts'

interface Ending {
  after(end: () => unknown): void
}

interface Replayed {
  readonly slot: number
  readonly id: string
  readonly height: number
  readonly digest: string
}

const replayInto = async (directory: string): Promise<void> => {
  const stdout = await outputOf('replay', [], {
    NETWORK: 'devnet',
    CHAIN_FILE: fileURLToPath(CHAIN_FILE),
    DATA_DIR: join(directory, 'data'),
  })
  writeFileSync(join(directory, 'replayed.json'), stdout)
}

const replayOnce = async (directory: string): Promise<void> => {
  const begun = `${directory}.begun`
  while (!existsSync(directory)) {
    const isOurs = mkdirSync(begun, { recursive: true }) !== undefined
    if (!isOurs) {
      await sleep(50)
      continue
    }
    try {
      if (existsSync(directory)) return
      await replayInto(begun)
      renameSync(begun, directory)
    } finally {
      rmSync(begun, { recursive: true, force: true })
    }
  }
}

export const foldedRecording = async (
  t: Ending,
): Promise<{ readonly dataDir: string; readonly replayed: Replayed }> => {
  const own = temporaryDirectory(t)
  const directory = join(process.env.SHARED_BY_TESTS ?? own, 'recording')
  await replayOnce(directory)
  const dataDir = join(own, 'data')
  cpSync(join(directory, 'data'), dataDir, { recursive: true })
  const { slot, id, height, digest } = JSON.parse(readFileSync(join(directory, 'replayed.json'), 'utf8'))
  return { dataDir, replayed: { slot, id, height, digest } }
}

/**
 * Makes the data directory of a devnet that continues the recorded chain and has made no block yet. Slot 0 has the recorded start, because
 * another start would fold the models again.
 */
export const foldedDevnet = async (t: Ending, dataDir: string): Promise<void> => {
  const { dataDir: folded, replayed } = await foldedRecording(t)
  renameSync(folded, devnetDir(dataDir))
  writeFileSync(journalIn(dataDir), `${JSON.stringify({ start: RECORDING_START, after: replayed.id })}\n`)
}
