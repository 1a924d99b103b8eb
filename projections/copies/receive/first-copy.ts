// Downloads everything from a published snapshot into a file that readers do not open yet. Reads the pieces in order, then the differences
// after the snapshot, and then compares the copy's digest with the source's. If a connection is lost, only the current pieces are fetched
// again.
import { CopyDamaged, pieceName, readHead, readPiece, type Snapshot } from '../files/layout.ts'
import { CopyMoved, differencesAfter, type PublishedLink } from '../files/published-link.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import type { ReplicaModels } from './replica-models.ts'

const AT_ONCE = 4

export class FirstCopy {
  readonly load: string
  readonly #snapshot: Snapshot
  readonly models: ReplicaModels
  readonly #onProgress: (rows: number, of: number) => void
  #state: CopyState | undefined
  #next = 0
  #rows = 0

  /** @param onProgress called with the number of rows so far and the expected total */
  constructor(
    models: ReplicaModels,
    load: string,
    snapshot: Snapshot,
    onProgress: (rows: number, of: number) => void,
  ) {
    this.models = models
    this.load = load
    this.#snapshot = snapshot
    this.#onProgress = onProgress
  }

  /**
   * @throws {CopyMoved} if the copy cannot be completed
   * @throws {CopyDiffers} if the copy's digest differs from the source's
   * @throws {Error} if the connection is lost; the next call continues
   */
  async run(link: PublishedLink): Promise<CopyState> {
    const { version, pieces } = this.#snapshot
    if (link.manifest?.snapshots.every((one) => one.version !== version || one.pieces !== pieces) !== false)
      throw new CopyMoved('the snapshot is no longer published')
    while (this.#next < this.#snapshot.pieces) {
      const count = Math.min(AT_ONCE, this.#snapshot.pieces - this.#next)
      const names = Array.from({ length: count }, (_, at) =>
        pieceName(this.load, this.#snapshot, this.#next + at),
      )
      const texts = await Promise.all(names.map((name) => link.read(name)))
      for (const [at, text] of texts.entries()) this.#take(names[at] ?? '', text)
    }
    const state = await this.#catchUp(link)
    this.models.finish(state)
    return state
  }

  #take(name: string, text: string): void {
    if (this.#next === 0) {
      const { state, blocks } = readHead(name, text)
      const { version, digest } = this.#snapshot
      if (state.load !== this.load || state.version !== version || state.digest !== digest)
        throw new CopyDamaged(`${name} belongs to another snapshot`)
      this.#state = state
      this.models.loadBlocks(blocks)
    } else {
      this.#rows += this.models.load(name, readPiece(name, text))
    }
    this.#next++
    this.#onProgress(this.#rows, Math.max(this.#rows, this.#snapshot.rows))
  }

  async #catchUp(link: PublishedLink): Promise<CopyState> {
    for (;;) {
      const manifest = await link.look()
      const state = this.#state
      if (state === undefined || manifest?.state.load !== this.load || manifest.first > state.version + 1)
        throw new CopyMoved('the differences after the snapshot are no longer published')
      if (manifest.state.version <= state.version) return state
      const differences = await differencesAfter(link, state, state, manifest.state.version)
      if (differences === 'everything') throw new CopyDamaged('the differences do not continue the snapshot')
      for (const difference of differences) {
        this.models.apply(difference)
        this.#state = difference.state
      }
    }
  }
}
