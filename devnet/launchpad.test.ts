import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  ContractsConfigSchema,
  OperationsConfigSchema,
  ProtocolConfigSchema,
  parseConfig,
} from '../schema/config/config.ts'
import { checkConfigs } from '../schema/config/config-check.ts'
import { devnetConfigs } from './launchpad.ts'

const committed = (name: string): string =>
  readFileSync(new URL(`../schema/config/networks/devnet/${name}.json`, import.meta.url), 'utf8')

test('the committed documents are those of the devnet, and a service can be configured with them', () => {
  const configs = {
    protocol: parseConfig(ProtocolConfigSchema, committed('protocol-config'), 'protocol config'),
    contracts: parseConfig(ContractsConfigSchema, committed('contracts'), 'contracts config'),
    operations: parseConfig(OperationsConfigSchema, committed('operations'), 'operations config'),
  }
  assert.deepEqual(configs, devnetConfigs(), 'write them anew: devnet/write-configs.ts')
  checkConfigs(configs, 'devnet')
})
