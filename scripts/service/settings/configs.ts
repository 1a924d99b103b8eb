// Loads a network's config documents: by default the project's own, or those that settings name. A network without a launchpad has only an
// operations config.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TSchema } from '@sinclair/typebox'
import {
  type ContractsConfig,
  ContractsConfigSchema,
  type OperationsConfig,
  OperationsConfigSchema,
  type ProtocolConfig,
  ProtocolConfigSchema,
  parseConfig,
} from '../../../schema/config/config.ts'
import {
  checkContractsConfig,
  checkOperationsConfig,
  checkProtocolConfig,
} from '../../../schema/config/config-check.ts'
import type { Settings } from '../../../schema/config/settings.ts'
import { StartupError } from '../../../schema/errors.ts'
import type { Network } from '../../../schema/primitives.ts'

export interface LoadedConfig<T> {
  /** Public messages show this instead of the path. */
  readonly name: string
  readonly path: string
  readonly bytes: Buffer
  readonly value: T
  /** @throws {StartupError} if the file's new contents are invalid */
  parse(bytes: Buffer): T
}

/** Protocol and contracts are both present or both absent. */
export interface LoadedConfigs {
  readonly protocol: LoadedConfig<ProtocolConfig> | undefined
  readonly contracts: LoadedConfig<ContractsConfig> | undefined
  readonly operations: LoadedConfig<OperationsConfig>
}

const FILES = {
  PROTOCOL_CONFIG: 'protocol-config.json',
  CONTRACTS_CONFIG: 'contracts.json',
  OPERATIONS_CONFIG: 'operations.json',
} as const
type Setting = keyof typeof FILES

/** Undefined if no setting names the document and the project has none. */
const pathOf = (settings: Settings, network: Network, setting: Setting): string | undefined => {
  const own = fileURLToPath(
    new URL(`../../../schema/config/networks/${network}/${FILES[setting]}`, import.meta.url),
  )
  return settings[setting] ?? (existsSync(own) ? own : undefined)
}

const load = <T>(
  path: string,
  setting: Setting,
  parse: (text: string, name: string) => T,
): LoadedConfig<T> => {
  const parseAs =
    (name: string) =>
    (bytes: Buffer): T =>
      parse(bytes.toString('utf8'), name)
  const named = `${setting} (${path})`
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw new StartupError(unreadable(named, error))
  }
  return { name: setting, path, bytes, value: parseAs(named)(bytes), parse: parseAs(setting) }
}

/** Leaves out the path at the end of the error. */
export const unreadable = (name: string, error: unknown): string =>
  `${name} cannot be read (${error instanceof Error ? error.message.split(',')[0] : error})`

const loadOperationsFile = (settings: Settings, network: Network): LoadedConfig<OperationsConfig> => {
  const path = pathOf(settings, network, 'OPERATIONS_CONFIG')
  if (path === undefined)
    throw new StartupError(
      `no operations.json comes with the project for ${network}: set OPERATIONS_CONFIG to yours`,
    )
  return load(path, 'OPERATIONS_CONFIG', (text, name) => {
    const operations = parseConfig(OperationsConfigSchema, text, name)
    checkOperationsConfig(operations, network)
    return operations
  })
}

const loadOne = <T extends { readonly network: Network }>(
  settings: Settings,
  network: Network,
  setting: 'PROTOCOL_CONFIG' | 'CONTRACTS_CONFIG',
  schema: TSchema & { static: T },
  check: (value: T) => void,
): LoadedConfig<T> | undefined => {
  const path = pathOf(settings, network, setting)
  if (path === undefined) return undefined
  return load(path, setting, (text, name) => {
    const value = parseConfig(schema, text, name)
    check(value)
    return value
  })
}

/** The token template is in the builder's contracts config. */
const loadFolding = (settings: Settings, network: Network): Omit<LoadedConfigs, 'protocol'> => {
  const document = loadOperationsFile(settings, network)
  const contracts = loadOne(settings, network, 'CONTRACTS_CONFIG', ContractsConfigSchema, (value) =>
    checkContractsConfig(value, document.value, network),
  )
  const tokenTemplate = contracts?.value.minting.other.template ?? ''
  if (tokenTemplate === '') return { contracts, operations: document }
  const withTemplate = (value: OperationsConfig): OperationsConfig => ({
    ...value,
    curve: { tokenTemplate, ...value.curve },
  })
  const parse = (bytes: Buffer): OperationsConfig => withTemplate(document.parse(bytes))
  return { contracts, operations: { ...document, value: withTemplate(document.value), parse } }
}

/**
 * An operations config without a token template gets that of the contracts config.
 * @throws {StartupError} if a document is missing or malformed, or contradicts the others or the network
 */
export const loadOperations = (settings: Settings, network: Network): OperationsConfig =>
  loadFolding(settings, network).operations.value

/** @throws {StartupError} if the document is missing, malformed, or belongs to another network */
export const loadStartPoint = (settings: Settings, network: Network): string =>
  loadOperationsFile(settings, network).value.startPoint

/** @throws {StartupError} if a document is missing or malformed, or contradicts the others or the network */
export const loadConfigs = (settings: Settings, network: Network): LoadedConfigs => {
  const [hasProtocol, hasContracts] = (['PROTOCOL_CONFIG', 'CONTRACTS_CONFIG'] as const).map(
    (setting) => pathOf(settings, network, setting) !== undefined,
  )
  if (hasProtocol !== hasContracts)
    throw new StartupError(
      'set both PROTOCOL_CONFIG and CONTRACTS_CONFIG for a launchpad, or neither for a service without one',
    )
  const folding = loadFolding(settings, network)
  const protocol = loadOne(settings, network, 'PROTOCOL_CONFIG', ProtocolConfigSchema, (value) =>
    checkProtocolConfig(value, folding.operations.value, network),
  )
  return { protocol, ...folding }
}
