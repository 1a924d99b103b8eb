// Rejected pools in `/status` come from the models, so they survive a restart and follow rollbacks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { pino } from 'pino'
import { ReadThread } from '../../projections/read/threads/run-reads.ts'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { openTestModels, readerOf } from '../../projections/testing/test-models.ts'
import { StatusSchema } from '../../schema/answers/operations.ts'
import { NO_BUILDER } from '../builder/testing/no-builder.ts'
import { FEED_LIMITS } from '../feed/socket/feed-socket.ts'
import { checkResponse } from '../http/testing/check-response.ts'
import { startTestServer } from '../http/testing/test-server.ts'
import { noMempool } from '../mempool-view.ts'
import { SharedReads } from '../shared-reads.ts'
import { MAINNET_CONFIGS } from '../testing/mainnet-configs.ts'
import { operations } from './routes.ts'

test('the status counts rejected pools by reason, the most frequent first', async (t) => {
  const { database, directory, close } = openTestModels(mainnetOperations)
  const insert = database.prepare('INSERT INTO rejections_1 VALUES (?, ?, ?, ?)')
  insert.run('its tier is not listed', 2, Buffer.alloc(32, 1), 7)
  insert.run('its executor is not listed', 5, Buffer.alloc(32, 2), 9)
  const reader = readerOf(t, { directory, close })
  const context = {
    reader,
    readThreads: new ReadThread({ directory, network: 'mainnet' }),
    mempool: noMempool,
    builder: NO_BUILDER,
    serviceKey: undefined,
    network: 'mainnet',
    configs: () => MAINNET_CONFIGS,
    slotTime: () => 0,
    clock: () => 0,
    log: pino({ level: 'silent' }),
    feedLimits: FEED_LIMITS,
    maxTipAge: 1,
    chartCacheBytes: 0,
    images: {
      put: async () => {},
      find: async () => undefined,
      has: () => false,
      damaged: () => [],
      maintain: async () => {},
    },
  } as const
  const route = operations
    .routes({ ...context, shared: new SharedReads(context) })
    .find((each) => each.path === '/status')
  if (route === undefined) assert.fail('no route')
  const { url } = await startTestServer(t, [route])
  const { body } = await checkResponse(url, route)
  assert.ok(Value.Check(StatusSchema, body), 'the answer has its schema')
  assert.deepEqual(body.config, { protocol: null, contracts: null, operations: null })
  assert.deepEqual(body.rejections, [
    { reason: 'its executor is not listed', count: 5, transaction: '02'.repeat(32), slot: 9 },
    { reason: 'its tier is not listed', count: 2, transaction: '01'.repeat(32), slot: 7 },
  ])
})
