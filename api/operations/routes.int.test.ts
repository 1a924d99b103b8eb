import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallCounts } from '../../schema/platform/call-thread.ts'
import type { FollowingReport, Reports } from '../../schema/reports.ts'
import { COMPONENT_NAMES } from '../components.ts'
import { checkResponse } from '../http/testing/check-response.ts'
import { startComponents } from '../testing/start-components.ts'

const POINT = { slot: 3, id: 'cd'.repeat(32), height: 1 }

const indexer = (changes: Partial<FollowingReport> = {}): Reports => ({
  following: {
    state: 'following',
    problem: null,
    nodeTip: POINT,
    logEnd: POINT,
    isRecorded: true,
    at: Date.now(),
    ...changes,
  },
  folding: { problem: null, isPassing: false, rate: 0, refolding: [], at: Date.now() },
})

test('readiness follows the status that the indexer writes, and data are served only near the tip', async (t) => {
  const { url, writeStatus, routeOf } = await startComponents(t, COMPONENT_NAMES, 3)
  const seen = async () => {
    const { status, body } = await checkResponse(url, routeOf('getReadiness'))
    assert.ok(typeof body === 'object' && body !== null && 'checks' in body)
    const alias = await fetch(`${url}/healthcheck`)
    assert.deepEqual([alias.status, await alias.json()], [status, body])
    const call = { body: { pkh: '00'.repeat(28) } }
    return [status, body.checks, (await checkResponse(url, routeOf('getUtxos'), call)).status]
  }
  const checks = { db: 'ok', node: 'ok', config: 'ok' }
  writeStatus(indexer())
  assert.deepEqual(await seen(), [200, checks, 200])
  writeStatus(indexer({ nodeTip: { ...POINT, height: 12 } }))
  assert.deepEqual(await seen(), [503, { ...checks, node: 'the models are 11 blocks behind the node' }, 503])
  writeStatus(indexer({ state: 'waiting', problem: 'the node is gone' }))
  assert.deepEqual(await seen(), [503, { ...checks, node: 'the node is gone' }, 200])
})

test('a transaction builder that does not respond is reported, and the service stays ready', async (t) => {
  const builderCounts = new CallCounts()
  const { url, writeStatus, routeOf } = await startComponents(t, COMPONENT_NAMES, 3, { builderCounts })
  writeStatus(indexer())
  const seen = async () => {
    const { status, body } = await checkResponse(url, routeOf('getReadiness'))
    return [status, body]
  }
  const checks = { db: 'ok', node: 'ok', config: 'ok' }
  builderCounts.silence = 5_000
  assert.deepEqual(await seen(), [200, { status: 'ok', checks }])
  builderCounts.silence = 6_000
  assert.deepEqual(await seen(), [
    200,
    { status: 'degraded', checks: { ...checks, builder: 'no response for 6 s' } },
  ])
})

test('with unreadable models the process is healthy but not ready, and serves no data', async (t) => {
  const { url, reader, routeOf } = await startComponents(t, COMPONENT_NAMES, 3)
  reader.close()
  assert.equal((await checkResponse(url, routeOf('getHealth'))).status, 200)
  const unready = await checkResponse(url, routeOf('getReadiness'))
  assert.deepEqual(
    [unready.status, unready.body],
    [
      503,
      {
        status: 'unavailable',
        checks: {
          db: 'The database connection is not open',
          node: 'the read models cannot be read',
          config: 'ok',
        },
      },
    ],
  )
  const data = await checkResponse(url, routeOf('getUtxos'), { body: { pkh: '00'.repeat(28) } })
  assert.equal(data.status, 503)
  assert.equal((await checkResponse(url, routeOf('getStatus'))).status, 500)
})

test('the reader notices commits without a request', async (t) => {
  const { models, reader } = await startComponents(t, [], 3)
  const changed = new Promise((resolve) => {
    reader.once('changed', resolve)
  })
  t.after(reader.watch(5, () => {}).close)
  models.transaction(() => {
    models.exec("INSERT INTO changes VALUES (2, 'bars', '[1,2,3]', '{}')")
    models.exec('UPDATE checkpoint SET version = 2')
  })()
  assert.deepEqual(await changed, [{ table: 'bars', key: [1, 2, 3], topics: {} }])
})
