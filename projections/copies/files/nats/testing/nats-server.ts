// A NATS server with JetStream for tests, from Debian's package or PATH. It has its own directory and its own port of 127.0.0.1.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { connect as connectToNats, type NatsConnection } from '@nats-io/transport-node'
import { freePort } from '../../../../../tests/kit/free-port.ts'
import { temporaryDirectory } from '../../../../../tests/kit/temporary-directory.ts'
import { Never, until } from '../../../../../tests/kit/until.ts'
import { missing } from '../../../testing/programs.ts'
import { NatsFiles } from '../nats-files.ts'

export const skip = missing('nats-server')

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** @param more further arguments of the server */
export const startNats = async (t: Pick<TestContext, 'after'>, ...more: readonly string[]) => {
  const directory = join(temporaryDirectory(t), 'jetstream')
  const port = await freePort()
  let server: ChildProcess | undefined
  let words = ''
  const start = async (): Promise<void> => {
    const args = ['-js', '-sd', directory, '-a', '127.0.0.1', '-p', `${port}`, ...more]
    const child = spawn('nats-server', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = `${words}${text}`.slice(-2_000)
    })
    server = child
    await until('the NATS server', () => {
      if (child.exitCode !== null) throw new Never('the NATS server does not start')
      return accepts(port)
    })
  }
  const kill = async (): Promise<void> => {
    const child = server
    server = undefined
    if (child === undefined) return
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the NATS server has ended (${child.signalCode ?? child.exitCode}): ${words}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  t.after(kill)
  const address = (through = port) => ({ server: `nats://127.0.0.1:${through}`, stream: 'models' })
  return {
    port,
    start,
    kill,
    signal: (name: NodeJS.Signals) => void server?.kill(name),
    address,
    /** Each is closed when the test ends. */
    files: (through?: number): NatsFiles => {
      const files = new NatsFiles(address(through))
      t.after(() => files.close())
      return files
    },
    /** A connection of somebody else, which is closed when the test ends. */
    stranger: async (): Promise<NatsConnection> => {
      const stranger = await connectToNats({ servers: address().server })
      t.after(() => stranger.close())
      return stranger
    },
  }
}
