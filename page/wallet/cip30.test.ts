import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress, parseAddress } from '../../schema/codecs/address.ts'
import { deferred } from '../../tests/kit/deferred.ts'
import { connectExtension, extensions } from './cip30.ts'

const key = (n: number): string => `${n}`.padStart(56, '0')
const STAKE = 'ee'.repeat(28)
const base = (n: number): string => `00${key(n)}${STAKE}`
const SCRIPT = `30${key(1)}${STAKE}`
const utxo = (lovelace: number): string =>
  `82825820${'01'.repeat(32)}00825839${base(1)}1a${lovelace.toString(16).padStart(8, '0')}`

/** CIP-30 reports an account change in this way. */
const CHANGED = { code: -4, info: 'account changed' }

const connectTo = (api: object, network: string | Promise<string> = 'preprod', onChange = () => {}) =>
  connectExtension(
    {
      id: 'test',
      name: 'Test',
      icon: '',
      isEnabled: async () => true,
      enable: async () => ({
        getNetworkId: async () => 0,
        getChangeAddress: async () => base(9),
        getUtxos: async () => [utxo(5_000_000), utxo(7_000_000)],
        signTx: async () => 'a0',
        ...api,
      }),
    },
    Promise.resolve(network),
    onChange,
  )

test('a wallet is all its keys, and its orders belong to the first used address, which stays', async () => {
  const wallet = await connectTo({
    getUsedAddresses: async () => [base(3), SCRIPT, base(4), base(3)],
    getUnusedAddresses: async () => [base(5)],
  })
  assert.equal(parseAddress(wallet.address), base(3))
  assert.deepEqual([...wallet.addresses.keys()], [key(3), key(4), key(5), key(9)])
  assert.deepEqual([...wallet.addresses.values()].map(parseAddress), [base(3), base(4), base(5), base(9)])
  assert.deepEqual(await wallet.holdings(), { lovelace: 12_000_000n, tokens: new Map() })
})

test('orders belong to an address with a stake part, if the wallet has one, because executors fill no others', async () => {
  const enterprise = (n: number): string => `60${key(n)}`
  const wallet = await connectTo({
    getUsedAddresses: async () => [enterprise(3), enterprise(4), base(5), base(3)],
    getChangeAddress: async () => enterprise(6),
  })
  assert.deepEqual([...wallet.addresses.values()].map(parseAddress), [
    base(5),
    base(3),
    enterprise(4),
    enterprise(6),
  ])
  const alone = await connectTo({ getChangeAddress: async () => enterprise(6) })
  assert.equal(parseAddress(alone.address), enterprise(6))
})

test('a wallet without lists of addresses, with empty ones, and with a thousand', async () => {
  for (const api of [
    {},
    { getUsedAddresses: async () => null, getUnusedAddresses: async () => undefined },
    { getUsedAddresses: async () => [], getUnusedAddresses: async () => [] },
  ]) {
    const { address, addresses } = await connectTo(api)
    assert.deepEqual([parseAddress(address), [...addresses.keys()]], [base(9), [key(9)]])
  }
  const many = await connectTo({
    getUsedAddresses: async () => Array.from({ length: 1_000 }, (_, n) => base(n)),
  })
  assert.deepEqual(
    [...many.addresses.keys()],
    Array.from({ length: 20 }, (_, n) => key(n)),
  )
})

test('addresses are hex or bech32, collateral comes in any way or not at all, and a broken extension hides no other', async (t) => {
  for (const given of [base(9), base(9).replaceAll('e', 'E'), formatAddress(base(9))])
    assert.equal(parseAddress((await connectTo({ getChangeAddress: async () => given })).address), base(9))
  for (const [api, collateral] of [
    [{}, []],
    [{ getCollateral: async () => null }, []],
    [{ getCollateral: async () => Promise.reject({ code: -3 }) }, []],
    [{ getCollateral: () => assert.fail('not supported') }, []],
    [{ getCollateral: () => [utxo(5)] }, [utxo(5)]],
    [{ getCollateral: async () => [utxo(5)] }, [utxo(5)]],
  ] as const)
    assert.deepEqual(await (await connectTo(api)).collaterals(), collateral)

  t.after(() => {
    globalThis.cardano = undefined
  })
  const good = { name: 'Good', icon: '', enable: async () => ({}) }
  const bad = () => assert.fail('of an extension')
  globalThis.cardano = Object.defineProperties(
    { good, none: null, inner: Object.defineProperty({}, 'enable', { get: bad }), last: good },
    { bad: { get: bad, enumerable: true } },
  )
  assert.deepEqual(
    extensions().map(({ id }) => id),
    ['good', 'last'],
  )
})

test('a wallet is connected when the network of the service is known', async () => {
  const network = deferred<string>()
  let asked = 0
  const getNetworkId = async () => {
    asked++
    return 1
  }
  const connecting = connectTo({ getNetworkId, getChangeAddress: async () => base(9) }, network.promise)
  await new Promise(setImmediate)
  assert.equal(asked, 0)
  network.resolve('mainnet')
  assert.match((await connecting).address, /^addr1/)
})

test('a wallet on another network or with scripts alone is refused in words', async () => {
  await assert.rejects(
    connectTo({}, 'mainnet'),
    new Error('Test is on another network: this launchpad is on mainnet'),
  )
  await assert.rejects(
    connectTo({ getChangeAddress: async () => SCRIPT }),
    new Error("Test has a script's address: choose a wallet with a key"),
  )
})

test('another account of the wallet is noticed by its event and by the code of an error', async () => {
  let changes = 0
  let emit = () => {}
  const wallet = await connectTo(
    {
      getUtxos: async () => Promise.reject(CHANGED),
      signTx: async () => Promise.reject(CHANGED),
      experimental: {
        on: (_: string, listener: () => void) => {
          emit = listener
        },
      },
    },
    'preprod',
    () => {
      changes++
    },
  )
  emit()
  assert.equal(changes, 1)
  const error = new Error('The wallet has another account now. Try again with it.')
  await assert.rejects(wallet.sign('84', false), error)
  await assert.rejects(wallet.coins() as Promise<unknown>, error)
  assert.equal(changes, 3)
})

test('another account is noticed by the addresses, of a wallet that does not tell', async () => {
  let [account, changes] = [1, 0]
  const lists = {
    getUsedAddresses: async () => [base(account)],
    getChangeAddress: async () => base(account),
  }
  const wallet = await connectTo(lists, 'preprod', () => {
    changes++
  })
  assert.equal((await wallet.coins()).length, 2)
  account = 2
  const error = new Error('The wallet has another account now. Try again with it.')
  await assert.rejects(wallet.coins(), error)
  await assert.rejects(wallet.holdings(), error)
  assert.equal(changes, 2)
  // A wallet that lists no addresses may have a new change address each time.
  const alone = await connectTo({ getChangeAddress: async () => base(++account) }, 'preprod', () => changes++)
  assert.equal((await alone.coins()).length, 2)
  assert.equal(changes, 2)
})

test('another network is noticed, on which the wallet has the same keys', async () => {
  let [networkId, changes] = [0, 0]
  const lists = { getUsedAddresses: async () => [base(1)], getNetworkId: async () => networkId }
  const wallet = await connectTo(lists, 'preprod', () => {
    changes++
  })
  assert.equal((await wallet.coins()).length, 2)
  networkId = 1
  const error = new Error('Test is on another network: this launchpad is on preprod')
  await assert.rejects(wallet.coins(), error)
  await assert.rejects(wallet.holdings(), error)
  assert.equal(changes, 2)
})

test('a wallet that gives no outputs has none, and malformed outputs are an error instead of a wrong amount', async () => {
  assert.deepEqual(await (await connectTo({ getUtxos: async () => null })).holdings(), {
    lovelace: 0n,
    tokens: new Map(),
  })
  await assert.rejects((await connectTo({ getUtxos: async () => ['zz'] })).holdings())
})
