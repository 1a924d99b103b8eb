// Versions of the models and ids of pools, shared by all components of a process. Each commit updates both before any component is told.
import { nameIndex } from '../projections/read/names/name-index.ts'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import type { TokenOf } from '../schema/codecs/asset-text.ts'
import { PoolIds } from './pool-ids.ts'
import { Versions } from './versions.ts'

export class ModelsReads {
  readonly versions: Versions
  readonly poolIds: PoolIds
  readonly reader: ModelsReader
  /** Finds no token if there are no models. */
  readonly tokenOf: TokenOf

  constructor(reader: ModelsReader) {
    this.reader = reader
    this.tokenOf = (fingerprint) => reader.checkpoint && nameIndex(reader).tokenOf(fingerprint)
    // Made before the caches of pools, so that it handles each commit first: a pool's JSON contains a mark from the index.
    nameIndex(reader)
    this.versions = new Versions(reader)
    this.poolIds = new PoolIds(reader)
  }
}
