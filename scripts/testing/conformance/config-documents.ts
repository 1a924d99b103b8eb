// The two config documents, field by field, as served on the devnet and on mainnet.
import assert from 'node:assert/strict'
import { type Fields, isOf, judgeFields, type Kind } from './kinds.ts'
import type { Section } from './rows.ts'
import type { World } from './world.ts'

/** Numeric parameters that are value objects: all but `percentFee`. */
const VALUE_OBJECTS = [
  'tokenEmission',
  'aNum',
  'aDenom',
  'bNum',
  'bDenom',
  'adaThreshold',
  'fixedFee',
  'minTradeAda',
  'networkFee',
  'poolMinAda',
  'minLaunchAdaInitialDepositFee',
  'launchFeeAmount',
] as const

const PARAMETERS: Fields = Object.fromEntries(
  [
    'launchStakeCredential',
    'batcherKey',
    'factoryWitness',
    'adminWitness',
    ...VALUE_OBJECTS.slice(0, 8),
    'percentFee',
    ...VALUE_OBJECTS.slice(8),
  ].flatMap((name): (readonly [string, Kind])[] => {
    if (name === 'percentFee') return [[name, 'number']]
    if (!VALUE_OBJECTS.some((each) => each === name)) return [[name, 'keyHash']]
    return [
      [`${name}.human`, 'readable'],
      [`${name}.raw`, 'digits'],
    ]
  }),
)

const PROTOCOL: Fields = {
  version: 'number',
  network: 'string',
  environment: 'string',
  addresses: 'object',
  'addresses.fee': 'bech32',
  'addresses.metadata': 'bech32',
  parameters: 'object',
  documentation: 'string',
}

export const PROTOCOL_CONFIG: Fields = {
  ...PROTOCOL,
  ...Object.fromEntries(
    Object.entries(PARAMETERS).map(([path, kind]) => [`parameters.${path}`, kind] as const),
  ),
}

const orderContract = (name: string): Fields => ({
  [`contracts.${name}.script`]: 'hex',
  [`contracts.${name}.hash`]: 'keyHash',
  [`contracts.${name}.uTxORef.txHash`]: 'hash',
  [`contracts.${name}.uTxORef.index`]: 'integer',
  [`contracts.${name}.cost.mem`]: 'integer',
  [`contracts.${name}.cost.steps`]: 'integer',
  [`contracts.${name}.documentation`]: 'string',
})

export const CONTRACTS_CONFIG: Fields = {
  network: 'string',
  'minting.nft.script': 'hex',
  'minting.nft.policy': 'keyHash',
  'minting.nft.documentation': 'string',
  'minting.other.template': 'hex',
  'minting.other.documentation': 'string',
  'contracts.launchAsset.hash': 'keyHash',
  'contracts.launchAsset.documentation': 'string',
  ...orderContract('serviceOrderLegacy'),
  ...orderContract('serviceOrder'),
}

/** Every `documentation` in a document. */
const links = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, of]) => (name === 'documentation' ? [of] : links(of)))
    : []

const assertLinks = (document: unknown): void => {
  for (const link of links(document)) assert.ok(isOf('url', link), JSON.stringify(link))
}

/** The sections of a network. @param asks gives a GET to the service there */
export const configDocuments = (
  network: string,
  asks: (world: World) => Pick<World, 'ask'>,
): readonly Section[] => {
  const protocol = (world: World) => asks(world).ask('/service-front/protocol-config.json')
  return [
    {
      name: `shape: protocol config (${network})`,
      rows: Object.keys(PROTOCOL).length + 3,
      async judge(row, world) {
        const { parameters, ...rest } = await protocol(world)
        const { documentation, ...others } = rest
        await judgeFields(row, PROTOCOL, { ...others, parameters: {}, documentation })
        await row('documentation is a URL', () => assertLinks(rest))
        assert.equal(rest.network, network)
      },
    },
    {
      name: `shape: protocol config parameters (${network})`,
      rows: Object.keys(PARAMETERS).length + 2,
      judge: async (row, world) => judgeFields(row, PARAMETERS, (await protocol(world)).parameters),
    },
    {
      name: `shape: contracts config (${network})`,
      rows: Object.keys(CONTRACTS_CONFIG).length + 3,
      async judge(row, world) {
        const contracts = await asks(world).ask('/service-front/contracts.json')
        await judgeFields(row, CONTRACTS_CONFIG, contracts)
        await row('documentation fields are URLs', () => assertLinks(contracts))
        assert.equal(contracts.network, network)
      },
    },
  ]
}
