// The publisher of the carriers' benchmark: an indexer of a generated chain, which folds a block on request and publishes it.

import { join } from 'node:path'
import { startServer } from '../../../api/http/server.ts'
import { NextManifest } from '../../../api/models/next-manifest.ts'
import { publishedRoutes } from '../../../api/models/published-models.ts'
import { MANIFEST } from '../../../projections/copies/files/layout.ts'
import { NatsFiles } from '../../../projections/copies/files/nats/nats-files.ts'
import { ObjectFiles } from '../../../projections/copies/files/object-files.ts'
import { PublicationPlace } from '../../../projections/copies/files/publication-place.ts'
import { PublishedFiles } from '../../../projections/copies/files/published-files.ts'
import type { PublishedStore } from '../../../projections/copies/files/published-store.ts'
import { KEYS } from '../../../projections/copies/files/testing/test-object-store.ts'
import { CopyWriting } from '../../../projections/copies/protocol/copy-writing.ts'
import { Indexer, World } from '../../../projections/copies/testing/indexer.ts'
import { mainnetModels } from '../../../projections/testing/test-models.ts'
import { silent } from '../../kit/silent.ts'
import { respond } from '../kit/child.ts'
import type { Carried, FoldedBlock } from './carriers-data.ts'

export type OriginRequest =
  | { readonly kind: 'publish'; readonly carried: Carried; readonly scratch: string }
  | { readonly kind: 'block' }

const FIRST = 40

const storeOf = async ({ by, url }: Carried, scratch: string): Promise<PublishedStore> => {
  if (by === 'NATS') return new NatsFiles({ server: url, stream: 'models' })
  if (by === 'object store') return new ObjectFiles({ ...KEYS, url })
  const directory = join(scratch, 'published')
  const routes = publishedRoutes(directory, new NextManifest(join(directory, MANIFEST)))
  await startServer({ routes, host: '127.0.0.1', port: Number(new URL(url).port), log: silent })
  return new PublishedFiles(directory)
}

const world = new World(1)
let indexer: Indexer | undefined

const fold = (blocks: number): FoldedBlock => {
  world.grow(blocks)
  indexer?.follow(world.blocks)
  return { id: indexer?.models.folding.checkpoint?.id ?? '', at: Date.now() }
}

respond<OriginRequest>(async (request) => {
  if (request.kind === 'block') return fold(1)
  const { carried, scratch } = request
  process.env.TMPDIR = scratch
  indexer = new Indexer()
  const { directory } = indexer.models
  const models = mainnetModels()
  const store = await storeOf(carried, scratch)
  const place = new PublicationPlace({ directory, store, models, logger: silent })
  new CopyWriting({ place, directory, models, logger: silent }).run()
  return fold(FIRST)
})
