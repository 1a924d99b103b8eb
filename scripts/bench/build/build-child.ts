// Builds transactions in this process, beside the transaction library's own builder: the same wallets, the same
// parameters, nothing over a network. It also writes the requests that the service is then loaded with.
import * as Core from '@blaze-cardano/core'
import { TxBuilder } from '@blaze-cardano/tx'
import { lockTokens } from '../../../api/builder/recipes/lock.ts'
import { order } from '../../../api/builder/recipes/order.ts'
import { ownerOf } from '../../../api/builder/recipes/owner.ts'
import type { Venue } from '../../../api/builder/recipes/quote.ts'
import { assemble } from '../../../api/builder/transaction/assemble.ts'
import type { Output, Utxo } from '../../../api/builder/transaction/utxo.ts'
import { libraryOutput } from '../../../api/builder/transaction/write-transaction.ts'
import { fakeHash } from '../../../fixtures/devnet/chain/build-transaction.ts'
import { TERMS, TIERS } from '../../../fixtures/devnet/launchpad.ts'
import { DEVNET_PARAMETERS } from '../../../fixtures/devnet/ledger/parameters.ts'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { EMISSION, SEED } from '../../../schema/launchpad/curve.ts'
import { assetId } from '../../../schema/primitives.ts'
import { answer, cpuSeconds } from '../kit/child.ts'
import { postRequest } from '../kit/http-compare.ts'

export type BuildChildRequest =
  /** Answered with {@link BuildTimes}. */
  | { readonly kind: 'time'; readonly coins: number; readonly rounds: number }
  /** Answered with requests for orders of so many wallets, head and body. */
  | { readonly kind: 'requests'; readonly token: string; readonly wallets: number }

/** Milliseconds of processor time of a build in each round, by what is built. */
export type BuildTimes = Readonly<Record<string, readonly number[]>>

export const BY_LIBRARY = "the library's own builder, a payment"

/** Builds of a round, and rounds that do not count. */
const AT_ONCE = 20
const WARM_UPS = 2

const NOW = 1_780_000_000_000
const TOKEN = assetId('ab'.repeat(28), '746f6b656e')
const VENUE: Venue = {
  kind: 'curve',
  pool: { ...TIERS.default, permittedExecutor: TERMS.batcherKey },
  lovelace: SEED,
  tokens: EMISSION,
}

const ownerNamed = (name: string) => ownerOf(`00${fakeHash(name, 28)}${fakeHash(`${name} stake`, 28)}`, 0)

const walletOf = (name: string, coins: number, lovelace: bigint): Utxo[] =>
  Array.from({ length: coins }, (_, index) => ({
    reference: { transaction: fakeHash(`${name} ${index}`), index },
    output: { address: ownerNamed(name).address, lovelace, assets: [{ asset: TOKEN, quantity: 1_000_000n }] },
  }))

/** The output as the other library has it. */
const written = (output: Output): Core.TransactionOutput =>
  Core.TransactionOutput.fromCbor(libraryOutput(output).toCbor())

const unspent = ({ reference, output }: Utxo): Core.TransactionUnspentOutput =>
  new Core.TransactionUnspentOutput(
    new Core.TransactionInput(Core.TransactionId(reference.transaction), BigInt(reference.index)),
    written(output),
  )

/** Timed builds, over a wallet of so many coins. */
const buildsOf = (count: number): Readonly<Record<string, () => unknown>> => {
  const owner = ownerNamed('a wallet')
  const coins = walletOf('a wallet', count, 100_000_000n)
  const [seed] = coins
  if (seed === undefined) throw new Error('a wallet without coins')
  const payment = { address: ownerNamed('somebody').address, lovelace: 5_000_000n }
  const given = { coins, change: owner.address, parameters: DEVNET_PARAMETERS }
  const library = coins.map(unspent)
  const change = Core.Address.fromBytes(Core.HexBlob(owner.address))
  const request = { token: TOKEN, side: 'BUY', amount: 5_000_000n, slippage: '15' } as const
  const lock = { asset: TOKEN, quantity: 3_000n, stages: 3, end: NOW + 90_000_000 }
  return {
    [BY_LIBRARY]: () =>
      new TxBuilder(DEVNET_PARAMETERS)
        .setNetworkId(Core.NetworkId.Testnet)
        .setChangeAddress(change)
        .addUnspentOutputs(library)
        .addOutput(written(payment))
        .complete(),
    'a payment': () => assemble({ ...given, recipe: { outputs: [payment] } }),
    'an order': () => {
      const { recipe } = order(owner, request, VENUE, { now: NOW, seed, terms: TERMS })
      return assemble({ ...given, recipe })
    },
    'a lock in three stages': () =>
      assemble({ ...given, recipe: lockTokens(owner, lock, { now: NOW, terms: TERMS }) }),
  }
}

const time = async (coins: number, rounds: number): Promise<BuildTimes> => {
  const builds = Object.entries(buildsOf(coins)).map(([name, build]) => ({
    name,
    build,
    times: [] as number[],
  }))
  for (let round = -WARM_UPS; round < rounds; round++)
    for (const { build, times } of builds) {
      const before = cpuSeconds()
      for (let n = 0; n < AT_ONCE; n++) await build()
      if (round >= 0) times.push(((cpuSeconds() - before) / AT_ONCE) * 1_000)
    }
  return Object.fromEntries(builds.map(({ name, times }) => [name, times]))
}

/** Wallets bring their outputs, which are used as they come, so none needs to be on the chain. */
const requestsFor = (token: string, wallets: number): string[] =>
  Array.from({ length: wallets }, (_, n) => {
    const name = `wallet ${n}`
    return postRequest('/order', {
      assetId: token,
      amount: '5000000',
      side: 'BUY',
      slippage: 'infinity',
      changeAddress: formatAddress(ownerNamed(name).address),
      utxos: walletOf(name, 5, 50_000_000n).map((coin) => unspent(coin).toCbor()),
    })
  })

answer<BuildChildRequest>((request) =>
  request.kind === 'time' ? time(request.coins, request.rounds) : requestsFor(request.token, request.wallets),
)
