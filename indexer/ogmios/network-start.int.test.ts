import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { MethodError, type Methods } from '../../devnet/ogmios/methods.ts'
import { answering, HEALTH, startCountedServer } from '../testing/counted-server.ts'
import { serve } from '../testing/following.ts'
import { networkStart } from './network-start.ts'

const BEGAN = Date.UTC(2026, 0, 2, 3, 4, 5)

const ADVICE = 'start the devnet first, since its start time can only be read from it'

const serveStart = (t: TestContext, answer: Methods[string]) =>
  serve(t, [], { network: 'devnet', methods: () => [{ 'queryNetwork/startTime': answer }] })

test('the start of slot 0 is asked of the node', async (t) => {
  const { url } = await serve(t, [], { network: 'devnet', networkStart: BEGAN })
  assert.equal(await networkStart(url), BEGAN)
})

const startAnswering = async (t: TestContext, isStrict: boolean) => {
  const server = await startCountedServer(t, answering(HEALTH))
  new WebSocketServer({ server: server.http }).on('connection', (socket) =>
    socket.on('message', (text) => {
      const { jsonrpc, method, id } = JSON.parse(String(text))
      const named = isStrict ? {} : { method }
      socket.send(JSON.stringify({ jsonrpc, ...named, id, result: new Date(BEGAN).toISOString() }))
    }),
  )
  return server
}

test('its connection is closed after the answer', async (t) => {
  const server = await startAnswering(t, false)
  assert.equal(await networkStart(server.url), BEGAN)
  await server.emptied()
})

test('an option of Ogmios that the client library cannot use is named', async (t) => {
  const { url } = await startAnswering(t, true)
  await assert.rejects(networkStart(url), {
    name: 'StartupError',
    message: `Ogmios does not report the start of the network (its responses lack \`method\`: start Ogmios without --strict-rpc): ${ADVICE}`,
  })
})

test('a refusal is reported in one line', async (t) => {
  const { url } = await serveStart(t, () => {
    throw new MethodError(-32_601, 'Unknown method.')
  })
  await assert.rejects(networkStart(url), {
    name: 'StartupError',
    message: `Ogmios does not report the start of the network (Unknown method.): ${ADVICE}`,
  })
})

test('so is an answer that is no time', async (t) => {
  const { url } = await serveStart(t, () => '"yesterday"')
  await assert.rejects(networkStart(url), {
    name: 'StartupError',
    message: `Ogmios does not report the start of the network: ${ADVICE}`,
  })
})

test('a node that does not answer is waited for so long and no longer', async (t) => {
  const { url } = await serveStart(t, () => new Promise<string>(() => {}))
  await assert.rejects(networkStart(url, 200), {
    name: 'StartupError',
    message: `Ogmios did not answer within 0.2 s: ${ADVICE}`,
  })
})

test('a connection that is lost ends the wait', async (t) => {
  const { url, faults } = await serveStart(t, () => {
    faults.dropConnections()
    return new Promise<string>(() => {})
  })
  await assert.rejects(networkStart(url), {
    name: 'StartupError',
    message: `the connection to Ogmios closed (code 1006): ${ADVICE}`,
  })
})
