// Checks the models of an indexer before anything is folded.
import { ENGINE_TABLES } from '../projections/engine/file/models-database.ts'
import type { EventSource } from '../projections/engine/fold/event-source.ts'
import { events } from '../projections/engine/fold/event-table.ts'
import type { Model } from '../projections/engine/fold/model.ts'
import { modelProblem, namesOfModel, relationsOf } from '../projections/engine/fold/model-problem.ts'
import { StartupError } from '../schema/errors.ts'

/** @throws {StartupError} if the models cannot be folded together */
export const checkModels = (
  models: readonly Pick<Model<never>, 'name' | 'version' | 'tables'>[],
  { tables }: Pick<EventSource<never>, 'tables'>,
): void => {
  const engines = ENGINE_TABLES.map((name) => ({ name, indexes: {} }))
  const ofEngine = [events, ...tables, ...engines].flatMap(relationsOf)
  const names = new Map<string, string>(ofEngine.map((name) => [name, 'the engine']))
  for (const model of models) {
    const problem = modelProblem(model, names)
    if (problem !== undefined) throw new StartupError(`the indexer: ${problem}`)
    for (const name of namesOfModel(model)) names.set(name, 'the indexer')
  }
}
