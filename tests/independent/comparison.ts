// The code that the comparisons of the independent fold share. Each comparison computes the expected responses of some endpoints from the
// recorded blocks' JSON, without the service's code for reading blocks, interpretation and models.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Random } from '../../devnet/actors/random.ts'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { asNested } from '../../devnet/chain/nest-transactions.ts'
import { readChainFile } from '../../devnet/recording/chain-file.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { RawLedger } from '../hostile/raw-ledger.ts'
import { type ReceivedResponse, requestsTo, untilAvailable } from '../kit/requests.ts'

/** A part of operations.json, in the file's form. */
export interface PlainOperations {
  readonly slots: { readonly zeroSlot: number; readonly zeroTime: number; readonly slotLength: number }
  readonly curve: { readonly scriptHash: string; readonly nftPolicy: string }
  readonly orders: readonly { readonly kind: string; readonly scriptHash: string }[]
  readonly amm: { readonly pools: readonly { readonly kind: string; readonly scriptHash: string }[] }
  readonly vesting: { readonly scriptHash: string }
}

export interface Recorded {
  readonly blocks: readonly ChainBlock[]
  /** Each transaction has the outputs that it spent. */
  readonly ledger: RawLedger
  readonly operations: PlainOperations
  /** 0: test network, 1: mainnet. */
  readonly networkId: 0 | 1
  /** The chain has many events of each kind, so that few would be an error. */
  readonly isRich: boolean
}

export type Services = readonly [string, ...string[]]

export interface Comparison {
  readonly name: string
  /** @throws {AssertionError} if a response is wrong, or two services differ */
  check(services: Services, recorded: Recorded): Promise<void>
}

const read = async (path: string, network: 'devnet' | 'mainnet') => {
  const blocks = await readChainFile(path)
  const operations = new URL(`../../schema/config/networks/${network}/operations.json`, import.meta.url)
  return {
    blocks,
    ledger: new RawLedger(blocks),
    operations: JSON.parse(readFileSync(operations, 'utf8')),
  }
}

export const readRecorded = async (): Promise<Recorded> => ({
  ...(await read(fileURLToPath(CHAIN_FILE), 'devnet')),
  networkId: 0,
  isRich: true,
})

/** Half of the later transactions are nested. The effects stay the same. */
export const withNesting = (recorded: Recorded): Recorded => {
  const random = new Random('nesting')
  const blocks = recorded.blocks.map((block, index, { length }) =>
    index < length / 2 ? block : asNested(block, () => random.chance(0.5)),
  )
  return { ...recorded, blocks, ledger: new RawLedger(blocks) }
}

/**
 * Each block is the child of the previous one.
 * @param path path of a chain file
 */
export const readMainnet = async (path: string): Promise<Recorded> => ({
  ...(await read(path, 'mainnet')),
  networkId: 1,
  isRich: false,
})

/** Unix seconds at the start of a block's slot. */
export const timeOf = ({ operations: { slots } }: Recorded, { point }: ChainBlock): number =>
  slots.zeroTime + ((point.slot - slots.zeroSlot) * slots.slotLength) / 1000

/** All services must return 200 and the same text. */
const bodyOf = async (
  services: Services,
  path: string,
  request: (client: ReturnType<typeof requestsTo>) => Promise<ReceivedResponse>,
) => {
  const [first, ...others] = await Promise.all(
    services.map((url) => untilAvailable(() => request(requestsTo(url)))),
  )
  assert.equal(first?.status, 200, `${path}: ${first?.text}`)
  for (const { text } of others) assert.equal(text, first?.text, path)
  return first?.body
}

export const get = (services: Services, path: string, query?: Readonly<Record<string, string | number>>) =>
  bodyOf(services, path, (client) => client.call(path, {}, query))

export const post = (services: Services, path: string, body: unknown) =>
  bodyOf(services, path, (client) => client.tell(path, body))

/** Compares UTF-16 units, for `sort`. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const grouped = <T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> => {
  const groups = new Map<Key, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
