// The fast reader, from a chain-sync frame to a block event. It reads the event's members in one pass over the text, and skips headers,
// witnesses and certificates. It accepts only Ogmios' compact form and known content, and throws otherwise; `decodeMessage` then reads the
// frame. Returned strings are slices that keep the whole frame in memory, so copy those that outlive the block.
import type { Hex, Point, Tip } from '../../schema/primitives.ts'
import { JsonCursor } from './json-cursor.ts'
import { BLOCK_TYPES, ERAS } from './known-content.ts'
import { type BlockParts, type ChainSyncMessage, forwardMessage } from './messages.ts'
import { knownText, skipKnown } from './read-known.ts'
import { readTransactions } from './read-transaction.ts'

const NONE: readonly never[] = Object.freeze([])

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

const readBlock = (cursor: JsonCursor): BlockParts => {
  const block: BlockParts = { type: '', era: '', id: '', parent: '', transactions: NONE }
  let transactionsAt: number | undefined
  if (cursor.openObject())
    do {
      const key = cursor.key()
      switch (key) {
        case 'type':
          block.type = knownText(cursor, BLOCK_TYPES)
          break
        case 'era':
          block.era = knownText(cursor, ERAS)
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
          // The era decides how transactions are read, but may come after them.
          transactionsAt = cursor.position
          if (block.era !== '' && block.era !== 'byron') block.transactions = readTransactions(cursor)
          else cursor.skip()
          break
        default:
          skipKnown(cursor, 'block', key)
      }
    } while (cursor.nextMember())
  if (block.type === '' || block.era === '') return cursor.fail('a block with a type and an era')
  if (transactionsAt === undefined && block.type !== 'ebb') return cursor.fail('a block with transactions')
  if (transactionsAt !== undefined && block.era !== 'byron' && block.transactions === NONE) {
    const end = cursor.position
    cursor.position = transactionsAt
    block.transactions = readTransactions(cursor)
    cursor.position = end
  }
  return block
}

/** @throws {SyntaxError} if the frame is not in Ogmios' compact form; `decodeMessage` may read it */
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
          const key = cursor.key()
          switch (key) {
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
              skipKnown(cursor, 'result', key)
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
