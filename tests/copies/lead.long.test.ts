// Two processes contend for the lead of a copy, in a stream of NATS or in PostgreSQL. The leader is killed, stopped or disconnected. The
// other process leads within seconds, and later writes of the former leader have no effect.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { subjectsOf } from '../../projections/copies/files/nats/nats-connection.ts'
import { skip as noNats, startNats } from '../../projections/copies/files/nats/testing/nats-server.ts'
import { rowsOf } from '../../projections/copies/postgres/session.ts'
import { openSession, serverForTests } from '../../projections/copies/postgres/testing/server-for-tests.ts'
import { slowLink } from '../../projections/copies/testing/slow-link.ts'
import { Never, until } from '../kit/until.ts'
import type { Contention } from './contender.ts'

const postgres = serverForTests()

interface Ground {
  readonly port: number
  url(port: number): string
  written(): Promise<readonly string[]>
}

const GROUNDS: Readonly<
  Record<Contention['kind'], { readonly skip: string | false; open(t: TestContext): Promise<Ground> }>
> = {
  nats: {
    skip: noNats,
    async open(t) {
      const { port, stranger } = await startNats(t)
      const connection = await stranger()
      const written: string[] = []
      connection.subscribe(subjectsOf('models').news, {
        callback: (_error, message) => void written.push(message.string()),
      })
      return { port, url: (through) => `nats://127.0.0.1:${through}`, written: async () => written }
    },
  },
  postgres: {
    skip: postgres.skip,
    async open(t) {
      const session = await openSession(t, false)
      await session.query('DROP TABLE IF EXISTS written')
      await session.query('CREATE TABLE written (seq bigserial, text text)')
      const { port } = new URL(postgres.server.url)
      return {
        port: Number(port),
        url: (through) => postgres.server.url.replace(port, `${through}`),
        written: async () =>
          (await rowsOf(session, 'SELECT text FROM written ORDER BY seq')).map(([text]) => text ?? ''),
      }
    },
  },
}

const LOADER = new URL('../../schema/platform/load-typescript.mjs', import.meta.url).href
const CONTENDER = new URL('./contender.ts', import.meta.url).href

const contender = async (t: TestContext, kind: Contention['kind'], ground: Ground, name: string) => {
  const link = await slowLink(ground.port)
  t.after(() => link.close())
  const lines: string[] = []
  let child: ChildProcess | undefined
  const start = (): void => {
    const contention: Contention = { kind, url: ground.url(link.port), name }
    const program = `import { requireTypeScript } from '${LOADER}'
      await requireTypeScript('${CONTENDER}').contend(${JSON.stringify(contention)})`
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const begun = spawn(process.execPath, ['--input-type=module', '-e', program], { env })
    begun.stdout.setEncoding('utf8').on('data', (text) => lines.push(...text.split('\n').filter(Boolean)))
    child = begun
  }
  const signal = (name: NodeJS.Signals): void => void child?.kill(name)
  const end = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  start()
  t.after(end)
  return {
    ...{ name, start, end, signal, hold: link.hold },
    until: (word: string, after = 0) =>
      until(`${name} ${word}`, () => {
        if (child?.exitCode != null) throw new Never(`${name} has ended`)
        return lines.slice(after).includes(word)
      }),
    get lines() {
      return lines.length
    },
  }
}

type Contender = Awaited<ReturnType<typeof contender>>

const FAULTS: Readonly<Record<string, readonly [(of: Contender) => unknown, (of: Contender) => unknown]>> = {
  killed: [(of) => of.end(), (of) => of.start()],
  stopped: [(of) => of.signal('SIGSTOP'), (of) => of.signal('SIGCONT')],
  'cut off': [(of) => of.hold(true), (of) => of.hold(false)],
}

const assertOneAfterTheOther = (written: readonly string[]): void => {
  const turns = written.filter((text, at) => text !== written[at - 1])
  assert.deepEqual(turns, [...new Set(turns)])
}

/** Time in ms between two leaders. An idle machine needs at most half of it. */
const TAKEOVER_MS = 10_000

for (const [kind, { skip, open }] of Object.entries(GROUNDS) as [
  Contention['kind'],
  (typeof GROUNDS)['nats'],
][])
  for (const [fault, [happen, heal]] of Object.entries(FAULTS))
    test(`${kind}: a leader is ${fault}, another one leads, and the first one never writes in its old term`, {
      skip,
    }, async (t) => {
      const ground = await open(t)
      const one = await contender(t, kind, ground, 'one')
      await one.until('wrote')
      const two = await contender(t, kind, ground, 'two')
      await two.until('waits')
      let [leader, standby] = [one, two]
      for (let round = 0; round < 2; round++) {
        const beganAt = performance.now()
        await happen(leader)
        const before = standby.lines
        await standby.until('wrote', before)
        const took = performance.now() - beganAt
        t.diagnostic(`takeover after ${Math.round(took)} ms`)
        assert.ok(took < TAKEOVER_MS)
        const since = leader.lines
        await heal(leader)
        await leader.until('waits', since)
        ;[leader, standby] = [standby, leader]
      }
      const written = await ground.written()
      assertOneAfterTheOther(written)
      assert.equal(new Set(written).size, 3)
    })
