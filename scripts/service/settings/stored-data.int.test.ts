// The directories that commands on stored data read, and their messages if these contain no data.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings } from '../../../schema/config/settings.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { devnetDir } from './network.ts'
import { storedData } from './stored-data.ts'

test('without data of the own devnet, the directory that was looked in is named, and the settings that choose another', async (t) => {
  const DATA_DIR = temporaryDirectory(t)
  const read = () => storedData(readSettings({ DATA_DIR, NETWORK: 'devnet' }, []).settings)
  const refused = {
    name: 'StartupError',
    message: `there is no data in ${devnetDir(DATA_DIR)}, the directory of the service's own devnet: set DATA_DIR to its parent directory, NETWORK for another network, or OGMIOS_URL for another devnet`,
  }
  await assert.rejects(read, refused)
  writeFileSync(join(DATA_DIR, 'log.db'), '')
  await assert.rejects(read, {
    name: 'StartupError',
    message: `${DATA_DIR} has the data of a devnet that another process runs and whose clock is needed: set OGMIOS_URL to it`,
  })
  mkdirSync(devnetDir(DATA_DIR))
  writeFileSync(join(devnetDir(DATA_DIR), 'log.db'), '')
  assert.equal((await read()).dataDir, devnetDir(DATA_DIR))
})
