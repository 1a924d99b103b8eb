// The three documents an operator configures the service with: the protocol config and the contracts config,
// which are served to clients as they are, and the operations config, which holds what those two do not name.
// Each is checked on its own when it is read and against the others before the service runs; past that point
// their contents are trusted.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { StartupError } from './errors.ts'
import { NETWORKS } from './primitives.ts'

// A field's description says what it must be: error messages and readers use the same words.
const filled = (description: string) => Type.String({ minLength: 1, description })
const hex = (bytes: number) =>
  Type.String({
    pattern: `^[0-9a-f]{${bytes * 2}}$`,
    description: `${bytes} bytes as ${bytes * 2} lower-case hex digits`,
  })
const object = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { description: `an object with ${Object.keys(properties).join(', ')}` })
/** An object that only this project reads: an unknown field in it is a mistake. */
const ownObject = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, {
    description: `an object with ${Object.keys(properties).join(', ')}`,
    additionalProperties: false,
  })
const list = <T extends TSchema>(items: T) => Type.Array(items, { description: 'a list' })
const natural = Type.Integer({ minimum: 0, description: 'a whole number from 0' })
const hash = hex(28)
const digits = Type.String({
  pattern: '^(0|[1-9][0-9]{0,38})$',
  description: 'a whole number as a string of decimal digits',
})
const network = Type.Union(
  [Type.Literal('mainnet'), Type.Literal('preprod'), Type.Literal('preview'), Type.Literal('devnet')],
  {
    description: `one of ${NETWORKS.join(', ')}`,
  },
)
const script = Type.String({
  pattern: '^([0-9a-f]{2})*$',
  description: 'the CBOR of a script in lower-case hex, or an empty string',
})
const documentation = Type.String({ description: 'a URL, or an empty string' })

/** A number twice: for people (`"18_188.4"`, in ADA where it is lovelace) and exactly (`"18188400000"`). */
const amount = object({ human: filled('a number as people write it'), raw: digits })

export const ProtocolConfigSchema = object({
  version: Type.Number({ description: 'a number' }),
  network,
  environment: Type.Union(
    [Type.Literal('production'), Type.Literal('staging'), Type.Literal('development')],
    { description: 'one of production, staging, development' },
  ),
  addresses: object({
    /** Bech32 address that collects protocol fees. */
    fee: filled('a bech32 address'),
    /** Bech32 address of the output that carries a token's metadata. */
    metadata: filled('a bech32 address'),
  }),
  parameters: object({
    launchStakeCredential: hash,
    batcherKey: hash,
    factoryWitness: hash,
    adminWitness: hash,
    tokenEmission: amount,
    aNum: amount,
    aDenom: amount,
    bNum: amount,
    bDenom: amount,
    /** Lovelace a curve collects until it is complete, seed excluded. */
    adaThreshold: amount,
    fixedFee: amount,
    minTradeAda: amount,
    /** Percent of the ADA side of a trade; at most two decimals. */
    percentFee: Type.Number({ minimum: 0, exclusiveMaximum: 100, description: 'a number from 0 to 99.99' }),
    networkFee: amount,
    poolMinAda: amount,
    minLaunchAdaInitialDepositFee: amount,
    launchFeeAmount: amount,
  }),
  documentation,
})
export type ProtocolConfig = Static<typeof ProtocolConfigSchema>

const cost = object({ mem: natural, steps: natural })
const orderContract = object({
  script,
  hash,
  uTxORef: object({ txHash: hex(32), index: natural }),
  cost,
  documentation,
})

export const ContractsConfigSchema = object({
  network,
  minting: object({
    nft: object({ script, policy: hash, documentation }),
    other: object({ template: script, documentation }),
  }),
  contracts: object({
    launchAsset: object({ hash, documentation }),
    serviceOrderLegacy: orderContract,
    serviceOrder: orderContract,
  }),
})
export type ContractsConfig = Static<typeof ContractsConfigSchema>

const reference = ownObject({ txHash: hex(32), index: natural })
const budget = ownObject({ mem: natural, steps: natural })
const executors = list(hash)

export const TierSchema = ownObject({
  name: filled('a name'),
  aNum: digits,
  bNum: digits,
  /** Lovelace as in the pool's datum: seed included. */
  adaCap: digits,
})

export const OrderKindSchema = Type.Union(
  [Type.Literal('instant'), Type.Literal('instant-v1'), Type.Literal('limit')],
  { description: 'one of instant, instant-v1, limit' },
)
/** The order contracts by the layout of their datum. */
export type OrderKind = Static<typeof OrderKindSchema>

export const AmmKindSchema = Type.Union([Type.Literal('royalty'), Type.Literal('fee-switch')], {
  description: 'one of royalty, fee-switch',
})
/** The AMM pool contracts by the layout of their datum. */
export type AmmKind = Static<typeof AmmKindSchema>

export const OperationsConfigSchema = ownObject({
  network,
  /** Where a first sync begins, unless the operator says otherwise. */
  startPoint: Type.String({
    pattern: '^(origin|[0-9]{1,15}\\.[0-9a-f]{64})$',
    description: '"origin" or "<slot>.<block id, 64 hex digits>"',
  }),
  /**
   * A slot before which none of the contracts below was on the chain. Pools older than the log can only exist when
   * following began after it.
   */
  deployedSlot: natural,
  /** Wall-clock time of slots: from `zeroSlot` on, each lasts `slotLength` milliseconds. */
  slots: ownObject({
    zeroSlot: natural,
    /** Unix seconds at which `zeroSlot` begins. */
    zeroTime: natural,
    slotLength: Type.Integer({ minimum: 1, description: 'milliseconds, from 1' }),
  }),
  curve: ownObject({
    scriptHash: hash,
    nftPolicy: hash,
    /** The output that carries the pool NFT's script; without it the contracts config's script is a witness. */
    nftReference: Type.Optional(reference),
    /** Plutus version of the token template; default 3. */
    tokenLanguage: Type.Optional(
      Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)], { description: 'one of 1, 2, 3' }),
    ),
    reference,
    cost: budget,
    adminWitnesses: list(hash),
    factoryWitnesses: list(hash),
    /** Keys that fill orders: a pool that names another is not listed. */
    executors,
    tiers: list(TierSchema),
    /** Whether pools of other tiers are listed too; false when left out. */
    listUnknownTiers: Type.Optional(Type.Boolean({ description: 'true or false' })),
  }),
  orders: list(
    ownObject({
      kind: OrderKindSchema,
      scriptHash: hash,
      reference: Type.Optional(reference),
      cost: Type.Optional(budget),
      /** The script whose withdrawal checks an execution. */
      witness: Type.Optional(
        ownObject({ hash, reference: Type.Optional(reference), cost: Type.Optional(budget) }),
      ),
    }),
  ),
  amm: ownObject({
    nftPolicy: hash,
    lpPolicy: hash,
    royaltyKey: Type.Optional(hex(32)),
    /** Lovelace a graduation takes out of the pool. */
    graduationCost: digits,
    /** Keys that fill orders against the pools. */
    executors,
    pools: list(
      ownObject({
        kind: AmmKindSchema,
        scriptHash: hash,
        reference: Type.Optional(reference),
        cost: Type.Optional(budget),
      }),
    ),
  }),
  vesting: ownObject({ scriptHash: hash, reference: Type.Optional(reference) }),
})
export type OperationsConfig = Static<typeof OperationsConfigSchema>

/** The three documents of one network, checked against each other. */
export interface Configs {
  readonly protocol: ProtocolConfig
  readonly contracts: ContractsConfig
  readonly operations: OperationsConfig
}

/**
 * Reads one document.
 * @param what the document's name in messages, with its path where there is one.
 * @throws {StartupError} that names the document, the first bad field and what it must be.
 */
export const parseConfig = <T extends TSchema>(schema: T, text: string, what: string): Static<T> => {
  const value = parseJson(text, what)
  if (Value.Check(schema, value)) return value
  const error = Value.Errors(schema, value).First()
  throw new StartupError(`${what}: ${error === undefined ? 'is not valid' : explain(error)}`)
}

const parseJson = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartupError(`${what}: is not JSON (${error instanceof Error ? error.message : error})`)
  }
}

const explain = ({ path, schema, type, value }: ValueError): string => {
  const field = path === '' ? 'it' : path.slice(1).replaceAll('/', '.')
  if (type === ValueErrorType.ObjectAdditionalProperties)
    return `${field} is not a field of it; remove or rename it`
  const wanted = `must be ${schema.description ?? 'something else'}`
  return value === undefined ? `${field} is missing; it ${wanted}` : `${field} ${wanted}, not ${show(value)}`
}

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 100 ? `${text.slice(0, 97)}...` : text
}

export { checkConfigs } from './config-check.ts'
