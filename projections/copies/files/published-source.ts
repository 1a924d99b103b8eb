// Publications as a replica's source. The replica waits for the next manifest of one publication, and fetches the differences it lacks.
import type { Network } from '../../../schema/primitives.ts'
import { CopyMoved, type CopySource, type OwnRules } from '../receive/copy-source.ts'
import type { DescribedModels } from '../source/models-source.ts'
import { PublishedCopy } from './published-copy.ts'
import { type Carrier, differencesAfter, type PublishedLink } from './published-link.ts'
import { type ChoiceTimes, isAlike, placeOf, SourceChoice } from './source-choice.ts'

/** @param carriers access to the publications, the preferred one first */
export const publishedSource = (
  carriers: readonly Carrier[],
  rules: DescribedModels & OwnRules,
  network: Network,
  times?: ChoiceTimes,
): CopySource<PublishedLink> => {
  const choice = new SourceChoice(carriers, rules, network, times)
  return {
    connect(ending) {
      const link = choice.connect(ending)
      return { connection: link, look: () => link.pause }
    },
    async readState(link) {
      const state = (await link.look())?.state
      if (state === undefined || !choice.isUsable(state)) await choice.standStill(link.ending, undefined)
      return state
    },
    async readDifferences(link, tables, since, hasPassed) {
      const manifest = await link.lookAfter(since)
      if (manifest === undefined) return 'everything'
      const { state } = manifest
      const isOther = state.load !== since.load && !isAlike(state, since)
      const version = isOther ? undefined : await placeOf(link, manifest, since)
      const differences =
        version === undefined
          ? 'everything'
          : await differencesAfter(link, tables, since, { load: state.load, version }, state.version)
      if (differences === 'everything' && (isOther || !hasPassed(state))) {
        await choice.part(link.ending, since)
        return 'everything'
      }
      // The source is at the replica's block, or at an earlier one because it has lost its last commits.
      const later = differences === 'everything' ? [] : differences
      choice.continued(later.length > 0)
      if (later.length === 0) await choice.standStill(link.ending, since)
      return later
    },
    async beginCopy(link, path, _state, onProgress) {
      const snapshot = link.manifest?.snapshots.at(-1)
      if (link.manifest === undefined || snapshot === undefined) throw new CopyMoved('there is no snapshot')
      return new PublishedCopy(path, link.manifest.state.load, snapshot, {
        network,
        rules,
        onProgress(rows, of) {
          choice.works()
          onProgress(rows, of)
        },
      })
    },
    readReports: async (link) => link.manifest?.reports ?? [],
  }
}
