// The replicas of the carriers' benchmark, all in one process, each with its own files and its own slow link to the carrier's server.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { httpCarrier } from '../../../projections/copies/files/http-carrier.ts'
import { NatsCarrier } from '../../../projections/copies/files/nats/nats-carrier.ts'
import type { CopyState } from '../../../projections/copies/protocol/copy-state.ts'
import { ReplicaFollowing } from '../../../projections/copies/receive/replica-following.ts'
import { slowLink } from '../../../projections/copies/testing/slow-link.ts'
import { mainnetOperations } from '../../../projections/testing/mainnet-operations.ts'
import { silent } from '../../kit/silent.ts'
import { until } from '../../kit/until.ts'
import { respond } from '../kit/child.ts'
import { type Carried, type FoldedBlock, LINK } from './carriers-data.ts'

export type ReadersRequest =
  | {
      readonly kind: 'follow'
      readonly carried: Carried
      readonly readers: number
      readonly scratch: string
    }
  | { readonly kind: 'read'; readonly blocks: readonly FoldedBlock[] }

export interface ReadBlocks {
  /** Time in ms from a block's fold to its commit in a replica. */
  readonly late: readonly number[]
  /** Bytes that the carrier's server has sent to all replicas since their first copies. */
  readonly bytes: number
}

const startReader = async ({ by, url }: Carried, directory: string) => {
  mkdirSync(directory)
  const link = await slowLink(Number(new URL(url).port), LINK)
  const through = new URL(url)
  through.port = `${link.port}`
  const carrier =
    by === 'NATS' ? new NatsCarrier({ server: through.href, stream: 'models' }) : httpCarrier(through.href)
  const replica = new ReplicaFollowing({
    ...{ directory, network: 'mainnet', operations: mainnetOperations, logger: silent },
    carriers: [carrier],
  })
  const seen = new Map<string, number>()
  const note = ({ id }: CopyState): void => void seen.set(id, Date.now())
  replica.on('copied', note)
  replica.run()
  return { link, seen }
}

let readers: Awaited<ReturnType<typeof startReader>>[] = []
let bytesBefore = 0

const bytes = (): number => readers.reduce((sum, { link }) => sum + link.bytes, 0)

respond<ReadersRequest>(async (request) => {
  if (request.kind === 'follow') {
    const { carried, scratch } = request
    readers = await Promise.all(
      Array.from({ length: request.readers }, (_, at) => startReader(carried, join(scratch, `reader-${at}`))),
    )
    await until('the first copies', () => readers.every(({ seen }) => seen.size > 0))
    bytesBefore = bytes()
    return null
  }
  const last = request.blocks.at(-1)?.id ?? ''
  await until('the last block', () => readers.every(({ seen }) => seen.has(last)))
  // If a replica applies several blocks in one step, only the last block has a time.
  const late = readers.flatMap(({ seen }) =>
    request.blocks.flatMap(({ id, at }) => (seen.get(id) ?? Number.NaN) - at).filter(Number.isFinite),
  )
  return { late, bytes: bytes() - bytesBefore } satisfies ReadBlocks
})
