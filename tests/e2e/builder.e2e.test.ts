// The builder over HTTP on a live devnet, with the wallet of another library. The builder's transactions are signed, accepted by the node,
// filled by the executor, and shown by the service.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import WebSocket from 'ws'
import type { Output } from '../../api/builder/transaction/utxo.ts'
import { readMarket } from '../../devnet/actors/market.ts'
import { DEVELOPER, EXECUTOR } from '../../devnet/actors/people.ts'
import { coinsAt } from '../../devnet/actors/wallet/coins.ts'
import { completeTransaction, planFor } from '../../devnet/actors/wallet/plan.ts'
import { contract, contractAddress } from '../../devnet/contracts/contracts.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { referenceScript } from '../../devnet/genesis.ts'
import { devnetConfigs } from '../../devnet/launchpad.ts'
import { decodeTransaction } from '../../devnet/ledger/transaction.ts'
import { encodeInstantOrderV1 } from '../../schema/launchpad/datums/instant-order-v1.ts'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import { blake2b256 } from '../../schema/launchpad/derivations.ts'
import { type AssetId, type Hex, ADA as LOVELACE } from '../../schema/primitives.ts'
import type { UnspentOutputBody } from '../../schema/responses/utxos.ts'
import { collateralsOf } from '../conformance/transactions.ts'
import { outsideSigner, readAgain } from '../harness/outside-signer.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { payFromFaucet, startStillMarket } from '../harness/still-devnet.ts'
import { walletAt } from '../harness/wallet-requests.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { type ReceivedResponse, requestsTo } from '../kit/requests.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

const ADA = 1_000_000n
const WALLET = outsideSigner()
const OTHER = outsideSigner(1)

let devnet: Devnet
let service: Awaited<ReturnType<typeof startWatchedWith>>
let url = ''
let token: AssetId = ''
let configs = ''
let isAlive = true
const errors: unknown[] = []
const closers: (() => unknown)[] = []
const ends = { after: (close: () => unknown) => void closers.push(close) }

const post = (path: string, body: unknown): Promise<ReceivedResponse> => requestsTo(url).tell(path, body)

const bodyOf = (path: string, body: unknown) => requestsTo(url).post(path, body)

let wallet: ReturnType<typeof walletAt>

const refusal = async (path: string, body: unknown): Promise<readonly [string, string]> => {
  const response = await post(path, body)
  assert.equal(
    response.status,
    response.body.cause?.startsWith('INVALID') ? 400 : 500,
    JSON.stringify(response),
  )
  return [response.body.cause, response.body.message]
}

const followed = () => untilAt(service, devnet.chain)

const makeBlocks = async (count = 1): Promise<void> => {
  for (let made = 0; made < count; made += 1) devnet.makeBlock()
  await followed()
}

const configFiles = () => ({
  PROTOCOL_CONFIG: join(configs, 'protocol-config.json'),
  CONTRACTS_CONFIG: join(configs, 'contracts.json'),
  OPERATIONS_CONFIG: join(configs, 'operations.json'),
})

const payNow = (output: Output): Hex => {
  const id = payFromFaucet(devnet.ledger, [output])
  devnet.ledger.makeBlock()
  return id
}

/** Deploys the order contract of an earlier generation, and adds it to the service's config. */
const deployPastContract = (): void => {
  const txHash = payNow(referenceScript('instant-order-v1'))
  const { operations } = devnetConfigs()
  const { hash: scriptHash } = contract('instant-order-v1')
  const past = { kind: 'instant-v1', scriptHash, reference: { txHash, index: 0 } }
  writeFileSync(
    join(configs, 'operations.json'),
    JSON.stringify({ ...operations, orders: [...operations.orders, past] }),
  )
}

const codeOf = (path: string): string[] =>
  [
    ...readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').matchAll(
      /(?<=```[jt]s\n)[\s\S]*?(?=```)/g,
    ),
  ].map(([code]) => code)

const bundled = async (program: string): Promise<string> => {
  const client = fileURLToPath(new URL('../../client/client.ts', import.meta.url))
  const { outputFiles } = await build({
    stdin: {
      contents: program.replaceAll('http://127.0.0.1:8080', url),
      loader: 'ts',
      resolveDir: dirname(client),
    },
    alias: { 'launchpad-backend-client': client },
    bundle: true,
    external: ['ws'],
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
const moduleOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`

before(async () => {
  // Node 20 has no WebSocket.
  Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? WebSocket })
  devnet = await startStillMarket({
    seed: 'builder',
    change: (actors) => ({ act: () => isAlive && actors.act() }),
    onError: (error) => errors.push(error),
  })
  const dataDir = temporaryDirectory(ends)
  configs = temporaryDirectory(ends)
  for (const file of ['protocol-config.json', 'contracts.json'])
    copyFileSync(new URL(`../../schema/config/networks/devnet/${file}`, import.meta.url), join(configs, file))
  deployPastContract()
  service = await startWatchedWith(ends, {
    NETWORK: 'devnet',
    OGMIOS_URL: devnet.url,
    DATA_DIR: dataDir,
    ...configFiles(),
  })
  url = service.url
  wallet = walletAt(requestsTo(url), WALLET)
  token = [...readMarket(devnet.ledger).curves.keys()][0] ?? assert.fail()
  await followed()
})

after(async () => {
  for (const close of closers.reverse()) await close()
  await devnet.close()
  assert.deepEqual(errors, [])
})

test('ten orders in a row from one wallet are in one block', async () => {
  const coins = await wallet.outputs()
  assert.ok(coins.length < 10, `the wallet has ${coins.length} outputs`)
  const sent: Hex[] = []
  for (let placed = 0; placed < 10; placed += 1) {
    const { cbor } = await bodyOf('/order', wallet.order(token, { side: 'BUY', amount: `${5n * ADA}` }))
    sent.push(await wallet.send(cbor))
  }
  assert.equal(devnet.ledger.mempool.length, 10)
  await makeBlocks(2)
  for (const txHash of sent) assert.equal((await wallet.orderOf(txHash))?.status, 'Evaluated')
})

test('the code of docs/api/orders.md buys, and that of charts.md sees the bars', async (t) => {
  const [buyCode = ''] = codeOf('docs/api/orders.md')
  const { buy } = await import(moduleOf(buyCode))
  const [chartCode = ''] = codeOf('docs/api/charts.md')
  const { liveBars } = await import(moduleOf(chartCode))
  const shown: { readonly volume: string }[][] = []
  const failed = (error: Error): void => assert.fail(error)
  t.after(liveBars(url, token, 'min5', (bars: { readonly volume: string }[]) => shown.push(bars), failed))
  await until('the bars', () => shown[0])
  const blocks = setInterval(() => devnet.makeBlock(), 200)
  try {
    const { order } = await buy(url, WALLET, WALLET.address, token, `${5n * ADA}`)
    assert.equal(order.status, 'Evaluated')
    await until('a frame', () => shown[1])
    const range = { base: token, quote: '.', resolution: 'min5', from: 0, to: 4_000_000_000 }
    await until('the bars of now', async () => {
      const stored: { readonly volume: string }[] = await requestsTo(url).get('/v1/charts/history', range)
      const volumes = (bars: readonly { readonly volume: string }[] = []) =>
        bars.map(({ volume }) => volume).join()
      return volumes(shown.at(-1)) === volumes(stored)
    })
  } finally {
    clearInterval(blocks)
  }
})

test('the programs of docs/api/client.md show the tokens that the service has', async (t) => {
  const { info } = await requestsTo(url).get('/v1/pools-feed/initial/state', { asset: token })
  const programs = codeOf('docs/api/client.md')
  assert.equal(programs.length, 3)
  for (const program of programs) {
    // Node 20 has no WebSocket. One of the documents' programs prints nothing, so the test adds a line that prints.
    const contents = `import WebSocket from 'ws'
globalThis.WebSocket ??= WebSocket
${program}
${program.includes('pools.set') ? 'setInterval(() => console.log(JSON.stringify([...pools.values()])), 50)' : ''}`
    const child = execFile(process.execPath, ['--input-type=module'])
    t.after(() => child.kill())
    child.stdin?.end(await bundled(contents))
    let printed = ''
    child.stdout?.on('data', (text) => {
      printed += text
    })
    await until(`${info.ticker} of ${program}`, () => printed.includes(info.ticker))
    child.kill()
  }
})

test('outputs of a CIP-30 wallet pay, and a transaction is submitted twice with the same answer', async () => {
  const utxos = WALLET.getUtxos(await wallet.outputs())
  const { cbor } = await bodyOf('/order', wallet.order(token, { side: 'BUY', amount: `${5n * ADA}`, utxos }))
  const signed = await bodyOf('/sign', wallet.signed(cbor))
  const first = await bodyOf('/submit', signed)
  assert.deepEqual(await bodyOf('/submit', signed), first)
  // The wallet lists a spent output. The builder leaves it out.
  const next = await bodyOf('/order', wallet.order(token, { side: 'BUY', amount: `${5n * ADA}`, utxos }))
  await wallet.send(next.cbor)
  await makeBlocks(2)
  assert.deepEqual(await bodyOf('/submit', signed), first)
  // A whole signed transaction also counts as a witness.
  const third = await bodyOf('/order', wallet.order(token, { side: 'BUY', amount: `${5n * ADA}` }))
  const own = await bodyOf('/sign', wallet.signed(third.cbor))
  assert.deepEqual(await bodyOf('/sign', { ...wallet.signed(third.cbor), witness: own.cbor }), own)
  const byOther = { ...wallet.signed(next.cbor), cbor: third.cbor }
  const [cause, message] = await refusal('/sign', byOther)
  assert.deepEqual([cause, /does not match this transaction/.test(message)], ['SERVER_ERROR', true])
})

test('an order of an earlier generation is cancelled by its owner', async () => {
  isAlive = false
  const lovelace = 54_100_000n
  const now = devnet.ledger.start + (devnet.chain.last?.point.slot ?? assert.fail()) * 1000
  const txHash = payNow({
    address: contractAddress('instant-order-v1', DEVELOPER.plutusAddress.stake),
    lovelace,
    datum: encodeInstantOrderV1(
      {
        redeemerAddress: DEVELOPER.plutusAddress,
        input: LOVELACE,
        tradableInput: 50n * ADA,
        costPerExStep: 600_000n,
        output: token,
        basePrice: { numerator: 1n, denominator: 1n },
        fee: 500_000n,
        permittedExecutor: EXECUTOR.key.hash,
        cancellationAfter: BigInt(now + 60_000),
        cancellationPkh: DEVELOPER.key.hash,
        beacon: 'be'.repeat(28),
      },
      'indefinite',
    ),
  })
  await followed()
  assert.equal((await wallet.orderOf(txHash))?.status, 'Pending')
  const request = { ...wallet.of, txHash, index: '0' }
  const [cause, message] = await refusal('/cancel', request)
  assert.equal(cause, 'SERVER_ERROR')
  assert.match(message, /^The output cannot be cancelled until a block is later than 20..-/)
  await makeBlocks(61)
  const cancelled = await wallet.send((await bodyOf('/cancel', request)).cbor)
  await makeBlocks()
  const refund = (await wallet.outputs()).find((row) => row.txHash === cancelled && row.index === 0)
  assert.deepEqual(refund?.value, [{ unit: 'lovelace', amount: `${lovelace}` }])
  assert.equal((await wallet.orderOf(txHash))?.status, 'Refunded')
})

test('what is built is followed by the names in its answer, and failures are told apart by a code', async () => {
  const order = wallet.order(token, { side: 'BUY', amount: `${5n * ADA}` })
  const failure = async (path: string, body: unknown) => {
    const { headers, body: said } = await post(path, body)
    const wait = headers.get('retry-after')
    return [said.cause, headers.get('x-error-code'), wait === null ? null : Number(wait)]
  }
  const nobody = { ...order, changeAddress: OTHER.address }
  assert.deepEqual(await failure('/order', { ...nobody, amount: '5' }), [
    'MIN_TRADE_AMOUNT',
    'MIN_TRADE_AMOUNT',
    null,
  ])
  assert.deepEqual(await failure('/order', nobody), ['UNKNOWN', 'INSUFFICIENT_FUNDS', null])

  const built = await bodyOf('/order', order)
  assert.deepEqual(
    [readAgain(built.cbor).id, `${readAgain(built.cbor).id}:0`, null],
    [built.txHash, built.entityId, built.validUntil],
  )
  const state = async () => {
    const { status, body } = await requestsTo(url).call(`/v1/orders-feed/orders/${built.entityId}`)
    return [status, body.cause ?? body.status, body.entityId]
  }
  assert.deepEqual(await state(), [404, 'NOT_FOUND', undefined])

  const unsigned = await post('/submit', { cbor: built.cbor })
  assert.deepEqual(
    [unsigned.headers.get('x-error-code'), unsigned.body.message],
    ['MISSING_SIGNATURE', `MissingVKeyWitnesses: signatures of the keys ${WALLET.pkh} are missing`],
  )
  const { cbor } = await bodyOf('/order', order)
  const other = { cbor: built.cbor, witness: WALLET.signTx(cbor), changeAddress: WALLET.address }
  assert.deepEqual(await failure('/sign-and-submit', other), ['SERVER_ERROR', 'WRONG_SIGNATURE', null])

  const txHash = await wallet.send(built.cbor)
  const another = await wallet.send((await bodyOf('/order', order)).cbor)
  const cancel = { txHash, index: '0', changeAddress: WALLET.address, utxos: 'service-wallet' }
  assert.deepEqual(await failure('/cancel', cancel), ['SERVER_ERROR', 'NOT_IN_BLOCK', 20])
  await makeBlocks()
  assert.deepEqual(await state(), [200, 'Pending', built.entityId])
  // The other order was placed later, so it can be cancelled later too.
  const [cause, code, wait] = await failure('/cancel', { ...cancel, txHash: another })
  assert.deepEqual([cause, code], ['SERVER_ERROR', 'TOO_EARLY'])
  await makeBlocks(Number(wait))
  const builds = [txHash, another].map((of) => bodyOf('/cancel', { ...cancel, txHash: of }))
  const [cancelled, second] = await Promise.all(builds)
  const collaterals = [cancelled, second].flatMap(({ cbor }) => collateralsOf(cbor))
  assert.equal(new Set(collaterals).size, 2, 'the service lends one of its own for each')
  const valid = cancelled.validUntil - (devnet.ledger.start + (devnet.chain.last?.point.slot ?? 0) * 1000)
  assert.deepEqual(
    [cancelled.txHash, cancelled.entityId, valid],
    [readAgain(cancelled.cbor).id, built.entityId, 7_200_000],
  )
  await wallet.send(cancelled.cbor)
  assert.deepEqual(await failure('/cancel', cancel), ['SERVER_ERROR', 'ALREADY_SPENT', 20])
  await makeBlocks()
  assert.deepEqual(await state(), [200, 'Refunded', built.entityId])
  isAlive = true
})

test('what a lock holds is taken out by its redeemer when it is open, and by nobody else or before', async () => {
  const lockEnd = Date.now() + 60_000
  const locked = { address: WALLET.address, assetId: token, amount: '500', lockEnd, stagesCount: 1 }
  const id = `${await wallet.send((await bodyOf('/create-lock', locked)).cbor)}:0`
  const withdrawal = { id, address: WALLET.address }
  const refused = async (change: object = {}): Promise<unknown> => {
    const { status, body } = await post('/withdraw', { ...withdrawal, ...change })
    return [status, body.cause, body.message]
  }
  assert.deepEqual(await refused(), [404, 'UTxO_NOT_FOUND', `No unspent output ${id} is on the chain`])
  await wallet.send((await bodyOf('/create-lock', { ...locked, lockEnd: lockEnd + 90_000_000 })).cbor)
  await makeBlocks()
  const find = async (): Promise<{ id: Hex; lockUntil: string }[]> =>
    (await bodyOf(`/v1/vesting/get-by-redeemer?redeemerVkhs=${WALLET.pkh}`, {})).vestings
  const later = (await find()).find(({ lockUntil }) => Number(lockUntil) > lockEnd) ?? assert.fail()
  assert.deepEqual(await refused({ id: later.id }), [
    400,
    'LOCK_NOT_EXPIRED',
    `The output cannot be withdrawn until a block is later than ${new Date(Number(later.lockUntil)).toISOString()}`,
  ])
  const timeOf = (): number => devnet.ledger.start + (devnet.chain.last?.point.slot ?? 0) * 1000
  while (timeOf() <= lockEnd) devnet.makeBlock()
  await followed()
  assert.deepEqual(await refused({ address: OTHER.address }), [403, 'NOT_OWNER', 'Not the owner of the lock'])
  const { txHash, index } = (await wallet.outputs())[0] ?? assert.fail()
  assert.deepEqual(await refused({ id: `${txHash}:${index}` }), [400, 'INVALID_DATUM', 'Not a vesting lock'])
  for (const bad of ['', 'x', id.replace(':', '#'), `${id}00000`])
    assert.deepEqual(await refused({ id: bad }), [
      400,
      'INVALID_PARAMS',
      'Invalid input: id must be an output as `txHash:index`',
    ])
  const before = await wallet.balance(token)
  const { cbor, validUntil } = await bodyOf('/withdraw', withdrawal)
  assert.equal(validUntil, timeOf() + 7_200_000)
  assert.equal(decodeTransaction(cbor).until, BigInt(validUntil - devnet.ledger.start) / 1_000n)
  await wallet.send(cbor, false)
  const pending = 'The lock is already spent by a transaction that this service has seen in no block yet'
  assert.deepEqual(await refused(), [400, 'UTxO_SPENT', pending])
  await makeBlocks()
  assert.equal(await wallet.balance(token), before + 500n)
  assert.ok(!(await find()).some((lock) => lock.id === id))
  assert.deepEqual(await refused(), [400, 'UTxO_SPENT', 'The lock is already spent'])
})

test('a lock whose datum is given by hash is withdrawn, and no output with a hash is shown with an inline datum', async () => {
  const datum = encodeVestingLock({ lockedUntil: 1n, redeemerVkh: DEVELOPER.key.hash }, 'definite')
  const datumHash = blake2b256(datum)
  const lock = contractAddress('vesting-lock', DEVELOPER.plutusAddress.stake)
  const outputs = [lock, DEVELOPER.address].map((address) => ({
    address,
    lovelace: 2n * ADA,
    assets: [{ asset: token, quantity: 100n }],
    datumHash,
  }))
  const coins = coinsAt(devnet.ledger, DEVELOPER.address)
  const plan = planFor(DEVELOPER, coins, { outputs, datums: [datum] })
  const paid = devnet.ledger.submit(completeTransaction(plan, devnet.ledger))
  assert.ok('id' in paid, JSON.stringify(paid))
  await makeBlocks()
  const matches: Readonly<Record<string, unknown>>[] = await requestsTo(url).get(
    `/kupo/matches/*@${paid.id}?unspent&resolve_hashes`,
  )
  assert.deepEqual(
    matches
      .filter(({ datum_hash }) => datum_hash !== null)
      .map((match) => [match.datum_hash, match.datum_type, match.datum]),
    outputs.map(() => [datumHash, 'hash', null]),
  )
  const own: UnspentOutputBody[] = await bodyOf('/getUtxos', { pkh: WALLET.pkh, limit: 1000, details: true })
  const shown = own.find(({ txHash, index }) => txHash === paid.id && index === 1)
  assert.deepEqual([shown?.datumHash, shown?.inlineDatum], [datumHash, undefined])
  const before = await wallet.balance(token)
  const { cbor } = await bodyOf('/withdraw', { id: `${paid.id}:0`, address: WALLET.address })
  await wallet.send(cbor)
  await makeBlocks()
  assert.equal(await wallet.balance(token), before + 100n)
})
