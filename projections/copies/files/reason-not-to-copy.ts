// Checks whether this process can use a copy. A replica reads only models that were folded by the rules of its own version and settings.
import { versionOf } from '../../engine/file/generations.ts'
import { fingerprintOf } from '../../engine/file/models-database.ts'
import { type CopyState, LAYOUT_VERSION } from '../protocol/copy-state.ts'
import type { DescribedModels } from '../source/models-source.ts'

/** Undefined if the replica can use the copy. */
export const reasonNotToCopy = (
  { layout, network, source, models }: CopyState,
  rules: DescribedModels,
): string | undefined => {
  if (network !== rules.network)
    return `MODELS_URL has models of ${network}, but this process is for ${rules.network}: change MODELS_URL or NETWORK`
  if (layout !== LAYOUT_VERSION)
    return `MODELS_URL has a copy of another version of this service: run the same version as the indexer`
  if (source !== fingerprintOf(rules.source))
    return (
      `the models in MODELS_URL were folded by other rules: run the indexer's version, with its OPERATIONS_CONFIG and, on a ` +
      'devnet, its OGMIOS_URL'
    )
  const other = rules.models.filter((model) => models[model.name]?.version !== versionOf(model))
  if (other.length > 0)
    return `MODELS_URL has another version of ${other.map(({ name }) => name).join(', ')}, or lacks it: run the same version as the indexer, with the same MODEL`
  const unknown = Object.keys(models).filter((name) => rules.models.every((model) => model.name !== name))
  return unknown.length === 0
    ? undefined
    : `MODELS_URL has the model ${unknown.join(', ')}, which is not part of the project: set MODEL as for the indexer`
}
