// The directories that commands on stored data read, and the messages if there are no data.
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLogFile } from '../../../indexer/log/log-file.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import type { Network } from '../../../schema/primitives.ts'
import { changeDatabase } from '../../../tests/kit/in-database.ts'
import { silent } from '../../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { modelsOfIndexer } from '../models-of-indexer.ts'
import { devnetDir } from './network.ts'
import { modelsDirectory, openStoredModels, storedData } from './stored-data.ts'

test("without data of the service's own devnet, the directory that was looked in is named, and the settings that choose another", async (t) => {
  const DATA_DIR = temporaryDirectory(t)
  const read = () => storedData(readSettings({ DATA_DIR, NETWORK: 'devnet' }, []).settings)
  const refused = {
    name: 'StartupError',
    message: `there is no data in ${devnetDir(DATA_DIR)}, the directory of the service's own devnet: set DATA_DIR to its parent directory, NETWORK for another network, or OGMIOS_URL for another devnet`,
  }
  await assert.rejects(read, refused)
  writeFileSync(join(DATA_DIR, 'log.db'), '')
  const unknownClock = {
    name: 'StartupError',
    message: `${DATA_DIR} has the data of a devnet that another process runs and whose clock is needed: set OGMIOS_URL to it`,
  }
  await assert.rejects(read, unknownClock)
  for (const cut of ['', '17000', '\n', 'x\n']) {
    writeFileSync(join(DATA_DIR, 'devnet-start'), cut)
    await assert.rejects(read, unknownClock, JSON.stringify(cut))
  }
  writeFileSync(join(DATA_DIR, 'devnet-start'), '1700000000000\n')
  const followed = await read()
  assert.deepEqual([followed.dataDir, followed.operations.slots.zeroTime], [DATA_DIR, 1_700_000_000])
  mkdirSync(devnetDir(DATA_DIR))
  writeFileSync(join(devnetDir(DATA_DIR), 'log.db'), '')
  assert.equal((await read()).dataDir, devnetDir(DATA_DIR))
})

test('models of another version are named and not called missing', (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'models-2.db')
  changeDatabase(path, 'PRAGMA user_version = 4')
  assert.throws(() => openStoredModels(directory), {
    name: 'StartupError',
    message: `${path} was made by another version: start the service, which folds the log again`,
  })
})

test('a directory that cannot be read is not called empty, nor its error a bug', async (t) => {
  const directory = temporaryDirectory(t)
  const [file, loop] = [join(directory, 'file'), join(directory, 'loop')]
  writeFileSync(file, '')
  symlinkSync(loop, loop)
  // The directory of a service that runs as another user gives EACCES, except to root.
  for (const [DATA_DIR, code] of [
    [file, 'ENOTDIR'],
    [loop, 'ELOOP'],
  ] as const) {
    const { settings } = readSettings({ DATA_DIR, NETWORK: 'mainnet' }, [])
    const refused = {
      name: 'StartupError',
      message: `DATA_DIR: ${DATA_DIR} cannot be read (${code}): run this as the user of the service, or choose another DATA_DIR`,
    }
    await assert.rejects(storedData(settings), refused)
    assert.throws(() => modelsDirectory(settings), refused)
    await assert.rejects(modelsOfIndexer(DATA_DIR, 'mainnet', silent), refused)
  }
  const { settings } = readSettings({ DATA_DIR: join(directory, 'absent'), NETWORK: 'mainnet' }, [])
  assert.equal((await storedData(settings)).dataDir, join(directory, 'absent'))
})

test('a directory with other data than the settings name is refused with the setting that reads it', async (t) => {
  const refuse = (DATA_DIR: string, message: string) =>
    assert.rejects(storedData(readSettings({ DATA_DIR, NETWORK: 'devnet' }, []).settings), {
      name: 'StartupError',
      message: `${DATA_DIR} has ${message}`,
    })
  const mainnet = temporaryDirectory(t)
  makeLog(mainnet, 'mainnet')
  await refuse(mainnet, 'the data of mainnet: set NETWORK=mainnet')
  const own = devnetDir(temporaryDirectory(t))
  mkdirSync(own)
  makeLog(own, 'devnet')
  await refuse(own, "the data of the service's own devnet: set DATA_DIR to its parent directory")
  const backup = temporaryDirectory(t)
  makeLog(backup, 'devnet')
  writeFileSync(join(backup, 'manifest.json'), '{}')
  await refuse(backup, 'a backup of a devnet: restore it first')
})

const makeLog = (dataDir: string, network: Network): void => {
  openLogFile(join(dataDir, 'log.db'), { network, start: 'origin' }, (database) => database).close()
}

test('a directory with a log needs no NETWORK', async (t) => {
  const networkOf = async (DATA_DIR: string, more: Readonly<Record<string, string>> = {}) =>
    (await storedData(readSettings({ DATA_DIR, ...more }, []).settings)).network
  for (const network of ['mainnet', 'preprod', 'preview'] as const) {
    const dataDir = temporaryDirectory(t)
    makeLog(dataDir, network)
    const networks = [await networkOf(dataDir), await networkOf(dataDir, { OGMIOS_URL: 'ws://127.0.0.1:1' })]
    assert.deepEqual(networks, [network, network])
    assert.equal(await networkOf(dataDir, { NETWORK: 'devnet', CHAIN_FILE: 'chain.ndjson' }), 'devnet')
  }
  const ofDevnet = temporaryDirectory(t)
  makeLog(ofDevnet, 'devnet')
  assert.equal(await networkOf(ofDevnet, { CHAIN_FILE: 'chain.ndjson' }), 'devnet')
})
