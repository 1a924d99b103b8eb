// A live devnet that makes a block whenever it is asked, in a process of its own.
import { fileURLToPath } from 'node:url'
import { CHAIN_FILE } from '../../../fixtures/chains/recording.ts'
import { createActors } from '../../../fixtures/devnet/actors/actors.ts'
import { RECORDING_RATES } from '../../../fixtures/devnet/actors/rates.ts'
import { startDevnet } from '../../../fixtures/devnet/devnet.ts'
import { genesis } from '../../../fixtures/devnet/genesis.ts'
import { RECORDING_START } from '../../../fixtures/devnet/launchpad.ts'
import { readChainFile } from '../../../fixtures/devnet/recording/chain-file.ts'
import { answer } from './child.ts'

export type DevnetRequest =
  /** Answered with the URL of its Ogmios. */
  | { readonly kind: 'start' }
  /** Makes a block; answered with its height and when it was ready to be sent, nanoseconds as digits. */
  | { readonly kind: 'block' }

type Devnet = Awaited<ReturnType<typeof startDevnet>>
let devnet: Devnet | undefined

const start = async (): Promise<Devnet> => {
  const recording = fileURLToPath(CHAIN_FILE)
  const last = (await readChainFile(recording)).at(-1)
  const now = RECORDING_START + (last?.point.slot ?? 0) * 1000
  return startDevnet({
    recording,
    blockInterval: 0,
    clock: () => now,
    genesis,
    actors: (ledger) => createActors(ledger, 'bench', { ...RECORDING_RATES, orders: 1, launches: 0 }),
    onError: (error) => {
      throw error
    },
  })
}

answer<DevnetRequest>(async ({ kind }) => {
  devnet ??= await start()
  if (kind === 'start') return devnet.url
  devnet.makeBlock()
  return process.hrtime.bigint().toString()
})
