// Makes blocks in a node's form, for tests that need a chain that is not recorded. Ids are hashes of the content, so the same call always
// makes the same block. Each block names the one before it.

import { list, type Members, object } from '../../schema/ogmios/write-json.ts'
import type { Hex } from '../../schema/primitives.ts'
import { type BuiltTransaction, fakeHash } from './build-transaction.ts'
import { type ChainBlock, readBlock } from './chain-block.ts'

export type Parent = Pick<ChainBlock, 'point' | 'height'> | 'genesis'

interface BuildBlock {
  readonly transactions?: readonly BuiltTransaction[]
  /** 20 slots after the parent, or 0 after genesis, if not given. */
  readonly slot?: number
  /** Ogmios' name of an era after Byron, `conway` if not given. */
  readonly era?: string
  /** Makes otherwise equal blocks differ, for example in a fork. */
  readonly salt?: string
}

const slotAfter = (parent: Parent): number => (parent === 'genesis' ? 0 : parent.point.slot + 20)

const heightAfter = (parent: Parent): number => (parent === 'genesis' ? 0 : parent.height + 1)

const ancestorOf = (parent: Parent): string => (parent === 'genesis' ? 'genesis' : parent.point.id)

const header = (id: Hex, era: string): Members => ({
  issuer: object({
    verificationKey: `"${fakeHash('issuer')}"`,
    vrfVerificationKey: `"${fakeHash('vrf')}"`,
    operationalCertificate: `{"count":0,"sigma":"${fakeHash('sigma', 64)}","kes":{"period":0,"verificationKey":"${fakeHash('kes')}"}}`,
    leaderValue: `{"output":"${fakeHash(`output ${id}`, 64)}","proof":"${fakeHash(`proof ${id}`, 80)}"}`,
  }),
  protocol: `{"version":{"major":${era === 'conway' ? 9 : 12},"minor":${era === 'conway' ? 1 : 0}}}`,
})

const asBlock = (json: string, parent: Parent): ChainBlock =>
  readBlock(JSON.parse(json), Buffer.from(json), parent === 'genesis' ? undefined : parent.point)

export const buildBlock = (parent: Parent, options: BuildBlock = {}): ChainBlock => {
  const { slot = slotAfter(parent), salt = '', era = 'conway' } = options
  const transactions = list((options.transactions ?? []).map(({ json }) => json))
  const id = fakeHash(`${ancestorOf(parent)} ${slot} ${salt} ${transactions}`)
  const block = {
    type: '"praos"',
    era: `"${era}"`,
    id: `"${id}"`,
    size: `{"bytes":${transactions.length >> 1}}`,
    height: String(heightAfter(parent)),
    slot: String(slot),
    ancestor: `"${ancestorOf(parent)}"`,
    ...header(id, era),
    transactions,
  }
  return asBlock(object(block), parent)
}

/** An epoch boundary block of Byron has the parent's height, but no slot and no transactions. */
export const buildBoundaryBlock = (parent: Parent): ChainBlock => {
  const height = parent === 'genesis' ? 0 : parent.height
  const ancestor = ancestorOf(parent)
  return asBlock(
    object({
      type: '"ebb"',
      era: '"byron"',
      id: `"${fakeHash(`boundary ${ancestor}`)}"`,
      ancestor: `"${ancestor}"`,
      height: String(height),
    }),
    parent,
  )
}

/** Readers must ignore transaction members that did not exist in Byron. */
export const buildByronBlock = (parent: Parent, options: BuildBlock = {}): ChainBlock => {
  const { slot = slotAfter(parent), salt = '' } = options
  const transactions = list((options.transactions ?? []).map(({ json }) => json))
  const key = `{"verificationKey":"${fakeHash('byron', 64)}"}`
  return asBlock(
    object({
      type: '"bft"',
      era: '"byron"',
      id: `"${fakeHash(`byron ${ancestorOf(parent)} ${slot} ${salt}`)}"`,
      ancestor: `"${ancestorOf(parent)}"`,
      height: String(heightAfter(parent)),
      slot: String(slot),
      size: '{"bytes":0}',
      transactions,
      operationalCertificates: '[]',
      protocol:
        '{"id":764824073,"version":{"major":1,"minor":0,"patch":0},"software":{"appName":"cardano-sl","number":1},"update":{"votes":[]}}',
      issuer: key,
      delegate: key,
    }),
    parent,
  )
}

/** Block n, from 0, contains `transactions(n)`, by default none. */
export const buildChain = (
  length: number,
  options: {
    readonly parent?: Parent
    readonly salt?: string
    readonly transactions?: (n: number) => readonly BuiltTransaction[]
  } = {},
): ChainBlock[] => {
  const blocks: ChainBlock[] = []
  let parent = options.parent ?? 'genesis'
  for (let n = 0; n < length; n += 1) {
    const block = buildBlock(parent, {
      transactions: options.transactions?.(n) ?? [],
      salt: options.salt ?? '',
    })
    blocks.push(block)
    parent = block
  }
  return blocks
}
