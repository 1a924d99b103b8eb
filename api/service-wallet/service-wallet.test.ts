import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutputReference } from '../../schema/primitives.ts'
import { seedKey } from '../builder/transaction/signing-key.ts'
import type { Utxo } from '../builder/transaction/utxo.ts'
import { noServiceWallet, serviceWallet } from './service-wallet.ts'

const KEY = seedKey('22'.repeat(32))

const coin = (index: number, lovelace = 5_000_000n, assets: Utxo['output']['assets'] = []): Utxo => ({
  reference: { transaction: 'ab'.repeat(32), index },
  output: { address: `60${KEY.hash}`, lovelace, assets },
})

const open = (coins: readonly Utxo[], isSpent: (reference: OutputReference) => boolean = () => false) => {
  let now = 0
  let asked = 0
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  const wallet = serviceWallet({
    key: KEY,
    coinsOf: async (keyHash) => (keyHash === KEY.hash ? coins : []),
    addressOf: ({ transaction, index }) => {
      if (transaction !== 'ab'.repeat(32)) return undefined
      return index > 90 ? `00${'77'.repeat(56)}` : `60${KEY.hash}`
    },
    isSpent,
    clock: () => now,
  })
  const lend = async (client = 'anybody', purpose?: string): Promise<string> => {
    asked += 1
    const borrower = { client, purpose: purpose ?? `${asked}` }
    try {
      return await wallet.withCollateral(borrower, async ({ reference }) => `${reference.index}`)
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error)
      return `${error.code}: ${error.message}`
    }
  }
  return { wallet, lend, pass }
}

test('the smallest sufficient unspent output without tokens is lent', async () => {
  const token = [{ asset: `${'cd'.repeat(28)}.`, quantity: 1n }]
  const coins = [
    coin(0, 90_000_000n),
    coin(1, 9_000_000n, token),
    coin(2, 4_999_999n),
    coin(3, 7_000_000n),
    coin(4, 6_000_000n),
  ]
  const { lend } = open(coins, ({ index }) => index === 4)
  assert.deepEqual([await lend('Ann'), await lend('Bob')], ['3', '0'])
})

test('when no output is free the one with the oldest loan is lent, and no client is refused', async () => {
  const { lend } = open([coin(0), coin(1), coin(2)])
  const atOnce = Array.from({ length: 8 }, (_, n) => lend(`client ${n}`))
  assert.deepEqual(await Promise.all(atOnce), ['0', '1', '2', '0', '1', '2', '0', '1'])
})

test('the same request is lent the same collateral, and a client no more than its share', async () => {
  const { lend } = open(Array.from({ length: 12 }, (_, index) => coin(index)))
  const flood: string[] = []
  for (let n = 0; n < 20; n += 1) flood.push(await lend('flood', `launch ${n}`))
  assert.deepEqual(new Set(flood), new Set(['0', '1', '2']))
  assert.deepEqual(
    [await lend('Ann', 'launch'), await lend('Bob', 'launch'), await lend('Ann', 'launch')],
    ['3', '4', '3'],
  )
  assert.deepEqual([await lend('Ann', 'cancel'), await lend('Bob', 'launch')], ['5', '4'])
})

test('a collateral is free again after a minute, or when the build has failed', async () => {
  const { wallet, lend, pass } = open(Array.from({ length: 8 }, (_, index) => coin(index)))
  const fails = wallet.withCollateral({ client: 'Ann', purpose: 'launch' }, async () => {
    throw new Error('no')
  })
  await assert.rejects(fails, { message: 'no' })
  assert.deepEqual([await lend('Ann'), await lend('Bob')], ['0', '1'])
  pass(59_999)
  assert.equal(await lend('Cyd'), '2')
  pass(1)
  assert.equal(await lend('Dan'), '0')
})

test('a clock that goes backwards ends loans, and makes none last longer', async () => {
  const { lend, pass } = open(Array.from({ length: 8 }, (_, index) => coin(index)))
  assert.equal(await lend('Ann'), '0')
  pass(-3_600_000)
  assert.equal(await lend('Bob'), '0')
  pass(60_000)
  assert.equal(await lend('Cyd'), '0')
})

test('without outputs or without a key there is no collateral, and the error says what to do', async () => {
  const { lend } = open([])
  assert.equal(
    await lend(),
    'NO_COLLATERAL: this service has no collateral left: pass `collaterals`, or tell its operator',
  )
  await assert.rejects(
    noServiceWallet.withCollateral({ client: '', purpose: '' }, async () => 0),
    { code: 'NO_COLLATERAL', message: 'this service has no collateral: pass `collaterals`' },
  )
})

test('a transaction that spends an output of the wallet or an unknown output is not signed', () => {
  const { wallet } = open([])
  const id = 'ef'.repeat(32)
  const others = { transaction: 'ab'.repeat(32), index: 91 }
  assert.throws(() => wallet.sign({ id, spent: [others, { ...others, index: 0 }] }), {
    code: 'INVALID_REQUEST',
    message: `utxos contains ${'ab'.repeat(32)}#0, which belongs to the service wallet`,
  })
  assert.throws(() => wallet.sign({ id, spent: [{ transaction: 'cd'.repeat(32), index: 91 }, others] }), {
    code: 'ALREADY_SPENT',
    message: `the input ${'cd'.repeat(32)}#91 is spent by now: build the transaction again`,
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
