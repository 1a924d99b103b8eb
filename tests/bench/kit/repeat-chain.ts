// Repeats a recorded chain several times as one chain, so that following it lasts long enough to measure. Each copy follows the previous
// copy. The hashes of a copy's blocks and transactions are replaced everywhere, so the copy's inputs spend its own outputs. Inputs from
// before the recording stay unchanged and are not found, as in the recording. Slots and heights keep growing. All else, including validity
// intervals, is repeated byte for byte.
import { createHash } from 'node:crypto'
import type { ChainBlock } from '../../../devnet/chain/chain-block.ts'
import { memberText } from '../../../schema/ogmios/member-text.ts'
import type { Hex } from '../../../schema/primitives.ts'

/** Number of slots between two copies: the mean distance of two blocks on mainnet. */
const GAP = 20

const HASH = /"([0-9a-f]{64})"/g

const idsOf = (blocks: readonly ChainBlock[]): Set<Hex> => {
  const ids = new Set<Hex>()
  for (const { point, json } of blocks) {
    ids.add(point.id)
    const block: { transactions?: readonly { id: Hex }[] } = JSON.parse(json.toString('utf8'))
    for (const { id } of block.transactions ?? []) ids.add(id)
  }
  return ids
}

/** The member must exist. */
const withMember = (text: Buffer, key: string, value: string): Buffer => {
  const old = memberText(text, key)
  if (old === undefined) return text
  const start = old.byteOffset - text.byteOffset
  return Buffer.concat([text.subarray(0, start), Buffer.from(value), text.subarray(start + old.length)])
}

/**
 * The first copy is the recording itself.
 * @param blocks each is the child of the one before
 */
export const repeatChain = (blocks: readonly ChainBlock[], copies: number): ChainBlock[] => {
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined) return []
  const ids = idsOf(blocks)
  const slots = last.point.slot - first.point.slot + GAP
  const chain = [...blocks]
  for (let copy = 1; copy < copies; copy++) {
    const renamed = new Map<Hex, Hex>()
    for (const id of ids) renamed.set(id, createHash('sha256').update(`${id} ${copy}`).digest('hex'))
    for (const block of blocks) {
      const parent = chain.at(-1)?.point.id ?? block.parent
      const slot = block.point.slot + copy * slots
      const height = block.height + copy * blocks.length
      const text = block.json
        .toString('latin1')
        .replace(HASH, (quoted, id) => (renamed.has(id) ? `"${renamed.get(id)}"` : quoted))
      let json = withMember(Buffer.from(text, 'latin1'), 'slot', `${slot}`)
      json = withMember(json, 'height', `${height}`)
      if (block === first) json = withMember(json, 'ancestor', `"${parent}"`)
      const id = renamed.get(block.point.id) ?? block.point.id
      chain.push({ point: { slot, id }, height, parent, era: block.era, json })
    }
  }
  return chain
}
