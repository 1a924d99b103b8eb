// The content of Ogmios' blocks that this version knows. Both readers refuse a block with other content, and following stops before it. A
// skipped unknown member might create outputs, and a log without them would stay wrong after every upgrade. Members that the log does not
// need are named one by one, with the reason. Source: the JSON schema of Ogmios 6.0 to 7.0 (docs/static/cardano.json), whose form of the
// Dijkstra era is preliminary.
import { type Json, record } from '../../schema/ogmios/read-json.ts'

/** Ogmios' names, in the order of the chain. */
export const ERAS: readonly string[] = [
  'byron',
  'shelley',
  'allegra',
  'mary',
  'alonzo',
  'babbage',
  'conway',
  'dijkstra',
]

/** Byron's epoch boundary blocks, Byron's other blocks, and those of all later eras. */
export const BLOCK_TYPES: readonly string[] = ['ebb', 'bft', 'praos']

/** A transaction spends its collaterals if its scripts failed, otherwise its inputs. */
export const SPENDS: readonly string[] = ['inputs', 'collaterals']

export const PURPOSES: readonly string[] = [
  'spend',
  'mint',
  'publish',
  'withdraw',
  'vote',
  'propose',
  'guard',
]

/** A value has only policies besides `ada`; a mint has only policies. */
export const isPolicy = (name: string): boolean => name.length === 56

/** @param ignored known members that are not read, with the reason */
const members = (
  read: readonly string[],
  ignored: Readonly<Record<string, string>> = {},
): ReadonlySet<string> => new Set([...read, ...Object.keys(ignored)])

const HEADER = 'a part of the header, which changes no outputs'
const STAKING = 'changes stake and accounts, no outputs'
const VOTING = 'changes governance, no outputs'
const CHECKED = 'only the ledger checks it'

const READ_OF_ALL = [
  'id',
  'inputs',
  'outputs',
  'mint',
  'requiredExtraSignatories',
  'validityInterval',
  'metadata',
  'redeemers',
  'datums',
]

const IGNORED_OF_ALL = {
  references: 'their outputs stay unspent',
  certificates: STAKING,
  withdrawals: STAKING,
  credits: STAKING,
  proposals: VOTING,
  votes: VOTING,
  treasury: VOTING,
  network: CHECKED,
  scriptIntegrityHash: CHECKED,
  requiredExtraScripts: CHECKED,
  guards: CHECKED,
  accountBalanceIntervals: CHECKED,
  signatories: CHECKED,
  scripts: 'addresses and policies name scripts by hash, and an output has its own',
  cbor: 'the other members again',
}

export const MEMBERS = {
  result: members(['direction', 'block', 'point', 'tip']),
  block: members(['type', 'era', 'id', 'ancestor', 'height', 'slot', 'transactions'], {
    size: HEADER,
    nonce: HEADER,
    issuer: HEADER,
    delegate: HEADER,
    protocol: HEADER,
    operationalCertificates: HEADER,
  }),
  transaction: members([...READ_OF_ALL, 'spends', 'collaterals', 'collateralReturn', 'subTransactions'], {
    ...IGNORED_OF_ALL,
    totalCollateral: 'follows from the collaterals and their return',
    fee: 'follows from inputs and outputs',
  }),
  'sub-transaction': members(READ_OF_ALL, { ...IGNORED_OF_ALL, topLevelGuards: CHECKED }),
  output: members(['address', 'value', 'datum', 'datumHash', 'script']),
  ada: members(['lovelace']),
  script: members(['language', 'cbor'], { json: 'the CBOR again' }),
  reference: members(['transaction', 'index']),
  'transaction of a reference': members(['id']),
  validityInterval: members(['invalidBefore', 'invalidAfter']),
  metadata: members(['labels'], { hash: 'follows from the labels' }),
  redeemer: members(['redeemer', 'validator'], { executionUnits: 'a part of the fee' }),
  validator: members(['index', 'purpose']),
}

/** Thrown if something is unknown to this version. The message names it. */
export class UnknownContent extends SyntaxError {
  override readonly name = 'UnknownContent'
}

/** Characters of an unknown name that a message repeats at most. */
const MOST_CHARACTERS = 60

const quoted = (name: string): string => JSON.stringify(name.slice(0, MOST_CHARACTERS))

/** @throws {UnknownContent} if the name is unknown */
export const known = (names: readonly string[], name: string, what: string): string => {
  if (!names.includes(name)) throw new UnknownContent(`the ${what} ${quoted(name)}`)
  return name
}

/**
 * @throws {SyntaxError} if the value is not an object
 * @throws {UnknownContent} if it has an unknown member
 */
export const knownMembers = (value: unknown, object: keyof typeof MEMBERS): Json => {
  const json = record(value, object)
  for (const name of Object.keys(json))
    if (!MEMBERS[object].has(name)) throw new UnknownContent(`the member ${quoted(name)} of the ${object}`)
  return json
}

/**
 * Amounts by policy; in a value, `ada` too.
 * @throws {SyntaxError} if it is not an object
 * @throws {UnknownContent} if it has another member
 */
export const knownAmounts = (value: unknown, object: 'value' | 'mint'): Json => {
  const json = record(value, object)
  for (const name of Object.keys(json))
    if (!isPolicy(name) && (name !== 'ada' || object === 'mint'))
      throw new UnknownContent(`the member ${quoted(name)} of the ${object}`)
  if (object === 'value') knownMembers(json.ada, 'ada')
  return json
}
