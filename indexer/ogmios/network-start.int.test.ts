import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { answering, HEALTH, startCountedServer } from '../testing/counted-server.ts'
import { serve } from '../testing/following.ts'
import { networkStart } from './network-start.ts'

const BEGAN = Date.UTC(2026, 0, 2, 3, 4, 5)

const ADVICE = 'start the devnet first, since its start time can only be read from it'

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

test('a connection that is lost ends the wait', async (t) => {
  const cut = () => {
    faults.dropConnections()
    return new Promise<string>(() => {})
  }
  const { url, faults } = await serve(t, [], {
    network: 'devnet',
    methods: () => [{ 'queryNetwork/startTime': cut }],
  })
  await assert.rejects(networkStart(url), {
    name: 'StartupError',
    message: `the connection to Ogmios closed (code 1006): ${ADVICE}`,
  })
})
