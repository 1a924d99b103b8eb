// Versions of the models and ids of pools, which the parts of a process that answer from the models share: a part is told of
// a commit after these are.
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
