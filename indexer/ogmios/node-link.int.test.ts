// The connection for requests over a real socket. All requests share the connection, a lost connection is replaced by a new one, and every
// wait has a limit.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { LedgerStateQuery } from '@cardano-ogmios/client'
import { startDevnet } from '../../devnet/devnet.ts'
import { genesis } from '../../devnet/genesis.ts'
import { TEST_TIMEOUT_MS } from '../../tests/kit/test-timeout.ts'
import { answering, startCountedServer } from '../testing/counted-server.ts'
import { type Connection, ConnectionLost, healthOf } from './connection.ts'
import { NodeLink } from './node-link.ts'

const SHORT = 50

const parameters = async (context: Connection['context']) => {
  const { minFeeCoefficient } = await LedgerStateQuery.protocolParameters(context)
  return minFeeCoefficient
}

const startLink = async (t: TestContext, timeout = TEST_TIMEOUT_MS) => {
  const devnet = await startDevnet({ genesis, blockInterval: 0, onError: (error) => assert.fail(`${error}`) })
  const link = new NodeLink(devnet.url, timeout)
  t.after(async () => {
    link.close()
    await devnet.close()
  })
  const connections = async () =>
    (await healthOf({ url: devnet.url, timeout: TEST_TIMEOUT_MS })).metrics.totalConnections
  return { devnet, link, connections }
}

const isLost = (error: unknown): boolean => error instanceof ConnectionLost

test('requests share a connection, which the first of them opens', async (t) => {
  const { link, connections } = await startLink(t)
  assert.equal(await connections(), 0)
  assert.deepEqual(
    await Promise.all(Array.from({ length: 50 }, () => link.ask(parameters))),
    Array(50).fill(44),
  )
  assert.equal(await link.ask(parameters), 44)
  assert.equal(await connections(), 1)
})

test('a link that broke fails what waits on it, and the next request opens another', async (t) => {
  const { devnet, link, connections } = await startLink(t)
  await link.ask(parameters)
  devnet.faults.stall()
  const waiting = [link.ask(parameters), link.ask(parameters)]
  devnet.faults.dropConnections()
  for (const each of waiting) await assert.rejects(each, isLost)
  devnet.faults.resume()
  assert.equal(await link.ask(parameters), 44)
  assert.equal(await connections(), 2)
  link.close()
  assert.equal(await link.ask(parameters), 44)
})

test('what a request throws by itself is thrown, and the link stays', async (t) => {
  const { link, connections } = await startLink(t)
  const fails = link.ask(async () => {
    throw new RangeError('its own')
  })
  await assert.rejects(fails, { name: 'RangeError', message: 'its own' })
  assert.equal(await link.ask(parameters), 44)
  assert.equal(await connections(), 1)
})

test('an answer that does not come is given up, as is a node that is not there', async (t) => {
  const { devnet, link } = await startLink(t, SHORT)
  devnet.faults.stall()
  await assert.rejects(link.ask(parameters), isLost)
  await devnet.close()
  const away = new NodeLink(devnet.url, SHORT)
  t.after(() => away.close())
  await assert.rejects(away.ask(parameters), isLost)
  const silent = await startCountedServer(
    t,
    answering(() => undefined),
  )
  const unanswered = new NodeLink(silent.url, SHORT)
  t.after(() => unanswered.close())
  await assert.rejects(unanswered.ask(parameters), isLost)
})
