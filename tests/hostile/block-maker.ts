// Makes the transactions of one block, one after another, from the chain's unspent outputs. Whatever the draft, a transaction obeys the
// ledger's rules: inputs exist and are spent once, amounts are conserved, and quantities are in range. If a draft's outputs exceed its
// inputs, the outputs' amounts are reduced.

import type { Random } from '../../devnet/actors/random.ts'
import {
  type BuildOutput,
  type BuiltTransaction,
  buildTransaction,
  fakeHash,
} from '../../devnet/chain/build-transaction.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import {
  ADA,
  type AssetAmount,
  type AssetId,
  assetNameOf,
  byReference,
  type Hex,
  type OutputReference,
  policyOf,
} from '../../schema/primitives.ts'
import { type Coin, type Contracts, type Output, placeOf } from './coin.ts'
import { MAX_LOVELACE, MAX_MINT, MAX_QUANTITY } from './odd-values.ts'

/** Approximate lovelace of the smallest output. */
export const MIN_UTXO = 1_000_000n

/** Lovelace above which change may be split. */
const MUCH = 2_000_000_000n

export const WALLETS = 12

/** Byron addresses are still in use. */
export const BYRON_ADDRESS =
  '82d818582183581cba970ad36654d8dd8f74274b733452ddeab9a62a397746be3c42ccdda0001a9026da5b'

export const keyAddress = (wallet: number): Hex =>
  `01${fakeHash(`key ${wallet}`, 28)}${fakeHash(`stake ${wallet}`, 28)}`

/** Keeps half of the first coins for later blocks, so that some of the oldest coins are spent late. */
const isReserved = ({ origin, reference }: Coin): boolean => origin !== 'chain' && reference.index % 2 === 1

export interface Spending {
  readonly coin: Coin
  /** Some redeemers depend on the position of the input. */
  readonly redeemer?: Hex | ((place: number) => Hex)
  /** The output that gets the same index as this input. */
  readonly answer?: Output
}

interface Draft {
  readonly spend: readonly Spending[]
  /** Outputs after the answers. */
  readonly outputs?: readonly Output[]
  /** More of a freely mintable asset is minted if outputs need it. */
  readonly mint?: readonly AssetAmount[]
  /** Hashes of the keys that signed for scripts. */
  readonly signatories?: readonly Hex[]
  /** JSON texts by label. */
  readonly metadata?: Readonly<Record<string, string>>
}

export interface Holdings {
  readonly coins: readonly Coin[]
  readonly tokens: readonly AssetId[]
  readonly nfts: readonly AssetId[]
}

class Balance {
  readonly sums = new Map<AssetId, bigint>()

  add(assets: readonly AssetAmount[]): void {
    for (const { asset, quantity } of assets) this.sums.set(asset, (this.sums.get(asset) ?? 0n) + quantity)
  }
}

const bytesOfAssets = (assets: readonly AssetAmount[]): number =>
  new Set(assets.map(({ asset }) => policyOf(asset))).size * 31 +
  assets.reduce(
    (sum, { asset, quantity }) => sum + 2 + assetNameOf(asset).length / 2 + (quantity < 24n ? 0 : 4),
    0,
  )

/** Minimum bytes of a signed transaction's CBOR. */
const leastBytes = (
  inputs: number,
  outputs: readonly Output[],
  mint: readonly AssetAmount[] = [],
  redeemers: readonly Hex[] = [],
): number =>
  120 +
  36 * inputs +
  outputs.reduce(
    (sum, { address, assets, datum = '' }) =>
      sum + 8 + (address.length + datum.length) / 2 + bytesOfAssets(assets),
    0,
  ) +
  bytesOfAssets(mint) +
  redeemers.reduce((sum, redeemer) => sum + 16 + redeemer.length / 2, 0)

const buildOutput = ({ address, lovelace, assets, datum }: Output): BuildOutput => ({
  address: formatAddress(address),
  lovelace,
  assets,
  // An altered output may have an empty datum.
  ...(datum === undefined || datum === '' ? undefined : { datum }),
})

export class BlockMaker {
  readonly random: Random
  readonly contracts: Contracts
  readonly transactions: BuiltTransaction[] = []
  bytes = 0
  /** Includes tokens that resemble launched ones. */
  readonly tokens: AssetId[]
  coins: Coin[]

  readonly nfts: AssetId[]

  constructor({ coins, tokens, nfts }: Holdings, contracts: Contracts, random: Random) {
    this.coins = [...coins]
    this.tokens = [...tokens]
    this.nfts = [...nfts]
    this.contracts = contracts
    this.random = random
  }

  take(fits: (coin: Coin) => boolean): Coin | undefined {
    const coin = this.random.pick(this.coins.filter(fits))
    if (coin !== undefined) this.coins.splice(this.coins.indexOf(coin), 1)
    return coin
  }

  /** Usually a large coin, because small coins pay for few outputs. */
  takeWallet(): Coin | undefined {
    const least = this.random.pick([0n, 10_000_000n, 100_000_000n, 10_000_000_000n]) ?? 0n
    const fits = (coin: Coin): boolean => coin.place === 'wallet' && !isReserved(coin)
    return this.take((coin) => fits(coin) && coin.output.lovelace >= least) ?? this.take(fits)
  }

  putBack(...coins: readonly (Coin | undefined)[]): void {
    for (const coin of coins) if (coin !== undefined) this.coins.push(coin)
  }

  wallet(): Hex {
    const wallet = this.random.integer(0, WALLETS - 1)
    const payment = fakeHash(`key ${wallet}`, 28)
    const how = this.random.integer(0, 30)
    if (how === 0) return BYRON_ADDRESS
    if (how === 1) return `61${payment}`
    if (how === 2) return `41${payment}8198bd431b03`
    if (how === 3) return `21${payment}${fakeHash('stake script', 28)}`
    return keyAddress(wallet)
  }

  /** The stake part is random. */
  script(hash: Hex): Hex {
    const how = this.random.integer(0, 20)
    if (how === 0) return `71${hash}`
    if (how === 1) return `51${hash}8198bd431b03`
    if (how < 8) return `11${hash}${fakeHash(`stake ${this.random.integer(0, WALLETS - 1)}`, 28)}`
    return `31${hash}${fakeHash('stake of scripts', 28)}`
  }

  pay(lovelace: bigint, assets: readonly AssetAmount[] = []): Output {
    return { address: this.wallet(), lovelace, assets }
  }

  nftName(seed: OutputReference): Hex {
    return fakeHash(`${seed.transaction} ${seed.index}`)
  }

  /** NFTs and liquidity tokens depend on a seed. The policies of half of the tokens mint only once. */
  #isFree(asset: AssetId): boolean {
    const { curve, amm } = this.contracts.operations
    const policy = policyOf(asset)
    return ![curve.nftPolicy, amm.nftPolicy, amm.lpPolicy].includes(policy) && policy >= '8'
  }

  /**
   * A draft that cannot pay its fee is dropped.
   * @returns the outputs, in order
   */
  transact(draft: Draft): readonly Coin[] {
    const spend = draft.spend.toSorted((a, b) => byReference(a.coin.reference, b.coin.reference))
    const lastAnswer = spend.findLastIndex(({ answer }) => answer !== undefined)
    const wanted: Output[] = [
      ...spend.slice(0, lastAnswer + 1).map(({ answer }) => answer ?? this.pay(MIN_UTXO)),
      ...(draft.outputs ?? []),
    ]
    const { outputs, mint, rest } = this.#balanceAssets(spend, wanted, draft.mint ?? [])
    const fee = BigInt(this.random.integer(170_000, 2_000_000))
    const given = spend.reduce((sum, { coin }) => sum + coin.output.lovelace, 0n)
    const paid = this.#balanceLovelace(this.#modest(outputs, spend, given), given - fee, rest)
    if (paid === undefined || spend.length === 0) {
      this.putBack(...spend.map(({ coin }) => coin))
      return []
    }
    const redeemers = new Map(
      spend.flatMap(({ redeemer }, at) =>
        redeemer === undefined ? [] : [[at, typeof redeemer === 'string' ? redeemer : redeemer(at)] as const],
      ),
    )
    this.bytes += leastBytes(spend.length, paid, mint, [...redeemers.values()])
    return this.#add(
      buildTransaction({
        inputs: spend.map(({ coin }) => coin.reference),
        outputs: paid.map(buildOutput),
        fee: given - paid.reduce((sum, { lovelace }) => sum + lovelace, 0n),
        ...(mint.length === 0 ? undefined : { mint }),
        ...(draft.signatories === undefined ? undefined : { signatories: draft.signatories }),
        ...(draft.metadata === undefined ? undefined : { metadata: draft.metadata }),
        ...(redeemers.size === 0 ? undefined : { redeemers }),
        style: this.random.chance(0.2) ? 'v7' : 'v6',
      }),
      paid,
      0,
    )
  }

  /** Adds a transaction whose scripts failed. */
  fail(
    collaterals: readonly Coin[],
    declared: readonly Output[],
    collateralReturn?: Output,
  ): readonly Coin[] {
    const given = new Balance()
    for (const { output } of collaterals) given.add(output.assets)
    const lovelace = collaterals.reduce((sum, { output }) => sum + output.lovelace, 0n)
    // The ledger returns all tokens of the collaterals.
    const assets = [...given.sums].map(([asset, quantity]) => ({ asset, quantity }))
    const returned =
      collateralReturn === undefined && assets.length === 0
        ? undefined
        : { ...(collateralReturn ?? this.pay(0n)), lovelace: lovelace - 500_000n, assets }
    this.bytes += leastBytes(collaterals.length + 1, [
      ...declared,
      ...(returned === undefined ? [] : [returned]),
    ])
    return this.#add(
      buildTransaction({
        inputs: [{ transaction: fakeHash(`never spent ${this.transactions.length}`), index: 0 }],
        outputs: declared.map(buildOutput),
        fee: 400_000n,
        redeemers: new Map([[0, 'd87980']]),
        failed: {
          collaterals: collaterals.map(({ reference }) => reference),
          ...(returned === undefined ? undefined : { collateralReturn: buildOutput(returned) }),
        },
      }),
      returned === undefined ? [] : [returned],
      declared.length,
    )
  }

  #add(transaction: BuiltTransaction, outputs: readonly Output[], firstIndex: number): readonly Coin[] {
    this.transactions.push(transaction)
    const made = outputs.map(
      (output, at): Coin => ({
        reference: { transaction: transaction.id, index: firstIndex + at },
        output,
        place: placeOf(this.contracts, output.address),
        origin: 'chain',
      }),
    )
    this.coins.push(...made)
    return made
  }

  /** Usually limits each output's lovelace, so that actors keep several coins. */
  #modest(outputs: readonly Output[], spend: readonly Spending[], given: bigint): readonly Output[] {
    if (this.random.chance(0.03)) return outputs
    const most = spend.reduce(
      (largest, { coin: { place, output } }) =>
        place !== 'wallet' && output.lovelace > largest ? output.lovelace : largest,
      0n,
    )
    const cap = most + given / 20n
    return outputs.map((output) => (output.lovelace > cap ? { ...output, lovelace: cap } : output))
  }

  /** A large change goes to several wallets. */
  #change(lovelace: bigint, assets: readonly AssetAmount[]): Output[] {
    const parts = lovelace > MUCH && this.random.chance(0.5) ? BigInt(this.random.integer(2, 4)) : 1n
    const part = lovelace / parts
    return Array.from({ length: Number(parts) }, (_, at) =>
      at === 0 ? this.pay(lovelace - part * (parts - 1n), assets) : this.pay(part),
    )
  }

  /** Gives the outputs as much of each asset as inputs and mint provide. If the policy is free, missing units are minted. */
  #balanceAssets(
    spend: readonly Spending[],
    wanted: readonly Output[],
    asked: readonly AssetAmount[],
  ): { readonly outputs: Output[]; readonly mint: AssetAmount[]; readonly rest: AssetAmount[] } {
    const have = new Balance()
    for (const { coin } of spend) have.add(coin.output.assets)
    const minted = new Balance()
    minted.add(asked)
    have.add(asked)
    const outputs = wanted.map((output) => {
      const assets: AssetAmount[] = []
      const totals = new Balance()
      totals.add(output.assets)
      for (const [asset, total] of totals.sums) {
        if (asset === ADA || total <= 0n) continue
        const quantity = total > MAX_QUANTITY ? MAX_QUANTITY : total
        const held = have.sums.get(asset) ?? 0n
        const already = minted.sums.get(asset) ?? 0n
        const missing = quantity - held
        const more =
          missing > 0n && this.#isFree(asset)
            ? missing > MAX_MINT - already
              ? MAX_MINT - already
              : missing
            : 0n
        if (more > 0n) minted.add([{ asset, quantity: more }])
        const got = held + more < quantity ? held + more : quantity
        have.sums.set(asset, held + more - got)
        if (got > 0n) assets.push({ asset, quantity: got })
      }
      return { ...output, assets }
    })
    const rest: AssetAmount[] = []
    for (const [asset, quantity] of have.sums) {
      const kept = quantity < 0n ? 0n : quantity > MAX_QUANTITY ? MAX_QUANTITY : quantity
      if (kept > 0n) rest.push({ asset, quantity: kept })
      // Units above an output's maximum are burned, units below 0 are minted.
      if (kept !== quantity) minted.add([{ asset, quantity: kept - quantity }])
    }
    const mint = [...minted.sums]
      .filter(([, quantity]) => quantity !== 0n)
      .map(([asset, quantity]) => ({ asset, quantity }))
    return { outputs, mint, rest }
  }

  /** Undefined if no outputs fit `available`. */
  #balanceLovelace(
    outputs: readonly Output[],
    available: bigint,
    rest: readonly AssetAmount[],
  ): Output[] | undefined {
    const paid = outputs.map((output) => ({
      ...output,
      lovelace: output.lovelace < MIN_UTXO ? MIN_UTXO : output.lovelace,
    }))
    const forChange = rest.length === 0 ? 0n : MIN_UTXO
    let over = paid.reduce((sum, { lovelace }) => sum + lovelace, forChange) - available
    for (const output of paid.toSorted((a, b) => (a.lovelace > b.lovelace ? -1 : 1))) {
      if (over <= 0n) break
      const least = output.lovelace - over > MIN_UTXO ? output.lovelace - over : MIN_UTXO
      over -= output.lovelace - least
      output.lovelace = least
    }
    if (over > 0n || available > MAX_LOVELACE) return undefined
    const change = forChange - over
    return change >= MIN_UTXO ? [...paid, ...this.#change(change, rest)] : paid
  }
}
