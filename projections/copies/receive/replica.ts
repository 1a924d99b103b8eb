// A process's own copy of the models, made from a source and kept up to date from it. Readers open its file like an indexer's file, so
// every response comes from the same code, at the same cost and from one block. The next process continues the file. A lost copy is made
// again.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Point } from '../../../schema/primitives.ts'
import { markReplaced } from '../../engine/file/models-database.ts'
import { deleteModels, type ModelsFile, modelsFile, modelsFiles } from '../../engine/file/models-files.ts'
import { CopyMoved, type PublishedLink } from '../files/published-link.ts'
import type { PublishedSource } from '../files/published-source.ts'
import { reasonNotToCopy } from '../files/reason-not-to-copy.ts'
import type { WrittenDifference } from '../protocol/copied-difference.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import type { DescribedModels } from '../source/models-source.ts'
import { FirstCopy } from './first-copy.ts'
import { ReplicaModels } from './replica-models.ts'

export type ReplicaStep =
  | { readonly kind: 'same' }
  | { readonly kind: 'applied' | 'loaded'; readonly state: CopyState }
  /** The earlier copy is served until the new one is complete. */
  | { readonly kind: 'waiting'; readonly reason: string }

interface ReplicaOptions {
  readonly directory: string
  readonly source: PublishedSource
  readonly rules: DescribedModels
  /** Called during a complete copy, with the number of rows and an estimate of the total. */
  readonly onLoading?: (rows: number, of: number) => void
  /** Called after each commit that is applied after a complete copy. */
  readonly onApplied?: (state: CopyState) => void
}

/** A new file if there is no copy. The directory's other files are deleted. */
const openCopy = ({ directory, rules }: Pick<ReplicaOptions, 'directory' | 'rules'>) => {
  const open = (file: ModelsFile): ReplicaModels | undefined => {
    try {
      return ReplicaModels.open(file.path, rules)
    } catch {
      // Everything is copied again, as if the file were missing.
      return undefined
    }
  }
  for (const name of readdirSync(directory)) if (name.endsWith('.part')) rmSync(join(directory, name))
  const files = modelsFiles(directory).reverse()
  for (const file of files) {
    const models = open(file)
    if (models?.state === undefined || reasonNotToCopy(models.state, rules) !== undefined) {
      models?.close()
      continue
    }
    for (const other of files) if (other !== file) deleteModels(other)
    return { file, models }
  }
  for (const file of files) deleteModels(file)
  const file = modelsFile(directory, 0)
  const models = ReplicaModels.create(file.path, rules)
  models.finish(undefined)
  return { file, models }
}

export class Replica {
  readonly #options: ReplicaOptions
  #serving: { readonly file: ModelsFile; readonly models: ReplicaModels }
  /** The unfinished first copy, which continues after a lost connection. */
  #first: FirstCopy | undefined
  /** Differences are requested only on the connection on which the models were found. */
  #link: PublishedLink | undefined

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.#serving = openCopy(options)
  }

  /** Undefined before the first copy. */
  get state(): CopyState | undefined {
    return this.#serving.models.state
  }

  /**
   * @param link must not be used after an error
   * @throws {CopyDiffers} if the copy's digest differs from the source's; the next step then copies everything
   */
  async step(link: PublishedLink): Promise<ReplicaStep> {
    for (;;) {
      try {
        return await this.#step(link)
      } catch (error) {
        if (!(error instanceof CopyMoved)) throw error
      }
    }
  }

  /** The next step copies everything. */
  distrust(): void {
    this.#serving.models.distrust()
  }

  close(): void {
    this.#discard()
    this.#serving.models.close()
  }

  async #step(link: PublishedLink): Promise<ReplicaStep> {
    const { source, rules } = this.#options
    const { models } = this.#serving
    const since = models.isIntact ? models.state : undefined
    const isKnown = link === this.#link
    if (isKnown && since !== undefined) {
      const hasPassed = (point: Point): boolean => models.hasPassed(point)
      const differences = await source.differences(link, since, hasPassed)
      if (differences !== 'everything') return this.#apply(differences)
    }
    const now = await source.state(link)
    if (now === undefined) return { kind: 'waiting', reason: 'nothing is published at MODELS_URL yet' }
    const reason = reasonNotToCopy(now, rules)
    if (reason !== undefined) return { kind: 'waiting', reason }
    this.#link = link
    return !isKnown && since !== undefined ? await this.#step(link) : await this.#load(link, now)
  }

  /** Digests are compared after each commit. */
  #apply(differences: readonly WrittenDifference[]): ReplicaStep {
    let step: ReplicaStep = { kind: 'same' }
    for (const difference of differences) {
      this.#serving.models.apply(difference)
      this.#options.onApplied?.(difference.state)
      step = { kind: 'applied', state: difference.state }
    }
    return step
  }

  /** An interrupted copy is continued. */
  async #load(link: PublishedLink, now: CopyState): Promise<ReplicaStep> {
    const { source, directory, rules, onLoading } = this.#options
    const file = modelsFile(directory, this.#serving.file.number + 1)
    if (this.#first?.load !== now.load) {
      this.#discard()
      const snapshot = link.manifest?.snapshots.at(-1)
      if (snapshot === undefined) throw new CopyMoved('there is no snapshot')
      const models = ReplicaModels.create(file.path, rules)
      this.#first = new FirstCopy(models, now.load, snapshot, (rows, of) => {
        source.responded()
        onLoading?.(rows, of)
      })
    }
    try {
      const state = await this.#first.run(link)
      this.#replace({ file, models: this.#first.models })
      this.#first = undefined
      return { kind: 'loaded', state }
    } catch (error) {
      if (error instanceof CopyMoved || !this.#first?.models.isIntact) this.#discard()
      throw error
    }
  }

  #discard(): void {
    this.#first?.models.discard()
    this.#first = undefined
  }

  #replace(next: { readonly file: ModelsFile; readonly models: ReplicaModels }): void {
    const before = this.#serving
    this.#serving = next
    before.models.close()
    markReplaced(before.file.path, next.file.number)
    // Readers keep the old file open until they have opened the new one.
    deleteModels(before.file)
  }
}
