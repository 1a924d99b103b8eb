// One course of requests to the transaction builder of a real service on a devnet. Every response must arrive in time and match its
// endpoint's document. An independent ledger library must accept each transaction. The node must accept transactions that spend outputs on
// the chain.
import { idOf, withSignatures } from '../../api/builder/transaction/attach-witness.ts'
import { readUtxos } from '../../api/builder/transaction/read-utxos.ts'
import type { Output } from '../../api/builder/transaction/utxo.ts'
import { PNG } from '../../api/images/testing/sample-images.ts'
import { Random } from '../../devnet/actors/random.ts'
import type { Account } from '../../devnet/actors/wallet/account.ts'
import { coinsAt } from '../../devnet/actors/wallet/coins.ts'
import { valueCbor } from '../../devnet/ledger/output-cbor.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { cborBytes, cborEmbedded, cborInteger, cborList, cborMap } from '../../schema/codecs/cbor-write.ts'
import { API_CAUSES } from '../../schema/errors.ts'
import {
  type AssetId,
  formatOutputReference,
  type Hex,
  type OutputReference,
} from '../../schema/primitives.ts'
import { witnessOf } from '../harness/wallet-requests.ts'
import { type BuilderRequest, drawRequest } from './builder-requests.ts'
import { BuilderWorld } from './builder-world.ts'
import { Finding } from './finding.ts'
import { type Held, judgeTransaction } from './judge-transaction.ts'

/** The builder's thread gives up a call after 20 s, and a busy machine needs longer. */
const DEADLINE_MS = 30_000

const CHECK_EVERY = 400

/** Probabilities of a block after eight requests, and of fills before the block. */
const BLOCK = 0.3
const FILLED = 0.2

const DEEP = 0.03

/** Status 503 is not allowed, because the service is ready and not overloaded. */
const CAUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(API_CAUSES).filter(([, status]) => [400, 403, 404, 413, 500].includes(status)),
)

const BUG = /^The server failed/

/** A node rejects an honest request for these reasons only if the builder has a bug. */
const WRONGLY_BUILT = /BadInputsUTxO|ValueNotConserved|FeeTooSmall|OutputTooSmall|ScriptIntegrity/

interface CourseRun {
  readonly seed: number
  readonly steps: number
  readonly dataDir: string
  readonly signal: AbortSignal
  readonly onProgress: (made: number) => void
}

interface BuilderReport {
  /** Number of requests of each kind, and of responses with status 200. */
  readonly kinds: Readonly<Record<string, readonly [made: number, answered: number]>>
  readonly judged: number
  readonly taken: number
  readonly slowest: number
  readonly slowestKind: string
}

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const content = ({ body, isForm }: Pick<BuilderRequest, 'body' | 'isForm'>): RequestInit => {
  if (body === undefined) return {}
  if (isForm !== true)
    return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  form.set('image', new Blob([PNG], { type: 'image/png' }))
  form.set('info', JSON.stringify(body))
  return { method: 'POST', body: form }
}

/** If an output names an asset twice, the amounts are added, as in the builder. */
const held = ({ lovelace, assets = [], script }: Output): Held => {
  const quantities = new Map<AssetId, bigint>()
  for (const { asset, quantity } of assets) quantities.set(asset, (quantities.get(asset) ?? 0n) + quantity)
  return {
    value: valueCbor(
      lovelace,
      [...quantities]
        .map(([asset, quantity]) => ({ asset, quantity }))
        .sort((a, b) => (a.asset < b.asset ? -1 : 1)),
    ),
    scriptBytes: (script?.cbor.length ?? 0) / 2,
  }
}

/** If a reference occurs several times, the last output counts. */
const givenOutputs = (items: readonly Hex[]): ReadonlyMap<string, Held> =>
  new Map(
    items.flatMap((item) => {
      try {
        return readUtxos('given', [item]).map(
          ({ reference, output }) => [formatOutputReference(reference), held(output)] as const,
        )
      } catch {
        return []
      }
    }),
  )

export class BuilderCourse {
  readonly #options: CourseRun
  readonly #random: Random
  readonly #kinds: Record<string, [number, number]> = {}
  readonly #orders = new Map<Account, OutputReference[]>()
  readonly #locks = new Map<Account, OutputReference[]>()
  #built: { cbor: Hex; witness: Hex } = { cbor: '84a0a0f5f6', witness: 'a0' }
  #made = 0
  #judged = 0
  #taken = 0
  #slowest = 0
  #slowestKind = ''

  constructor(options: CourseRun) {
    this.#options = options
    this.#random = new Random(`builder ${options.seed}`)
  }

  /** @throws {Finding} for the first check that fails */
  async run(): Promise<BuilderReport> {
    const { seed, steps, dataDir, onProgress, signal } = this.#options
    const world = await BuilderWorld.start(seed, dataDir)
    let failure: unknown
    try {
      for (let checked = 0; this.#made < steps && !signal.aborted; ) {
        await this.#round(world, Math.min(world.accounts.length, steps - this.#made))
        onProgress(this.#made)
        if (this.#made - checked < CHECK_EVERY) continue
        checked = this.#made
        await world.checkMetrics()
      }
      await world.checkMetrics()
    } catch (error) {
      failure = error
    }
    const complaint = await world.close()
    // After an abort nothing is judged, because SIGINT from a terminal also stops the service.
    if (!signal.aborted) this.#judgeEnd(failure, complaint)
    return {
      kinds: this.#kinds,
      judged: this.#judged,
      taken: this.#taken,
      slowest: Math.round(this.#slowest),
      slowestKind: this.#slowestKind,
    }
  }

  /** @param complaint may contain the stack trace of a failure */
  #judgeEnd(failure: unknown, complaint: string | undefined): void {
    if (failure instanceof Finding && complaint !== undefined)
      throw new Finding(failure.rule, `${failure.message.slice(failure.rule.length + 2)}\n${complaint}`)
    if (failure !== undefined) throw failure
    if (complaint !== undefined) throw new Finding('the service reports no problem', complaint)
  }

  async #round(world: BuilderWorld, accounts: number): Promise<void> {
    const drawn = world.accounts.slice(0, accounts).map((who) => {
      const orders = this.#orders.get(who) ?? []
      const locks = this.#locks.get(who) ?? []
      const request = drawRequest({ random: this.#random, world, who, orders, locks, built: this.#built })
      return { who, request, isDeep: this.#random.chance(DEEP) }
    })
    this.#made += accounts
    const outcomes = await Promise.allSettled(
      drawn.map(({ who, request, isDeep }) =>
        isDeep ? this.#keepDeep(world, who) : this.#make(world, who, request),
      ),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    if (this.#random.chance(BLOCK)) await world.makeBlock(this.#random.chance(FILLED))
  }

  async #ask(world: BuilderWorld, request: Omit<BuilderRequest, 'given' | 'isHonest'>): Promise<Answer> {
    const begun = performance.now()
    const where = `${request.kind} ${JSON.stringify(request.body)?.slice(-6_000)}`
    let answer: Answer
    try {
      const response = await world.fetch(request.path, content(request), 2 * DEADLINE_MS)
      answer = { status: response.status, body: record(await response.json()) }
    } catch (error) {
      throw new Finding('every request is answered', `${error} for ${where}`, undefined, error)
    }
    const took = performance.now() - begun
    if (took > this.#slowest) {
      this.#slowest = took
      this.#slowestKind = request.kind
    }
    const [made, answered] = this.#kinds[request.kind] ?? [0, 0]
    this.#kinds[request.kind] = [made + 1, answered + (answer.status === 200 ? 1 : 0)]
    if (took > DEADLINE_MS)
      throw new Finding('every answer arrives in time', `after ${Math.round(took)} ms for ${where}`)
    const { cause, message } = answer.body
    if (answer.status !== 200 && (CAUSES.get(String(cause)) !== answer.status || BUG.test(String(message))))
      throw new Finding('errors are in the table', `${answer.status} ${cause}: ${message} for ${where}`)
    return answer
  }

  async #make(world: BuilderWorld, who: Account, request: BuilderRequest): Promise<void> {
    const { status, body } = await this.#ask(world, request)
    const refused = `${body.cause} ${body.message}`
    if (request.isHonest && status !== 200 && WRONGLY_BUILT.test(refused))
      throw new Finding('a right request is built', `${refused} for ${JSON.stringify(request.body)}`)
    const isBuilt = status === 200 && typeof body.cbor === 'string' && !request.path.startsWith('/sign')
    if (!isBuilt || typeof body.cbor !== 'string') return
    const signature = { publicKey: who.key.publicKey, signature: who.key.sign(idOf(body.cbor)) }
    const witness = witnessOf(who, body.cbor)
    this.#judge(world, request, withSignatures(body.cbor, [signature]), who.address)
    if (!request.isHonest) return
    // Only transactions of honest requests are stored, because others could spend coins that the account is using.
    this.#built = { cbor: body.cbor, witness }
    await this.#send(world, who, request, { cbor: body.cbor, witness })
  }

  #judge(world: BuilderWorld, request: BuilderRequest, cbor: Hex, owner: Hex): void {
    const given = givenOutputs(request.given)
    const problem = judgeTransaction(
      cbor,
      (name) => given.get(name) ?? this.#onChain(world, name),
      // Other accounts must sign if a hostile request contains their outputs.
      request.isHonest ? owner : undefined,
    )
    this.#judged += 1
    if (problem !== undefined)
      throw new Finding('money is right', `${problem}: ${cbor} for ${JSON.stringify(request.body)}`)
  }

  #onChain(world: BuilderWorld, name: string): Held | undefined {
    const [transaction = '', index = ''] = name.split('#')
    const reference = { transaction, index: Number(index) }
    const output =
      world.ledger.utxo.get(reference)?.output ??
      world.ledger.mempool.find(({ id }) => id === transaction)?.outputs[reference.index]
    return output && held(output)
  }

  /** @throws {Finding} when the node rejects the transaction */
  async #send(
    world: BuilderWorld,
    who: Account,
    { path, body }: BuilderRequest,
    { cbor, witness }: { readonly cbor: Hex; readonly witness: Hex },
  ): Promise<void> {
    const request = { cbor, witness, changeAddress: formatAddress(who.address) }
    const isOne = this.#made % 2 === 0
    const signed = isOne ? undefined : await this.#ask(world, { kind: '/sign', path: '/sign', body: request })
    const answer = isOne
      ? await this.#ask(world, { kind: '/sign-and-submit', path: '/sign-and-submit', body: request })
      : await this.#ask(world, { kind: '/submit', path: '/submit', body: { cbor: signed?.body.cbor } })
    if (answer.status !== 200)
      throw new Finding(
        'transactions built from outputs on the chain are accepted',
        `${answer.body.message}: ${cbor} for ${path} ${JSON.stringify(body)}`,
      )
    this.#taken += 1
    const orders = this.#orders.get(who) ?? []
    if (path === '/order') orders.push({ transaction: String(answer.body.txHash), index: 0 })
    if (path === '/cancel')
      orders.splice(0, orders.length, ...orders.filter(({ transaction }) => transaction !== body?.txHash))
    this.#orders.set(who, orders.slice(-6))
    const locks = this.#locks.get(who) ?? []
    for (let index = 0; path === '/create-lock' && index < Number(body?.stagesCount); index++)
      locks.push({ transaction: String(answer.body.txHash), index })
    // Withdrawn locks may be withdrawn again.
    this.#locks.set(who, locks.slice(-12))
  }

  /** Nodes allow deeply nested data in an output. */
  async #keepDeep(world: BuilderWorld, who: Account): Promise<void> {
    const coin = coinsAt(world.ledger, who.address).utxos.find(({ output }) => output.lovelace > 100_000_000n)
    if (coin === undefined) return
    const levels = this.#random.integer(1_000, 14_000)
    const kept = cborMap([
      ['00', cborBytes(who.address)],
      ['01', cborInteger(coin.output.lovelace - 1_000_000n)],
      ['02', cborList(['01', cborEmbedded(`${'81'.repeat(levels)}00`)])],
    ])
    const input = cborList([cborBytes(coin.reference.transaction), cborInteger(coin.reference.index)])
    const body = cborMap([
      ['00', cborList([input])],
      ['01', cborList([kept])],
      ['02', cborInteger(1_000_000)],
    ])
    if (coin.output.assets.length > 0) return
    const unsigned = `84${body}a0f5f6`
    const signature = { publicKey: who.key.publicKey, signature: who.key.sign(idOf(unsigned)) }
    const cbor = withSignatures(unsigned, [signature])
    const answer = await this.#ask(world, { kind: 'deep data /submit', path: '/submit', body: { cbor } })
    if (answer.status !== 200)
      throw new Finding(
        'the node accepts data of any depth',
        `${answer.body.message}: ${formatOutputReference(coin.reference)}`,
      )
    this.#taken += 1
  }
}
