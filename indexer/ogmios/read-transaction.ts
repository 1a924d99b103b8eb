// The part of the fast reader that reads transactions. Strings that it returns are slices that keep their frame in memory: copy those that
// outlive the block.
import { LANGUAGES, type Script } from '../../schema/codecs/output-cbor.ts'
import type { InputEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { inLedgerOrder, scriptOf } from '../../schema/ogmios/output-json.ts'
import type { AssetAmount, Hex } from '../../schema/primitives.ts'
import { transactionEvent } from '../transaction-event.ts'
import { addressBytes } from './address-bytes.ts'
import type { JsonCursor } from './json-cursor.ts'
import { POLICY_DIGITS, PURPOSES, SPENDS } from './known-content.ts'
import { readKnown, skipIgnored } from './read-known.ts'

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

/** The members of `value` or `mint`: amounts by policy and name; `ada`, which a mint lacks, is separate. */
const readValue = (cursor: JsonCursor): { lovelace: bigint | undefined; assets: readonly AssetAmount[] } => {
  let lovelace: bigint | undefined
  let assets: AssetAmount[] | undefined
  if (cursor.openObject())
    do {
      const policy = cursor.key()
      if (policy !== 'ada' && policy.length !== POLICY_DIGITS) cursor.fail('a policy')
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

/** The script; undefined for a native script that is given only as JSON. */
const readScript = (cursor: JsonCursor): Script | undefined => {
  let language: string | undefined
  let cbor: Hex | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key === 'language') language = readKnown(cursor, LANGUAGES)
      else if (key === 'cbor') cbor = cursor.plainString()
      else skipIgnored(cursor, 'script', key)
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
          value = readValue(cursor)
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
          skipIgnored(cursor, 'output', key)
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

const readOutputs = (cursor: JsonCursor): OutputEvent[] => {
  const outputs: OutputEvent[] = []
  if (cursor.openArray())
    do outputs.push(readOutput(cursor))
    while (cursor.nextElement())
  return outputs
}

const readStrings = (cursor: JsonCursor): readonly Hex[] => {
  const strings: Hex[] = []
  if (cursor.openArray())
    do strings.push(cursor.plainString())
    while (cursor.nextElement())
  return strings
}

const readValidity = (cursor: JsonCursor): TransactionEvent['validity'] => {
  const validity: { from?: bigint; until?: bigint } = {}
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key === 'invalidBefore') validity.from = cursor.integer()
      else if (key === 'invalidAfter') validity.until = cursor.integer()
      else skipIgnored(cursor, 'validityInterval', key)
    } while (cursor.nextMember())
  return validity
}

const readMetadata = (cursor: JsonCursor): ReadonlyMap<string, string> => {
  let metadata: Map<string, string> | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key !== 'labels') {
        skipIgnored(cursor, 'metadata', key)
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

/** Redeemers of spent inputs, by the input's index. */
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
              else if (part === 'purpose') purpose = readKnown(cursor, PURPOSES)
              else skipIgnored(cursor, 'validator', part)
            } while (cursor.nextMember())
          else skipIgnored(cursor, 'redeemer', key)
        } while (cursor.nextMember())
      if (purpose === undefined || index === undefined || data === undefined)
        return cursor.fail('a redeemer with its validator')
      if (purpose === 'spend') redeemers.set(index, data)
    } while (cursor.nextElement())
  return redeemers
}

/** Datums of the witnesses, by their hashes. */
const readDatums = (cursor: JsonCursor): ReadonlyMap<string, Hex> => {
  const datums = new Map<string, Hex>()
  if (cursor.openObject())
    do datums.set(cursor.key(), cursor.plainString())
    while (cursor.nextMember())
  return datums
}

const readTransaction = (cursor: JsonCursor): TransactionEvent => {
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
  if (cursor.openObject())
    do {
      const key = cursor.key()
      switch (key) {
        case 'id':
          id = cursor.plainString()
          break
        case 'spends':
          spends = readKnown(cursor, SPENDS)
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
          mint = readValue(cursor).assets
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
        default:
          skipIgnored(cursor, 'transaction', key)
      }
    } while (cursor.nextMember())
  if (id === undefined || inputs === undefined) return cursor.fail('a transaction with id and inputs')
  return transactionEvent({
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
  })
}

export const readTransactions = (cursor: JsonCursor): TransactionEvent[] => {
  const transactions: TransactionEvent[] = []
  if (cursor.openArray())
    do transactions.push(readTransaction(cursor))
    while (cursor.nextElement())
  return transactions
}
