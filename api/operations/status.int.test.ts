// Rejected pools in `/status` come from the models, so they survive a restart and follow rollbacks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { testModels } from '../../projections/testing/test-models.ts'
import { StatusSchema } from '../../schema/responses/operations.ts'
import { checkResponse } from '../http/testing/check-response.ts'
import { serveModels } from '../testing/start-components.ts'

test('the status counts rejected pools by reason, the most frequent first', async (t) => {
  const { database, directory, openReader } = testModels(t)
  const insert = database.prepare('INSERT INTO rejections_1 VALUES (?, ?, ?, ?)')
  insert.run('its tier is not listed', 2, Buffer.alloc(32, 1), 7)
  insert.run('its executor is not listed', 5, Buffer.alloc(32, 2), 9)
  const reader = openReader()
  const { url, routes } = await serveModels(t, [], reader, { directory })
  const route = routes.find((each) => each.path === '/status') ?? assert.fail('no route')
  const { body } = await checkResponse(url, route)
  assert.ok(Value.Check(StatusSchema, body), 'the answer has its schema')
  assert.deepEqual(body.config, { protocol: null, contracts: null, operations: null })
  assert.deepEqual(body.rejections, [
    { reason: 'its executor is not listed', count: 5, transaction: '02'.repeat(32), slot: 9 },
    { reason: 'its tier is not listed', count: 2, transaction: '01'.repeat(32), slot: 7 },
  ])
})

test('beside an indexer of another version, whose models have no rejected pools, there is a status', async (t) => {
  const { database, directory, openReader } = testModels(t)
  database.exec('DROP VIEW rejections')
  const reader = openReader()
  const { url, routes } = await serveModels(t, [], reader, { directory })
  const route = routes.find((each) => each.path === '/status') ?? assert.fail('no route')
  const { status, body } = await checkResponse(url, route)
  assert.ok(Value.Check(StatusSchema, body), 'the answer has its schema')
  assert.deepEqual([status, body.rejections], [200, []])
})
