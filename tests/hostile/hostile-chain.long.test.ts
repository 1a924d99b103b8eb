// Tests that hostile chains are valid, so a ledger would accept them, and that they contain the intended cases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { type AssetId, policyOf } from '../../schema/primitives.ts'
import { type Beginning, HostileChain } from './hostile-chain.ts'
import { MAX_LOVELACE, MAX_QUANTITY } from './odd-values.ts'
import { type PlacedTransaction, RawLedger, type RawOutput } from './raw-ledger.ts'

const { curve, amm, vesting } = operations

const chainOf = (seed: number, beginning: Beginning, length: number) => {
  const world = new HostileChain(seed, operations, beginning)
  const blocks: readonly ChainBlock[] = [world.first, ...world.blocksAfter(world.first, length)]
  return { world, blocks, ledger: new RawLedger(blocks) }
}

const lovelaceOf = (outputs: readonly (RawOutput | undefined)[]): bigint =>
  outputs.reduce((sum, output) => sum + (output?.lovelace ?? 0n), 0n)

const assetsOf = (outputs: readonly (RawOutput | undefined)[]): Map<AssetId, bigint> => {
  const sums = new Map<AssetId, bigint>()
  for (const output of outputs)
    for (const [asset, quantity] of output?.assets ?? []) sums.set(asset, (sums.get(asset) ?? 0n) + quantity)
  return sums
}

const isWhole = ({ spent }: PlacedTransaction): boolean => spent.every((output) => output !== undefined)

test('inputs exist and are spent once, ADA and tokens are conserved, and NFTs are minted once', () => {
  for (const seed of [1, 2]) {
    const { ledger } = chainOf(seed, seed % 2 === 0 ? 'byron' : 'later', 80)
    const spentOnce = new Set<string>()
    const nfts = new Set<AssetId>()
    for (const transaction of ledger.transactions.values()) {
      const { id, inputs, outputs, spent, mint } = transaction
      for (const reference of inputs) {
        assert.ok(!spentOnce.has(reference), `${reference} is spent twice`)
        spentOnce.add(reference)
      }
      for (const { lovelace, assets, reference } of outputs) {
        assert.ok(lovelace > 0n && lovelace <= MAX_LOVELACE, reference)
        for (const quantity of assets.values())
          assert.ok(quantity > 0n && quantity <= MAX_QUANTITY, reference)
      }
      const minted = [...mint].filter(([, quantity]) => quantity > 0n)
      for (const policy of [curve.nftPolicy, amm.nftPolicy]) {
        const names = minted.filter(([asset]) => policyOf(asset) === policy)
        assert.ok(names.length <= 1 && names.every(([, quantity]) => quantity === 1n), id)
        for (const [asset] of names) {
          assert.ok(!nfts.has(asset), `${asset} is minted twice`)
          nfts.add(asset)
        }
      }
      if (!isWhole(transaction)) continue
      assert.ok(lovelaceOf(spent) > lovelaceOf(outputs), `${id} pays no fee`)
      const [before, after] = [assetsOf(spent), assetsOf(outputs)]
      for (const asset of new Set([...before.keys(), ...after.keys(), ...mint.keys()]))
        assert.equal(
          (before.get(asset) ?? 0n) + (mint.get(asset) ?? 0n),
          after.get(asset) ?? 0n,
          `${asset} in ${id}`,
        )
    }
  }
})

test('a seed makes the same chain again, and forks make others', () => {
  const idsOf = (blocks: readonly ChainBlock[]) => blocks.map(({ point }) => point.id)
  const first = chainOf(7, 'byron', 40)
  assert.deepEqual(idsOf(first.blocks), idsOf(chainOf(7, 'byron', 40).blocks))
  const parent = first.blocks[20] ?? assert.fail()
  const branch = first.world.blocksAfter(parent, 5)
  assert.equal(branch[0]?.parent, parent.point.id)
  assert.notDeepEqual(idsOf(branch), idsOf(first.blocks.slice(21, 26)))
})

test('what is to be met is met: remainders, two pools at once, matches, unseen inputs, failed scripts, nested transactions', () => {
  const { ledger, blocks } = chainOf(11, 'later', 400)
  const orders = operations.orders.map(({ scriptHash }) => scriptHash)
  const amms = amm.pools.map(({ scriptHash }) => scriptHash)
  const at = (scripts: readonly string[], output: RawOutput | undefined): boolean =>
    output !== undefined && scripts.includes(output.address.slice(2, 58))
  const all = [...ledger.transactions.values()]
  const count = (what: (transaction: PlacedTransaction) => boolean): number => all.filter(what).length
  const pools = [curve.scriptHash, ...amms]
  const met = {
    ...Object.fromEntries(
      orders.map((script) => [script, count(({ outputs }) => outputs.some((each) => at([script], each)))]),
    ),
    ...Object.fromEntries(
      amms.map((script) => [script, count(({ outputs }) => outputs.some((each) => at([script], each)))]),
    ),
    remainders: count(({ spent, outputs }) =>
      spent.some((order, place) => at(orders, order) && outputs[place]?.address === order?.address),
    ),
    twoPools: count(({ spent }) => spent.filter((each) => at(pools, each)).length === 2),
    matches: count(
      ({ spent }) =>
        spent.filter((each) => at(orders, each)).length > 1 && !spent.some((each) => at(pools, each)),
    ),
    unseen: count((transaction) => !isWhole(transaction)),
    failed: count(({ isValid }) => !isValid),
    returnedToScripts: count(
      ({ isValid, outputs }) => !isValid && outputs.some((each) => at([...pools, ...orders], each)),
    ),
    launches: count(({ mint }) => [...mint.keys()].some((asset) => policyOf(asset) === curve.nftPolicy)),
    locks: count(({ outputs }) => outputs.some((each) => at([vesting.scriptHash], each))),
    spentLocks: count(({ spent }) => spent.some((each) => at([vesting.scriptHash], each))),
    burns: count(({ mint }) => [...mint.values()].some((quantity) => quantity < 0n)),
    hugeQuantities: count(({ outputs }) =>
      outputs.some(({ assets }) => [...assets.values()].some((quantity) => quantity >= 2n ** 63n)),
    ),
  }
  const [nested, withoutEffect] = [true, false].map((isValid) =>
    blocks.flatMap(({ json }) => {
      const { transactions }: { transactions: { spends: string; subTransactions?: object[] }[] } = JSON.parse(
        json.toString(),
      )
      return transactions.flatMap(({ spends, subTransactions = [] }) =>
        (spends === 'inputs') === isValid ? subTransactions : [],
      )
    }),
  )
  assert.ok(nested && nested.length > 100 && withoutEffect && withoutEffect.length > 0)
  for (const [what, times] of Object.entries(met)) assert.ok(times > 0, `${what}: ${JSON.stringify(met)}`)
})
