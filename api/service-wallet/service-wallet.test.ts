import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'
import { seedKey } from '../builder/signing-key.ts'
import type { Utxo } from '../builder/utxo.ts'
import { noServiceWallet, serviceWallet } from './service-wallet.ts'

const KEY = seedKey('22'.repeat(32))

const coin = (index: number, lovelace = 5_000_000n, assets: Utxo['output']['assets'] = []): Utxo => ({
  reference: { transaction: 'ab'.repeat(32), index },
  output: { address: `60${KEY.hash}`, lovelace, assets },
})

const open = (coins: readonly Utxo[], isSpent: (reference: OutputReference) => boolean = () => false) => {
  let now = 0
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  const wallet = serviceWallet({
    key: KEY,
    coinsOf: async (keyHash) => (keyHash === KEY.hash ? coins : []),
    addressOf: ({ transaction, index }) =>
      transaction !== 'ab'.repeat(32) ? undefined : index > 90 ? `00${'77'.repeat(56)}` : `60${KEY.hash}`,
    isSpent,
    clock: () => now,
  })
  const lend = async (): Promise<string> => {
    try {
      return await wallet.withCollateral(async ({ reference }) => `${reference.index}`)
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error)
      return `${error.code}: ${error.message}`
    }
  }
  return { wallet, lend, pass }
}

test('the smallest output that suffices is lent, of lovelace alone and unspent', async () => {
  const token = [{ asset: `${'cd'.repeat(28)}.`, quantity: 1n }]
  const coins = [
    coin(0, 90_000_000n),
    coin(1, 9_000_000n, token),
    coin(2, 4_999_999n),
    coin(3, 7_000_000n),
    coin(4, 6_000_000n),
  ]
  const { lend } = open(coins, ({ index }) => index === 4)
  assert.deepEqual(
    [await lend(), await lend(), await lend()],
    [
      '3',
      '0',
      'NO_COLLATERAL: the 3 collaterals of this service are in use: give `collaterals`, or try again in 60 s',
    ],
  )
})

test('a collateral is free again after a minute, or when what it was for has failed', async () => {
  const { wallet, lend, pass } = open([coin(0)])
  const fails = wallet.withCollateral(async () => {
    throw new Error('no')
  })
  await assert.rejects(fails, { message: 'no' })
  assert.equal(await lend(), '0')
  pass(59_999)
  assert.match(await lend(), /^NO_COLLATERAL: .* try again in 1 s$/)
  pass(1)
  assert.equal(await lend(), '0')
})

test('without outputs or without a key there is no collateral, and the words say what to do', async () => {
  const { lend } = open([])
  assert.equal(
    await lend(),
    'NO_COLLATERAL: this service has no collateral left: give `collaterals`, or tell its operator',
  )
  await assert.rejects(
    noServiceWallet.withCollateral(async () => 0),
    { code: 'NO_COLLATERAL', message: 'this service has no collateral of its own: give `collaterals`' },
  )
})

test('no two of those who ask at once, fail or wait have the same collateral', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.record({ fails: fc.boolean(), turns: fc.nat(4) }), { minLength: 1, maxLength: 30 }),
      async (count, clients) => {
        const { wallet } = open(Array.from({ length: count }, (_, index) => coin(index)))
        const held = new Set<string>()
        const results = await Promise.allSettled(
          clients.map(({ fails, turns }) =>
            wallet.withCollateral(async ({ reference }) => {
              const name = formatOutputReference(reference)
              assert.ok(!held.has(name), `${name} twice`)
              held.add(name)
              for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
              if (!fails) return name
              held.delete(name)
              throw new Error('failed')
            }),
          ),
        )
        const kept = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
        assert.equal(new Set(kept).size, kept.length)
        assert.ok(kept.length <= count)
      },
    ),
    { numRuns: 100 },
  )
})

test('a transaction that spends an output of the wallet, or one that nobody knows, is not signed', () => {
  const { wallet } = open([])
  const id = 'ef'.repeat(32)
  const others = { transaction: 'ab'.repeat(32), index: 91 }
  assert.throws(() => wallet.sign({ id, spent: [others, { ...others, index: 0 }] }), {
    code: 'INVALID_REQUEST',
    message: `utxos must be outputs of the caller: ${'ab'.repeat(32)}#0 is the service's`,
  })
  assert.throws(() => wallet.sign({ id, spent: [{ transaction: 'cd'.repeat(32), index: 91 }, others] }), {
    code: 'INVALID_REQUEST',
    message: `utxos must be unspent outputs: ${'cd'.repeat(32)}#91 is not known; try again in a minute, or give \`collaterals\``,
  })
  assert.equal(wallet.signatureOf(id), undefined)
})

test('only what was signed once is signed again, for two hours', () => {
  const { wallet, pass } = open([])
  const id = 'ef'.repeat(32)
  assert.equal(wallet.signatureOf(id), undefined)
  const spent = [{ transaction: 'ab'.repeat(32), index: 91 }]
  const signature = wallet.sign({ id, spent })
  assert.deepEqual(signature, { publicKey: KEY.publicKey, signature: KEY.sign(id) })
  assert.deepEqual(wallet.signatureOf(id), signature)
  assert.equal(wallet.signatureOf('00'.repeat(32)), undefined)
  pass(2 * 60 * 60 * 1000)
  assert.equal(wallet.signatureOf(id), undefined)
})
