// The part of the fast reader that reads transactions. Returned strings are slices that keep the whole frame in memory, so copy those that
// outlive the block.
import { LANGUAGES, type Script } from '../../schema/codecs/output-cbor.ts'
import type { InputEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { inLedgerOrder, scriptOf } from '../../schema/ogmios/output-json.ts'
import type { AssetAmount, Hex } from '../../schema/primitives.ts'
import { type DeclaredTransaction, transactionEvents } from '../transaction-event.ts'
import { addressBytes } from './address-bytes.ts'
import type { JsonCursor } from './json-cursor.ts'
import { isPolicy, PURPOSES, SPENDS } from './known-content.ts'
import { knownKey, knownText, skipKnown } from './read-known.ts'

const NONE: readonly never[] = Object.freeze([])
const NO_METADATA: ReadonlyMap<string, string> = new Map()

const readInputs = (cursor: JsonCursor): InputEvent[] => {
  const inputs: InputEvent[] = []
  if (!cursor.openArray()) return inputs
  do {
    if (!cursor.skipLiteral('{"transaction":{"id":')) cursor.fail('an output reference')
    const transaction = cursor.plainString()
    if (!cursor.skipLiteral('},"index":')) cursor.fail('an output index')
    inputs.push({ transaction, index: cursor.count() })
    if (!cursor.skipLiteral('}')) cursor.fail('the end of an output reference')
  } while (cursor.nextElement())
  return inputs
}

/** `ada` is separate, and a mint has no `ada`. */
const readValue = (
  cursor: JsonCursor,
  object: 'value' | 'mint',
): { lovelace: bigint | undefined; assets: readonly AssetAmount[] } => {
  let lovelace: bigint | undefined
  let assets: AssetAmount[] | undefined
  if (cursor.openObject())
    do {
      const policy = cursor.key()
      if (!isPolicy(policy) && (policy !== 'ada' || object === 'mint')) cursor.fail('a policy')
      if (!cursor.openObject()) continue
      do {
        const name = cursor.key()
        if (policy === 'ada') {
          if (name !== 'lovelace') cursor.fail('lovelace')
          lovelace = cursor.integer()
        } else {
          assets ??= []
          assets.push({ asset: `${policy}.${name}`, quantity: cursor.integer() })
        }
      } while (cursor.nextMember())
    } while (cursor.nextMember())
  return { lovelace, assets: assets === undefined ? NONE : inLedgerOrder(assets) }
}

/** Undefined for a native script that has only JSON. */
const readScript = (cursor: JsonCursor): Script | undefined => {
  let language: string | undefined
  let cbor: Hex | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key === 'language') language = knownText(cursor, LANGUAGES)
      else if (key === 'cbor') cbor = cursor.plainString()
      else skipKnown(cursor, 'script', key)
    } while (cursor.nextMember())
  return language === undefined ? cursor.fail('a language') : scriptOf(language, cbor)
}

const readOutput = (cursor: JsonCursor): OutputEvent => {
  let address: Hex | undefined
  let value: ReturnType<typeof readValue> | undefined
  let datum: Hex | undefined
  let datumHash: Hex | undefined
  let hasReferenceScript = false
  let script: Script | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      switch (key) {
        case 'address':
          address = addressBytes(cursor.plainString())
          break
        case 'value':
          value = readValue(cursor, 'value')
          break
        case 'datum':
          datum = cursor.plainString()
          break
        case 'datumHash':
          datumHash = cursor.plainString()
          break
        case 'script':
          hasReferenceScript = true
          script = readScript(cursor)
          break
        default:
          skipKnown(cursor, 'output', key)
      }
    } while (cursor.nextMember())
  const lovelace = value?.lovelace
  if (address === undefined || value === undefined || lovelace === undefined)
    return cursor.fail('an output with address and value')
  return {
    address,
    lovelace,
    assets: value.assets,
    ...(datum === undefined ? undefined : { datum }),
    ...(datumHash === undefined ? undefined : { datumHash }),
    hasReferenceScript,
    ...(script === undefined ? undefined : { script }),
  }
}

const readList = <T>(cursor: JsonCursor, read: () => T): T[] => {
  const list: T[] = []
  if (cursor.openArray())
    do list.push(read())
    while (cursor.nextElement())
  return list
}

const readOutputs = (cursor: JsonCursor): OutputEvent[] => readList(cursor, () => readOutput(cursor))

const readStrings = (cursor: JsonCursor): Hex[] => readList(cursor, () => cursor.plainString())

const readValidity = (cursor: JsonCursor): TransactionEvent['validity'] => {
  const validity: { from?: bigint; until?: bigint } = {}
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key === 'invalidBefore') validity.from = cursor.integer()
      else if (key === 'invalidAfter') validity.until = cursor.integer()
      else skipKnown(cursor, 'validityInterval', key)
    } while (cursor.nextMember())
  return validity
}

const readMetadata = (cursor: JsonCursor): ReadonlyMap<string, string> => {
  let metadata: Map<string, string> | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key !== 'labels') {
        skipKnown(cursor, 'metadata', key)
        continue
      }
      metadata = new Map()
      if (cursor.openObject())
        do {
          const label = cursor.key()
          const start = cursor.position
          cursor.skip()
          metadata.set(label, cursor.text.slice(start, cursor.position))
        } while (cursor.nextMember())
    } while (cursor.nextMember())
  return metadata ?? cursor.fail('labels')
}

/** The key is the index of the input. */
const readSpendRedeemers = (cursor: JsonCursor): ReadonlyMap<number, Hex> => {
  const redeemers = new Map<number, Hex>()
  if (cursor.openArray())
    do {
      let index: number | undefined
      let purpose: string | undefined
      let data: Hex | undefined
      if (cursor.openObject())
        do {
          const key = cursor.key()
          if (key === 'redeemer') data = cursor.plainString()
          else if (key === 'validator' && cursor.openObject())
            do {
              const part = cursor.key()
              if (part === 'index') index = cursor.count()
              else if (part === 'purpose') purpose = knownText(cursor, PURPOSES)
              else skipKnown(cursor, 'validator', part)
            } while (cursor.nextMember())
          else skipKnown(cursor, 'redeemer', key)
        } while (cursor.nextMember())
      if (purpose === undefined || index === undefined || data === undefined)
        return cursor.fail('a redeemer with its validator')
      if (purpose === 'spend') redeemers.set(index, data)
    } while (cursor.nextElement())
  return redeemers
}

/** The key is the datum's hash. */
const readDatums = (cursor: JsonCursor): ReadonlyMap<string, Hex> => {
  const datums = new Map<string, Hex>()
  if (cursor.openObject())
    do datums.set(cursor.key(), cursor.plainString())
    while (cursor.nextMember())
  return datums
}

const readDeclared = (cursor: JsonCursor, level: 'transaction' | 'sub-transaction'): DeclaredTransaction => {
  let id: Hex | undefined
  let spends: string | undefined
  let inputs: InputEvent[] | undefined
  let collaterals: InputEvent[] = []
  let outputs: OutputEvent[] = []
  let collateralReturn: OutputEvent | undefined
  let mint: readonly AssetAmount[] = NONE
  let requiredSigners: readonly Hex[] = NONE
  let validity: TransactionEvent['validity'] = {}
  let metadata = NO_METADATA
  let redeemers: ReadonlyMap<number, Hex> | undefined
  let datums: ReadonlyMap<string, Hex> | undefined
  let subTransactions: readonly DeclaredTransaction[] = NONE
  if (cursor.openObject())
    do {
      const key = level === 'transaction' ? cursor.key() : knownKey(cursor, level)
      switch (key) {
        case 'id':
          id = cursor.plainString()
          break
        case 'spends':
          spends = knownText(cursor, SPENDS)
          break
        case 'inputs':
          inputs = readInputs(cursor)
          break
        case 'collaterals':
          collaterals = readInputs(cursor)
          break
        case 'outputs':
          outputs = readOutputs(cursor)
          break
        case 'collateralReturn':
          collateralReturn = readOutput(cursor)
          break
        case 'mint':
          mint = readValue(cursor, 'mint').assets
          break
        case 'requiredExtraSignatories':
          requiredSigners = readStrings(cursor)
          break
        case 'validityInterval':
          validity = readValidity(cursor)
          break
        case 'metadata':
          metadata = readMetadata(cursor)
          break
        case 'redeemers':
          redeemers = readSpendRedeemers(cursor)
          break
        case 'datums':
          datums = readDatums(cursor)
          break
        case 'subTransactions':
          subTransactions = readList(cursor, () => readDeclared(cursor, 'sub-transaction'))
          break
        default:
          skipKnown(cursor, level, key)
      }
    } while (cursor.nextMember())
  if (id === undefined || inputs === undefined) return cursor.fail(`a ${level} with id and inputs`)
  if (spends === undefined && level === 'transaction')
    return cursor.fail('a transaction with the kind of its inputs')
  return {
    id,
    spends,
    inputs,
    collaterals,
    outputs,
    collateralReturn,
    mint,
    requiredSigners,
    validity,
    metadata,
    redeemers,
    datums,
    subTransactions,
  }
}

/** Sub-transactions come first, in the ledger's order. */
export const readTransactions = (cursor: JsonCursor): TransactionEvent[] =>
  readList(cursor, () => readDeclared(cursor, 'transaction')).flatMap(transactionEvents)
