// A running service, observed over HTTP and by the state of its process.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Static } from '@sinclair/typebox'
import { unspentReads } from '../../projections/read/queries/outputs/unspent-outputs.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { networkIdOf } from '../../schema/codecs/address.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { type Hex, parsePoint } from '../../schema/primitives.ts'
import type { StatusSchema } from '../../schema/responses/operations.ts'
import type { UnspentOutputBody } from '../../schema/responses/utxos.ts'
import { startIndexing } from '../../scripts/service/indexing/start-indexing.ts'
import { startService } from '../../scripts/service/service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { Never, until } from '../kit/until.ts'
import type { LaunchpadChain } from './launchpad-chain.ts'
import { startProcess } from './run-script.ts'

type Status = Static<typeof StatusSchema> & { readonly network: string }

const PAGE = 1_000

interface WatchedOptions {
  readonly url: string
  readonly start: string
  readonly dataDir: string
}

export const settingsFor = ({ url, start, dataDir }: WatchedOptions) => ({
  OGMIOS_URL: url,
  START_POINT: start,
  DATA_DIR: dataDir,
  NETWORK: 'mainnet',
  PORT: '0',
  // Blocks are as old as their slots, so any age is accepted.
  MAX_TIP_AGE: '999999999999',
})

const references = (outputs: readonly UnspentOutputBody[]): string[] =>
  outputs.map(({ txHash, index }) => `${txHash}#${index}`).sort()

export class WatchedService {
  readonly #url: string
  /** Undefined while the service runs. */
  readonly #lost: () => string | undefined

  constructor(url: string, lost: () => string | undefined) {
    this.#url = url
    this.#lost = lost
  }

  get url(): string {
    return this.#url
  }

  async status(): Promise<Status> {
    this.#assertRuns()
    return (await (await fetch(`${this.#url}/status`)).json()) as Status
  }

  /** @throws {Never} if the service no longer runs */
  #assertRuns(): void {
    const lost = this.#lost()
    if (lost !== undefined) throw new Never(lost)
  }

  async readiness(): Promise<{ readonly status: number; readonly node: string }> {
    const response = await fetch(`${this.#url}/readyz`)
    const { checks } = (await response.json()) as { checks: { db: string; node: string } }
    assert.equal(checks.db, 'ok')
    return { status: response.status, node: checks.node }
  }

  until(what: string, holds: (status: Status) => boolean): Promise<Status> {
    return until(what, async () => {
      const status = await this.status()
      if (holds(status)) return status
      const text = JSON.stringify(status)
      // The state "stopped" is final.
      throw status.state === 'stopped' ? new Never(`${what} never came: ${text}`) : new Error(text)
    })
  }

  untilProblem(says: RegExp): Promise<Status> {
    return this.until(`problem ${says}`, ({ problem }) => problem !== null && says.test(problem))
  }

  /** `/status` and `/readyz` must have the same problem. */
  async untilUnready(state: string, says: RegExp): Promise<Status> {
    const status = await this.until(
      `${state}: ${says}`,
      (now) => now.state === state && says.test(now.problem ?? ''),
    )
    // Between two attempts, the service reports no problem.
    await this.#untilReadiness({ status: 503, node: status.problem })
    return status
  }

  /** The chain must not change meanwhile. */
  async untilAtTip({ chain }: LaunchpadChain): Promise<Status> {
    const { tip } = chain
    const id = tip === 'origin' ? assert.fail('a chain without blocks') : tip.id
    const status = await this.until(
      `the tip ${id}`,
      ({ state, problem, models }) => models?.id === id && state === 'following' && problem === null,
    )
    assert.deepEqual(status.models, tip)
    // Reports about the node are up to two seconds old.
    await this.#untilReadiness({ status: 200, node: 'ok' })
    return status
  }

  async #untilReadiness(expected: { readonly status: number; readonly node: string | null }): Promise<void> {
    await until('readiness', async () => {
      assert.deepEqual(await this.readiness(), expected)
      return true
    })
  }

  /** Repeats the request while the service is syncing. */
  outputsOf(pkh: Hex): Promise<UnspentOutputBody[]> {
    return until(`outputs of ${pkh}`, async () => {
      this.#assertRuns()
      const response = await fetch(`${this.#url}/getUtxos`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pkh, limit: PAGE }),
      })
      if (response.status === 503) return undefined
      if (response.status !== 200) throw new Never(`${response.status}: ${await response.text()}`)
      const outputs = (await response.json()) as UnspentOutputBody[]
      if (outputs.length >= PAGE) throw new Never('a whole page of outputs')
      return outputs
    })
  }

  async owned(pkh: Hex): Promise<string[]> {
    return references(await this.outputsOf(pkh))
  }
}

/** The caller or the end of the test closes the service. */
export const startWatchedWith = async (
  t: Pick<TestContext, 'after'>,
  env: Readonly<Record<string, string>>,
) => {
  const { settings } = readSettings({ PORT: '0', LOG_LEVEL: 'silent', ...env }, [])
  const service = await startService(settings)
  let failure: Error | undefined
  void service.failed.then((error) => {
    failure = error
  })
  t.after(() => service.close())
  const watched = new WatchedService(service.url, () => failure?.message)
  const { routes, adminUrl } = service
  return Object.assign(watched, { routes, adminUrl, close: () => service.close() })
}

export const startWatched = (
  t: Pick<TestContext, 'after'>,
  options: WatchedOptions,
  more: Readonly<Record<string, string>> = {},
) => startWatchedWith(t, { ...settingsFor(options), ...more })

/** A JSON log line without its time. */
const withoutTime = (line: string): unknown => {
  if (!line.startsWith('{')) return line
  const { time, ...fields } = JSON.parse(line)
  return fields
}

export const startWatchedProcess = async (
  t: Pick<TestContext, 'after'>,
  options: WatchedOptions,
  more: Readonly<Record<string, string>> = {},
) => {
  const running = startProcess(t, { ...settingsFor(options), ...more })
  const { child, ended } = running
  let lost: string | undefined
  void ended.then(({ code, stderr }) => {
    lost = `ended with ${code}: ${stderr}`
  })
  return Object.assign(new WatchedService(await running.url(), () => lost), {
    pid: child.pid,
    kill: running.kill,
    /** @returns its exit code, and its log lines at warning or above, without times */
    async end(): Promise<{ readonly code: number | string | null; readonly complaints: readonly unknown[] }> {
      const { code, stderr } = await running.end()
      const lines = stderr.trim().split('\n')
      // Not counted: what the project's mainnet documents lack, a directory in memory or on a small disk, and closed pools of generated
      // chains.
      const complaints = lines
        .filter((line) => !/^\{"level":[123]0,|"lacks":|"rejections":|in a tmpfs|a first start on/.test(line))
        .map(withoutTime)
      return { code, complaints }
    },
  })
}

/** Checkpoint and wallets' outputs of an indexer that saw only the final chain. */
const foldedFresh = async (t: Pick<TestContext, 'after'>, world: LaunchpadChain, url: string) => {
  const dataDir = temporaryDirectory(t)
  const start = { given: undefined, otherwise: parsePoint(world.start) }
  const task = { dataDir, network: 'mainnet', start, operations: mainnetOperations, url } as const
  const indexing = await startIndexing({ ...task, logLevel: 'silent', isRecorded: false }, { threads: false })
  t.after(() => indexing.stop())
  indexing.run()
  const reader = new ModelsReader(dataDir)
  t.after(() => reader.close())
  await until('a fresh indexer at the tip', () => {
    reader.refresh()
    return reader.checkpoint?.id === world.tip.point.id
  })
  await indexing.stop()
  const reads = unspentReads(reader.database, networkIdOf('mainnet'))
  const owned = [...world.owned().keys()].map((pkh): [Hex, string[]] => {
    const outputs: UnspentOutputBody[] = JSON.parse(reads.outputsOf(reads.idsOf(pkh)))
    return [pkh, references(outputs)]
  })
  const { slot, id, height, digest } = reader.checkpoint ?? {}
  return { models: { slot, id, height }, digest, owned: new Map(owned) }
}

/** The service must equal an indexer that saw only the final chain, and the wallets' outputs must be those on the chain. */
export const assertSameAsFresh = async (
  t: Pick<TestContext, 'after'>,
  service: WatchedService,
  world: LaunchpadChain,
  url: string,
): Promise<void> => {
  const { models, digest } = await service.untilAtTip(world)
  const owned = new Map<Hex, string[]>()
  for (const pkh of world.owned().keys()) owned.set(pkh, await service.owned(pkh))
  assert.deepEqual(owned, world.owned())
  assert.deepEqual(await foldedFresh(t, world, url), { models, digest, owned })
}
