// The files for deployment (Dockerfile, compose.yaml, deploy/) name only commands, settings, ports and files that exist.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { DCLinter } from 'dclint'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { OUTPUTS_LIMIT } from '../api/builder/http/request-fields.ts'
import { MAX_IMAGE_BYTES } from '../api/images/image.ts'
import { readSettings, SETTING_NAMES, SettingsSchema } from '../schema/config/settings.ts'
import { commands } from './commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const isSetting = (name: string): boolean => SETTING_NAMES.some((setting) => setting === name)

/** Matches a pinned tag: at least a major and a minor version. */
const PINNED = /:v?\d+\.\d+[\w.-]*$/

const Service = Type.Object({
  image: Type.String(),
  environment: Type.Optional(Type.Record(Type.String(), Type.String())),
  command: Type.Optional(Type.Array(Type.String())),
  ports: Type.Optional(Type.Array(Type.String())),
  volumes: Type.Optional(Type.Array(Type.String())),
  depends_on: Type.Optional(Type.Array(Type.String())),
  build: Type.Optional(Type.String()),
})
const Compose = Type.Object({
  services: Type.Record(Type.String(), Service),
  volumes: Type.Record(Type.String(), Type.Null()),
  networks: Type.Object({
    default: Type.Object({
      ipam: Type.Object({
        config: Type.Array(Type.Object({ subnet: Type.String(), gateway: Type.String() })),
      }),
    }),
  }),
})

const compose: Static<typeof Compose> = Value.Decode(Compose, parse(read('compose.yaml'), { merge: true }))
const { launchpad } = compose.services
const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions()

const argumentsOf = (keyword: string): string[] =>
  instructions
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '')

const imageEnv = new Map(
  argumentsOf('ENV')
    .join(' ')
    .split(' ')
    .map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
)

test('the Dockerfile is valid, runs as another user than root, and holds no dev dependencies', () => {
  assert.deepEqual(validate(read('Dockerfile')), [])
  const [build = '', image] = argumentsOf('FROM').map((from) => from.split(' ')[0])
  assert.match(build, PINNED)
  assert.equal(image, 'scratch')
  assert.deepEqual(argumentsOf('USER'), ['node'])
  assert.ok(argumentsOf('RUN').some((run) => run.startsWith('npm ci --omit=dev')))
  assert.deepEqual(argumentsOf('EXPOSE'), [SettingsSchema.properties.PORT.default])
  assert.deepEqual(argumentsOf('VOLUME'), [imageEnv.get('DATA_DIR')])
  assert.deepEqual(
    [...imageEnv.keys()].filter((name) => !isSetting(name)),
    ['PATH', 'NODE_ENV', 'TMPDIR'],
  )
  // Temporary files of a few gigabytes must not be in a small /tmp.
  assert.equal(imageEnv.get('TMPDIR'), imageEnv.get('DATA_DIR'))
  const [entry = '', command = ''] = [...argumentsOf('ENTRYPOINT'), ...argumentsOf('CMD')]
  assert.deepEqual(JSON.parse(entry), ['node', 'scripts/run-installed.mjs'])
  assert.ok(commands.some(({ name }) => name === JSON.parse(command)[0]))
})

test('the build gets the folders of the source and nothing else', () => {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  assert.equal(lines[0], '*')
  const named = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  for (const name of named) assert.ok(existsSync(join(root, name)), name)
  const { files } = JSON.parse(read('package.json'))
  const packed = files.filter((name: string) => !/[!*]|^CHANGELOG\.md$/.test(name))
  assert.deepEqual(named.sort(), [...packed, 'LICENSE', 'package.json', 'package-lock.json'].sort())
  // Files that the build copies one by one must be in its context.
  for (const name of argumentsOf('COPY').flatMap((text) => text.split(' ').slice(0, -1)))
    if (!name.startsWith('-') && !name.startsWith('/'))
      assert.ok(name === '.' || named.includes(name.split('/')[0] ?? ''), name)
})

test('compose.yaml is what the Compose specification describes, without what its linter warns of', () => {
  // Ignored warnings: about order, quotes in lists, and the missing version of the image that is built here.
  const off = [
    'no-build-and-image',
    'require-quotes-in-ports',
    'service-image-require-explicit-tag',
    'service-keys-order',
    'services-alphabetical-order',
    'top-level-properties-order',
  ]
  const rules = Object.fromEntries(off.map((name): [string, 0] => [name, 0]))
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })
  const [result] = linter.lintFiles([join(root, 'compose.yaml')], false)
  assert.deepEqual(result?.messages, [])
})

test('compose.yaml pins its images, and names settings, services, volumes and files that there are', () => {
  const names = Object.keys(compose.services)
  for (const [name, { image, build, depends_on = [], volumes = [], ports = [] }] of Object.entries(
    compose.services,
  )) {
    if (build === undefined) assert.match(image, PINNED, name)
    for (const other of depends_on) assert.ok(names.includes(other), other)
    for (const volume of volumes) {
      const source = volume.split(':')[0] ?? ''
      if (source.startsWith('./')) assert.ok(existsSync(join(root, source)), source)
      else assert.ok(source in compose.volumes, source)
    }
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/)
  }
  const { environment = {}, ports = [], volumes = [] } = launchpad ?? assert.fail()
  assert.deepEqual(
    Object.keys(environment).filter((name) => !isSetting(name)),
    [],
  )
  const filled = Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [name, text.replace(/\$\{\w+:-([^}]*)\}/, '$1')]),
  )
  const { settings } = readSettings({ ...Object.fromEntries(imageEnv), ...filled }, [])
  assert.equal(settings.POSTGRES_URL, undefined)
  assert.equal(settings.NETWORK, 'mainnet')
  const [{ subnet, gateway } = assert.fail()] = compose.networks.default.ipam.config
  assert.equal(settings.TRUST_PROXY, gateway)
  // No variable changes the subnet, so docker.md says to edit the file.
  assert.doesNotMatch(subnet, /\$/)
  assert.match(read('docs/operate/docker.md'), /change the subnet and `TRUST_PROXY` in compose\.yaml/)
  assert.ok(ports[0]?.endsWith(`:${settings.PORT}`))
  assert.ok(volumes.some((volume) => volume.endsWith(`:${settings.DATA_DIR}`)))
  const ogmios = new URL(settings.OGMIOS_URL ?? '')
  assert.ok(compose.services[ogmios.hostname]?.command?.includes(`--port=${ogmios.port}`))
  const { scrape_configs: scrapes } = parse(read('deploy/prometheus.yml'))
  assert.deepEqual(scrapes, [
    { job_name: 'launchpad', static_configs: [{ targets: [`launchpad:${settings.ADMIN_PORT}`] }] },
  ])
  assert.ok(compose.services[ogmios.hostname]?.command?.includes('--include-script-cbor'))
  for (const file of readdirSync(join(root, 'deploy/grafana')))
    assert.equal(parse(read(`deploy/grafana/${file}`)).apiVersion, 1)
})

test('compose.yaml passes on the key of a snapshot with the snapshot: without its key, any snapshot is restored', () => {
  const { SNAPSHOT, SNAPSHOT_KEY } = launchpad?.environment ?? {}
  // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of compose
  assert.deepEqual([SNAPSHOT, SNAPSHOT_KEY], ['${SNAPSHOT:-}', '${SNAPSHOT_KEY:-}'])
})

test('the replicas of compose.yaml read what the service there publishes, and the proxy knows them', () => {
  const env = new Map(
    /```\n(POSTGRES_[^`]*)```/
      .exec(read('docs/operate/docker.md'))?.[1]
      ?.split('\n')
      .map((line): [string, string] => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]),
  )
  const { launchpad, postgres } = compose.services
  assert.deepEqual(
    Object.keys(launchpad?.environment ?? {}).filter((name) => name === 'PUBLISH_DIR'),
    ['PUBLISH_DIR'],
  )
  assert.ok(env.get('PUBLISH_DIR')?.startsWith('/data/'), 'a directory in the volume')
  const url = new URL(env.get('POSTGRES_URL') ?? '')
  assert.equal(url.hostname, 'postgres')
  assert.equal(url.username, postgres?.environment?.POSTGRES_USER)
  assert.equal(url.password, env.get('POSTGRES_PASSWORD'))
  const replicas = Object.keys(compose.services).filter((name) => name.startsWith('replica-'))
  assert.equal(replicas.length, 2)
  for (const name of replicas) {
    const { environment = {}, volumes = [] } = compose.services[name] ?? assert.fail()
    const filled = Object.entries(environment).map(([variable, text]) => [
      variable,
      text.replace(/\$\{(\w+):-([^}]*)\}/, (_, of: string, otherwise: string) => env.get(of) ?? otherwise),
    ])
    const { settings } = readSettings({ ...Object.fromEntries(imageEnv), ...Object.fromEntries(filled) }, [])
    assert.equal(settings.ROLE, 'api')
    assert.deepEqual(settings.MODELS_URL, ['http://launchpad:8080/models'])
    assert.deepEqual(volumes, [`${name}:/data`])
    assert.ok(read('deploy/replicas.Caddyfile').includes(`${name}:${settings.PORT}`))
  }
})

test('Grafana reads PostgreSQL as a role that can only read, which the database of compose.yaml makes', () => {
  const { datasources } = parse(read('deploy/grafana/datasource.yml'))
  const { user, secureJsonData } = datasources.find(({ name }: { name: string }) => name === 'PostgreSQL')
  const { postgres, grafana, launchpad } = compose.services
  assert.deepEqual([user, secureJsonData.password], ['analyst', '$ANALYST_PASSWORD'])
  assert.notEqual(user, postgres?.environment?.POSTGRES_USER)
  assert.equal(launchpad?.environment?.POSTGRES_READERS, user)
  assert.deepEqual(Object.keys(grafana?.environment ?? {}), ['ANALYST_PASSWORD'])
  assert.ok('ANALYST_PASSWORD' in (postgres?.environment ?? {}))
  assert.ok(
    postgres?.volumes?.includes('./deploy/analyst.sh:/docker-entrypoint-initdb.d/analyst.sh:ro'),
    'the script that makes the role',
  )
  const inScript = /<<'SQL'\n([\s\S]*)\nSQL/
    .exec(read('deploy/analyst.sh'))?.[1]
    ?.replace(":'password'", "'another secret'")
  const inDocument = /```sql\n(CREATE ROLE analyst[\s\S]*?)GRANT/
    .exec(read('docs/operate/postgres.md'))?.[1]
    ?.trim()
  assert.equal(inScript, inDocument)
})

test('a proxy before the service lets the largest body pass', () => {
  // Maximum size of a launch's request, including its other fields.
  const largest = MAX_IMAGE_BYTES + OUTPUTS_LIMIT + 65_536
  const nginx = Number(/client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf'))?.[1]) * 2 ** 20
  const caddy = ['Caddyfile', 'replicas.Caddyfile'].map(
    (name) => Number(/max_size (\d+)MB/.exec(read(`deploy/${name}`))?.[1]) * 1e6,
  )
  for (const size of [nginx, ...caddy]) assert.ok(size >= largest)
})

test('the list of packages of a release has each dependency in its version, and marks those of development', () => {
  const [, command = assert.fail()] = /`npm (sbom [^`>]*) > sbom\.json`/.exec(read('CONTRIBUTING.md')) ?? []
  const made = execFileSync('npm', command.split(' '), { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  const components: readonly { purl: string; properties?: readonly { name: string }[] }[] =
    JSON.parse(made).components
  const isMarked = new Map(
    components.map(({ purl, properties = [] }) => [
      decodeURIComponent(purl).replace('pkg:npm/', ''),
      properties.some(({ name }) => name === 'cdx:npm:package:development'),
    ]),
  )
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  for (const [name, version] of Object.entries(dependencies))
    if (!String(version).startsWith('npm:')) assert.equal(isMarked.get(`${name}@${version}`), false, name)
  for (const name of ['kubernetes-models', 'playwright-core'])
    assert.equal(isMarked.get(`${name}@${devDependencies[name]}`), true, name)
})
