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
