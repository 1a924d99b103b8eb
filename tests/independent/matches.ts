// Kupo's interface: outputs of the chain by address, spent or not, with all their fields; outputs by transaction; and datums and scripts of
// wallets' outputs.
import assert from 'node:assert/strict'
import { blake2b } from '@noble/hashes/blake2'
import { runs } from '../kit/random-runs.ts'
import { byText, type Comparison, get, grouped, post, type Recorded, type Services } from './comparison.ts'

interface PlainOutput {
  readonly address: string
  readonly value: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly datum?: string
  readonly datumHash?: string
  readonly script?: { readonly language: string; readonly cbor: string }
}
interface PlainReference {
  readonly transaction: { readonly id: string }
  readonly index: number
}
interface PlainTransaction {
  readonly id: string
  readonly spends?: string
  readonly inputs: readonly PlainReference[]
  readonly collaterals?: readonly PlainReference[]
  readonly outputs?: readonly PlainOutput[]
  readonly collateralReturn?: PlainOutput
  readonly mint?: PlainOutput['value']
  readonly redeemers?: readonly {
    readonly redeemer: string
    readonly validator: { readonly purpose: string; readonly index: number }
  }[]
  readonly subTransactions?: readonly PlainTransaction[]
}

/** Sub-transactions come before their transaction. If the transaction's scripts failed, its sub-transactions are dropped. */
const withNested = (transaction: PlainTransaction): readonly PlainTransaction[] => {
  const { spends, subTransactions = [] } = transaction
  return spends === 'collaterals' ? [transaction] : [...subTransactions, transaction]
}

const EVERY = 20

/** The addresses with the most outputs. Of the others, one in `EVERY` is requested. */
const MOST_ADDRESSES = runs(500)

const MOST_KEYS = 60

const LANGUAGES = ['native', 'plutus:v1', 'plutus:v2', 'plutus:v3', 'plutus:v4']

const hash = (bytes: string, dkLen: number): string =>
  Buffer.from(blake2b(Buffer.from(bytes, 'hex'), { dkLen })).toString('hex')

const amountsIn = (value: PlainOutput['value']) => {
  const { ada, ...policies } = value
  const assets = Object.entries(policies).flatMap(([policy, names]) =>
    Object.entries(names).map(([name, quantity]) => [name === '' ? policy : `${policy}.${name}`, quantity]),
  )
  return { coins: ada?.lovelace, assets: Object.fromEntries(assets) }
}

type Match = Readonly<Record<string, unknown>> & {
  readonly value: ReturnType<typeof amountsIn>
  readonly output_index: number
}

const attachmentsOf = ({ datum, datumHash, script }: PlainOutput) => ({
  datum_hash: datum === undefined ? (datumHash ?? null) : hash(datum, 32),
  ...(datum === undefined && datumHash === undefined
    ? {}
    : { datum_type: datum === undefined ? 'hash' : 'inline' }),
  script_hash: script === undefined ? null : hash(`0${LANGUAGES.indexOf(script.language)}${script.cbor}`, 28),
})

const detailsOf = ({ datum, script }: PlainOutput, attachments: ReturnType<typeof attachmentsOf>) => {
  return {
    ...(attachments.datum_hash === null ? {} : { datumHash: attachments.datum_hash }),
    ...(datum === undefined ? {} : { inlineDatum: datum }),
    ...(script === undefined
      ? {}
      : { scriptRef: { language: script.language, hash: attachments.script_hash, cbor: script.cbor } }),
  }
}

interface Expected {
  readonly id: string
  readonly address: string
  readonly match: Match
  readonly isUnspent: boolean
}

const matchesOf = (outputs: readonly { readonly match: object }[]) => outputs.map(({ match }) => match)

const readOutputs = (blocks: Recorded['blocks']) => {
  const spends = new Map<string, object>()
  const details = new Map<string, object>()
  const made: { readonly id: string; readonly address: string; readonly match: Match }[] = []
  const minted = new Set<string>()
  for (const { json, point } of blocks) {
    const at = { slot_no: point.slot, header_hash: point.id }
    const { transactions = [] }: { transactions?: PlainTransaction[] } = JSON.parse(json.toString())
    for (const [transaction_index, transaction] of transactions.flatMap(withNested).entries()) {
      const {
        id,
        inputs,
        outputs = [],
        collaterals = [],
        collateralReturn,
        redeemers = [],
        mint = {},
      } = transaction
      for (const asset of Object.keys(amountsIn(mint).assets)) minted.add(asset)
      const isFailed = transaction.spends === 'collaterals'
      for (const [input_index, input] of (isFailed ? collaterals : inputs).entries()) {
        const used = redeemers.find(({ validator }) => {
          const { purpose, index } = validator
          return purpose === 'spend' && index === input_index
        })
        spends.set(`${input.index}@${input.transaction.id}`, {
          ...at,
          transaction_id: id,
          input_index,
          redeemer: isFailed ? null : (used?.redeemer ?? null),
        })
      }
      const listed = isFailed ? [collateralReturn] : outputs
      for (const [place, output] of listed.entries()) {
        if (output === undefined) continue
        const { address, value } = output
        const output_index = isFailed ? outputs.length : place
        const attachments = attachmentsOf(output)
        details.set(`${id}#${output_index}`, detailsOf(output, attachments))
        made.push({
          id,
          address,
          match: {
            transaction_index,
            transaction_id: id,
            output_index,
            address,
            value: amountsIn(value),
            ...attachments,
            created_at: at,
          },
        })
      }
    }
  }
  const expected: readonly Expected[] = made.reverse().map(({ id, address, match }) => {
    const spent_at = spends.get(`${match.output_index}@${id}`) ?? null
    return { id, address, match: { ...match, spent_at }, isUnspent: spent_at === null }
  })
  return { expected, details, minted }
}

const compareOutputs = async (services: Services, expected: readonly Expected[]): Promise<void> => {
  const addresses = [...grouped(expected, ({ address }) => address)].sort(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || byText(a, b),
  )
  for (const [at, [address, outputs]] of addresses.entries()) {
    if (at >= MOST_ADDRESSES && at % EVERY !== 0) continue
    assert.deepEqual(await get(services, `/kupo/matches/${address}`), matchesOf(outputs), address)
    if (at % EVERY !== 0) continue
    const unspent = await get(services, `/kupo/v1/matches/${address}`, { unspent: '' })
    assert.deepEqual(unspent, matchesOf(outputs.filter(({ isUnspent }) => isUnspent)), address)
  }
  const transactions = [...grouped(expected, ({ id }) => id)]
  for (const [id, outputs] of transactions.filter((_, at) => at % EVERY === 0)) {
    assert.deepEqual(await get(services, `/kupo/matches/*@${id}`), matchesOf(outputs), id)
    const oldest = { order: 'oldest_first' }
    assert.deepEqual(await get(services, `/kupo/matches/*@${id}`, oldest), matchesOf(outputs).reverse(), id)
  }
}

const compareTokens = async (
  services: Services,
  expected: readonly Expected[],
  minted: ReadonlySet<string>,
): Promise<void> => {
  const unspent = expected.filter(({ isUnspent }) => isUnspent)
  for (const filter of ['Latest', 'CompletedCreateOn']) {
    const pools: readonly { readonly info: { readonly asset: string } }[] = await get(
      services,
      '/v1/pools-main-page/initial/state',
      { filter },
    )
    for (const { info } of pools.filter(({ info }) => minted.has(info.asset))) {
      const holding = matchesOf(unspent.filter(({ match }) => info.asset in match.value.assets))
      assert.ok(holding.length > 0)
      for (const pattern of [info.asset, `${info.asset.slice(0, 56)}.*`])
        assert.deepEqual(await get(services, `/kupo/matches/${pattern}`, { unspent: '' }), holding, pattern)
    }
  }
}

/** @returns the number of outputs with a datum or a script */
const compareWallets = async (
  services: Services,
  keys: Iterable<string>,
  details: ReadonlyMap<string, object>,
): Promise<number> => {
  let carriers = 0
  for (const pkh of [...keys].sort(byText).slice(0, MOST_KEYS)) {
    const wallet = { pkh, limit: 1_000 }
    const plain: readonly { readonly txHash: string; readonly index: number }[] = await post(
      services,
      '/getUtxos',
      wallet,
    )
    const expected = plain.map((output) => ({
      ...output,
      ...details.get(`${output.txHash}#${output.index}`),
    }))
    assert.deepEqual(await post(services, '/getUtxos', { ...wallet, details: true }), expected, pkh)
    carriers += expected.filter((output) => 'datumHash' in output || 'scriptRef' in output).length
  }
  return carriers
}

export const matchesComparison: Comparison = {
  name: "every output, as Kupo's interface has it",
  async check(all, { blocks, ledger, networkId, isRich }) {
    // One service is enough, because other comparisons compare the services.
    const services: Services = [all.at(-1) ?? all[0]]
    const { expected, details, minted } = readOutputs(blocks)
    await compareOutputs(services, expected)
    await compareTokens(services, expected, minted)
    const carriers = await compareWallets(services, ledger.unspentByKey(networkId).keys(), details)
    assert.ok(!isRich || carriers > 0, 'no wallet has an output with a datum or a script')
  },
}
