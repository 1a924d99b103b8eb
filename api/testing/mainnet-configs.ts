// Mainnet's config documents, as a service on mainnet reads them, and their terms.
import { readFileSync } from 'node:fs'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { ContractsConfigSchema, ProtocolConfigSchema, parseConfig } from '../../schema/config/config.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import { type Terms, termsOf } from '../builder/terms.ts'

const read = (file: string): Buffer =>
  readFileSync(new URL(`../../schema/config/networks/mainnet/${file}`, import.meta.url))

const protocol = read('protocol-config.json')
const contracts = read('contracts.json')

const protocolConfig = parseConfig(ProtocolConfigSchema, protocol.toString(), 'protocol config')
const contractsConfig = parseConfig(ContractsConfigSchema, contracts.toString(), 'contracts config')

export const MAINNET_CONFIGS: ConfigStates = {
  protocol: {
    value: protocolConfig,
    bytes: protocol,
    problem: undefined,
  },
  contracts: {
    value: contractsConfig,
    bytes: contracts,
    problem: undefined,
  },
  operations: {
    value: mainnetOperations,
    bytes: read('operations.json'),
    problem: undefined,
    needsRestart: false,
  },
}

/** Terms of the documents. */
export const MAINNET: Terms = termsOf({
  protocol: protocolConfig,
  contracts: contractsConfig,
  operations: mainnetOperations,
})

/** Stand-ins replace the scripts that only an operator has. */
export const LAUNCHING_CONFIGS: ConfigStates = {
  ...MAINNET_CONFIGS,
  contracts: {
    value: {
      ...contractsConfig,
      minting: {
        nft: { ...contractsConfig.minting.nft, script: '46010000222601' },
        other: { ...contractsConfig.minting.other, template: '46010000222601' },
      },
    },
    bytes: contracts,
    problem: undefined,
  },
}
