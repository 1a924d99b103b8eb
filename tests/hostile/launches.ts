// Honest and false launches: unpaid pools, pools with a wrong number of tokens, second pools of a token, and arbitrary datums and metadata.

import { fakeHash } from '../../devnet/chain/build-transaction.ts'
import { buyTokens, EMISSION, SEED } from '../../schema/launchpad/curve.ts'
import { type CurvePool, encodeCurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { encodeLaunchMetadata } from '../../schema/launchpad/datums/launch-metadata.ts'
import { type AssetAmount, type AssetId, assetId, assetNameOf, policyOf } from '../../schema/primitives.ts'
import { alterDatum, rewriteDatum } from './alter-datum.ts'
import { type BlockMaker, keyAddress, WALLETS } from './block-maker.ts'
import { type Coin, type Output, withAsset } from './coin.ts'
import { amountOfAnySize, anyHash, anyName, MAX_LOVELACE, oddInteger } from './odd-values.ts'

const DEEPEST_METADATA = 7_000

/** Lovelace of a creator's first purchase. */
const MOST_DEPOSIT = 3_000_000_000

export const curvePoolOf = (maker: BlockMaker, nft: AssetId, token: AssetId): CurvePool => {
  const { random, contracts } = maker
  const { curve } = contracts.operations
  const tier = random.pick(curve.tiers)
  return {
    nft,
    token,
    aNum: BigInt(tier?.aNum ?? 1),
    bNum: BigInt(tier?.bNum ?? 1),
    permittedExecutor: random.pick(curve.executors) ?? anyHash(random),
    adaCap: BigInt(tier?.adaCap ?? 18_191_400_000),
    adminWitness: random.pick(curve.adminWitnesses) ?? '',
    factoryWitness: random.pick(curve.factoryWitnesses) ?? '',
  }
}

export const curveOutput = (
  maker: BlockMaker,
  datum: CurvePool,
  lovelace: bigint,
  tokens: bigint,
): Output => ({
  address: maker.script(maker.contracts.operations.curve.scriptHash),
  lovelace,
  assets: [
    { asset: datum.nft, quantity: 1n },
    { asset: datum.token, quantity: tokens },
  ],
  datum: encodeCurvePool(datum, 'definite'),
})

const TEXTS = [
  '',
  'CAT',
  '🚀'.repeat(40),
  '"}],<script>',
  '\u0000\u0001',
  'é'.repeat(900),
  '__proto__',
  'x'.repeat(5_000),
]

const metadataOutput = (maker: BlockMaker, token: AssetId): Output => {
  const { random } = maker
  const text = (): string => random.pick(TEXTS) ?? ''
  const datum = encodeLaunchMetadata(
    {
      token,
      ticker: text(),
      logoCid: text(),
      description: text(),
      launchType: random.chance(0.5) ? 0 : 1,
      // A key that may have paid, another key, or none.
      author: {
        pkh: random.chance(0.6) ? keyAddress(random.integer(0, WALLETS - 1)).slice(2, 58) : anyHash(random),
        skh: random.chance(0.5) ? '' : anyHash(random),
      },
      socials: { twitter: text(), discord: text(), telegram: text(), website: text() },
      version: 1n,
    },
    'definite',
  )
  const output = maker.pay(2_500_000n)
  return { ...output, datum: random.chance(0.4) ? alterDatum(random, datum) : datum }
}

/** As in CIP-25, in a similar form, or arbitrary. */
const label721 = (maker: BlockMaker, token: AssetId): Readonly<Record<string, string>> => {
  const { random } = maker
  const policy = policyOf(token)
  const name = random.chance(0.5)
    ? assetNameOf(token)
    : Buffer.from(assetNameOf(token), 'hex').toString('utf8')
  const odd: readonly unknown[] = [17, null, [], {}, TEXTS, [['ipfs://'], 'Qm', 3], { toString: 1 }]
  const value = (): unknown => random.pick([...TEXTS, ...odd, 'ipfs://ipfs/Qm', '\ud83d'])
  const entry = { ticker: value(), image: value(), description: value(), name: value() }
  const json = random.pick<unknown>([
    { [policy]: { [name]: entry } },
    { [policy]: { [name]: entry }, version: 2 },
    { [policy]: { [name]: value() } },
    { [policy]: value() },
    { constructor: entry, [policy]: { toString: entry, hasOwnProperty: 1 } },
    value(),
  ])
  const text = JSON.stringify(json)
  const depth = random.integer(100, DEEPEST_METADATA)
  const deep = `{"${policy}":${'['.repeat(depth)}${']'.repeat(depth)}}`
  if (random.chance(0.1)) return { '721': deep }
  const proto = `{"__proto__":{"${policy}":${text}},"${policy}":{"__proto__":${text}}}`
  return { '721': random.chance(0.2) ? proto : text, ...(random.chance(0.2) ? { '674': text } : {}) }
}

const newToken = (maker: BlockMaker, seed: Coin): AssetId => {
  const { random } = maker
  if (random.chance(0.1)) return random.pick(maker.tokens) ?? assetId(anyHash(random), anyName(random))
  const { transaction, index } = seed.reference
  return assetId(fakeHash(`policy ${transaction} ${index}`, 28), anyName(random))
}

/** @param isAltered whether datum, value, mint or number of pools is wrong */
export const launch = (maker: BlockMaker, isAltered: boolean): void => {
  const { random, contracts } = maker
  const seed = maker.takeWallet()
  if (seed === undefined) return
  const name = maker.nftName(seed.reference)
  const nft = assetId(contracts.operations.curve.nftPolicy, name)
  const token = newToken(maker, seed)
  const datum = curvePoolOf(maker, nft, token)
  const deposit = random.chance(0.4) ? 0n : BigInt(random.integer(0, MOST_DEPOSIT))
  const bought = buyTokens(datum, 0n, deposit)
  let pool = curveOutput(maker, datum, SEED + deposit, EMISSION - bought)
  let emission = EMISSION
  const outputs: Output[] = []
  if (random.chance(0.3)) pool = { ...pool, datum: rewriteDatum(random, pool.datum ?? '') }
  if (isAltered)
    switch (random.integer(0, 7)) {
      case 0:
      case 1:
        pool = { ...pool, datum: alterDatum(random, pool.datum) }
        break
      case 2:
        // The unsold tokens are missing.
        pool = withAsset({ ...pool, lovelace: SEED }, token, amountOfAnySize(random, 29))
        break
      case 3:
        pool = { ...pool, lovelace: random.chance(0.5) ? amountOfAnySize(random, 55) : MAX_LOVELACE }
        break
      case 4:
        emission = oddInteger(random, EMISSION)
        pool = withAsset(pool, token, emission)
        break
      case 5:
        pool = withAsset(pool, nft, random.pick([0n, 2n]) ?? 0n)
        break
      case 6: {
        // A second pool of the token, with an older NFT. Each pool has half of the tokens.
        const other = maker.take(({ output }) => output.assets.some(({ asset }) => isCurveNft(maker, asset)))
        const otherNft = other?.output.assets.find(({ asset }) => isCurveNft(maker, asset))?.asset
        if (other === undefined || otherNft === undefined) break
        maker.putBack(other)
        pool = withAsset(pool, token, EMISSION / 2n)
        outputs.push(curveOutput(maker, curvePoolOf(maker, otherNft, token), SEED, EMISSION / 2n))
        break
      }
      default:
        pool = random.chance(0.5)
          ? { ...pool, address: maker.wallet() }
          : { ...pool, datum: datumOfNobody(maker) }
    }
  if (random.chance(0.6)) outputs.push(metadataOutput(maker, token))
  const mint: AssetAmount[] = [
    { asset: nft, quantity: 1n },
    { asset: token, quantity: emission <= 0n || emission >= 2n ** 63n ? EMISSION : emission },
  ]
  const creator = maker.pay(2_000_000n, bought === 0n ? [] : [{ asset: token, quantity: bought }])
  const before = random.chance(0.3) ? outputs.splice(0) : []
  maker.transact({
    spend: [{ coin: seed }],
    outputs: [...before, pool, creator, ...outputs],
    mint,
    ...(random.chance(0.4) ? { metadata: label721(maker, token) } : undefined),
  })
  maker.tokens.push(token)
  if (!isAltered) maker.nfts.push(nft)
}

const datumOfNobody = (maker: BlockMaker): string => alterDatum(maker.random, undefined)

const isCurveNft = ({ contracts }: BlockMaker, asset: AssetId): boolean =>
  policyOf(asset) === contracts.operations.curve.nftPolicy

/** A later transaction forges a pool with this NFT. */
export const mintNft = (maker: BlockMaker): void => {
  const seed = maker.takeWallet()
  if (seed === undefined) return
  const { curve, amm } = maker.contracts.operations
  const policy = maker.random.chance(0.5) ? curve.nftPolicy : amm.nftPolicy
  const asset = assetId(policy, maker.nftName(seed.reference))
  maker.transact({
    spend: [{ coin: seed }],
    outputs: [maker.pay(5_000_000n, [{ asset, quantity: 1n }])],
    mint: [{ asset, quantity: 1n }],
  })
}

/** As many as fit into a transaction. Later transactions launch some of them. */
export const mintTokens = (maker: BlockMaker): void => {
  const payer = maker.takeWallet()
  const unlaunched = maker.random.chance(0.4)
    ? assetId(`f${anyHash(maker.random).slice(1)}`, 'aa')
    : undefined
  const token = unlaunched ?? maker.random.pick(maker.tokens)
  if (unlaunched !== undefined) maker.tokens.push(unlaunched)
  if (payer === undefined || token === undefined) {
    maker.putBack(payer)
    return
  }
  const quantity = maker.random.chance(0.3) ? 2n ** 63n - 1n : amountOfAnySize(maker.random)
  maker.transact({ spend: [{ coin: payer }], outputs: [maker.pay(3_000_000n, [{ asset: token, quantity }])] })
}
