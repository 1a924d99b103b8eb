// The fast reader from a chain-sync frame to a block event: one pass over the text that reads the members of the event and skips headers,
// witnesses and certificates. It accepts only Ogmios' compact form and throws on anything unexpected; `decodeMessage` then reads the same
// frame. Strings that it returns are slices that keep their frame in memory: copy those that outlive the block.
import type { Script } from '../../schema/codecs/output-cbor.ts'
import type { InputEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { inLedgerOrder, scriptOf } from '../../schema/ogmios/output-json.ts'
import type { AssetAmount, Hex, Point, Tip } from '../../schema/primitives.ts'
import { transactionEvent } from '../transaction-event.ts'
import { addressBytes } from './address-bytes.ts'
import { JsonCursor } from './json-cursor.ts'
import { type BlockParts, type ChainSyncMessage, forwardMessage } from './messages.ts'

const NONE: readonly never[] = Object.freeze([])
const NO_METADATA: ReadonlyMap<string, string> = new Map()

const readTip = (cursor: JsonCursor): Tip | 'origin' => {
  if (cursor.skipLiteral('"origin"')) return 'origin'
  let slot: number | undefined
  let id: Hex | undefined
  let height: number | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key === 'slot') slot = cursor.count()
      else if (key === 'id') id = cursor.plainString()
      else if (key === 'height') height = cursor.count()
      else cursor.skip()
    } while (cursor.nextMember())
  if (slot === undefined || id === undefined || height === undefined) return cursor.fail('a tip')
  return { slot, id, height }
}

const readPoint = (cursor: JsonCursor): Point | 'origin' => {
  if (cursor.skipLiteral('"origin"')) return 'origin'
  let slot: number | undefined
  let id: Hex | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key === 'slot') slot = cursor.count()
      else if (key === 'id') id = cursor.plainString()
      else cursor.skip()
    } while (cursor.nextMember())
  if (slot === undefined || id === undefined) return cursor.fail('a point')
  return { slot, id }
}

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

/** The script; undefined for a native script that is given only as JSON, and for a script of an unknown language. */
const readScript = (cursor: JsonCursor): Script | undefined => {
  let language: string | undefined
  let cbor: Hex | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      if (key === 'language') language = cursor.plainString()
      else if (key === 'cbor') cbor = cursor.plainString()
      else cursor.skip()
    } while (cursor.nextMember())
  return scriptOf(language, cbor)
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
      switch (cursor.key()) {
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
          cursor.skip()
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
      else cursor.skip()
    } while (cursor.nextMember())
  return validity
}

const readMetadata = (cursor: JsonCursor): ReadonlyMap<string, string> => {
  let metadata: Map<string, string> | undefined
  if (cursor.openObject())
    do {
      if (cursor.key() !== 'labels') {
        cursor.skip()
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
              else if (part === 'purpose') purpose = cursor.plainString()
              else cursor.skip()
            } while (cursor.nextMember())
          else cursor.skip()
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
      switch (cursor.key()) {
        case 'id':
          id = cursor.plainString()
          break
        case 'spends':
          spends = cursor.plainString()
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
          cursor.skip()
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

const readTransactions = (cursor: JsonCursor): TransactionEvent[] => {
  const transactions: TransactionEvent[] = []
  if (cursor.openArray())
    do transactions.push(readTransaction(cursor))
    while (cursor.nextElement())
  return transactions
}

const readBlock = (cursor: JsonCursor): BlockParts => {
  const block: BlockParts = { type: '', era: '', id: '', parent: '', transactions: NONE }
  let transactionsAt: number | undefined
  if (cursor.openObject())
    do {
      switch (cursor.key()) {
        case 'type':
          block.type = cursor.plainString()
          break
        case 'era':
          block.era = cursor.plainString()
          break
        case 'id':
          block.id = cursor.plainString()
          break
        case 'ancestor':
          block.parent = cursor.plainString()
          break
        case 'height':
          block.height = cursor.count()
          break
        case 'slot':
          block.slot = cursor.count()
          break
        case 'transactions':
          // The era determines which transactions to read, and may come after them among the members.
          transactionsAt = cursor.position
          if (block.era !== '' && block.era !== 'byron') block.transactions = readTransactions(cursor)
          else cursor.skip()
          break
        default:
          cursor.skip()
      }
    } while (cursor.nextMember())
  if (block.type === '' || block.era === '') return cursor.fail('a block with a type and an era')
  if (transactionsAt !== undefined && block.era !== 'byron' && block.transactions === NONE) {
    const end = cursor.position
    cursor.position = transactionsAt
    block.transactions = readTransactions(cursor)
    cursor.position = end
  }
  return block
}

/**
 * Reads a reply to `nextBlock`.
 * @throws {SyntaxError} if the frame is not in Ogmios' compact form: read it with `decodeMessage`
 */
export const readMessage = (frame: string): ChainSyncMessage => {
  const cursor = new JsonCursor(frame)
  let direction: string | undefined
  let block: BlockParts | undefined
  let point: Point | 'origin' | undefined
  let tip: Tip | 'origin' | undefined
  if (cursor.openObject())
    do {
      if (cursor.key() !== 'result') {
        cursor.skip()
        continue
      }
      if (cursor.openObject())
        do {
          switch (cursor.key()) {
            case 'direction':
              direction = cursor.plainString()
              break
            case 'block':
              block = readBlock(cursor)
              break
            case 'point':
              point = readPoint(cursor)
              break
            case 'tip':
              tip = readTip(cursor)
              break
            default:
              cursor.skip()
          }
        } while (cursor.nextMember())
    } while (cursor.nextMember())
  cursor.end()
  if (direction === 'forward' && block !== undefined && tip !== undefined && tip !== 'origin')
    return forwardMessage(block, tip) ?? cursor.fail('a block with id, ancestor, slot and height')
  if (direction === 'backward' && point !== undefined && tip !== undefined)
    return { kind: 'backward', point, tip }
  return cursor.fail('a forward or backward result')
}
