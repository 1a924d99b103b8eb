// A model of somebody who uses the engine. Its errors name it, since its author must correct it.
import { storageError } from '../../../schema/platform/storage-error.ts'
import { failureOf } from './fold-errors.ts'
import type { Model } from './model.ts'

/**
 * A model whose errors say what failed. A model that is asynchronous fails too: its later changes would be outside of the block.
 * @param name begins the messages: `the model mints of mints.ts`
 */
export const namedModel = <Event extends { readonly kind: string }>(
  model: Model<Event>,
  name: string,
): Model<Event> => ({
  ...model,
  open(database, context, sqlName) {
    const fold = model.open(database, context, sqlName)
    return (event, place) => {
      try {
        const returned: unknown = fold(event, place)
        if (!(returned instanceof Promise)) return
        returned.catch(() => {})
        throw new TypeError('it must not be async')
      } catch (error) {
        throw (
          storageError(error, database.name, 'models') ??
          failureOf(`${name} cannot fold the event ${event.kind}`, place.slot, error)
        )
      }
    }
  },
})
