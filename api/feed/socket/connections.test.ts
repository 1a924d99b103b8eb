import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONNECTION_LIMITS, Connection } from './connection.ts'
import { Connections } from './connections.ts'
import { Hub } from './hub.ts'
import { SESSION_LIMITS, Session } from './session.ts'

test('a connection ends after unanswered pings, and not after a pause of the process', () => {
  const ended: string[] = []
  const connections = new Connections({ ping: 20_000, silence: 60_000 })
  const open = (name: string): Connection => {
    const socket = {
      send: () => 1,
      getBufferedAmount: () => 0,
      cork: (work: () => void) => work(),
      ping: () => 1,
      end: (code: number) => void ended.push(`${name} ${code}`),
      close: () => void ended.push(`${name} closed`),
    }
    const session = new Session('mainnet', SESSION_LIMITS)
    const connection = new Connection(socket, session, new Hub(250), CONNECTION_LIMITS, (error) =>
      assert.fail(String(error)),
    )
    connections.add(connection)
    return connection
  }
  const answers = open('answers')
  open('silent')
  let now = 0
  const pingAll = (): void => {
    for (let part = 0; part < 20; part++) connections.beat(now)
  }
  pingAll()
  answers.hear()
  now += 3_600_000
  pingAll()
  assert.deepEqual(ended, [])
  answers.hear()
  pingAll()
  pingAll()
  assert.deepEqual(ended, ['silent 4008'])
  // The socket does not read the close frame.
  for (let ping = 0; ping < 4; ping++) {
    answers.hear()
    pingAll()
  }
  assert.deepEqual(ended, ['silent 4008', 'silent closed'])
})

test('each frame is sent once and in order, and a client that does not read is ended at the limits', () => {
  const sent: unknown[] = []
  const client = { result: 1, waiting: 0 }
  const socket = {
    send: (text: string | Uint8Array) => {
      sent.push(
        Buffer.from(text)
          .toString()
          .replace(/.*"data":(\w+)}/, '$1'),
      )
      return client.result
    },
    getBufferedAmount: () => client.waiting,
    cork: (work: () => void) => work(),
    ping: () => 1,
    end: (code: number) => void sent.push(code),
    close: () => void sent.push('closed'),
  }
  const hub = new Hub(0)
  const open = (limits = { queueFrames: 3, queueBytes: 1_000 }): ((data: string) => void) => {
    Object.assign(client, { result: 1, waiting: 0 })
    const session = new Session('mainnet', SESSION_LIMITS)
    const connection = new Connection(socket, session, hub, limits, (error) => assert.fail(String(error)))
    const said = { messageType: 'subscribe', clientId: 'c', requestId: 'r', topic: 'KOTH' }
    connection.receive(JSON.stringify(said), 0, 0)
    sent.splice(0)
    return (data) => {
      hub.publish({ topic: 'KOTH', key: '', data }, 0)
      if (data === 'drained') connection.drained()
      else hub.flush()
    }
  }
  const say = open()
  say('1')
  hub.publish({ topic: 'KOTH', key: '', data: '2' }, 0)
  say('3')
  assert.deepEqual(sent.splice(0), ['1', '2', '3'])
  // Three frames may wait, then the client must have read all of them.
  client.result = 0
  for (const data of ['4', '5', '6']) say(data)
  client.waiting = 1
  say('drained')
  const ends = (): number => [...hub.counts.ended.values()].reduce((sum, count) => sum + count, 0)
  assert.deepEqual([sent.splice(0), ends()], [['4', '5', '6'], 0])
  hub.flush()
  assert.deepEqual([sent.splice(0), ends()], [['drained', 1013], 1])
  const bytes = open({ queueFrames: 9, queueBytes: 1_000 })
  Object.assign(client, { result: 0, waiting: 1_000 })
  bytes('7')
  client.waiting = 0
  bytes('drained')
  hub.flush()
  client.waiting = 1_001
  assert.deepEqual(sent.splice(0), ['7', 'drained'])
  bytes('8')
  bytes('9')
  assert.deepEqual(sent.splice(0), ['8', 1013])
  const dropping = open()
  client.result = 2
  dropping('10')
  assert.deepEqual(sent, ['10', 1013])
})
