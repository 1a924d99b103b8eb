import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../errors.ts'
import {
  type Configs,
  ContractsConfigSchema,
  OperationsConfigSchema,
  ProtocolConfigSchema,
  parseConfig,
} from './config.ts'
import { checkConfigs } from './config-check.ts'

const read = (name: string, network = 'mainnet') =>
  readFileSync(fileURLToPath(new URL(`./networks/${network}/${name}.json`, import.meta.url)), 'utf8')

/** Read anew, so that a test may change them. */
const shipped = (network = 'mainnet'): Configs => ({
  protocol: parseConfig(ProtocolConfigSchema, read('protocol-config', network), 'protocol config'),
  contracts: parseConfig(ContractsConfigSchema, read('contracts', network), 'contracts config'),
  operations: parseConfig(OperationsConfigSchema, read('operations', network), 'operations config'),
})

for (const network of ['mainnet', 'preprod'] as const)
  test(`the ${network} documents are well-formed, agree, and survive being written`, () => {
    const { protocol, contracts, operations } = shipped(network)
    checkConfigs({ protocol, contracts, operations }, network)
    assert.deepEqual(JSON.parse(read('protocol-config', network)), protocol)
    assert.deepEqual(JSON.parse(read('contracts', network)), contracts)
    assert.deepEqual(JSON.parse(read('operations', network)), operations)
    for (const { hash, uTxORef } of [
      contracts.contracts.serviceOrder,
      contracts.contracts.serviceOrderLegacy,
    ])
      assert.deepEqual(operations.orders.find(({ scriptHash }) => scriptHash === hash)?.reference, uTxORef)
  })

test('the amounts for people are the exact amounts, in ADA where they are lovelace', () => {
  const { parameters } = shipped().protocol
  const plain = new Set(['tokenEmission', 'aNum', 'aDenom', 'bNum', 'bDenom'])
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== 'object') continue
    const [whole = '', fraction = ''] = value.human.replaceAll('_', '').split('.')
    const decimals = plain.has(name) ? 0 : 6
    assert.equal(BigInt(whole + fraction.padEnd(decimals, '0')), BigInt(value.raw), name)
  }
})

test('a bad document is refused with its name, the field and what it must be', () => {
  const cases: [(text: string) => string, string | RegExp][] = [
    [(text) => text.slice(5), /^operations config: is not JSON \(.+\)$/],
    [
      () => '[]',
      'operations config: it must be an object with network, startPoint, deployedSlot, slots, curve, orders, amm, vesting, not []',
    ],
    [
      (text) => text.replace('"zeroTime": 1596059091, ', ''),
      'operations config: slots.zeroTime is missing; it must be a whole number from 0',
    ],
    [
      (text) => text.replace('"slotLength": 1000', '"slotLength": 1000, "slotlength": 1'),
      'operations config: slots.slotlength is not a known field; remove or rename it',
    ],
    [
      (text) => text.replace('"limit"', '"limt"'),
      'operations config: orders.3.kind must be one of instant, instant-v1, limit, not "limt"',
    ],
    [
      (text) => text.replace('905ab869', '905AB869'),
      'operations config: curve.scriptHash must be 28 bytes as 56 lower-case hex digits, not "905AB869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d"',
    ],
    [
      (text) => text.replace('"network": "mainnet"', '"network": "main"'),
      'operations config: network must be one of mainnet, preprod, preview, devnet, not "main"',
    ],
    [
      (text) => text.replace('"aNum": "122525779519"', '"aNum": 122525779519'),
      'operations config: curve.tiers.0.aNum must be a whole number as a string of decimal digits, not 122525779519',
    ],
    [
      (text) => text.replace('4492799.', 'x.'),
      'operations config: startPoint must be "origin" or "<slot>.<block id, 64 hex digits>", not "x.f8084c61b6a238acec985b59310b6ecec49c0ab8352249afd7268da5cff2a457"',
    ],
    [
      (text) => text.replace('"slotLength": 1000', '"slotLength": 0'),
      'operations config: slots.slotLength must be milliseconds, from 1, not 0',
    ],
  ]
  for (const [spoil, message] of cases) {
    assert.throws(() => parseConfig(OperationsConfigSchema, spoil(read('operations')), 'operations config'), {
      name: 'StartupError',
      message,
    })
  }
})

test('the served documents may carry fields of their own, the operations config may not', () => {
  const extra = (text: string) => text.replace('{', '{ "comment": "kept", ')
  assert.doesNotThrow(() =>
    parseConfig(ProtocolConfigSchema, extra(read('protocol-config')), 'protocol config'),
  )
  assert.doesNotThrow(() => parseConfig(ContractsConfigSchema, extra(read('contracts')), 'contracts config'))
  assert.throws(
    () => parseConfig(OperationsConfigSchema, extra(read('operations')), 'operations config'),
    new StartupError('operations config: comment is not a known field; remove or rename it'),
  )
})

test('documents that disagree with each other or with the network are refused', () => {
  const other = '12'.repeat(28)
  const cases: [(configs: Configs) => void, string][] = [
    [
      ({ contracts }) => {
        contracts.network = 'preprod'
      },
      'contracts config: network is preprod, but the service runs on mainnet; give it the mainnet document',
    ],
    [
      ({ protocol }) => {
        protocol.addresses.fee = 'addr_test1wrwma0rzvdexhnqrty6t8dcur7c5ffu2rjau2ayec3d3azg0g4dmr'
      },
      'protocol config: addresses.fee must be a mainnet address',
    ],
    [
      ({ protocol }) => {
        protocol.addresses.metadata = protocol.addresses.metadata.replace('q8', 'q9')
      },
      'protocol config: addresses.metadata must be a mainnet address',
    ],
    [
      ({ protocol }) => {
        protocol.parameters.bDenom.raw = '1000'
      },
      "protocol config: parameters.bDenom.raw must be 1000000, because the curve's arithmetic uses this value",
    ],
    [
      ({ protocol }) => {
        protocol.parameters.adaThreshold.raw = '0'
      },
      'protocol config: parameters.adaThreshold.raw must be above 0',
    ],
    [
      ({ protocol }) => {
        protocol.parameters.percentFee = 1.234
      },
      'protocol config: parameters.percentFee: 1.234 is not a percentage from 0 to 99.99 with at most two decimals',
    ],
    [
      ({ contracts }) => {
        contracts.contracts.launchAsset.hash = other
      },
      `contracts config: contracts.launchAsset.hash is ${other}, but operations config: curve.scriptHash is 905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d; they must be the same`,
    ],
    [
      ({ contracts }) => {
        contracts.minting.nft.policy = other
      },
      `contracts config: minting.nft.policy is ${other}, but operations config: curve.nftPolicy is 63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8; they must be the same`,
    ],
    [
      ({ contracts }) => {
        contracts.contracts.serviceOrder.hash = other
      },
      `contracts config: contracts.serviceOrder.hash ${other} must be among operations config: orders`,
    ],
    [
      ({ protocol }) => {
        protocol.parameters.batcherKey = other
      },
      `protocol config: parameters.batcherKey ${other} must be among operations config: curve.executors`,
    ],
    [
      ({ operations }) => {
        operations.vesting.scriptHash = operations.curve.scriptHash
      },
      'operations config: script 905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d is named twice; give it one role',
    ],
    [
      ({ operations }) => {
        const [tier] = operations.curve.tiers
        if (tier !== undefined) tier.adaCap = '3000000'
      },
      'operations config: tier "69k": adaCap must be above the seed of 3000000 lovelace, which it includes',
    ],
    [
      ({ operations }) => {
        operations.curve.tiers.shift()
      },
      'operations config: curve.tiers has no tier for new launches: aNum 122525779519, bNum 2545182, adaCap 18191400000',
    ],
  ]
  for (const [spoil, message] of cases) {
    const configs = shipped()
    spoil(configs)
    assert.throws(() => checkConfigs(configs, 'mainnet'), new StartupError(message))
  }
  assert.throws(
    () => checkConfigs(shipped(), 'preprod'),
    new StartupError(
      'operations config: network is mainnet, but the service runs on preprod; give it the preprod document',
    ),
  )
})
