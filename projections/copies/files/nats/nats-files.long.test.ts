// Models published in a stream of NATS. Replicas have the indexer's rows through forks, a killed server and cut connections. Of several
// processes, one publishes.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { DiscardPolicy, jetstreamManager } from '@nats-io/jetstream'
import { seedOf } from '../../../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../../../tests/kit/temporary-directory.ts'
import { missing, selfSigned } from '../../testing/programs.ts'
import { slowLink } from '../../testing/slow-link.ts'
import { GRACE_MS } from '../published-store.ts'
import { publishing } from '../testing/published-world.ts'
import { NatsCarrier } from './nats-carrier.ts'
import { NatsFiles } from './nats-files.ts'
import { skip, startNats } from './testing/nats-server.ts'

const scene = async (t: TestContext) => {
  const nats = await startNats(t)
  const [up, down] = [await slowLink(nats.port), await slowLink(nats.port)]
  const carrier = new NatsCarrier(nats.address(down.port))
  const made = publishing(t, seedOf(t), new NatsFiles(nats.address(up.port)), carrier)
  t.after(() => {
    for (const link of [up, down]) link.close()
  })
  made.world.grow(12)
  return { ...made, nats, up, down }
}

test('replicas follow a stream through forks, a killed server, cut connections and restarts', {
  skip,
}, async (t) => {
  const { nats, world, up, down, origin, reader } = await scene(t)
  assert.deepEqual(await reader.step(), {
    kind: 'waiting',
    reason: 'nothing is published at MODELS_URL yet',
  })
  origin.begin()
  for (let round = 0; round < 12; round++) {
    if (round % 2 === 0) world.grow(1 + world.below(3))
    else world.fork(1 + world.below(4), 5)
    if (round % 3 === 1) for (const link of [up, down]) link.cut()
    if (round % 4 === 2) {
      await nats.kill()
      origin.follow(world)
      await nats.start()
    }
    if (round % 4 === 3) {
      await origin.end()
      origin.begin()
    }
    origin.follow(world)
    await reader.catchUp(origin)
  }
  assert.equal(reader.loads, 1)
})

test('a former leader never writes into another stream of that name, whatever its sequence', {
  skip,
}, async (t) => {
  const nats = await startNats(t)
  const [former, next] = [nats.files(), nats.files()]
  const { streams } = await jetstreamManager(await nats.stranger())
  const last = async () => (await streams.info('models')).state.last_seq
  assert.ok(await former.lead.try())
  for (let at = 0; at < 20; at++) await former.writeManifest('former')
  const own = await last()
  await streams.delete('models')
  assert.ok(await next.lead.try())
  while ((await last()) < own) await next.writeManifest('next')
  await assert.rejects(former.writeManifest('former'), { name: 'Superseded' })
  assert.equal(await next.readManifest(), 'next')
})

test('what the manifest no longer names is removed, files are divided into messages, and missing ones are named', {
  skip,
}, async (t) => {
  const nats = await startNats(t)
  const files = nats.files()
  const carrier = new NatsCarrier(nats.address())
  const ending = new AbortController()
  t.after(() => ending.abort())
  assert.ok(await files.lead.try())
  const [old, large] = ['0123456789abcdef/1.json.gz', '0123456789abcdef/2.json.gz']
  const [few, many] = [randomBytes(10), randomBytes(1_200_000)]
  await files.write(old, few)
  await files.write(large, many)
  assert.deepEqual(await files.read(large), many)
  assert.deepEqual(await carrier.file(large, ending.signal), many)
  const keep = () => files.sweep((name) => name === large)
  await keep()
  assert.deepEqual(await files.read(old), few, 'a reader may still be reading it')
  const now = performance.now()
  t.mock.method(performance, 'now', () => now + GRACE_MS + 1)
  await keep()
  assert.equal(await files.read(old), undefined)
  assert.deepEqual(await files.read(large), many)
})

test('a failed process removes its own files, but not those that a later leader has written with the same name', {
  skip,
}, async (t) => {
  const nats = await startNats(t)
  const [former, next] = [nats.files(), nats.files()]
  const names = ['0123456789abcdef/1.json.gz', '0123456789abcdef/2.json.gz']
  const [own = '', shared = ''] = names
  assert.ok(await former.lead.try())
  for (const name of names) await former.write(name, randomBytes(1_200_000))
  await former.lead.return()
  assert.ok(await next.lead.try())
  const bytes = randomBytes(1_200_000)
  await next.write(shared, bytes)
  await former.remove(names)
  assert.equal(await next.read(own), undefined)
  assert.deepEqual(await next.read(shared), bytes)
})

test('a stream whose settings do not fit is refused with the remedy, also by its leader', {
  skip,
}, async (t) => {
  const nats = await startNats(t)
  const [files, other] = [nats.files(), nats.files()]
  const { streams } = await jetstreamManager(await nats.stranger())
  assert.ok(await files.lead.try())
  const { config } = await streams.info('models')
  const isRefused = async (problem: string): Promise<void> => {
    const message = `NATS at 127.0.0.1:${nats.port}: the stream models ${problem}`
    await assert.rejects(files.has('0123456789abcdef/1.json.gz'), { message })
    await assert.rejects(other.lead.try(), { message })
  }
  const limited = 'deletes published files: remove its max_bytes and max_msgs, or set its discard to new'
  for (const [settings, problem] of [
    [{ max_age: 3.6e12 }, 'deletes published files: remove its max_age'],
    [{ max_bytes: 1e9 }, limited],
    [{ max_msgs: 1e6 }, limited],
    [{ max_msgs_per_subject: -1 }, 'keeps replaced files: set its max_msgs_per_subject to 1'],
  ] as const) {
    await streams.update('models', { ...config, ...settings })
    await isRefused(problem)
  }
  await streams.update('models', { ...config, max_bytes: 1e9, discard: DiscardPolicy.New })
  assert.equal(await files.has('0123456789abcdef/1.json.gz'), false)
  assert.equal(await other.lead.try(), false)
  // This stream would also store the requests for the lead, each of which would end the lead.
  await streams.delete('models')
  await streams.add({ name: 'models', subjects: ['models.>'], max_msgs_per_subject: 1 })
  await isRefused(
    'does not have the subjects models.file.>, models.lead, models.manifest only: delete it, or set another stream in PUBLISH_URL',
  )
})

test('a server with a user and TLS is written to and read, and others are refused in words', {
  skip: skip || missing('openssl'),
}, async (t) => {
  const { certificate, key } = selfSigned(temporaryDirectory(t), 'localhost')
  const nats = await startNats(
    t,
    ...['--user', 'models', '--pass', 'secret'],
    ...['--tls', '--tlscert', certificate, '--tlskey', key],
  )
  const address = {
    ...nats.address(),
    server: `nats://localhost:${nats.port}`,
    user: 'models',
    password: 'secret',
    tls: { caFile: certificate },
  }
  const files = new NatsFiles(address)
  t.after(() => files.close())
  assert.ok(await files.lead.try())
  await files.writeManifest('first')
  assert.equal(await files.readManifest(), 'first')
  const refused = async (other: Partial<typeof address>, message: RegExp): Promise<void> => {
    const stranger = new NatsFiles({ ...address, ...other })
    await assert.rejects(stranger.readManifest(), { message })
    await stranger.close()
  }
  await refused({ password: 'other' }, /^NATS at localhost:\d+: .*[Aa]uthorization/)
  await refused({ tls: {} as { caFile: string } }, /^NATS at localhost:\d+: .*self-signed certificate/)
})
