// Settings of copies that contradict each other, or belong to another process.
import type { Settings } from '../../../schema/config/settings.ts'
import { StartupError } from '../../../schema/errors.ts'

/** @throws {StartupError} that says which setting to change */
export const checkCopies = ({
  ROLE: role,
  POSTGRES_URL,
  MODELS_URL,
  PUBLISH_DIR,
  PUBLISH_URL,
  SNAPSHOT,
}: Pick<
  Settings,
  'ROLE' | 'POSTGRES_URL' | 'MODELS_URL' | 'PUBLISH_DIR' | 'PUBLISH_URL' | 'SNAPSHOT'
>): void => {
  if (SNAPSHOT !== undefined && role === 'api')
    throw new StartupError('SNAPSHOT is for the indexer: set it there, or leave it out')
  if (MODELS_URL !== undefined && role !== 'api')
    throw new StartupError('MODELS_URL is for replicas: set ROLE=api, or leave MODELS_URL out')
  if (POSTGRES_URL !== undefined && role === 'api')
    throw new StartupError(
      MODELS_URL === undefined
        ? 'replicas do not read PostgreSQL any more: leave POSTGRES_URL out, and set MODELS_URL to the address of models that an indexer ' +
            'publishes with PUBLISH_DIR (docs/operate/scaling.md#replicas-that-read-postgresql)'
        : 'POSTGRES_URL is for the indexer: leave it out of a replica',
    )
  if (PUBLISH_URL !== undefined && role === 'api')
    throw new StartupError('PUBLISH_URL is for the indexer: leave it out of a process with ROLE=api')
  if (PUBLISH_URL !== undefined && PUBLISH_DIR !== undefined)
    throw new StartupError('models are published in one place: leave out PUBLISH_DIR or PUBLISH_URL')
  if (PUBLISH_DIR !== undefined && MODELS_URL !== undefined)
    throw new StartupError('an indexer publishes the models: leave PUBLISH_DIR out of a replica')
}
