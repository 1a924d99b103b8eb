// Decides from the settings where copies are written and read. Settings that contradict each other or the role of the
// process are refused.
import { readFileSync } from 'node:fs'
import type { NatsAddress } from '../../../projections/copies/files/nats/nats-connection.ts'
import type { ObjectStoreOptions } from '../../../projections/copies/files/object-files.ts'
import type { Settings } from '../../../schema/config/settings.ts'
import { StartupError } from '../../../schema/errors.ts'
import { messageOf } from '../../../schema/platform/message-of.ts'
import { type Env, objectStoreOf } from './object-store.ts'

export interface CopyPlaces {
  /** Undefined if the indexer publishes to a directory or not at all. */
  readonly publishStore?: ObjectStoreOptions | NatsAddress | undefined
  /** URLs or NATS streams. */
  readonly sources: readonly (string | NatsAddress)[]
}

/** Credentials come from the variables that NATS' own tool reads. */
const natsAddressOf = (url: string, env: Env): NatsAddress => {
  const { protocol, host, pathname } = new URL(url)
  const { NATS_USER: user, NATS_PASSWORD: password, NATS_CREDS, NATS_CA, NATS_CERT, NATS_KEY } = env
  const files = {
    ...(NATS_CA && { caFile: NATS_CA }),
    ...(NATS_CERT && { certFile: NATS_CERT }),
    ...(NATS_KEY && { keyFile: NATS_KEY }),
  }
  const credentials = NATS_CREDS ? textOf('NATS_CREDS', NATS_CREDS) : undefined
  const hasTls = protocol === 'tls:' || Object.keys(files).length > 0
  return {
    ...{ server: `${protocol}//${host}`, stream: pathname.replaceAll('/', ''), credentials },
    ...{ user: user || undefined, password: password || undefined, tls: hasTls ? files : undefined },
  }
}

const textOf = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartupError(`${name} names a file that cannot be read: ${messageOf(error)}`)
  }
}

const isNats = (url: string): boolean => /^(nats|tls):/.test(url)

/** @throws {StartupError} if a variable is missing or invalid */
export const copyPlacesOf = (
  { PUBLISH_URL: to, MODELS_URL: from = [] }: Pick<Settings, 'PUBLISH_URL' | 'MODELS_URL'>,
  env: Env,
): CopyPlaces => ({
  publishStore: to === undefined ? undefined : isNats(to) ? natsAddressOf(to, env) : objectStoreOf(to, env),
  sources: from.map((url) => (isNats(url) ? natsAddressOf(url, env) : url)),
})

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
            'publishes with PUBLISH_DIR (docs/operate/scaling.md#replicas-on-other-machines)'
        : 'POSTGRES_URL is for the indexer: leave it out of a replica',
    )
  if (PUBLISH_URL !== undefined && role === 'api')
    throw new StartupError('PUBLISH_URL is for the indexer: leave it out of a process with ROLE=api')
  if (PUBLISH_URL !== undefined && PUBLISH_DIR !== undefined)
    throw new StartupError('models are published in one place: leave out PUBLISH_DIR or PUBLISH_URL')
  if (PUBLISH_DIR !== undefined && MODELS_URL !== undefined)
    throw new StartupError('an indexer publishes the models: leave PUBLISH_DIR out of a replica')
}
