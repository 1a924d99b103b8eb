// Flips one bit anywhere in the files of a stopped or killed service. The flip must be harmless, or a log line must report it. After a
// round of comparisons, nothing wrong is served. RUNS=100 flips a thousand bits.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { earlierFile, keepFiles } from '../../api/explorer/earlier-files.ts'
import { Prepared } from '../../api/http/route/reply.ts'
import { imageOf } from '../../api/images/image.ts'
import { ImageFolder } from '../../api/images/image-folder.ts'
import { largePng } from '../../api/images/testing/sample-images.ts'
import { Random } from '../../devnet/actors/random.ts'
import { openServingModels } from '../../projections/engine/file/serving-models.ts'
import { scanState } from '../../projections/engine/table/scan.ts'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import { indexerStatus, readReports } from '../../projections/status/indexer-status.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { timeOfDay, uptime } from '../../schema/platform/clocks.ts'
import { StorageError } from '../../schema/platform/storage-error.ts'
import { parsePoint } from '../../schema/primitives.ts'
import { verify } from '../../scripts/commands/verify.ts'
import { startIndexing } from '../../scripts/service/indexing/start-indexing.ts'
import { loadConfigs } from '../../scripts/service/settings/configs.ts'
import { startServedChain } from '../harness/served-chain.ts'
import { runs, seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

const CONFIG = fileURLToPath(new URL('../../schema/config/networks/mainnet', import.meta.url))

const modelsOf = (directory: string) => {
  const { database } = openServingModels(directory) ?? assert.fail('there are no models')
  const all = (sql: string) => database.prepare(sql).all()
  const found = {
    rows: scanState(database, launchpadTables(operations)).tables,
    blocks: all('SELECT slot, id, height, transactions FROM blocks'),
    checkpoint: all('SELECT slot, id, height, digest FROM checkpoint'),
    generations: all('SELECT name, version, tables, stopped FROM model_generations'),
    network: all('SELECT network FROM identity'),
    views: all("SELECT sql FROM sqlite_schema WHERE type = 'view' ORDER BY name"),
  }
  database.close()
  return found
}

const settingsOf = (directory: string) => {
  const document = (name: string): string => join(directory, 'config', `${name}.json`)
  const documents = {
    PROTOCOL_CONFIG: document('protocol-config'),
    CONTRACTS_CONFIG: document('contracts'),
    OPERATIONS_CONFIG: document('operations'),
  }
  return readSettings({ ...documents, DATA_DIR: directory, NETWORK: 'mainnet' }, []).settings
}

const setUp = async (t: TestContext) => {
  const { world, follow } = await startServedChain(t)
  const parent = temporaryDirectory(t)
  const images = await Promise.all([4_000, 300_000].map((size) => imageOf(largePng(size))))
  const openFolder = (directory: string) =>
    new ImageFolder({
      directory: join(directory, 'images'),
      mostBytes: 1e6,
      launched: () => undefined,
      clock: timeOfDay,
      uptime,
      scale: async () => ({ 64: Buffer.alloc(400, 1), 256: Buffer.alloc(4_000, 2) }),
    })
  const begin = async (dataDir: string) => {
    const start = { given: undefined, otherwise: parsePoint(world.start) }
    const task = {
      dataDir,
      network: 'mainnet',
      operations,
      start,
      url: follow.url,
      logLevel: 'silent',
    } as const
    const rounds = { first: 0, interval: 1, isHere: true }
    const indexing = await startIndexing({ ...task, isRecorded: false, rounds }, { threads: false })
    indexing.run()
    return indexing
  }
  /**
   * Waits until all files were compared.
   * @returns the reports
   */
  const untilCompared = (dataDir: string) => {
    let problemSeen: string | undefined
    return until('a compared state', async () => {
      const reports = readReports(dataDir)
      const { state, problem, logEnd } = indexerStatus(reports) ?? {}
      problemSeen ??= problem ?? undefined
      const isOver = state === 'stopped' || (state === 'following' && reports.folding?.damage !== undefined)
      const isRight = state === 'following' && problem === null && logEnd?.id === world.tip.point.id
      const isRead = isRight && modelsOf(dataDir).checkpoint.some((row) => Object(row).id === logEnd.id)
      return (isOver || (isRead && reports.folding?.comparison !== undefined)) && { problemSeen, isRight }
    })
  }
  const filesOf = async (directory: string): Promise<(string | undefined)[]> => {
    const served = [earlierFile(join(directory, 'page'), 'a.js')?.body.bytes]
    for (const { cid } of images)
      for (const side of [undefined, 64, 256] as const) {
        const opened = await openFolder(directory).open(cid, side)
        const memory = Buffer.alloc(opened?.length ?? 0)
        await opened?.read(memory, 0)
        served.push(opened && memory)
      }
    return served.map((bytes) => bytes?.toString('latin1'))
  }
  const [stopped, killed] = [join(parent, 'stopped'), join(parent, 'killed')]
  mkdirSync(stopped)
  for (const image of images) await openFolder(stopped).put(image)
  const body = new Prepared(Buffer.alloc(5_000, 'page'))
  keepFiles(join(stopped, 'page'), new Map([['a.js', { contentType: 'text/javascript', body }]]), Date.now())
  cpSync(CONFIG, join(stopped, 'config'), { recursive: true })
  const indexing = await begin(stopped)
  await untilCompared(stopped)
  cpSync(stopped, killed, { recursive: true })
  await indexing.stop()
  return {
    flipped: join(parent, 'flipped'),
    variants: [stopped, killed] as const,
    begin,
    untilCompared,
    filesOf,
  }
}

const refusal = async (work: () => unknown): Promise<string | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof StartupError || error instanceof StorageError) return error.message
    throw error
  }
}

const flip = (directory: string, random: Random) => {
  const files = readdirSync(directory, { recursive: true }).map(String).sort()
  const isFlippable = (name: string): boolean => {
    const file = statSync(join(directory, name))
    return file.isFile() && file.size > 0 && !/-shm$|README/.test(name)
  }
  const flippable = files.filter(isFlippable)
  const databases = flippable.filter((one) => /^(log|models)/.test(one))
  const name = random.pick(random.chance(0.6) ? databases : flippable) ?? assert.fail()
  const bytes = readFileSync(join(directory, name))
  const [at, bit] = [random.integer(0, bytes.length - 1), random.integer(0, 7)]
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
  writeFileSync(join(directory, name), bytes)
  return { name, place: `${directory}: bit ${bit} of byte ${at} in ${name}` }
}

test('a flipped bit in any file is harmless or said, and after a round nothing wrong is served', async (t) => {
  const random = new Random(`flips ${seedOf(t)}`)
  const { flipped, variants, begin, untilCompared, filesOf } = await setUp(t)
  const [files, models] = [await filesOf(variants[0]), modelsOf(variants[0])]
  const documents = loadConfigs(settingsOf(variants[0]), 'mainnet')
  t.mock.method(console, 'log', () => {})
  t.mock.method(process.stderr, 'write', () => true)
  const outcomes: Record<string, number> = {}

  const outcomeOf = async (name: string): Promise<string> => {
    if (name.startsWith('config')) {
      let loaded: typeof documents | undefined
      if (await refusal(() => (loaded = loadConfigs(settingsOf(flipped), 'mainnet')))) return 'refused'
      const valuesOf = (of = documents) => [of.protocol?.value, of.contracts?.value, of.operations.value]
      return JSON.stringify(valuesOf(loaded)) === JSON.stringify(valuesOf())
        ? 'harmless'
        : 'another valid document'
    }
    const { PROTOCOL_CONFIG, CONTRACTS_CONFIG, OPERATIONS_CONFIG, ...settings } = settingsOf(flipped)
    const isVerified = !(await refusal(() => verify(settings, { isDeep: false, hasCopy: false })))
    const served = await filesOf(flipped)
    for (const [at, file] of served.entries())
      assert.ok(file === undefined || file === files[at], 'a file is wrong')
    if (/^(images|page)/.test(name))
      return served.includes(undefined) ? 'not served' : 'harmless or made again'
    let indexing: Awaited<ReturnType<typeof begin>> | undefined
    if (await refusal(async () => (indexing = await begin(flipped)))) return 'refused'
    const { problemSeen, isRight } = await untilCompared(flipped).finally(() => indexing?.stop())
    if (isRight) assert.deepEqual(modelsOf(flipped), models)
    if (!isRight) return 'said'
    return problemSeen === undefined ? `harmless${isVerified ? '' : ', verify says it'}` : 'said and healed'
  }

  for (let run = 0; run < runs(10); run++) {
    rmSync(flipped, { recursive: true, force: true })
    cpSync(random.pick(variants) ?? '', flipped, { recursive: true })
    const { name, place } = flip(flipped, random)
    const outcome = await outcomeOf(name).catch((cause) => {
      throw new Error(place, { cause })
    })
    const key = `${name.replace(/\/.*/, '')}: ${outcome}`
    outcomes[key] = (outcomes[key] ?? 0) + 1
  }
  t.diagnostic(JSON.stringify(outcomes, Object.keys(outcomes).sort(), 1))
})
