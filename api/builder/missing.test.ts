import assert from 'node:assert/strict'
import { test } from 'node:test'
import { devnetConfigs } from '../../devnet/launchpad.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import { missingOf } from './missing.ts'

const { protocol, contracts, operations } = devnetConfigs()
const stateOf = <T>(value: T) => ({ value, bytes: Buffer.alloc(0), problem: undefined })
const states: ConfigStates = {
  protocol: stateOf(protocol),
  contracts: stateOf(contracts),
  operations: { ...stateOf(operations), needsRestart: false },
}

test('what an operator has not supplied is named, and nothing where all is there', () => {
  assert.deepEqual(missingOf(states, true, false), [])
  const other = { ...contracts.minting.other, template: '' }
  const nft = { ...contracts.minting.nft, script: '' }
  const bare = { ...contracts, minting: { nft, other } }
  // Mainnet's chain has the NFT's script, so its empty text is not listed.
  assert.deepEqual(missingOf({ ...states, contracts: stateOf(bare) }, false, true), [
    'launches need minting.other.template in CONTRACTS_CONFIG',
    'launches and cancellations without collaterals need a wallet in SERVICE_WALLET_KEY_FILE',
  ])
  const tiers = operations.curve.tiers.filter(({ name }) => name !== 'hyped')
  const plain = { ...states.operations, value: { ...operations, curve: { ...operations.curve, tiers } } }
  assert.deepEqual(missingOf({ ...states, operations: plain }, true, true), [
    'HYPED launches need a tier named hyped in OPERATIONS_CONFIG',
  ])
  assert.deepEqual(missingOf({ ...states, protocol: undefined }, true, true), [
    'no launchpad is known on devnet: set PROTOCOL_CONFIG, CONTRACTS_CONFIG and OPERATIONS_CONFIG for one',
  ])
})

test('on mainnet, images that nobody pins are named once launches work', () => {
  const mainnet = {
    ...states,
    operations: { ...states.operations, value: { ...operations, network: 'mainnet' as const } },
  }
  assert.deepEqual(missingOf(mainnet, true, true), [])
  assert.deepEqual(missingOf(mainnet, true, false), [
    'no wallet and no explorer will find the images of launches, because this service alone has them: set IMAGE_STORE',
  ])
  const nft = { ...contracts.minting.nft, script: '' }
  const bare = { ...contracts, minting: { nft, other: { ...contracts.minting.other, template: '' } } }
  assert.deepEqual(missingOf({ ...mainnet, contracts: stateOf(bare) }, true, false), [
    'launches need minting.other.template in CONTRACTS_CONFIG',
  ])
})
