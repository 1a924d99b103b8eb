// Rebuilds a launch of mainnet of 2 September 2024, and checks the metadata of launches.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import { contract } from '../../../devnet/contracts/contracts.ts'
import { DEVNET_PARAMETERS } from '../../../devnet/ledger/parameters.ts'
import { mainnetLaunch } from '../../../fixtures/chains/recorded-chains.ts'
import { parseAddress } from '../../../schema/codecs/address.ts'
import { decodeCurvePool } from '../../../schema/launchpad/datums/curve-pool.ts'
import { decodeLaunchMetadata } from '../../../schema/launchpad/datums/launch-metadata.ts'
import { readAssetsJson, readOutputJson, readReferenceJson } from '../../../schema/ogmios/output-json.ts'
import { assetNameOf, policyOf } from '../../../schema/primitives.ts'
import { MAINNET } from '../../testing/mainnet-configs.ts'
import type { Utxo } from '../transaction/utxo.ts'
import { type LaunchRequest, launch } from './launch.ts'
import { checkDeposit } from './launch-checks.ts'
import { ownerOf } from './owner.ts'

const HYDRA_LAUNCH = '5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163'

/** In Ogmios' form. */
const recorded = (() => {
  const lines = gunzipSync(readFileSync(mainnetLaunch.path)).toString().split('\n')
  const { result } = JSON.parse(lines.find((line) => line.includes(HYDRA_LAUNCH)) ?? '')
  const transactions: { id: string }[] = result.block.transactions
  return Object(transactions.find(({ id }) => id === HYDRA_LAUNCH))
})()

const REQUEST = {
  name: 'Hail Hydra',
  ticker: 'Hydra',
  logoCid: 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
  description: 'Roaring like a Hydra on Cardano!',
  socials: { twitter: 'https://x.com/hydra', discord: '', telegram: '', website: '' },
  launchType: 'DEFAULT',
  deposit: 500_000_000n,
} as const satisfies LaunchRequest

const CREATOR = ownerOf(
  parseAddress(
    'addr1q820qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530svmkvs0c6kwy5ke32yn8razutl64n8m4wrykjdnm89cfas256c9k',
  ),
  1,
)

const SEED: Utxo = {
  reference: readReferenceJson(recorded.inputs[0]),
  output: { address: CREATOR.address, lovelace: 1_516_000_000n },
}

/** Today's launches derive another policy, because the form of the seed has changed. */
const REAL_POLICY = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a'

test("the pool, the mint and the creator's tokens of a real launch come out byte for byte", () => {
  const tier = decodeCurvePool(recorded.outputs[2].datum)
  assert.ok(tier !== undefined)
  const terms = {
    ...MAINNET,
    tiers: { ...MAINNET.tiers, default: tier },
    factoryWitness: tier.factoryWitness,
    batcherKey: tier.permittedExecutor,
    tokenTemplate: contract('token').cbor,
    poolNft: { ...MAINNET.poolNft, cbor: recorded.scripts[MAINNET.poolNft.policy].cbor },
  }
  const made = launch(CREATOR, REQUEST, SEED, { terms, parameters: DEVNET_PARAMETERS })
  const policy = policyOf(made.token)
  // Only the token's policy differs.
  const real = JSON.parse(JSON.stringify(recorded).replaceAll(REAL_POLICY, policy))
  const expected = [2, 3].map((at) => {
    const { address, lovelace, assets, datum } = readOutputJson(real.outputs[at])
    return { address: parseAddress(address), lovelace, assets, ...(datum === undefined ? {} : { datum }) }
  })
  const [metadata, fee, ...others] = made.recipe.outputs
  assert.deepEqual(others, expected)
  assert.deepEqual(
    [made.token, made.creatorTokens, fee?.lovelace],
    [`${policy}.${Buffer.from('Hail Hydra').toString('hex')}`, 210_343_976n, 5_500_000n],
  )
  // At that time the metadata token had a separate policy. Now it is minted with the token.
  const metadataToken = metadata?.assets?.[0]?.asset ?? ''
  assert.equal(Buffer.from(assetNameOf(metadataToken), 'hex').toString(), 'Snek.fun Hydra - Metadata')
  assert.deepEqual(metadata?.assets, [{ asset: metadataToken, quantity: 1n }])
  assert.deepEqual(
    made.recipe.mint?.flatMap(({ assets }) => assets).filter(({ asset }) => asset !== metadataToken),
    readAssetsJson(real.mint).filter(({ asset }) =>
      [policy, MAINNET.poolNft.policy].includes(policyOf(asset)),
    ),
  )
  // The NFT's script is a witness, and its redeemer is the seed.
  assert.deepEqual(made.recipe.scripts?.[1], {
    language: 'plutus:v2',
    cbor: recorded.scripts[MAINNET.poolNft.policy].cbor,
  })
  assert.equal(
    made.recipe.mint?.[0]?.redeemer,
    real.redeemers.find(
      ({ validator }: { validator: { index: number; purpose: string } }) =>
        validator.purpose === 'mint' && validator.index === 1,
    ).redeemer,
  )
})

const DEVNET_LIKE = {
  terms: {
    ...MAINNET,
    platform: '',
    tokenTemplate: contract('token').cbor,
    poolNft: { ...MAINNET.poolNft, reference: { transaction: 'ab'.repeat(32), index: 0 } },
  },
  parameters: DEVNET_PARAMETERS,
}

/** As wallets read it, with joined lists of texts. */
const plain = (metadatum: Serialization.TransactionMetadatum): unknown => {
  const list = metadatum.asList()
  if (list !== undefined)
    return Array.from({ length: list.getLength() }, (_, at) => list.get(at).asText()).join('')
  const map = metadatum.asMap()
  if (map === undefined) return metadatum.asText() ?? metadatum.asInteger()
  const keys = map.getKeys()
  return Object.fromEntries(
    Array.from({ length: keys.getLength() }, (_, at) => {
      const key = keys.get(at)
      const bytes = key.asBytes()
      const value = map.get(key)
      assert.ok(value !== undefined)
      return [bytes === undefined ? key.asText() : Buffer.from(bytes).toString('hex'), plain(value)]
    }),
  )
}

const textsIn = (metadatum: Serialization.TransactionMetadatum): string[] => {
  const map = metadatum.asMap()
  const list = metadatum.asList()
  if (map !== undefined) {
    const keys = map.getKeys()
    return Array.from({ length: keys.getLength() }, (_, at) => map.get(keys.get(at))).flatMap((value) =>
      value === undefined ? [] : textsIn(value),
    )
  }
  if (list !== undefined)
    return Array.from({ length: list.getLength() }, (_, at) => list.get(at)).flatMap(textsIn)
  return metadatum.asText() === undefined ? [] : [metadatum.asText() ?? '']
}

test('what a launch says of its token is in the datum and, as CIP-25 has it, in the metadata', () => {
  const description = `${'🐉 nine heads, '.repeat(30)}`.slice(0, 500)
  const described = { mediaType: 'image/png', assetType: 'AI' } as const
  const request = { ...REQUEST, description, name: 'Ünïcødé 🐉', described }
  const { recipe, token } = launch(CREATOR, request, SEED, DEVNET_LIKE)
  assert.deepEqual(decodeLaunchMetadata(recipe.outputs[0]?.datum ?? ''), {
    token,
    ticker: 'Hydra',
    logoCid: REQUEST.logoCid,
    description,
    launchType: 0,
    author: { pkh: CREATOR.pkh, skh: CREATOR.plutusAddress.stake?.hash },
    socials: REQUEST.socials,
    version: 1n,
  })
  const metadatum = Serialization.TransactionMetadatum.fromCbor(HexBlob(recipe.metadata?.get(721n) ?? ''))
  const [policy = '', name = ''] = token.split('.')
  assert.deepEqual(plain(metadatum), {
    [policy]: {
      [name]: {
        name: 'Ünïcødé 🐉',
        ticker: 'Hydra',
        image: `ipfs://${REQUEST.logoCid}`,
        mediaType: 'image/png',
        description,
        decimals: 0n,
        assetType: 'AI',
      },
    },
    version: 2n,
  })
  for (const text of textsIn(metadatum)) assert.ok(Buffer.byteLength(text) <= 64 && text.isWellFormed(), text)
  assert.equal(launch(CREATOR, REQUEST, SEED, DEVNET_LIKE).recipe.metadata, undefined)
})

test('a deposit is none, or from the least trade to what completes the curve of its kind', () => {
  const attempt =
    (deposit: bigint, launchType: 'DEFAULT' | 'HYPED' = 'DEFAULT') =>
    () =>
      launch(CREATOR, { ...REQUEST, deposit, launchType }, SEED, {
        ...DEVNET_LIKE,
        terms: {
          ...DEVNET_LIKE.terms,
          tiers: {
            default: MAINNET.tiers.default,
            hyped: { ...MAINNET.tiers.default, adaCap: 103_000_000n },
          },
        },
      }).creatorTokens
  assert.equal(attempt(0n)(), 0n)
  assert.ok(
    attempt(1_000_000n)() > 0n &&
      attempt(18_188_400_000n)() < 1_000_000_000n &&
      attempt(100_000_000n, 'HYPED')() > 0n,
  )
  const range = 'info.initialDeposit must be 0, or from 1000000 to 18188400000 lovelace'
  for (const deposit of [1n, 999_999n, 18_188_400_001n])
    assert.throws(attempt(deposit), { code: 'INVALID_REQUEST', message: range })
  assert.throws(attempt(100_000_001n, 'HYPED'), { message: /to 100000000 lovelace$/ })
  const withoutTier = { ...MAINNET, tiers: { ...MAINNET.tiers, hyped: undefined } }
  assert.throws(() => checkDeposit({ deposit: 0n, launchType: 'HYPED' }, withoutTier), {
    code: 'MISSING_CONFIG',
  })
})

test('a token must not have the name of its metadata token, which has the same policy', () => {
  const launched = (platform: string, name: string) =>
    launch(CREATOR, { ...REQUEST, ticker: 'NEWT', name }, SEED, {
      ...DEVNET_LIKE,
      terms: { ...DEVNET_LIKE.terms, platform },
    }).token
  for (const [platform, name] of [
    ['', 'NEWT - Metadata'],
    ['X', 'X NEWT - Metadata'],
  ] as const)
    assert.throws(() => launched(platform, name), {
      code: 'INVALID_REQUEST',
      message: `info.name must not be ${name}, which is the name of the metadata token`,
    })
  const utf8 = (name: string): string => Buffer.from(name).toString('hex')
  assert.equal(assetNameOf(launched('', 'NEWT - metadata')), utf8('NEWT - metadata'))
  assert.equal(assetNameOf(launched('X', 'NEWT - Metadata')), utf8('NEWT - Metadata'))
})

test('without the scripts of the launchpad in the contracts config there is no launch, and the words say what is missing', () => {
  assert.throws(() => launch(CREATOR, REQUEST, SEED, { terms: MAINNET, parameters: DEVNET_PARAMETERS }), {
    code: 'MISSING_CONFIG',
    message:
      "the contracts config's minting.other.template cannot be used: the policy template must contain one output reference, not 0",
  })
})
