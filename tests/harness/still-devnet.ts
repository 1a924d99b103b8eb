// A devnet that makes a block only on request.
import { fileURLToPath } from 'node:url'
import type { Output } from '../../api/builder/transaction/utxo.ts'
import { type Actors, createActors } from '../../devnet/actors/actors.ts'
import { readMarket } from '../../devnet/actors/market.ts'
import { payAll } from '../../devnet/actors/pay.ts'
import { FAUCET } from '../../devnet/actors/people.ts'
import { NO_RATES, type Rates } from '../../devnet/actors/rates.ts'
import { coinsAt } from '../../devnet/actors/wallet/coins.ts'
import { completeTransaction } from '../../devnet/actors/wallet/plan.ts'
import { type Devnet, startDevnet } from '../../devnet/devnet.ts'
import { genesis } from '../../devnet/genesis.ts'
import { RECORDING_START } from '../../devnet/launchpad.ts'
import type { HardFork, Ledger } from '../../devnet/ledger/ledger.ts'
import { readChainFile } from '../../devnet/recording/chain-file.ts'
import { withServiceWallet } from '../../devnet/service-wallet.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import type { Hex } from '../../schema/primitives.ts'

interface StillOptions {
  readonly seed: string
  /** Actors only fill orders and graduate curves by default. */
  readonly rates?: Rates
  readonly change?: (actors: Actors) => Actors
  readonly clock?: () => number
  readonly recording?: string
  readonly hardForks?: readonly HardFork[]
  /** Receives an actor's error; by default it is thrown. */
  readonly onError?: (error: unknown) => void
}

const rethrow = (error: unknown): never => {
  throw error
}

export const startStillDevnet = ({
  seed,
  rates = NO_RATES,
  change = (actors) => actors,
  onError = rethrow,
  ...options
}: StillOptions): Promise<Devnet> =>
  startDevnet({
    ...options,
    genesis,
    blockInterval: 0,
    actors: (ledger) => change(withServiceWallet(ledger, createActors(ledger, seed, rates))),
    onError,
  })

/** Has four tokens on curves. The clock stands still by default, so that the launched tokens depend only on the seed. */
export const startStillMarket = async (options: Omit<StillOptions, 'recording'>): Promise<Devnet> => {
  const startedAt = Date.now()
  const devnet = await startStillDevnet({ clock: () => startedAt, ...options })
  while (readMarket(devnet.ledger).curves.size < 4) devnet.makeBlock()
  return devnet
}

export const endOfRecording = async (recording = fileURLToPath(CHAIN_FILE)) => {
  const { point } = (await readChainFile(recording)).at(-1) ?? {}
  if (point === undefined) throw new Error(`${recording} is empty`)
  return { recording, time: RECORDING_START + point.slot * 1000 }
}

/**
 * @returns the transaction's id.
 * @throws {Error} if it is rejected
 */
export const payFromFaucet = (ledger: Ledger, outputs: readonly Output[]): Hex => {
  const paid = ledger.submit(
    completeTransaction(payAll(FAUCET, coinsAt(ledger, FAUCET.address), outputs), ledger),
  )
  if ('id' in paid) return paid.id
  throw new Error(`the faucet: ${JSON.stringify(paid)}`)
}
