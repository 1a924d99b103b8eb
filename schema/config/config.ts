// The three documents with which an operator configures the service. The protocol and contracts configs are also served to clients,
// unchanged. The operations config has everything else. Each document is checked alone when it is read, and against the others before the
// service runs. Later code trusts the contents.
import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { StartupError } from '../errors.ts'
import { OneOf } from '../one-of.ts'
import { NETWORKS } from '../primitives.ts'

// `mustBe` is for error messages, `description` for clients.
const filled = (mustBe: string, options: SchemaOptions = {}) =>
  Type.String({ minLength: 1, mustBe, ...options })
const hex = (bytes: number, options: SchemaOptions = {}) =>
  Type.String({
    pattern: `^[0-9a-f]{${bytes * 2}}$`,
    mustBe: `${bytes} bytes as ${bytes * 2} lower-case hex digits`,
    ...options,
  })
const object = <T extends Record<string, TSchema>>(properties: T, options: SchemaOptions = {}) => {
  const { required = [] }: { required?: string[] | undefined } =
    Type.Object<Record<string, TSchema>>(properties)
  return Type.Object(properties, { mustBe: `an object with ${required.join(', ')}`, ...options })
}
/** Only this project reads such an object, so an unknown field in it is an error. */
const ownObject = <T extends Record<string, TSchema>>(properties: T) =>
  object(properties, { additionalProperties: false })
const list = <T extends TSchema>(items: T) => Type.Array(items, { mustBe: 'a list' })
const natural = Type.Integer({ minimum: 0, mustBe: 'a whole number from 0' })
const hash = hex(28)
const digits = Type.String({
  pattern: '^(0|[1-9][0-9]{0,38})$',
  mustBe: 'a whole number as a string of decimal digits',
})
const choice = <const T extends string | number>(values: readonly T[], options: SchemaOptions = {}) =>
  OneOf(values, { mustBe: `one of ${values.join(', ')}`, ...options })
const network = choice(NETWORKS, { description: 'Network of the document.', examples: ['mainnet'] })
const script = (description: string) =>
  Type.String({
    pattern: '^([0-9a-f]{2})*$',
    mustBe: 'the CBOR of a script in lower-case hex, or an empty string',
    description: `${description}, CBOR in hex; empty if it is not published.`,
    examples: ['46010000222601'],
  })
const documentation = Type.String({
  mustBe: 'a URL, or an empty string',
  description: 'URL of upstream documentation; empty for none.',
  examples: ['https://docs.snek.fun'],
})

/** Two texts: for people (`"18_188.4"`, in ADA if the number is lovelace) and in smallest units (`"18188400000"`). */
const amount = (description: string, human: string, raw: string) =>
  object(
    {
      human: filled('a number as people write it', {
        description: 'For people: `_` between thousands; in ADA where `raw` is lovelace.',
        examples: [human],
      }),
      raw: { ...digits, description: 'The exact integer; lovelace or the smallest unit.', examples: [raw] },
    },
    { description, examples: [{ human, raw }] },
  )

const keyHash = (description: string, example: string) => hex(28, { description, examples: [example] })
const address = (description: string) =>
  filled('a bech32 address', {
    description,
    examples: [
      'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt',
    ],
  })

export const ProtocolConfigSchema = object(
  {
    version: Type.Number({ mustBe: 'a number', description: 'Version of the document.', examples: [2] }),
    network,
    environment: choice(['production', 'staging', 'development'], {
      description: 'Environment of the deployment.',
      examples: ['production'],
    }),
    addresses: object(
      {
        fee: address('Bech32 address that collects protocol fees.'),
        metadata: address("Bech32 address of the output that carries a token's metadata."),
      },
      { description: 'Addresses that transactions pay to.' },
    ),
    parameters: object(
      {
        launchStakeCredential: keyHash(
          "Stake credential of launched pools' addresses: a hash of 28 bytes.",
          'b2f6abf60ccde92eae1a2f4fdf65f2eaf6208d872c6f0e597cc10b07',
        ),
        batcherKey: keyHash(
          'Key hash of the executor that fills orders.',
          'e865941988edcca559268b57b7ee939974fd42fd26c7e1acd7a50678',
        ),
        factoryWitness: keyHash(
          'Hash of the witness that launches and graduations need.',
          '30c1003aa7dec834e0d0a78db547ba8840e58060725dbfae352f0d64',
        ),
        adminWitness: keyHash(
          'Hash of the witness that administration needs.',
          '8807fbe6e36b1c35ad6f36f0993e2fc67ab6f2db06041cfa3a53c04a',
        ),
        tokenEmission: amount('Tokens minted by a launch, smallest unit.', '1_000_000_000', '1000000000'),
        aNum: amount(
          'Numerator of coefficient a: the price after s tokens sold is aNum/aDenom * s^2 + bNum/bDenom lovelace per token.',
          '122_525_779_519',
          '122525779519',
        ),
        aDenom: amount(
          'Denominator of coefficient a.',
          '1_000_000_000_000_000_000_000_000_000',
          '1000000000000000000000000000',
        ),
        bNum: amount(
          'Numerator of coefficient b, the price before the first token is sold.',
          '2_545_182',
          '2545182',
        ),
        bDenom: amount('Denominator of coefficient b.', '1_000_000', '1000000'),
        adaThreshold: amount(
          'ADA that a curve collects until it graduates, in lovelace; without the deposit of poolMinAda.',
          '18_188.4',
          '18188400000',
        ),
        fixedFee: amount('Fixed protocol fee of a trade, in lovelace.', '0.5', '500000'),
        minTradeAda: amount('Minimum trade, in lovelace.', '1', '1000000'),
        percentFee: Type.Number({
          minimum: 0,
          exclusiveMaximum: 100,
          mustBe: 'a number from 0 to 99.99',
          description: 'Fee of a trade in percent of its ADA side; at most two decimals.',
          examples: [1],
        }),
        networkFee: amount("Estimate of a trade's network fee, in lovelace.", '0.6', '600000'),
        poolMinAda: amount("Deposit in a pool's reserve, in lovelace.", '3', '3000000'),
        minLaunchAdaInitialDepositFee: amount(
          'Minimum initial deposit of a launch, in lovelace.',
          '1',
          '1000000',
        ),
        launchFeeAmount: amount('Fee of a launch, in lovelace.', '0.5', '500000'),
      },
      {
        description:
          'Fees, curve and keys. An order pays an executor fee of networkFee.raw + fixedFee.raw lovelace.',
      },
    ),
    documentation,
  },
  { $id: 'ProtocolConfig', description: "The operator's protocol config, unchanged." },
)
export type ProtocolConfig = Static<typeof ProtocolConfigSchema>

const TRANSACTION = 'e2ed9e953ebf98ca701fc93588d73cb9769f87b9d13712474f566a0743963e8b'

const orderContract = (description: string) =>
  object(
    {
      script: script('Serialized validator of orders'),
      hash: keyHash('Hash of that validator.', 'd9143ac63473b17a215d1b7484dfb6ac6b4a0005beb0e26a6ca02c96'),
      uTxORef: object(
        {
          txHash: hex(32, { description: 'Id of its transaction.', examples: [TRANSACTION] }),
          index: { ...natural, description: 'Index of the output in its transaction.', examples: [0] },
        },
        { description: 'The output that carries the script, for reference inputs.' },
      ),
      cost: object(
        {
          mem: { ...natural, description: 'Memory units.', examples: [162_000] },
          steps: { ...natural, description: 'CPU steps.', examples: [60_000_000] },
        },
        { description: 'Execution budget of spending an order.' },
      ),
      documentation,
    },
    { description },
  )

export const ContractsConfigSchema = object(
  {
    network,
    minting: object(
      {
        nft: object(
          {
            script: script('Minting script of pool NFTs'),
            policy: keyHash(
              'Policy id of pool NFTs.',
              '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8',
            ),
            documentation,
          },
          { description: 'Pool NFTs.' },
        ),
        other: object(
          { template: script('Template of token minting policies'), documentation },
          { description: 'Launched tokens.' },
        ),
      },
      { description: 'Minting policies.' },
    ),
    contracts: object(
      {
        launchAsset: object(
          {
            hash: keyHash(
              'Hash of the validator of bonding-curve pools.',
              '905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d',
            ),
            documentation,
          },
          { description: 'The contract of bonding-curve pools.' },
        ),
        serviceOrderLegacy: orderContract('The legacy order contract.'),
        serviceOrder: orderContract('The current order contract.'),
      },
      { description: 'Validators.' },
    ),
  },
  { $id: 'ContractsConfig', description: "The operator's contracts config, unchanged." },
)
export type ContractsConfig = Static<typeof ContractsConfigSchema>

const reference = ownObject({ txHash: hex(32), index: natural })
const budget = ownObject({ mem: natural, steps: natural })
const executors = list(hash)

const TierSchema = ownObject({
  name: filled('a name'),
  aNum: digits,
  bNum: digits,
  /** Lovelace as in the pool's datum, including the seed. */
  adaCap: digits,
})

const OrderKindSchema = choice(['instant', 'instant-v1', 'limit'])
/** Kind of an order contract, by its datum's layout. */
export type OrderKind = Static<typeof OrderKindSchema>

const AmmKindSchema = choice(['royalty', 'fee-switch'])
/** Kind of an AMM pool contract, by its datum's layout. */
export type AmmKind = Static<typeof AmmKindSchema>

export const OperationsConfigSchema = ownObject({
  network,
  /** Names of metadata tokens that launches mint begin with this name. */
  platform: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,14}$',
      description: '1 to 14 characters of ASCII, without spaces',
    }),
  ),
  /** Default start of a first sync. */
  startPoint: Type.String({
    pattern: '^(origin|[0-9]{1,15}\\.[0-9a-f]{64})$',
    mustBe: '"origin" or "<slot>.<block id, 64 hex digits>"',
  }),
  /**
   * The last block before the launchpad's first block. A log that begins at `startPoint` keeps only what later blocks need of the blocks up
   * to this one. Without this field the log keeps whole blocks.
   */
  base: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}\\.[0-9a-f]{64}$', mustBe: '"<slot>.<block id, 64 hex digits>"' }),
  ),
  /**
   * None of the contracts below was on the chain at this slot. If the indexer starts at a later slot, pools that are older than the log may
   * exist.
   */
  deployedSlot: natural,
  /** Each slot lasts `slotLength` milliseconds from `zeroSlot` on. */
  slots: ownObject({
    zeroSlot: natural,
    /** Unix seconds at which `zeroSlot` starts. */
    zeroTime: natural,
    slotLength: Type.Integer({ minimum: 1, mustBe: 'milliseconds, from 1' }),
  }),
  curve: ownObject({
    scriptHash: hash,
    nftPolicy: hash,
    /** The output with the pool NFT's script. Without this field, a launch contains the contracts config's script as a witness. */
    nftReference: Type.Optional(reference),
    /** Plutus version of the token template; default 3. */
    tokenLanguage: Type.Optional(choice([1, 2, 3])),
    /**
     * A launched token must have a policy made from this template. By default the contracts config's template. Without any template, a
     * token is accepted on other evidence.
     */
    tokenTemplate: Type.Optional(script('Template of token minting policies')),
    /** Pools that trade against a token other than ADA. They are counted but not listed. */
    tokenPools: Type.Optional(list(hash)),
    reference,
    cost: budget,
    adminWitnesses: list(hash),
    factoryWitnesses: list(hash),
    /** Keys that fill orders. A pool with another key is not listed. */
    executors,
    tiers: list(TierSchema),
    /** Pools of other tiers are listed too; by default false. */
    listUnknownTiers: Type.Optional(Type.Boolean({ mustBe: 'true or false' })),
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
    /** Lovelace that a graduation removes from the pool. */
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

export interface Configs {
  readonly protocol: ProtocolConfig
  readonly contracts: ContractsConfig
  readonly operations: OperationsConfig
}

/**
 * @param what name of the document in messages, with its path if it has one
 * @throws {StartupError} that names the document, the first invalid field and its expected value
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
    return `${field} is not a known field; remove or rename it`
  const wanted = `must be ${schema.mustBe ?? 'something else'}`
  return value === undefined ? `${field} is missing; it ${wanted}` : `${field} ${wanted}, not ${show(value)}`
}

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 100 ? `${text.slice(0, 97)}...` : text
}
