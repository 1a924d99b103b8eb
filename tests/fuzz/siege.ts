// A siege: all attacks of hostile readers and a hostile builder client run at the same time against a service on a live devnet. Meanwhile
// honest traders follow their orders to the end, and a client reads charts.

import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../bench/kit/child.ts'
import { quantile } from '../bench/kit/table.ts'
import { withScratch } from '../harness/scratch.ts'
import type { ServiceProcess } from '../harness/service-process.ts'
import { startStillMarket } from '../harness/still-devnet.ts'
import { largeImage, type Market } from '../hostile/http/heavy-requests.ts'
import type { HonestTrader } from './honest-trader.ts'
import type { AttackCount, AttackerRequest } from './siege-attacker.ts'
import { ATTACKS, type Attack } from './siege-attacks.ts'
import type { HonestRequest, HonestResponse } from './siege-reader.ts'
import { type Closers, setStage } from './stage.ts'

interface SiegeReport {
  readonly failures: readonly string[]
  readonly filled: number
  readonly takenBack: number
  /** 99th percentile of the charts' response times in ms, without attackers and with them. */
  readonly idle: number
  readonly under: number
  /** Peak resident bytes of the service in each tenth of the siege; empty if the system does not report them. */
  readonly memory: readonly number[]
  readonly attacks: Partial<Record<Attack, AttackCount>>
}

const TRADERS = 3

/** Maximum ratio of the memory at the end of a siege to the memory in the middle. */
const FLAT = 1.25

/** In a shorter siege, memory is still growing to its normal size. */
const STEADY_S = 60

const watchMemory = (service: ServiceProcess, seconds: number) => {
  const tenths: number[] = []
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const now = service.memory()?.now
    const tenth = Math.floor((performance.now() - startedAt) / (seconds * 100))
    if (now !== undefined && tenth < 10) tenths[tenth] = Math.max(tenths[tenth] ?? 0, now)
  }, 100)
  return () => {
    clearInterval(timer)
    return tenths
  }
}

/** Facts that the attackers know. Their requests name the trader's first waiting order. */
const marketOf = async (trader: HonestTrader | undefined): Promise<Market> => {
  const txHash = trader?.open.shift()
  if (trader === undefined || txHash === undefined) throw new Error('no order waits')
  const { cbor } = await trader.build(10_000_000n, 'infinity')
  return { token: trader.token, order: { txHash, owner: trader.address }, cbor }
}

/**
 * @param seconds duration of the attack
 * @param waiting number of waiting orders of each trader, at least 2; most are cancelled during the siege
 */
export const besiege = (seconds: number, waiting: number): Promise<SiegeReport> =>
  withScratch((dataDir) => besiegeIn(dataDir, seconds, waiting), 'besieged-')

const besiegeIn = async (dataDir: string, seconds: number, waiting: number): Promise<SiegeReport> => {
  const failures: string[] = []
  const closers: Closers = []
  let isOver = false
  try {
    const onError = (error: unknown): unknown => failures.push(`the devnet: ${error}`)
    const devnet = await startStillMarket({ seed: 'siege', onError })
    closers.push(() => devnet.close())
    const stage = {
      devnet,
      dataDir,
      traders: TRADERS,
      waiting,
      // For many purchases of 10 ADA: on a slow machine the attacks take minutes to end.
      coin: 600_000_000n,
      image: largeImage(),
      closers,
    }
    const { service, traders, imagePath, cid } = await setStage(stage)
    const market = await marketOf(traders[0])
    const targets = { port: service.port, imagePath, cid, market }
    const now = Math.floor(Date.now() / 1_000)
    const chart = `/v1/charts/history?base=${market.token}&quote=.&resolution=min1&from=${now - 86_400}&to=${now + 86_400}`
    const trading = traders.map((trader) => trader.trade(() => isOver, (seconds * 800) / waiting))
    const honest = startChild('../fuzz/siege-reader.ts')
    const attacker = startChild('../fuzz/siege-attacker.ts')
    closers.push(
      () => honest.end(),
      () => attacker.end(),
    )
    const read = (during: number): Promise<HonestResponse> => {
      const request: HonestRequest = { port: targets.port, path: chart, seconds: during }
      return honest.call<HonestResponse>(request)
    }
    const idle = await read(Math.max(1, Math.min(20, seconds / 4)))
    for (const attack of ATTACKS) {
      const request: AttackerRequest = { kind: 'begin', attack, ...targets }
      await attacker.call(request)
    }
    const memoryUntilNow = watchMemory(service, seconds)
    let attacks: SiegeReport['attacks'] = {}
    const counting = async (): Promise<never> => {
      const request: AttackerRequest = { kind: 'count' }
      for (; ; await sleep(100)) attacks = await attacker.call<SiegeReport['attacks']>(request)
    }
    // On a busy machine the attackers may not respond before they are ended. Then the pending count fails.
    const under = await Promise.race([read(seconds), counting()])
    const memory = memoryUntilNow()
    await attacker.end()
    isOver = true
    await Promise.all(trading)

    const [middle, last] = [Math.max(...memory.slice(0, 5)), Math.max(...memory.slice(5))]
    if (seconds >= STEADY_S && last > middle * FLAT)
      failures.push(`memory grew from ${middle} to ${last} bytes in the second half`)
    if (under.failed > 0)
      failures.push(`${under.failed} reads of charts failed: ${under.problems.join(', ')}`)
    failures.push(...traders.flatMap((trader) => trader.failures))
    const complaint = service.ended() ?? (await service.end())
    if (complaint !== undefined) failures.push(complaint)
    return {
      failures,
      filled: traders.reduce((sum, { filled }) => sum + filled, 0),
      takenBack: traders.reduce((sum, { takenBack }) => sum + takenBack, 0),
      idle: quantile(idle.times, 0.99),
      under: quantile(under.times, 0.99),
      memory,
      attacks,
    }
  } finally {
    isOver = true
    for (const close of closers.reverse()) await close()
  }
}
