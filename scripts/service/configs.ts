// The three config documents of a network: those that come with the project, unless settings name others.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Configs,
  ContractsConfigSchema,
  checkConfigs,
  OperationsConfigSchema,
  ProtocolConfigSchema,
  parseConfig,
} from '../../schema/config.ts'
import { StartupError } from '../../schema/errors.ts'
import type { Network } from '../../schema/primitives.ts'
import type { Settings } from '../../schema/settings.ts'

const read = (
  settings: Settings,
  network: Network,
  name: 'PROTOCOL_CONFIG' | 'CONTRACTS_CONFIG' | 'OPERATIONS_CONFIG',
  file: string,
) => {
  const own = fileURLToPath(new URL(`../../fixtures/config/${network}/${file}`, import.meta.url))
  const path = settings[name] ?? own
  if (settings[name] === undefined && !existsSync(own))
    throw new StartupError(`no ${file} comes with the project for ${network}: set ${name} to yours`)
  try {
    return { text: readFileSync(path, 'utf8'), what: `${name} (${path})` }
  } catch (error) {
    throw new StartupError(
      `${name}: ${path} cannot be read (${error instanceof Error ? error.message : error})`,
    )
  }
}

/** @throws {StartupError} when one is missing, malformed, or they do not fit each other or the network. */
export const loadConfigs = (settings: Settings, network: Network): Configs => {
  const protocol = read(settings, network, 'PROTOCOL_CONFIG', 'protocol-config.json')
  const contracts = read(settings, network, 'CONTRACTS_CONFIG', 'contracts.json')
  const operations = read(settings, network, 'OPERATIONS_CONFIG', 'operations.json')
  const configs = {
    protocol: parseConfig(ProtocolConfigSchema, protocol.text, protocol.what),
    contracts: parseConfig(ContractsConfigSchema, contracts.text, contracts.what),
    operations: parseConfig(OperationsConfigSchema, operations.text, operations.what),
  }
  checkConfigs(configs, network)
  return configs
}
