import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authority } from './print-url.ts'

test('an address of either kind makes a URL that can be read', () => {
  const urls = ['127.0.0.1', 'localhost', '::', '::1', 'fe80::1'].map(
    (host) => `http://${authority(host, 8080)}`,
  )
  assert.deepEqual(urls, [
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::]:8080',
    'http://[::1]:8080',
    'http://[fe80::1]:8080',
  ])
  assert.deepEqual(
    urls.map((url) => new URL(url).origin),
    urls,
  )
})
