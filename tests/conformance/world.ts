// Setup for the rows of the conformance table. One service runs on a devnet that continues the recorded chain at the present time and makes
// blocks on demand. The wallet uses a library that the builder does not use.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PNG } from '../../api/images/testing/sample-images.ts'
import { RECORDING_START } from '../../devnet/launchpad.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { outsideSigner } from '../harness/outside-signer.ts'
import { startOnDevnet, untilAt } from '../harness/recorded-devnet.ts'
import { startStillDevnet } from '../harness/still-devnet.ts'
import { walletAt } from '../harness/wallet-requests.ts'
import { requestsTo } from '../kit/requests.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

export const formOf = (info: unknown, image: Blob | undefined): FormData => {
  const form = new FormData()
  if (image !== undefined) form.set('image', image, 'logo')
  form.set('info', typeof info === 'string' ? info : JSON.stringify(info))
  return form
}

const DOCUMENTS = ['protocol-config.json', 'contracts.json', 'operations.json'] as const

/** Leaves out the scripts of orders, which are read from the chain as on mainnet. */
const copyConfigs = (configs: string): string => {
  for (const name of DOCUMENTS) {
    const shipped = readFileSync(
      new URL(`../../schema/config/networks/devnet/${name}`, import.meta.url),
      'utf8',
    )
    const document = JSON.parse(shipped)
    if (name === 'contracts.json')
      for (const order of ['serviceOrder', 'serviceOrderLegacy']) document.contracts[order].script = ''
    writeFileSync(join(configs, name), JSON.stringify(document))
  }
  return configs
}

export const startWorld = async (t: Pick<TestContext, 'after'>) => {
  const { dataDir, replayed } = await foldedRecording(t)
  const errors: unknown[] = []
  let clock = () => RECORDING_START + replayed.slot * 1000
  const devnet = await startStillDevnet({
    seed: 'conformance',
    recording: fileURLToPath(CHAIN_FILE),
    clock: () => clock(),
    onError: (error) => errors.push(error),
  })
  t.after(() => devnet.close())
  clock = Date.now
  devnet.makeBlock()

  const configs = copyConfigs(temporaryDirectory(t))
  const service = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    DATA_DIR: dataDir,
    PROTOCOL_CONFIG: join(configs, 'protocol-config.json'),
    CONTRACTS_CONFIG: join(configs, 'contracts.json'),
    OPERATIONS_CONFIG: join(configs, 'operations.json'),
    FEED_CONFLATE: '20',
  })
  const requests = requestsTo(service.url)
  const { get, post } = requests
  const followed = () => untilAt(service, devnet.chain)
  await followed()

  const wallet = outsideSigner()
  const curve: string = (await get('/v1/koth')).info.asset
  const [{ info }] = await get('/v1/pools-main-page/initial/state', { filter: 'CompletedMCap' })
  const amm: string = info.asset

  /** Before each block, orders are filled and complete curves graduate. */
  const makeBlocks = async (count = 1): Promise<void> => {
    for (let made = 0; made < count; made++) devnet.makeBlock()
    await followed()
  }
  const { of, order: orderFor, ...trading } = walletAt(requests, wallet)
  const order = (change: object = {}) => orderFor(curve, change)
  const { send } = trading
  const world = {
    ...requests,
    ...trading,
    devnet,
    dataDir,
    configs,
    other: outsideSigner(1),
    /** The token on a curve with the highest market cap. */
    curve,
    amm,
    of,
    makeBlocks,
    followed,
    order,
    /** Makes a block `time` ms after the last one, without actors' transactions. */
    async skip(time: number): Promise<void> {
      const before = clock
      clock = () => before() + time
      devnet.ledger.makeBlock()
      await followed()
    },
    launch: (change: object = {}, image: Blob | undefined = new Blob([PNG], { type: 'image/png' })) =>
      formOf({ ...INFO, ...of, ...change }, image),
    vestings: async () =>
      (await post('/v1/vesting/get-by-redeemer', {}, { redeemerVkhs: wallet.pkh })).vestings,
    pool: (asset: string) => get('/v1/pools-feed/initial/state', { asset }),
  }
  for (const assetId of [curve, amm]) await send((await post('/order', order({ assetId }))).cbor)
  await makeBlocks(2)
  const lock = { address: wallet.address, assetId: curve, amount: '900', lockEnd: Date.now() + 9e7 }
  await send((await post('/create-lock', { ...lock, stagesCount: 2 })).cbor)
  await makeBlocks()
  t.after(() => assert.deepEqual(errors, []))
  return world
}

export type World = Awaited<ReturnType<typeof startWorld>>

const INFO = { assetType: 'Meme', name: 'Newt', ticker: 'NEWT', description: 'A newt.' }
