// Versions of the models and ids of pools, shared by all components of a process. They are updated with a commit, before any component is
// told of the commit.
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import { PoolIds } from './pool-ids.ts'
import { Versions } from './versions.ts'

export class ModelsReads {
  readonly versions: Versions
  readonly poolIds: PoolIds

  constructor(readonly reader: ModelsReader) {
    this.versions = new Versions(reader)
    this.poolIds = new PoolIds(reader)
  }
}
