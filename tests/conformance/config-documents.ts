// The two config documents, field by field, as served on the devnet and on mainnet.
import assert from 'node:assert/strict'
import { type Fields, fieldsOf, isOf, judgeFields } from './kinds.ts'
import type { Section } from './rows.ts'
import type { World } from './world.ts'

/** A numeric parameter that is a value object. */
const valueObject = (name: string): string => `${name}.human:readable ${name}.raw:digits`

const PARAMETERS = fieldsOf(
  [
    'launchStakeCredential,batcherKey,factoryWitness,adminWitness:keyHash',
    ...['tokenEmission', 'aNum', 'aDenom', 'bNum', 'bDenom', 'adaThreshold', 'fixedFee'].map(valueObject),
    valueObject('minTradeAda'),
    'percentFee:number',
    ...['networkFee', 'poolMinAda', 'minLaunchAdaInitialDepositFee', 'launchFeeAmount'].map(valueObject),
  ].join(' '),
)

const PROTOCOL = fieldsOf(
  'version:number network,environment:string addresses:object addresses.fee,addresses.metadata:bech32 ' +
    'parameters:object documentation:string',
)

export const PROTOCOL_CONFIG: Fields = {
  ...PROTOCOL,
  ...Object.fromEntries(
    Object.entries(PARAMETERS).map(([path, kind]) => [`parameters.${path}`, kind] as const),
  ),
}

const ORDER_CONTRACT =
  'script:hex hash:keyHash uTxORef.txHash:hash uTxORef.index,cost.mem,cost.steps:integer documentation:string'

const orderContract = (name: string): string => ORDER_CONTRACT.replace(/(?<=^|[ ,])/g, `contracts.${name}.`)

export const CONTRACTS_CONFIG = fieldsOf(
  'network:string minting.nft.script:hex minting.nft.policy:keyHash minting.nft.documentation:string ' +
    'minting.other.template:hex minting.other.documentation:string contracts.launchAsset.hash:keyHash ' +
    `contracts.launchAsset.documentation:string ${orderContract('serviceOrderLegacy')} ${orderContract('serviceOrder')}`,
)

const links = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, of]) => (name === 'documentation' ? [of] : links(of)))
    : []

const assertLinks = (document: unknown): void => {
  for (const link of links(document)) assert.ok(isOf('url', link), JSON.stringify(link))
}

/** @param clientOf makes the function that sends a GET to the network's service */
export const configDocuments = (
  network: string,
  clientOf: (world: World) => Pick<World, 'get'>,
): readonly Section[] => {
  const protocol = (world: World) => clientOf(world).get('/service-front/protocol-config.json')
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
        const contracts = await clientOf(world).get('/service-front/contracts.json')
        await judgeFields(row, CONTRACTS_CONFIG, contracts)
        await row('documentation fields are URLs', () => assertLinks(contracts))
        assert.equal(contracts.network, network)
      },
    },
  ]
}
