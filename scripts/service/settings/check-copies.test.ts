// Settings that contradict each other are refused with a remedy.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings } from '../../../schema/config/settings.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { checkCopies, copyPlacesOf } from './check-copies.ts'

const check = (env: Readonly<Record<string, string>>) => checkCopies(readSettings(env, []).settings)

const MODELS_URL = 'https://models.example'
const PUBLISH_URL = 's3://bucket/models'
const POSTGRES_URL = 'postgres://db.example/launchpad'

test('a process gets only the settings of its role', () => {
  check({ PUBLISH_DIR: 'published', POSTGRES_URL, SNAPSHOT: 'snapshot.tar.gz' })
  check({ ROLE: 'api', PUBLISH_DIR: 'published' })
  check({ ROLE: 'indexer', PUBLISH_URL })
  check({ ROLE: 'api', MODELS_URL })
  for (const [env, message] of [
    [
      { ROLE: 'api', POSTGRES_URL },
      'replicas do not read PostgreSQL any more: leave POSTGRES_URL out, and set MODELS_URL to the address of models that an indexer ' +
        'publishes with PUBLISH_DIR (docs/operate/scaling.md#replicas-on-other-machines)',
    ],
    [{ ROLE: 'api', POSTGRES_URL, MODELS_URL }, 'POSTGRES_URL is for the indexer: leave it out of a replica'],
    [{ ROLE: 'api', PUBLISH_URL }, 'PUBLISH_URL is for the indexer: leave it out of a process with ROLE=api'],
    [
      { PUBLISH_DIR: 'published', PUBLISH_URL },
      'models are published in one place: leave out PUBLISH_DIR or PUBLISH_URL',
    ],
    [{ MODELS_URL }, 'MODELS_URL is for replicas: set ROLE=api, or leave MODELS_URL out'],
    [
      { ROLE: 'api', MODELS_URL, PUBLISH_DIR: 'published' },
      'an indexer publishes the models: leave PUBLISH_DIR out of a replica',
    ],
    [{ ROLE: 'api', SNAPSHOT: 'a' }, 'SNAPSHOT is for the indexer: set it there, or leave it out'],
  ] as const)
    assert.throws(() => check(env), { name: 'StartupError', message })
})

test('a stream of NATS is published to and read, with the variables of the tools of NATS', (t) => {
  const credentials = join(temporaryDirectory(t), 'user.creds')
  writeFileSync(credentials, 'a key')
  const at = { server: 'nats://nats.example:4222', stream: 'launchpad' }
  const none = { user: undefined, password: undefined, credentials: undefined, tls: undefined }
  const url = `${at.server}/launchpad`
  assert.deepEqual(copyPlacesOf({ MODELS_URL: ['https://models.example', `${url}/`] }, {}), {
    publishStore: undefined,
    sources: ['https://models.example', { ...at, ...none }],
  })
  assert.deepEqual(
    copyPlacesOf({ PUBLISH_URL: url }, { NATS_USER: 'a', NATS_PASSWORD: 'b', NATS_CA: 'ca.pem' }),
    {
      publishStore: { ...at, ...none, user: 'a', password: 'b', tls: { caFile: 'ca.pem' } },
      sources: [],
    },
  )
  assert.deepEqual(
    copyPlacesOf({ PUBLISH_URL: 'tls://nats.example/launchpad' }, { NATS_CREDS: credentials }),
    {
      publishStore: {
        ...none,
        server: 'tls://nats.example',
        stream: 'launchpad',
        credentials: 'a key',
        tls: {},
      },
      sources: [],
    },
  )
  assert.throws(() => copyPlacesOf({ PUBLISH_URL: url }, { NATS_CREDS: `${credentials}.no` }), {
    name: 'StartupError',
    message: /^NATS_CREDS names a file that cannot be read: ENOENT/,
  })
})
