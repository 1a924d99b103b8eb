import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testModels } from '../../testing/test-models.ts'
import { logosQuery } from './logos.ts'

test('the images of launches are known, each once', (t) => {
  const { database } = testModels(t)
  const table = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'launches%'",
    )
    .get()?.name
  const insert = database.prepare(`INSERT INTO ${table} (pool, ticker, info) VALUES (?, 'T', ?)`)
  for (const [pool, logoCid] of ['bafkreia', 'bafybeib', 'bafkreia', ''].entries())
    insert.run(pool, JSON.stringify({ logoCid, ticker: 'T' }))
  assert.deepEqual(logosQuery(database)(), new Set(['bafkreia', 'bafybeib', '']))
})
