// The code of the devnet's thread. It reads its options from workerData, adds genesis and actors, and reports the devnet's address to the
// thread that started it.
import { workerData } from 'node:worker_threads'
import { SEED } from '../schema/launchpad/curve.ts'
import { report } from '../schema/platform/start-worker.ts'
import type { AssetId } from '../schema/primitives.ts'
import { createActors } from './actors/actors.ts'
import { readMarket } from './actors/market.ts'
import { developerWallet } from './developer-wallet.ts'
import { startDevnet } from './devnet.ts'
import type { DevnetReport, DevnetThreadOptions } from './devnet-thread.ts'
import { genesis } from './genesis.ts'
import type { Ledger } from './ledger/ledger.ts'
import { withServiceWallet } from './service-wallet.ts'

/** A graduated token if there is one, otherwise the token with the most lovelace in its curve; undefined if nobody has traded. */
const tradedToken = (ledger: Ledger): AssetId | undefined => {
  const { amms, curves } = readMarket(ledger)
  const [graduated] = amms.keys()
  if (graduated !== undefined) return graduated
  const [most] = [...curves.values()].sort((a, b) => (a.lovelace > b.lovelace ? -1 : 1))
  return most !== undefined && most.lovelace > SEED ? most.pool.token : undefined
}

const { seed = 'devnet', ...options }: DevnetThreadOptions = workerData.options

void report(async (): Promise<DevnetReport> => {
  const { port, url, start, ledger } = await startDevnet({
    ...options,
    genesis,
    actors: (ledger) => withServiceWallet(ledger, createActors(ledger, seed)),
    onError: (error) => console.error('devnet:', error),
  })
  return { port, url, start, token: tradedToken(ledger), wallet: developerWallet }
})
