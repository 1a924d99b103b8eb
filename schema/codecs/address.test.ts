// Addresses, compared with CIP-19's vectors and with the library that wallets use.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cardano } from '@cardano-sdk/core'
import fc from 'fast-check'
import {
  formatAddress,
  isPaymentAddress,
  keyPaymentHeaders,
  networkIdOf,
  parseAddress,
  paymentCredential,
  stakeCredential,
} from './address.ts'

const KEY = '9493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e'
const SCRIPT = 'c37b1b5dc0669f1d3c61a6fddb2e8fde96be87b881c60bce8e8d542f'
const STAKE_KEY = '337b62cfff6403a06a3acbc34f8c46003c69fe79a3628cefa9c47251'
const POINTER = '8198bd431b03'

const key = { kind: 'key', hash: KEY } as const
const script = { kind: 'script', hash: SCRIPT } as const
const stakeKey = { kind: 'key', hash: STAKE_KEY } as const

/** From the list in CIP-19: types 0 to 7 on mainnet. */
const vectors = [
  [
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    `01${KEY}${STAKE_KEY}`,
    key,
    stakeKey,
  ],
  [
    'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
    `11${SCRIPT}${STAKE_KEY}`,
    script,
    stakeKey,
  ],
  [
    'addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve',
    `21${KEY}${SCRIPT}`,
    key,
    script,
  ],
  [
    'addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g',
    `31${SCRIPT}${SCRIPT}`,
    script,
    script,
  ],
  [
    'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
    `41${KEY}${POINTER}`,
    key,
    undefined,
  ],
  [
    'addr128phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcrtw79hu',
    `51${SCRIPT}${POINTER}`,
    script,
    undefined,
  ],
  ['addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8', `61${KEY}`, key, undefined],
  ['addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx', `71${SCRIPT}`, script, undefined],
] as const

/** Icarus and Daedalus addresses of mainnet, and one of a test network. */
const BYRON = [
  'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi',
  'DdzFFzCqrhsrcTVhLygT24QwTnNqQqQ8mZrq5jykUzMveU26sxaH529kMpo7VhPrt5pwW3dXeB2k3EEvKcNBRmzCfcQ7dTkyGzTs658C',
  '37btjrVyb4KEB2STADSsj3MYSAdj52X5FrFWpw2r7Wmj2GDzXjFRsHWuZqrw7zSkwopv8Ci3VWeg6bisU9dgJxW5hb2MZYeduNKbQJrqz3zVBsu9nT',
]

const onTestnet = (raw: string): string => `${raw[0]}0${raw.slice(2)}`

const libraryBytes = (text: string): string => Cardano.Address.fromString(text)?.toBytes() ?? 'none'

test('every type of CIP-19 is read and written, on mainnet and on test networks', () => {
  for (const [text, raw, payment, stake] of vectors) {
    assert.deepEqual([parseAddress(text), formatAddress(raw)], [raw, text])
    assert.equal(libraryBytes(text), raw)
    const testnet = onTestnet(raw)
    const testText = formatAddress(testnet)
    assert.match(testText, /^addr_test1/)
    assert.deepEqual([parseAddress(testText), libraryBytes(testText)], [testnet, testnet])
    for (const address of [raw, testnet])
      assert.deepEqual([paymentCredential(address), stakeCredential(address)], [payment, stake])
  }
})

test('an address in upper case, as in QR codes, and with blanks around it is read; in both cases it is not', () => {
  for (const [text, raw] of vectors) {
    for (const written of [text.toUpperCase(), ` ${text}\n`, `${text.toUpperCase()} `])
      assert.equal(parseAddress(written), raw)
    assert.throws(() => parseAddress(text.replace('addr1', 'ADDR1')))
    assert.throws(() => parseAddress(text.replace('x', 'X').replace('v', 'V')), text)
  }
  assert.equal(parseAddress(` ${BYRON[0]}\n`), parseAddress(BYRON[0] ?? ''))
})

test('an address of another length than that of its type is no payment address', () => {
  for (const [, raw] of vectors) {
    assert.ok(isPaymentAddress(raw), raw)
    for (const other of [
      `${raw}00`,
      raw.slice(0, -2),
      raw.slice(0, -4),
      `${raw}${KEY}`,
      raw.slice(0, 58).slice(0, -2),
    ])
      assert.ok(!isPaymentAddress(other), other)
  }
})

test('Byron addresses are base58 and have no credentials', () => {
  for (const text of BYRON) {
    const raw = parseAddress(text)
    assert.deepEqual([raw, formatAddress(raw)], [libraryBytes(text), text])
    assert.ok(Cardano.Address.fromString(text)?.asByron())
    assert.deepEqual([paymentCredential(raw), stakeCredential(raw)], [undefined, undefined])
  }
})

test('reward addresses have no payment credential', () => {
  for (const header of ['e1', 'f0'])
    assert.deepEqual(
      [paymentCredential(`${header}${KEY}`), stakeCredential(`${header}${KEY}`)],
      [undefined, undefined],
    )
})

const anyAddress = fc
  .record({
    type: fc.nat(7),
    network: fc.nat(1),
    payment: fc.uint8Array({ minLength: 28, maxLength: 28 }),
    stake: fc.uint8Array({ minLength: 28, maxLength: 28 }),
    pointer: fc.record({ slot: fc.nat(), txIndex: fc.nat(70_000), certIndex: fc.nat(70_000) }),
  })
  .map(({ type, network, payment, stake, pointer }) => {
    const hash = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    const variable = (value: number): string => {
      const digits = [value % 128]
      for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
        digits.unshift((rest % 128) + 128)
      return Buffer.from(digits).toString('hex')
    }
    const rest =
      type < 4
        ? hash(stake)
        : type < 6
          ? [pointer.slot, pointer.txIndex, pointer.certIndex].map(variable).join('')
          : ''
    return `${type}${network}${hash(payment)}${rest}`
  })

test('the library writes, reads and takes apart any address alike', () => {
  fc.assert(
    fc.property(anyAddress, (raw) => {
      const text = formatAddress(raw)
      assert.equal(parseAddress(text), raw)
      const address = Cardano.Address.fromString(text)
      assert.ok(address)
      assert.equal(address.toBech32(), text)
      const { paymentPart, delegationPart } = address.getProps()
      const plain = (part: typeof paymentPart) =>
        part && { kind: part.type === Cardano.CredentialType.KeyHash ? 'key' : 'script', hash: part.hash }
      assert.deepEqual(
        [paymentCredential(raw), stakeCredential(raw)],
        [paymentPart, delegationPart].map(plain),
      )
    }),
  )
})

test('one wrong letter is refused', () => {
  const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  const [[text]] = vectors
  for (let at = 5; at < text.length; at++) {
    const wrong = charset[(charset.indexOf(text.charAt(at)) + 1) % 32]
    assert.throws(() => parseAddress(`${text.slice(0, at)}${wrong}${text.slice(at + 1)}`), Error, `${at}`)
  }
})

test('what is no address is refused', () => {
  const [[text]] = vectors
  const notAddresses = [
    text.slice(0, -1),
    `${text}q`,
    text.replace('addr', 'addrx'),
    'addr',
    'addr1',
    'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
    '0OIl',
    'Ae2tdPwUPEZ FRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi',
  ]
  for (const other of notAddresses) assert.throws(() => parseAddress(other), Error, other)
})

test('the headers of key payment addresses are those of types 0, 2, 4 and 6', () => {
  assert.deepEqual(
    [keyPaymentHeaders(1), keyPaymentHeaders(0)],
    [
      ['01', '21', '41', '61'],
      ['00', '20', '40', '60'],
    ],
  )
  for (const [, raw, payment] of vectors)
    assert.equal(keyPaymentHeaders(1).includes(raw.slice(0, 2)), payment.kind === 'key')
})

test('mainnet has the id 1, every other network 0', () => {
  assert.deepEqual((['mainnet', 'preprod', 'preview', 'devnet'] as const).map(networkIdOf), [1, 0, 0, 0])
})
