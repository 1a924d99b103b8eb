// Readers of a NATS stream that is damaged, was made by others, or refuses the readers. Every reader must close its connection.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import { temporaryDirectory } from '../../../../tests/kit/temporary-directory.ts'
import { until } from '../../../../tests/kit/until.ts'
import { World } from '../../testing/indexer.ts'
import { slowLink } from '../../testing/slow-link.ts'
import { Origin, Reader } from '../testing/published-world.ts'
import { NatsCarrier } from './nats-carrier.ts'
import { NatsConnection, PART_BYTES, PARTS, subjectsOf } from './nats-connection.ts'
import { NatsFiles } from './nats-files.ts'
import { skip, startNats } from './testing/nats-server.ts'

const NAME = '0123456789abcdef/1.json.gz'
const manifestOf = (version: number): string => JSON.stringify({ state: { version } })

const scene = async (t: TestContext, ...more: readonly string[]) => {
  const nats = await startNats(t, ...more)
  const files = nats.files()
  assert.ok(await files.lead.try())
  return { address: nats.address(), files, stranger: await nats.stranger() }
}

const carrierOf = (t: TestContext, address: ConstructorParameters<typeof NatsCarrier>[0]) => {
  const carrier = new NatsCarrier(address)
  const ending = new AbortController()
  t.after(() => ending.abort())
  return { carrier, ending }
}

test('files of all sizes are read, and parts that no publisher makes are damage', { skip }, async (t) => {
  const { files, stranger } = await scene(t)
  for (const bytes of [0, 1, PART_BYTES, PART_BYTES + 1].map((size) => Buffer.alloc(size, 7))) {
    await files.write(NAME, bytes)
    assert.deepEqual(await files.read(NAME), bytes)
  }
  const client = jetstream(stranger)
  const forge = async (parts: string, size: number): Promise<void> => {
    const about = headers()
    about.set(PARTS, parts)
    await client.publish(subjectsOf('models').part(NAME, 0), Buffer.alloc(size), { headers: about })
  }
  for (const parts of ['65', '1e9', 'Infinity', 'many']) {
    await forge(parts, 10)
    const message = `${NAME} has more parts than a file may have`
    await assert.rejects(files.read(NAME), { name: 'CopyDamaged', message })
  }
  for (const parts of ['-1', '0', '1.5', '64']) {
    await forge(parts, 10)
    assert.equal(await files.read(NAME), undefined, parts)
  }
  await forge('1', PART_BYTES + 1)
  const message = `part 0 of ${NAME} is larger than a part may be`
  await assert.rejects(files.read(NAME), { name: 'CopyDamaged', message })
})

test('a notice that is no manifest disturbs nobody', { skip }, async (t) => {
  const { address, files, stranger } = await scene(t)
  const { carrier, ending } = carrierOf(t, address)
  await files.writeManifest(manifestOf(1))
  await carrier.manifest(ending.signal, '')
  const next = carrier.manifest(ending.signal, '', 1)
  for (const text of ['no JSON', 'null', '{"state":7}']) stranger.publish(subjectsOf('models').news, text)
  await stranger.flush()
  await files.writeManifest(manifestOf(2))
  assert.deepEqual((await next).found, { text: manifestOf(2) })
})

test('the missing right of a replica is named', { skip }, async (t) => {
  const config = join(temporaryDirectory(t), 'rights.conf')
  const requests = ['$JS.API.STREAM.INFO.models', '$JS.API.STREAM.MSG.GET.models']
  const rights = `publish: ${JSON.stringify(requests)}, subscribe: "_INBOX.>"`
  writeFileSync(
    config,
    `no_auth_user: all
    authorization { users = [{ user: all, password: a }, { user: few, password: b, permissions: { ${rights} } }] }`,
  )
  const { address } = await scene(t, '-c', config)
  const { carrier, ending } = carrierOf(t, { ...address, user: 'few', password: 'b' })
  const message = /^NATS at 127\.0\.0\.1:\d+: Permissions Violation for Subscription to "models\.news"/
  await until('the refusal', async () => {
    const refused = await carrier.manifest(ending.signal, '', 0).catch((error: Error) => error.message)
    return typeof refused === 'string' && message.test(refused)
  })
})

test('a stream of others is refused with the remedy', { skip }, async (t) => {
  const nats = await startNats(t)
  await (await jetstreamManager(await nats.stranger())).streams.add({ name: 'models', subjects: ['other.>'] })
  await assert.rejects(nats.files().lead.try(), {
    message: `NATS at 127.0.0.1:${nats.port}: the stream models does not have the subjects models.file.>, models.lead, models.manifest only: delete it, or set another stream in PUBLISH_URL`,
  })
})

test('a server lives on when readers look while the stream is made', { skip }, async (t) => {
  const { address, stranger } = await scene(t)
  const { streams } = await jetstreamManager(stranger)
  const { config } = await streams.info('models')
  const readers = Array.from({ length: 4 }, () => carrierOf(t, address))
  let isOver = false
  const looking = readers.map(async ({ carrier, ending }) => {
    while (!isOver) assert.equal((await carrier.manifest(ending.signal, '')).found, 'none')
  })
  const making = async (): Promise<void> => {
    for (let made = 0; made < 30; made++) {
      await streams.delete('models')
      await streams.add(config)
    }
  }
  await Promise.all([...looking, making().finally(() => (isOver = true))])
})

test('no connection is left open', { skip }, async (t) => {
  const { address } = await scene(t)
  const open = new Set<unknown>()
  const nats = new NatsConnection(address, ({ connection }) => {
    open.add(connection)
    void connection.closed().then(() => open.delete(connection))
  })
  const work = () => nats.with(async ({ connection }) => connection.isClosed())
  assert.equal(await work(), false)
  const closing = nats.close()
  assert.equal(await work(), false)
  await closing
  assert.equal(await work(), false)
  await nats.close()
  assert.equal(open.size, 0)
  const link = await slowLink(Number(new URL(address.server).port))
  t.after(() => link.close())
  for (const ask of ['manifest', 'file'] as const) {
    const { carrier, ending } = carrierOf(t, { ...address, server: `nats://127.0.0.1:${link.port}` })
    const asked = () =>
      ask === 'file' ? carrier.file(NAME, ending.signal) : carrier.manifest(ending.signal, '')
    await asked()
    assert.equal(link.connections, 1)
    ending.abort()
    await until('the end of the connection', () => link.connections === 0)
    await assert.rejects(asked(), { name: 'AbortError' })
  }
})

test('a replica stays connected only to the stream that it reads', { skip }, async (t) => {
  const servers = await Promise.all([startNats(t), startNats(t)])
  const links = await Promise.all(servers.map(({ port }) => slowLink(port)))
  const world = new World(1, 8)
  const stores = servers.map((server) => new NatsFiles(server.address()))
  const origins = stores.map((store) => new Origin(store))
  const carriers = servers.map((server, at) => new NatsCarrier(server.address(links[at]?.port)))
  const reader = new Reader(temporaryDirectory(t), carriers)
  t.after(async () => {
    reader.close()
    for (const origin of origins) await origin.close()
    for (const link of links) link.close()
  })
  const [first, second] = origins
  assert.ok(first && second)
  const connected = () => links.map((link) => link.connections)
  first.follow(world)
  first.begin()
  await reader.catchUp(first)
  second.follow(world)
  second.begin()
  await until('the other publication', () => stores[1]?.readManifest())
  await until('the connection to the first', () => isDeepStrictEqual(connected(), [1, 0]))
  world.grow(2)
  second.follow(world)
  await reader.catchUp(second)
  await until('the connection to the second', () => isDeepStrictEqual(connected(), [0, 1]))
  assert.equal(reader.moves, 1)
})
