// Launches over HTTP on the live devnet, with wallets of the test, by a service in a separate process. Checks the transactions on the
// chain, the collateral that the service provides and signs, and that no response shows a secret.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Serialization } from '@cardano-sdk/core'
import { bech32 } from '@scure/base'
import { cip30Utxo } from '../../api/builder/testing/cip30-utxo.ts'
import { assemble } from '../../api/builder/transaction/assemble.ts'
import { readSignatures } from '../../api/builder/transaction/attach-witness.ts'
import { readTransaction } from '../../api/builder/transaction/read-transaction.ts'
import type { Output, Utxo } from '../../api/builder/transaction/utxo.ts'
import { JPEG, PNG } from '../../api/images/testing/sample-images.ts'
import { DEVELOPER } from '../../devnet/actors/people.ts'
import { type Account, namedAccount } from '../../devnet/actors/wallet/account.ts'
import { DEVNET_PARAMETERS } from '../../devnet/ledger/parameters.ts'
import { SERVICE_WALLET } from '../../devnet/service-account.ts'
import { formatAddress, parseAddress } from '../../schema/codecs/address.ts'
import { formatOutputReference } from '../../schema/primitives.ts'
import type { UnspentOutputBody } from '../../schema/responses/utxos.ts'
import { collateralsOf, idOf } from '../conformance/transactions.ts'
import { foldedDevnet } from '../harness/folded-recording.ts'
import { outsideSigner, readAgain } from '../harness/outside-signer.ts'
import { startProcess } from '../harness/run-script.ts'
import { walletAt, witnessOf } from '../harness/wallet-requests.ts'
import { type ReceivedResponse, requestsTo, untilAvailable } from '../kit/requests.ts'
import { until, untilReady } from '../kit/until.ts'

const ADA = 1_000_000n

const SECRET = createHash('sha256').update('devnet service wallet').digest('hex')

const CREATOR = namedAccount('launch test')
const TRADER = outsideSigner(7)
const OTHERS = Array.from({ length: 8 }, (_, n) => namedAccount(`launch test ${n}`))

let url = ''
let running: ReturnType<typeof startProcess> | undefined
const dataDir = mkdtempSync(join(tmpdir(), 'launch-'))
const responses: string[] = []

const requests = () => requestsTo(url, (text, headers) => responses.push(text, JSON.stringify([...headers])))
const post = (path: string, body: unknown): Promise<ReceivedResponse> => requests().tell(path, body)

const coinsOf = async ({ pkh }: Account): Promise<Utxo[]> => {
  const { body } = await post('/getUtxos', { pkh, limit: 1000 })
  return body.map(({ txHash, index, address, value }: UnspentOutputBody) => ({
    reference: { transaction: txHash, index },
    output: {
      address: parseAddress(address),
      lovelace: BigInt(value[0]?.amount ?? 0),
      assets: value.slice(1).map(({ unit, amount }) => ({ asset: unit, quantity: BigInt(amount) })),
    },
  }))
}

const INFO = {
  assetType: 'Meme',
  name: 'Lucky Newt',
  ticker: 'LNEWT',
  description: 'The lucky newt of the river.',
}

const launchBy = (
  who: Account,
  info: object = {},
  image = PNG,
  type = 'image/png',
): Promise<ReceivedResponse> => {
  const form = new FormData()
  form.set('image', new Blob([image], { type }), 'logo')
  form.set(
    'info',
    JSON.stringify({ ...INFO, changeAddress: formatAddress(who.address), utxos: 'service-wallet', ...info }),
  )
  return untilAvailable(() => post('/launch', form))
}

const signAndSubmit = async (who: Account, cbor: string): Promise<string> => {
  const request = { cbor, witness: witnessOf(who, cbor), changeAddress: formatAddress(who.address) }
  return (await requests().post('/sign-and-submit', request)).txHash
}

const poolOf = (asset: string) =>
  until(`a pool of ${asset}`, async () => {
    const { status, body } = await requests().call('/v1/pools-feed/initial/state', {}, { asset })
    return status === 200 ? body : undefined
  })

const inputsOf = (cbor: string): string[] => readTransaction(cbor, '').spent.map(formatOutputReference)

const pay = async (from: Account, outputs: readonly Output[]): Promise<void> => {
  const made = assemble({
    recipe: { outputs },
    coins: await coinsOf(from),
    change: from.address,
    parameters: DEVNET_PARAMETERS,
  })
  const { publicKey, sign } = from.key
  await requests().post('/submit', { cbor: made.sign([{ publicKey, signature: sign(made.id) }]) })
}

before(async () => {
  await foldedDevnet({ after }, dataDir)
  const keyFile = join(dataDir, 'service.skey')
  writeFileSync(
    keyFile,
    JSON.stringify({ type: 'PaymentSigningKeyShelley_ed25519', description: '', cborHex: `5820${SECRET}` }),
  )
  chmodSync(keyFile, 0o644)
  running = startProcess(
    { after: () => {} },
    {
      PORT: '0',
      DEVNET_PORT: '0',
      LOG_LEVEL: 'debug',
      DATA_DIR: dataDir,
      SERVICE_WALLET_KEY_FILE: keyFile,
    },
  )
  url = await running.url()
  await untilReady(url)
  const gifts = [...Array.from({ length: 12 }, () => CREATOR), ...OTHERS]
  await pay(
    DEVELOPER,
    [...gifts.map(({ address }) => address), parseAddress(TRADER.address)].map((address) => ({
      address,
      lovelace: 500n * ADA,
    })),
  )
  await until('the gifts', async () => (await coinsOf(CREATOR)).length === 12)
  await until('money of the service', async () => (await coinsOf(SERVICE_WALLET)).length > 50)
})

after(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
  rmSync(dataDir, { recursive: true })
})

test('the code of docs/api/launches.md launches a token, and sees its pool', async () => {
  const page = readFileSync(new URL('../../docs/api/launches.md', import.meta.url), 'utf8')
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? assert.fail()
  const { launch } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const creator = OTHERS[7] ?? assert.fail()
  const wallet = { signTx: async (cbor: string) => witnessOf(creator, cbor) }
  const details = {
    name: 'Calm Newt',
    ticker: 'CNEWT',
    description: 'It waits.',
    initialDeposit: `${5n * ADA}`,
  }
  const image = new Blob([PNG], { type: 'image/png' })
  const { pool, assetId } = await launch(url, wallet, formatAddress(creator.address), details, image)
  assert.deepEqual([pool.info.asset, pool.info.ticker], [assetId, 'CNEWT'])

  const { subjects } = await requests().post('/metadata/query', {
    subjects: [assetId.replace('.', ''), '00'.repeat(28)],
    properties: ['name', 'description', 'ticker', 'decimals', 'url', 'logo'],
  })
  const [{ logo, ...names }, ...others] = subjects
  const valued = (value: unknown) => ({ value, sequenceNumber: 0, signatures: [] })
  assert.deepEqual(others, [])
  assert.deepEqual(names, {
    subject: assetId.replace('.', ''),
    name: valued('Calm Newt'),
    description: valued('It waits.'),
    ticker: valued('CNEWT'),
    decimals: valued(0),
  })
  const png = Buffer.from(logo.value, 'base64')
  assert.equal(png.toString('latin1', 1, 4), 'PNG')
  assert.ok(png.length <= 65_536, `${png.length} bytes`)
  assert.deepEqual(await requests().get(`/metadata/${assetId.replace('.', '')}/properties/logo`), {
    subject: assetId.replace('.', ''),
    logo,
  })
  // The file that the token's creator proposes to the public registry.
  const file = await fetch(`${url}/metadata/${assetId.replace('.', '')}`)
  assert.equal(
    file.headers.get('content-disposition'),
    `attachment; filename="${assetId.replace('.', '')}.json"`,
  )
  assert.deepEqual(await file.json(), { ...names, logo })
})

test('a first purchase of 200 ADA is a trade, and net profit is what its wallet then won or lost, apart from fees of the network', async () => {
  const { get, post: send } = requests()
  const trader = walletAt(requests(), TRADER)
  const lovelace = async (): Promise<bigint> =>
    (await trader.outputs()).reduce((sum, { value: [ada] }) => sum + BigInt(ada?.amount ?? 0), 0n)
  const deposit = 200n * ADA
  const form = new FormData()
  form.set('image', new Blob([PNG], { type: 'image/png' }), 'logo')
  form.set('info', JSON.stringify({ ...INFO, ...trader.of, initialDeposit: `${deposit}` }))
  const { cbor, assetId: asset, userOutputTokens } = await send('/launch', form)
  const [{ launchFees, percentFee }, { addresses }] = await Promise.all([
    get('/parameters'),
    get('/service-front/protocol-config.json'),
  ])
  const fee = readTransaction(cbor, '').made.find(
    ({ output }) => formatAddress(output.address) === addresses.fee,
  )
  const share = (deposit * BigInt(percentFee)) / 100n
  assert.ok(share > BigInt(launchFees.minDepositFee))
  assert.equal(fee?.output.lovelace, BigInt(launchFees.launchFee) + share)
  const launched = await trader.send(cbor)
  await poolOf(asset)

  const listed = await send('/v1/orders-feed/initial/state', [TRADER.pkh], { asset })
  const [purchase] = listed.ledger.items
  assert.deepEqual(
    { count: listed.ledger.count, ...purchase, entityId: purchase.entityId.slice(0, 64) },
    {
      count: 1,
      ...purchase,
      entityId: launched,
      asset,
      from: '.',
      fromAmount: `${deposit}`,
      to: asset,
      toAmount: userOutputTokens,
      pkh: TRADER.pkh,
      orderType: 'Spot',
      status: 'Evaluated',
      pendingTransactionId: launched,
      evaluatedTransactionId: launched,
      launch: true,
    },
  )
  const { pool, metrics } = await get('/v1/pools-feed/initial/state', { asset })
  assert.ok(BigInt(metrics.totalVolumeAda) >= deposit && metrics.totalTxCount >= 1)
  const range = { base: asset, quote: '.', resolution: 'min1', from: 0, to: 4_000_000_000 }
  const [bar] = await get('/v1/charts/history', range)
  assert.equal(Number(bar.open), pool.bNum / 1e6, "it opens at the curve's first price")
  assert.ok(Number(bar.close) > Number(bar.open) && BigInt(bar.volume) >= deposit)

  const position = async () => {
    const { items } = await send('/balances/v1/user/positions', [TRADER.pkh], { assetId: asset })
    return items[0]
  }
  const { boughtAda, openCost, openQuantity, fees } = await position()
  assert.deepEqual(
    { boughtAda, openCost, openQuantity, fees },
    { boughtAda: `${deposit}`, openCost: `${deposit}`, openQuantity: userOutputTokens, fees: '0' },
  )

  // The launch's other costs are not added.
  const before = deposit + (await lovelace())
  let network = 0n
  const trade = async (change: object): Promise<void> => {
    const built = await send('/order', trader.order(asset, { slippage: '75', ...change }))
    network += BigInt(readAgain(built.cbor).fee)
    const txHash = await trader.send(built.cbor)
    await until('its fill', async () => (await trader.orderOf(txHash))?.status === 'Evaluated')
  }
  await trade({ amount: `${50n * ADA}` })
  const { breakEven, netNow, openQuantity: all, ...bought } = await position()
  assert.ok(BigInt(netNow) < BigInt(bought.openCost), 'a sale at once is a loss')
  const needed = (Number(bought.openCost) + Number(bought.fees) + 1_100_000) / 0.99
  assert.ok(Math.abs((Number(breakEven) * Number(all)) / needed - 1) < 1e-6)
  await trade({ side: 'SELL', amount: all })
  const sold = await position()
  assert.deepEqual([sold.openQuantity, sold.breakEven, sold.netNow, sold.fees], ['0', null, '0', '2200000'])
  const net = BigInt(sold.realised) + BigInt(sold.netNow) - BigInt(sold.openCost) - BigInt(sold.fees)
  assert.equal(net, (await lovelace()) + network - before)
})

test('a launch that comes back without the signature of the service is signed again, any other is not', async () => {
  const { body } = await launchBy(CREATOR, {}, JPEG, 'image/jpg')
  const transaction = Serialization.Transaction.fromCbor(Serialization.TxCBOR(body.cbor))
  const witnesses = transaction.witnessSet()
  witnesses.setVkeys(Serialization.CborSet.fromCore([], Serialization.VkeyWitness.fromCore))
  transaction.setWitnessSet(witnesses)
  const stripped = transaction.toCbor()
  assert.equal(idOf(stripped), idOf(body.cbor))
  assert.deepEqual(readSignatures(stripped), [])
  const changeAddress = formatAddress(CREATOR.address)
  const signed = await post('/sign', { cbor: stripped, witness: witnessOf(CREATOR, stripped), changeAddress })
  const signers = readSignatures(signed.body.cbor).map(({ publicKey }) => publicKey)
  assert.deepEqual(signers.sort(), [SERVICE_WALLET, CREATOR].map(({ key }) => key.publicKey).sort())
  const [theirs] = await coinsOf(SERVICE_WALLET)
  assert.ok(theirs !== undefined)
  const theft = assemble({
    recipe: { outputs: [{ address: CREATOR.address, lovelace: 5n * ADA }] },
    coins: [theirs],
    change: CREATOR.address,
    parameters: DEVNET_PARAMETERS,
  })
  const refused = await post('/sign', {
    cbor: theft.cbor,
    witness: witnessOf(CREATOR, theft.cbor),
    changeAddress,
  })
  const publicKeys =
    refused.status === 200 ? readSignatures(refused.body.cbor).map(({ publicKey }) => publicKey) : []
  assert.ok(!publicKeys.includes(SERVICE_WALLET.key.publicKey))
})

test('outputs of the service are never spent, whatever a client says of them', async () => {
  const [theirs] = await coinsOf(SERVICE_WALLET)
  const [thief] = OTHERS
  const [own] = thief === undefined ? [] : await coinsOf(thief)
  assert.ok(theirs !== undefined && thief !== undefined && own !== undefined)
  const forged = { ...theirs, output: { ...theirs.output, address: thief.address } }
  // A deposit of more lovelace than the thief has.
  const initialDeposit = '495000000'
  const launchWith = async (coins: readonly Utxo[]): Promise<ReceivedResponse> =>
    launchBy(thief, { utxos: coins.map(cip30Utxo), initialDeposit })
  const name = formatOutputReference(theirs.reference)
  const refused = [
    400,
    {
      cause: 'INVALID_PARAMS',
      message: `Invalid input: utxos contains ${name}, which belongs to the service wallet`,
    },
  ]
  for (const coin of [forged, theirs]) {
    const { status, body } = await launchWith([own, coin])
    assert.deepEqual([status, body], refused)
  }
  const invented = { ...forged, reference: { transaction: 'ab'.repeat(32), index: 0 } }
  const unknown = await launchWith([own, invented])
  assert.deepEqual([unknown.status, unknown.body.cause], [500, 'SERVER_ERROR'])
  const asService = await launchBy(SERVICE_WALLET)
  assert.deepEqual([asService.status, asService.body.cause], [400, 'INVALID_PARAMS'])
})

test('launches at once share no seed, only those of one wallet a collateral, and all land', async () => {
  const creators = [...Array.from({ length: 8 }, () => CREATOR), ...OTHERS]
  const built = await Promise.all(creators.map((who, n) => launchBy(who, { ticker: `N${n}` })))
  for (const { status, body } of built) assert.equal(status, 200, JSON.stringify(body))
  const tokens = built.map(({ body }) => body.assetId)
  const collaterals = built.flatMap(({ body }) => collateralsOf(body.cbor))
  const inputs = built.flatMap(({ body }) => inputsOf(body.cbor))
  for (const list of [tokens, inputs]) assert.equal(new Set(list).size, list.length)
  assert.equal(new Set(collaterals).size, 1 + OTHERS.length)
  await Promise.all(built.map(({ body }, n) => signAndSubmit(creators[n] ?? CREATOR, body.cbor)))
  const pools = await Promise.all(tokens.map(poolOf))
  assert.deepEqual(
    pools.map(({ info }) => info.ticker),
    creators.map((_, n) => `N${n}`),
  )
})

test('the key of the service is in no answer and no line of the log', async () => {
  assert.ok(running !== undefined)
  const { code, stdout, stderr } = await running.end()
  assert.equal(code, 0, stderr.slice(-2_000))
  assert.match(stderr, /other users of this machine may open .*service\.skey; run chmod 600/)
  const bytes = Buffer.from(SECRET, 'hex')
  const text = [stdout, stderr, ...responses].join('\n').toLowerCase()
  const forms = [
    SECRET,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    ...['ed25519_sk', 'addr_sk'].map((prefix) => bech32.encode(prefix, bech32.toWords(bytes), 200)),
  ]
  for (const form of forms) assert.ok(!text.includes(form.toLowerCase().slice(0, 40)), 'the key was shown')
  assert.ok(text.includes(SERVICE_WALLET.key.publicKey))
})
