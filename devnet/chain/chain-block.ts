// A block of a chain: its point, height and parent, and its JSON text exactly as a node wrote it. Only these members are parsed; amounts,
// scripts and metadata stay bytes. Recorded and built blocks are both made here.

import { isRecord } from '../../schema/ogmios/read-json.ts'
import { type Hex, isHex, type Point } from '../../schema/primitives.ts'
import { BYRON_EPOCH } from './network-time.ts'

export interface ChainBlock {
  readonly point: Point
  readonly height: number
  /** Header hash, or `genesis`. */
  readonly parent: Hex | 'genesis'
  /** Ogmios' name of the era, such as `conway`. */
  readonly era: string
  /** UTF-8, byte for byte. */
  readonly json: Buffer
}

/**
 * The JSON of an epoch boundary block has no slot. Its slot is the epoch's first, a multiple of 21,600. Without a parent, the height
 * replaces the parent's slot: in the Byron era it is below the slot by far less than an epoch.
 */
const boundarySlot = (height: number, parent: Point | undefined): number =>
  parent === undefined
    ? Math.ceil(height / BYRON_EPOCH) * BYRON_EPOCH
    : (Math.floor(parent.slot / BYRON_EPOCH) + 1) * BYRON_EPOCH

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const isHash = (value: unknown): value is Hex => typeof value === 'string' && isHex(value, 32)

/**
 * @param value the parsed block; its amounts may have been rounded, but are not read
 * @param json the same block's text
 * @param parent needed only for an epoch boundary block
 * @throws {Error} whose message names the invalid member: `its "slot" is not …`
 */
export const readBlock = (value: unknown, json: Buffer, parent?: Point): ChainBlock => {
  if (!isRecord(value)) throw new Error('it is not a JSON object')
  const { type, era, id, ancestor, height, slot } = value
  if (type !== 'praos' && type !== 'bft' && type !== 'ebb')
    throw new Error('its "type" is not "praos", "bft" or "ebb"')
  if (typeof era !== 'string') throw new Error('its "era" is not a text')
  if (!isHash(id)) throw new Error('its "id" is not 64 lower-case hex digits')
  if (ancestor !== 'genesis' && !isHash(ancestor))
    throw new Error('its "ancestor" is neither 64 lower-case hex digits nor "genesis"')
  if (!isCount(height)) throw new Error('its "height" is not a whole number below 2^53')
  if (type === 'ebb')
    return { point: { slot: boundarySlot(height, parent), id }, height, parent: ancestor, era, json }
  if (!isCount(slot)) throw new Error('its "slot" is not a whole number below 2^53')
  return { point: { slot, id }, height, parent: ancestor, era, json }
}
