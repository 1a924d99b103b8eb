// The object store of PUBLISH_URL from the variables of AWS' tools.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectStoreOf } from './object-store.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
const keys = { accessKeyId: 'id', secretAccessKey: 'secret' }

test('endpoint, region and keys are those of the variables', () => {
  assert.deepEqual(
    objectStoreOf('s3://models/main/v1/', { ...KEYS, AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: '' }),
    {
      ...{ ...keys, region: 'eu-west-1', sessionToken: undefined },
      url: 'https://s3.eu-west-1.amazonaws.com/models/main/v1',
    },
  )
  const other = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/', AWS_SESSION_TOKEN: 'session' }
  assert.deepEqual(objectStoreOf('s3://models/main', { ...KEYS, ...other }), {
    ...{ ...keys, region: 'us-east-1', sessionToken: 'session' },
    url: 'http://127.0.0.1:9000/models/main',
  })
})

test('a missing or bad variable is named, without its value', () => {
  assert.throws(() => objectStoreOf('s3://models/main', {}), {
    name: 'StartupError',
    message: 'PUBLISH_URL needs the variable AWS_ACCESS_KEY_ID',
  })
  assert.throws(() => objectStoreOf('s3://models/main', { ...KEYS, AWS_ENDPOINT_URL: 'minio:9000' }), {
    message: 'AWS_ENDPOINT_URL must be an http:// or https:// URL',
  })
})
