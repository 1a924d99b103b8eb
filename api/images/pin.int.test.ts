// Pins images at test servers that behave as the documents of Kubo and Pinata state.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Busboy } from '@fastify/busboy'
import { printUrl } from '../../schema/platform/print-url.ts'
import { listen } from '../../tests/kit/listen.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { contentIdOf } from './content-id.ts'
import { imageOf } from './image.ts'
import { openImageStore, readPinService } from './image-store.ts'
import { type PinService, pin } from './pin.ts'
import { largePng, PNG } from './testing/sample-images.ts'

interface Upload {
  readonly path: string
  readonly authorization: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly file: Buffer
  readonly type: string
}

const readUpload = (request: IncomingMessage): Promise<Upload> =>
  new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const pieces: Buffer[] = []
    let type = ''
    const form = new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
    })
    form.on('field', (name, value) => {
      fields[name] = value
    })
    form.on('file', (_name, stream, _filename, _encoding, mediaType) => {
      type = mediaType
      stream.on('data', (piece: Buffer) => pieces.push(piece))
    })
    form.on('finish', () => {
      const { url: path = '', headers } = request
      resolve({ path, authorization: headers.authorization, fields, file: Buffer.concat(pieces), type })
    })
    form.on('error', reject)
    request.pipe(form)
  })

/** @param answer status and text of the response to an upload */
const serve = async (t: TestContext, answer: (upload: Upload) => Promise<[number, string]>) => {
  const uploads: Upload[] = []
  const server = createServer(async (request, response) => {
    const upload = await readUpload(request)
    uploads.push(upload)
    const [status, text] = await answer(upload)
    response.writeHead(status, status === 302 ? { location: '/' } : {}).end(text)
  })
  return { uploads, url: `http://127.0.0.1:${await listen(t, server)}` }
}

const kubo = async ({ file, path }: Upload): Promise<[number, string]> => {
  const options = new URL(path, 'http://kubo').searchParams
  const isOurs =
    options.get('cid-version') === '1' &&
    options.get('raw-leaves') === 'true' &&
    options.get('chunker') === 'size-262144'
  const Hash = isOurs ? await contentIdOf(file) : 'QmSr7FqYkxYWGoSfy8ZiaMWQ5vosb18DQGCzjwEQnVHkTb'
  return [200, `${JSON.stringify({ Name: Hash, Hash, Size: `${file.length}` })}\n`]
}

const pinata = async ({ file, authorization }: Upload): Promise<[number, string]> =>
  authorization === 'Bearer a-token'
    ? [
        200,
        JSON.stringify({
          data: { id: 'e5323ea7', cid: await contentIdOf(file), size: file.length, network: 'public' },
        }),
      ]
    : [401, '{"error":{"code":401,"message":"unauthorized"}}']

const LARGE = largePng(600_000)

test('an image is added and pinned at a Kubo node, small or large', async (t) => {
  const { url, uploads } = await serve(t, kubo)
  for (const bytes of [PNG, LARGE]) await pin(await imageOf(bytes), { kind: 'kubo', url, token: undefined })
  assert.deepEqual(
    uploads.map(({ path, authorization, fields, file, type }) => [
      path.split('?')[0],
      authorization,
      fields,
      file.length,
      type,
    ]),
    [PNG, LARGE].map(({ length }) => ['/api/v0/add', undefined, {}, length, 'image/png']),
  )
})

test('an image is uploaded to a pinning service, public and with the token', async (t) => {
  const { url, uploads } = await serve(t, pinata)
  await pin(await imageOf(LARGE), { kind: 'pinata', url, token: 'a-token' })
  const [upload] = uploads
  assert.deepEqual(
    [upload?.path, upload?.fields, upload?.file.equals(LARGE)],
    ['/v3/files', { network: 'public' }, true],
  )
})

test('pinning fails when the service refuses, stores another image, is gone or gives no id; the token is not in the message', async (t) => {
  const image = await imageOf(PNG)
  const messageOf = async (service: PinService): Promise<string> => {
    const error = await pin(image, service).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    assert.ok(error instanceof Error)
    assert.equal(error.name, 'PinFailed')
    return error.message.replaceAll(printUrl(service.url), 'URL')
  }
  const responses: readonly [number, string][] = [
    [401, '{}'],
    [500, 'no space left on device'],
    [302, ''],
    [200, ''],
    [200, '{"data":{"cid":7}}'],
    [200, 'x'.repeat(1_000_000)],
    [200, '{"data":{"cid":"bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e"}}'],
  ]
  const messages: string[] = []
  for (const answer of responses) {
    const { url } = await serve(t, async () => answer)
    messages.push(await messageOf({ kind: 'pinata', url, token: 'a-secret' }))
  }
  assert.deepEqual(messages, [
    'pinata at URL answered 401',
    'pinata at URL answered 500',
    'pinata at URL cannot be reached: unexpected redirect',
    'pinata at URL answered without a content id',
    'pinata at URL answered without a content id',
    'pinata at URL answered without a content id',
    `pinata at URL stored the image as "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e", not as ${image.cid}`,
  ])
  assert.match(
    await messageOf({ kind: 'kubo', url: 'http://127.0.0.1:1', token: undefined }),
    /^kubo at URL cannot be reached: /,
  )
})

/** A folder whose images the launches name. */
const optionsOf = (t: TestContext, launched: ReadonlySet<string>, now: () => number = Date.now) => ({
  directory: join(temporaryDirectory(t), 'images'),
  mostBytes: 10 ** 7,
  launched: () => launched,
  clock: now,
  uptime: now,
})

test('an image is pinned once when its launch is on the chain, and a failure is retried', async (t) => {
  let isAway = true
  const { url, uploads } = await serve(t, async (upload) => (isAway ? [500, ''] : kubo(upload)))
  const launched = new Set<string>()
  const failures: string[] = []
  const options = optionsOf(t, launched)
  const open = (setting = `kubo+${url}/`) =>
    openImageStore(options, readPinService(setting, undefined), {
      onFailure: (error) => failures.push(error instanceof Error ? error.message : ''),
    })
  const image = await imageOf(PNG)
  const store = open()
  await store.put(image)
  assert.ok(store.has(image.cid))
  await store.maintain()
  assert.equal(uploads.length, 0)
  launched.add(image.cid)
  await store.maintain()
  assert.deepEqual([uploads.length, failures], [1, [`kubo at ${printUrl(url)} answered 500`]])
  isAway = false
  await Promise.all([store.maintain(), store.maintain()])
  await store.maintain()
  assert.equal(uploads.length, 2)
  // The service does not pin again at the same pinning service.
  await open().maintain()
  assert.equal(uploads.length, 2)
  await open(`kubo+${url}/other`).maintain()
  assert.deepEqual([uploads.length, failures.length], [3, 1])
})

test('images that the service refuses do not keep others from being pinned, and pinning counts as failing meanwhile', async (t) => {
  const images = await Promise.all([5, 4, 3, 2, 1].map((size) => imageOf(largePng(1_000 * size))))
  const launched = new Set(images.map(({ cid }) => cid))
  const refused = new Set<string>()
  const pinned = new Set<string>()
  let refusesMost = 3
  const { url } = await serve(t, async (upload) => {
    const cid = await contentIdOf(upload.file)
    if (refused.size < refusesMost) refused.add(cid)
    if (refused.has(cid) && refusesMost > 0) return [403, '']
    pinned.add(cid)
    return kubo(upload)
  })
  const states: boolean[] = []
  const store = openImageStore(optionsOf(t, launched), readPinService(`kubo+${url}`, undefined), {
    onPinned: (works) => states.push(works),
  })
  for (const image of images) await store.put(image)
  await store.maintain()
  assert.deepEqual([pinned.size, refused.size], [0, 3])
  await store.maintain()
  assert.deepEqual(
    [pinned, states],
    [new Set([...launched].filter((cid) => !refused.has(cid))), [false, false]],
  )
  refusesMost = 0
  await store.maintain()
  await store.maintain()
  assert.deepEqual([pinned, states], [launched, [false, false, true, true]])
})

test('an image whose launch a fork undid is removed, and is pinned again when it is launched again', async (t) => {
  const { url, uploads } = await serve(t, kubo)
  const launched = new Set<string>()
  let now: number = Date.now()
  const options = optionsOf(t, launched, () => now)
  const store = openImageStore(options, readPinService(`kubo+${url}`, undefined))
  const image = await imageOf(PNG)
  const launch = async (): Promise<number> => {
    await store.put(image)
    launched.add(image.cid)
    await store.maintain()
    return uploads.length
  }
  assert.equal(await launch(), 1)
  launched.clear()
  now += 4 * 60 * 60 * 1000
  await store.maintain()
  assert.equal(store.has(image.cid), false)
  assert.equal(await launch(), 2)
})

test('an image store whose URL has a user, a query or a hash is refused, and the message does not repeat it', () => {
  for (const url of ['http://user:secret@127.0.0.1:5001', 'https://secret@host', 'https://host/?key=secret'])
    assert.throws(() => readPinService(`kubo+${url}`, undefined), {
      name: 'StartupError',
      message:
        'IMAGE_STORE must be kubo+http(s)://<host>:<port>, without user, password or query: put the token into a file and set IMAGE_STORE_TOKEN_FILE to its path',
    })
})
