// Mainnet's launchpad terms, as the service uses them.
import { readFileSync } from 'node:fs'
import {
  ContractsConfigSchema,
  OperationsConfigSchema,
  ProtocolConfigSchema,
  parseConfig,
} from '../../../schema/config/config.ts'
import { type Terms, termsOf } from '../terms.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../../schema/config/networks/mainnet/${name}.json`, import.meta.url), 'utf8')

export const MAINNET: Terms = termsOf({
  protocol: parseConfig(ProtocolConfigSchema, read('protocol-config'), 'protocol config'),
  contracts: parseConfig(ContractsConfigSchema, read('contracts'), 'contracts config'),
  operations: parseConfig(OperationsConfigSchema, read('operations'), 'operations config'),
})
