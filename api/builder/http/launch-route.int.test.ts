// Requests that POST /launch accepts and refuses, over HTTP. There is a case for each condition and each limit of its interface.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { formatAddress, parseAddress } from '../../../schema/codecs/address.ts'
import { readTrustedProxies } from '../../http/route/client-address.ts'
import { checkResponse } from '../../http/testing/check-response.ts'
import { imageOf, MAX_IMAGE_BYTES } from '../../images/image.ts'
import { largePng, PNG } from '../../images/testing/sample-images.ts'
import { LAUNCHING_CONFIGS, MAINNET_CONFIGS } from '../../testing/mainnet-configs.ts'
import { NO_BUILDER, startComponents } from '../../testing/start-components.ts'
import { cip30Utxo } from '../testing/cip30-utxo.ts'
import type { TransactionBuilder } from '../transaction-builder.ts'

const ADDRESS =
  'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt'

/** Of the same key, with the stake key's registration in slot 129, transaction 1, certificate 2. */
const ADDRESS_WITH_POINTER = formatAddress(`41${parseAddress(ADDRESS).slice(2, 58)}81010102`)

const GIVEN = cip30Utxo({
  reference: { transaction: 'cc'.repeat(32), index: 0 },
  output: { address: parseAddress(ADDRESS), lovelace: 5_000_000n },
})

const INFO = {
  assetType: 'Meme',
  name: 'Lucky Newt',
  ticker: 'LNEWT',
  description: 'The lucky newt of the river.',
  changeAddress: ADDRESS,
  utxos: [GIVEN],
}

const start = async (t: TestContext, context: Parameters<typeof startComponents>[3] = {}) => {
  const { url, routeOf, images, reader, models } = await startComponents(t, ['builder'], 3, {
    configs: () => LAUNCHING_CONFIGS,
    ...context,
  })
  const send = async (form: FormData, forwardedFor = '192.0.2.7'): Promise<unknown> => {
    const headers = { 'X-Forwarded-For': forwardedFor }
    const { status, body } = await checkResponse(url, routeOf('buildLaunch'), { body: form, headers })
    return [status, body]
  }
  const launch = (
    info: unknown,
    image: Blob | string | undefined = new Blob([PNG], { type: 'image/png' }),
    forwardedFor?: string,
  ) => {
    const form = new FormData()
    if (info !== undefined) form.set('info', typeof info === 'string' ? info : JSON.stringify(info))
    if (image !== undefined) form.set('image', image)
    return send(form, forwardedFor)
  }
  return { launch, send, images, models, slot: reader.checkpoint?.slot ?? 0 }
}

const invalid = (problem: string) => [400, { cause: 'INVALID_PARAMS', message: `Invalid input: ${problem}` }]

/** A valid request fails only because this service has no collateral. */
const VALID = [500, { cause: 'SERVER_ERROR', message: 'This service has no collateral: pass `collaterals`' }]

const NAME =
  'info.name must be a visible text of 1 to 16 characters and at most 32 bytes, without control characters and characters that change the direction of text'
const SEEN = 'info.name must be without invisible characters that have no meaning where they stand: remove'
const TICKER = 'info.ticker must be 1 to 6 letters or digits'
const DESCRIPTION =
  'info.description must be a visible text of 1 to 500 characters, without control characters and characters that change the direction of text'
const KEY_ADDRESS =
  'info.changeAddress must be the address of a payment key on mainnet, not a pointer address'
const LINK = 'must be an http or https URL of at most 200 characters'
const UTXOS = 'info.utxos must be "service-wallet" or an array of 1 to 5000 strings'

test('each field of a launch is checked, at the edges of what it may be', async (t) => {
  const { launch } = await start(t)
  const { assetType: _, ...untyped } = INFO
  const { name: _name, ...unnamed } = INFO
  const refused: readonly [object, string][] = [
    [untyped, 'info.assetType is missing: it must be one of Meme, AI'],
    [{ ...INFO, assetType: 'Coin' }, 'info.assetType must be one of Meme, AI'],
    [unnamed, NAME.replace('must', 'is missing: it must')],
    [{ ...INFO, name: 7 }, NAME],
    [{ ...INFO, name: ' \n ' }, NAME],
    [{ ...INFO, name: 'x'.repeat(17) }, NAME],
    [{ ...INFO, name: '🐉'.repeat(9) }, NAME],
    [{ ...INFO, name: 'a\u0000b' }, NAME],
    [{ ...INFO, name: 'a\ud800' }, NAME],
    [{ ...INFO, name: '\u200b' }, NAME],
    [{ ...INFO, name: '\u3164\u200e\u2800' }, NAME],
    [{ ...INFO, name: 'gnp.\u202egpj' }, NAME],
    [{ ...INFO, name: 'a\u2066b\u2069' }, NAME],
    [{ ...INFO, name: 'Sn\u200bek' }, `${SEEN} U+200B`],
    [{ ...INFO, name: 'a\u00adb' }, `${SEEN} U+00AD`],
    [{ ...INFO, name: '🐉\u200d' }, `${SEEN} U+200D`],
    [{ ...INFO, ticker: '' }, TICKER],
    [{ ...INFO, ticker: 'SEVENTH' }, TICKER],
    [{ ...INFO, ticker: 'A-B' }, TICKER],
    [{ ...INFO, description: '' }, DESCRIPTION],
    [{ ...INFO, description: 'x'.repeat(501) }, DESCRIPTION],
    [{ ...INFO, description: 'a\u0007' }, DESCRIPTION],
    [{ ...INFO, description: '\u200b\u200d' }, DESCRIPTION],
    [{ ...INFO, description: 'a\u202eb' }, DESCRIPTION],
    [{ ...INFO, ticker: '\u200b' }, TICKER],
    [{ ...INFO, ticker: 'A\u200bB' }, TICKER],
    [{ ...INFO, twitter: 'x.com/newt' }, `info.twitter ${LINK}`],
    [{ ...INFO, discord: 'javascript:alert(1)' }, `info.discord ${LINK}`],
    [{ ...INFO, telegram: 'https://a b' }, `info.telegram ${LINK}`],
    [{ ...INFO, website: `https://a/${'x'.repeat(200)}` }, `info.website ${LINK}`],
    [{ ...INFO, launchType: 'SLOW' }, 'info.launchType must be one of DEFAULT, HYPED'],
    [
      { ...INFO, initialDeposit: 5_000_000 },
      'info.initialDeposit must be a string of digits, 0 to 9223372036854775807',
    ],
    [
      { ...INFO, initialDeposit: '-1' },
      'info.initialDeposit must be a string of digits, 0 to 9223372036854775807',
    ],
    [
      { ...INFO, utxos: 'service-wallet', initialDeposit: '999999' },
      'info.initialDeposit must be 0, or from 1000000 to 18188400000 lovelace',
    ],
    [
      { ...INFO, initialDeposit: '18188400001' },
      'info.initialDeposit must be 0, or from 1000000 to 18188400000 lovelace',
    ],
    [{ ...INFO, changeAddress: 'x' }, KEY_ADDRESS],
    [{ ...INFO, changeAddress: ADDRESS_WITH_POINTER }, KEY_ADDRESS],
    [
      { ...INFO, changeAddress: `stake1${'q'.repeat(50)}` },
      'info.changeAddress must be a payment address (addr1…), not a stake address: give an address of the same wallet, such as its change address',
    ],
    [{ ...INFO, utxos: [] }, UTXOS],
    [{ ...INFO, utxos: 'wallet' }, UTXOS],
    [{ ...INFO, utxos: Array.from({ length: 5_001 }, () => '00') }, UTXOS],
    [{ ...INFO, collaterals: 'none' }, 'info.collaterals must be an array of at most 5000 strings'],
  ]
  for (const [info, problem] of refused)
    assert.deepEqual(await launch(info), invalid(problem), JSON.stringify(info))
  const taken: readonly object[] = [
    INFO,
    { ...INFO, assetType: 'AI', name: ` ${'x'.repeat(16)} `, ticker: 'a1B2c3', description: 'x'.repeat(500) },
    // A family emoji with joiners, and Persian with a joiner.
    { ...INFO, name: '👨\u200d👩\u200d👧', description: 'می\u200cخواهم\u200f' },
    { ...INFO, name: 'می\u200cخواهم' },
    { ...INFO, name: 'क्\u200dष ❤\ufe0f' },
    { ...INFO, name: '🐉'.repeat(8), description: `${'🐉'.repeat(498)}\n\t` },
    {
      ...INFO,
      twitter: '',
      discord: null,
      telegram: 'http://t.me/x',
      website: `https://a/${'x'.repeat(190)}`,
    },
    { ...INFO, launchType: 'DEFAULT', initialDeposit: '0', collaterals: null },
    { ...INFO, launchType: null, initialDeposit: '18188400000', collaterals: [] },
  ]
  for (const info of taken) assert.deepEqual(await launch(info), VALID, JSON.stringify(info))
  // The curve of HYPED launches on mainnet is unknown.
  assert.deepEqual(await launch({ ...INFO, launchType: 'HYPED' }), [
    500,
    {
      cause: 'SERVER_ERROR',
      message:
        'This service cannot launch HYPED tokens: its operator has to put a tier named hyped into the operations config',
    },
  ])
})

test('the form has one image of a kind that is taken, and one JSON object', async (t) => {
  const { launch, send } = await start(t)
  const image = (bytes: Buffer, type: string): Blob => new Blob([bytes], { type })
  const types = invalid('image must have one of the types image/png, image/jpg, image/jpeg, image/gif')
  const none = invalid('image must be a PNG, JPEG or GIF image')
  assert.deepEqual(await launch(INFO, image(PNG, 'image/svg+xml')), types)
  assert.deepEqual(await launch(INFO, image(PNG, 'image/webp')), types)
  assert.deepEqual(await launch(INFO, 'a text'), types)
  assert.deepEqual(await launch(INFO, image(Buffer.from('<svg/>'), 'image/png')), none)
  assert.deepEqual(await launch(INFO, image(Buffer.alloc(0), 'image/png')), none)
  const largest = largePng(MAX_IMAGE_BYTES)
  assert.deepEqual(await launch(INFO, image(largest, 'image/jpg')), VALID)
  const large = largePng(MAX_IMAGE_BYTES + 1)
  assert.deepEqual(
    await launch(INFO, image(large, 'image/png')),
    invalid(`image must be at most ${MAX_IMAGE_BYTES} bytes`),
  )
  const form = new FormData()
  form.set('info', JSON.stringify(INFO))
  assert.deepEqual(await send(form), invalid('image must be a file'))
  for (const info of [undefined, '', '{', '[]', 'null'])
    assert.deepEqual(
      await launch(info),
      invalid(`info ${info === undefined ? 'is missing: it ' : ''}must be an object`),
      info,
    )
  form.append('info', JSON.stringify(INFO))
  form.set('image', image(PNG, 'image/png'))
  assert.deepEqual(await send(form), invalid('info must be given once'))
  form.delete('info')
  form.set('info', new Blob([JSON.stringify(INFO)], { type: 'application/json' }))
  assert.deepEqual(await send(form), VALID)
  form.append('image', image(PNG, 'image/png'))
  assert.deepEqual(await send(form), invalid('image must be given once'))
})

const launchOf = (transaction: string): TransactionBuilder => {
  const spent = [{ transaction, index: 0 }]
  const built = { id: 'ef'.repeat(32), cbor: '80', spent, token: `${'ab'.repeat(28)}.00`, creatorTokens: 0n }
  return {
    ...NO_BUILDER,
    launch: async () => built,
  }
}

/** Id of the first transaction with outputs. */
const FIRST = '00'.repeat(32)

const WITH_COLLATERAL = { ...INFO, collaterals: [GIVEN] }

test('an image is kept only for a launch that is built of outputs that exist', async (t) => {
  const { cid } = await imageOf(PNG)
  const keptBy = async (builds: TransactionBuilder): Promise<unknown> => {
    const { launch, images } = await start(t, { builder: builds })
    const response = await launch(WITH_COLLATERAL)
    const [status, body] = response as [number, { readonly message?: string }]
    return [status, body.message, images.has(cid)]
  }
  const unknown = 'cd'.repeat(32)
  assert.deepEqual(await keptBy(launchOf(unknown)), [
    400,
    `Invalid input: utxos must be unspent outputs, but ${unknown}#0 is not known; try again in a minute`,
    false,
  ])
  const failing = { ...launchOf(FIRST), launch: NO_BUILDER.launch }
  assert.deepEqual(await keptBy(failing), [
    500,
    'The node does not answer now, try again later: there is none',
    false,
  ])
  assert.deepEqual(await keptBy(launchOf(FIRST)), [200, undefined, true])
})

test('a launch with collateral of the wallet is whole, and valid for two hours from the last block', async (t) => {
  const { launch, slot } = await start(t, { builder: launchOf(FIRST) })
  const [status, body] = (await launch(WITH_COLLATERAL)) as [number, { readonly id: string }]
  const { zeroSlot, zeroTime } = LAUNCHING_CONFIGS.operations.value.slots
  const { id, ...rest } = body
  assert.deepEqual(
    [status, rest],
    [
      200,
      {
        cbor: '80',
        partial: false,
        assetId: `${'ab'.repeat(28)}.00`,
        assetSubject: '00',
        policyId: 'ab'.repeat(28),
        logoCID: (await imageOf(PNG)).cid,
        txHash: 'ef'.repeat(32),
        validUntil: (zeroTime + slot - zeroSlot + 7_200) * 1_000,
      },
    ],
  )
  assert.match(id, /^launch-[0-9A-Z]{26}$/)
})

test('a client has 64 MiB of new images kept in an hour', async (t) => {
  const kept: string[] = []
  const images = {
    put: async ({ cid }: { readonly cid: string }) => void kept.push(cid),
    has: (cid: string) => kept.includes(cid),
    find: async () => undefined,
    damaged: () => [],
    maintain: async () => {},
  }
  const trustedProxies = readTrustedProxies('127.0.0.1')
  const { launch } = await start(t, { builder: launchOf(FIRST), images, trustedProxies })
  const statusOf = async (n: number, forwardedFor?: string): Promise<unknown> => {
    const bytes = largePng(MAX_IMAGE_BYTES, n)
    const response = await launch(WITH_COLLATERAL, new Blob([bytes], { type: 'image/png' }), forwardedFor)
    return (response as readonly unknown[])[0]
  }
  // The second client's proxy does not state the client's address. A limit still applies, because the client is not this machine.
  for (const [client, forwardedFor] of ['192.0.2.7', 'unknown'].entries()) {
    const statuses: unknown[] = []
    for (let n = 0; n < 13; n += 1) statuses.push(await statusOf(100 * client + n, forwardedFor))
    assert.deepEqual(statuses, [...Array.from({ length: 12 }, () => 200), 429], forwardedFor)
  }
  assert.equal(await statusOf(0), 200)
})

test('an invalid request is refused before what the operator has not supplied', async (t) => {
  const { launch } = await start(t, { configs: () => MAINNET_CONFIGS })
  const unreadable = 'must be the hex CBOR of an unspent output, in the form of a CIP-30 wallet'
  for (const [change, problem] of [
    [{ utxos: ['zz'] }, `info.utxos[0] ${unreadable}`],
    [{ collaterals: ['zz'] }, `info.collaterals[0] ${unreadable}`],
    [{ initialDeposit: '1' }, 'info.initialDeposit must be 0, or from 1000000 to 18188400000 lovelace'],
  ] as const)
    assert.deepEqual(await launch({ ...INFO, ...change }), invalid(problem))
  const empty = new Blob([], { type: 'image/png' })
  assert.deepEqual(await launch(INFO, empty), invalid('image must be a PNG, JPEG or GIF image'))
})

test('without the scripts of its operator nothing is kept, and the answer says what is missing', async (t) => {
  const { launch, images } = await start(t, { configs: () => MAINNET_CONFIGS })
  assert.deepEqual(await launch(INFO), [
    500,
    {
      cause: 'SERVER_ERROR',
      message:
        'This service cannot launch tokens: its operator has to put minting.nft.script and minting.other.template into the contracts config',
    },
  ])
  assert.equal(images.has((await imageOf(PNG)).cid), false)
})

test('without the indexes of a first sync no wallet is looked up', async (t) => {
  const { launch, models } = await start(t)
  models.exec('DROP INDEX utxos_payment')
  assert.deepEqual(await launch({ ...INFO, utxos: 'service-wallet' }), [
    503,
    {
      cause: 'SERVICE_UNAVAILABLE',
      message: 'Wallet outputs are not available until the first sync is almost complete',
    },
  ])
})
