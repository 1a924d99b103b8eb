// The files for deployment, tested with their programs if these are installed: `scripts/test-proxies.sh` installs the proxies.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import WebSocket from 'ws'
import type { Route } from '../api/http/route/route.ts'
import { startTestServer } from '../api/http/testing/test-server.ts'
import { publishedRoutes } from '../api/models/published-models.ts'
import { MANIFEST } from '../projections/copies/files/layout.ts'
import { Origin, Reader, untilPublished } from '../projections/copies/files/testing/published-world.ts'
import { World } from '../projections/copies/testing/indexer.ts'
import { missing, selfSigned } from '../projections/copies/testing/programs.ts'
import { assertHarmless } from '../tests/harness/hostile-requests.ts'
import { startServedChain } from '../tests/harness/served-chain.ts'
import { startWatched } from '../tests/harness/watched-service.ts'
import { freePort } from '../tests/kit/free-port.ts'
import { listen } from '../tests/kit/listen.ts'
import { seedOf } from '../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { Never, until } from '../tests/kit/until.ts'

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

test('the health check says whether the process answers, on the port of what it runs', async (t) => {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/healthz' ? 200 : 404
    response.end()
  })
  const port = String(await listen(t, server))
  const dead = String(await freePort())
  const check = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
    const child = spawn(process.execPath, [path('deploy/healthcheck.mjs')], { env, stdio: 'inherit' })
    return (await once(child, 'exit'))[0]
  }
  assert.deepEqual(
    await Promise.all([
      check({ PORT: port }),
      check({ PORT: dead }),
      check({ PORT: dead, ROLE: 'indexer', ADMIN_PORT: port }),
      check({ PORT: port, ROLE: 'indexer', ADMIN_PORT: dead }),
      check({ PORT: dead, ROLE: 'indexer' }),
    ]),
    [0, 1, 0, 1, 0],
  )
})

test('systemd accepts the units, and rates the services as well closed', {
  skip: missing('systemd-analyze'),
}, (t) => {
  const directory = temporaryDirectory(t)
  const units = ['launchpad.service', 'launchpad-backup.service', 'launchpad-backup.timer'].map((name) => {
    // `node` may have another path on this machine.
    const text = readFileSync(path(`deploy/${name}`), 'utf8').replace('/usr/bin/node', process.execPath)
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  })
  assert.equal(execFileSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8', stdio: 'pipe' }), '')
  for (const unit of units.filter((each) => each.endsWith('.service'))) {
    const rated = execFileSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
    const level = Number(/exposure level for \S+ (\d+\.\d)/.exec(rated)?.[1])
    assert.ok(level < 3, rated)
  }
})

/** Accepts a self-signed certificate. */
const get = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const asked = request(url, { headers, rejectUnauthorized: false })
  asked.end()
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, text }
}

/** nginx refuses a wrong configuration. */
const startNginx = (directory: string, servers: string): ReturnType<typeof spawn> => {
  const at = (name: string): string => join(directory, name)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at(name)};`,
  )
  writeFileSync(
    at('nginx.conf'),
    `daemon off; pid ${at('pid')}; error_log stderr; events {} http { access_log off; ${folders.join(' ')}\n${servers}}`,
  )
  const args = ['-e', 'stderr', '-p', directory, '-c', at('nginx.conf')]
  execFileSync('nginx', ['-t', ...args], { stdio: 'pipe' })
  return spawn('nginx', ['-g', 'master_process off;', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
}

const deployed = (name: string): string => readFileSync(path(`deploy/${name}`), 'utf8')

type StartProxy = (at: (name: string) => string, port: number, services: readonly string[]) => ChildProcess

const nginx: StartProxy = (at, port, services) => {
  const { key, certificate } = selfSigned(at(''), 'launchpad.example')
  const site = deployed('nginx.conf')
    .replace(/\/etc\/letsencrypt\/\S+\/fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\/\S+\/privkey\.pem/, key)
    .replace(/^ *listen \[.*$/gm, '')
    .replace('listen 80;', `listen unix:${at('redirect')};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/server 127\.0\.0\.1:8080(.*);/, (_, options) =>
      services.map((service) => `server ${service}${options};`).join(' '),
    )
  return startNginx(at(''), site)
}

const haproxy: StartProxy = (at, port, services) => {
  const { key, certificate } = selfSigned(at(''), 'launchpad.example')
  writeFileSync(at('both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  const site = deployed('haproxy.cfg')
    .replace(':443 ssl crt /etc/haproxy/launchpad.pem', `127.0.0.1:${port} ssl crt ${at('both.pem')}`)
    .replace('maxconn 20000', 'maxconn 100')
    .replace(/server local 127\.0\.0\.1:8080(.*)/, (_, options) =>
      services.map((service, n) => `server s${n} ${service}${options}`).join('\n  '),
    )
  writeFileSync(at('haproxy.cfg'), site)
  execFileSync('haproxy', ['-c', '-f', at('haproxy.cfg')], { stdio: 'pipe' })
  return spawn('haproxy', ['-db', '-f', at('haproxy.cfg')], { stdio: ['ignore', 'ignore', 'pipe'] })
}

const startCaddy = (at: (name: string) => string, site: string): ChildProcess => {
  const env = { PATH: process.env.PATH, HOME: at('') }
  writeFileSync(at('Caddyfile'), site)
  const args = ['--adapter', 'caddyfile', '--config', at('Caddyfile')]
  execFileSync('caddy', ['validate', ...args], { env, stdio: 'pipe' })
  return spawn('caddy', ['run', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

const caddy: StartProxy = (at, port, services) =>
  startCaddy(
    at,
    deployed('Caddyfile')
      .replace('launchpad.example {', `https://127.0.0.1:${port} {\n\ttls internal`)
      .replace('127.0.0.1:8080', services.join(' '))
      .replace('{\n', '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n')
      // This limit is longer than the service's, but short enough for a test.
      .replace('read_body 60s', 'read_body 10s'),
  )

for (const [name, start] of Object.entries({ nginx, haproxy, caddy })) {
  const options = { skip: missing(name, 'openssl') }
  const startedBy = (t: TestContext) => (port: number, services: readonly string[]) => {
    const directory = temporaryDirectory(t)
    const proxy = start((file) => join(directory, file), port, services)
    t.after(() => proxy.kill('SIGKILL'))
    return proxy
  }

  test(`${name} passes requests and WebSockets on, with the address of the client`, options, async (t) => {
    const { world, follow } = await startServedChain(t)
    const service = await startWatched(t, follow, { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_READ: '1/5' })
    await service.until('the tip', ({ models }) => models?.height === world.tip.height)
    const port = await freePort()
    const proxy = startedBy(t)(port, [new URL(service.url).host])
    let output = ''
    proxy.stderr?.on('data', (text) => {
      output += text
    })
    const url = `https://127.0.0.1:${port}`
    await until('the service behind the proxy', async () => {
      if (proxy.exitCode !== null) throw new Never(output)
      return (await get(`${url}/healthz`)).status === 200
    })
    const statuses = []
    for (let n = 1; n <= 6; n++) {
      const { status } = await get(`${url}/v1/pools-main-page/totals`, {
        'x-forwarded-for': `203.0.113.${n}`,
      })
      statuses.push(status)
    }
    assert.deepEqual(
      statuses,
      [200, 200, 200, 200, 200, 429],
      'a client that names other clients is one client',
    )
    const socket = new WebSocket(`${url.replace('https', 'wss')}/ws`, { rejectUnauthorized: false })
    await once(socket, 'open')
    socket.send(JSON.stringify({ messageType: 'ping', clientId: 'proxied', requestId: '1' }))
    const [message] = await once(socket, 'message')
    assert.ok(JSON.parse(String(message)))
    socket.terminate()
  })

  test(`${name} before two services takes none away from others, whatever a client sends`, options, (t) =>
    assertHarmless(t, startedBy(t)),
  )
}

const assertFollowed = async (
  t: TestContext,
  directory: string,
  { url, replicas, rounds }: { readonly url: string; readonly replicas: number; readonly rounds: number },
): Promise<void> => {
  const world = new World(seedOf(t))
  const origin = new Origin(directory)
  const readers = Array.from({ length: replicas }, () => new Reader(temporaryDirectory(t), url))
  t.after(async () => {
    for (const one of [...readers, origin]) await one.close()
  })
  origin.begin()
  world.grow(12)
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) world.grow(1)
    else world.fork(1 + world.below(3), 2)
    origin.follow(world)
    await untilPublished(origin, url)
    await Promise.all(readers.map((reader) => reader.catchUp(origin)))
  }
  for (const { loads } of readers) assert.equal(loads, 1)
}

test('a replica follows published models in a directory that nginx serves', {
  skip: missing('nginx'),
}, async (t) => {
  const [published, port] = [temporaryDirectory(t), await freePort()]
  const nginx = startNginx(temporaryDirectory(t), `server { listen 127.0.0.1:${port}; root ${published}; }`)
  t.after(() => nginx.kill('SIGKILL'))
  await assertFollowed(t, published, { url: `http://127.0.0.1:${port}`, replicas: 1, rounds: 20 })
})

test('replicas behind a cache cost the publisher what one costs: each file once, and the manifest once a second', {
  skip: missing('nginx'),
}, async (t) => {
  const [published, directory, port] = [temporaryDirectory(t), temporaryDirectory(t), await freePort()]
  const requests = new Map<string, number>()
  const routes = publishedRoutes(published).map(
    (route): Route => ({
      ...route,
      check(request) {
        const name = request.pathTexts.join('/') || MANIFEST
        requests.set(name, (requests.get(name) ?? 0) + 1)
        return route.check(request)
      },
    }),
  )
  const { url: publisher } = await startTestServer(t, routes)
  const nginx = startNginx(
    directory,
    `proxy_cache_path ${join(directory, 'cache')} keys_zone=models:1m use_temp_path=off;
     server { listen 127.0.0.1:${port}; location / { proxy_pass ${publisher}; proxy_http_version 1.1;
       proxy_cache models; proxy_cache_lock on; proxy_cache_lock_age 30s; proxy_cache_lock_timeout 30s; proxy_cache_use_stale updating; proxy_cache_revalidate on; } }`,
  )
  t.after(() => nginx.kill('SIGKILL'))
  const beganAt = performance.now()
  await assertFollowed(t, published, { url: `http://127.0.0.1:${port}/models`, replicas: 8, rounds: 4 })
  const seconds = (performance.now() - beganAt) / 1_000
  const { [MANIFEST]: manifests = 0, ...files } = Object.fromEntries(requests)
  assert.ok(manifests <= seconds + 2, `${manifests} requests for the manifest in ${seconds} seconds`)
  assert.deepEqual([...new Set(Object.values(files))], [1])
})

test('Caddy before two replicas sends a client to one of them, and to the other one while that is gone', {
  skip: missing('caddy'),
}, async (t) => {
  const replica = async (name: string) => {
    const server = createServer((_, response) => response.end(name))
    return { server, host: `127.0.0.1:${await listen(t, server)}` }
  }
  const [first, second] = [await replica('first'), await replica('second')]
  const directory = temporaryDirectory(t)
  const port = await freePort()
  const site = deployed('replicas.Caddyfile')
    .replace(':8081 {', `http://127.0.0.1:${port} {`)
    .replace('replica-1:8080', first.host)
    .replace('replica-2:8080', second.host)
  const proxy = startCaddy((name) => join(directory, name), `{\n\tadmin off\n}\n${site}`)
  t.after(() => proxy.kill('SIGKILL'))
  const ask = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/status`)
    return response.ok ? response.text() : `${response.status}`
  }
  await until('a service behind the proxy', async () => {
    if (proxy.exitCode !== null) throw new Never('the proxy ended')
    return (await ask()).length > 3
  })
  const responders = async () => [...new Set(await Promise.all(Array.from({ length: 20 }, ask)))]
  const [one, ...others] = await responders()
  assert.deepEqual(others, [])
  const [gone, left] = one === 'first' ? [first, 'second'] : [second, 'first']
  gone.server.close()
  gone.server.closeAllConnections()
  assert.deepEqual(await responders(), [left])
})
