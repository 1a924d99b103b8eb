// What the builder's endpoints refuse, a row for each condition of their interface's table of errors and of its limits
// that needs no order, no lock and no broken file. Outputs that rows bring are made up: they are used as they come.
import { cip30Utxo } from '../../api/builder/testing/cip30-utxo.ts'
import { PNG } from '../../api/images/testing/sample-images.ts'
import { parseAddress } from '../../schema/address.ts'
import type { AssetId } from '../../schema/primitives.ts'

export interface Refusal {
  readonly path: string
  readonly body: unknown
  readonly cause: string
  readonly message: RegExp
}

export interface Caller {
  /** Bech32. */
  readonly address: string
  readonly token: AssetId
  /** An unsigned transaction of the caller, and what a wallet answers for it. */
  readonly cbor: string
  readonly witness: string
}

const HASH = 'ab'.repeat(32)
/** Body members that no schema accepts, whatever they are called. */
const WRONG = [undefined, null, {}]

/** A form for a launch. */
const form = (info: object): FormData => {
  const made = new FormData()
  made.set('image', new Blob([PNG], { type: 'image/png' }))
  made.set('info', JSON.stringify(info))
  return made
}

export const launchOf = ({ address }: Pick<Caller, 'address'>, change: object = {}): FormData =>
  form({
    assetType: 'Meme',
    name: 'Newt',
    ticker: 'NEWT',
    description: 'A newt.',
    changeAddress: address,
    utxos: 'service-wallet',
    ...change,
  })

/** Every body that lacks one of its members, or has it of another type. */
const without = (body: object, members: readonly string[]): object[] =>
  members.flatMap((member) => WRONG.map((value) => ({ ...body, [member]: value })))

export const builderRefusals = (caller: Caller): Refusal[] => {
  const { address, token, cbor, witness } = caller
  const foreign = address.replace('addr_test1', 'addr1')
  const output = (lovelace: bigint, index = 0): string =>
    cip30Utxo({
      reference: { transaction: HASH, index },
      output: { address: parseAddress(address), lovelace },
    })
  const invalid = (path: string, bodies: readonly unknown[], message = /^Invalid input: /): Refusal[] =>
    bodies.map((body) => ({ path, body, cause: 'INVALID_PARAMS', message }))
  const failing = (path: string, body: unknown, message: RegExp): Refusal => ({
    path,
    body,
    cause: 'SERVER_ERROR',
    message,
  })

  const sides = [
    { utxos: [] },
    { utxos: 'wallet' },
    { utxos: ['00'] },
    { utxos: Array(501).fill('00') },
    { changeAddress: 'addr1' },
    { changeAddress: foreign },
  ]
  const collaterals = [{ collaterals: 'none' }, { collaterals: ['00'] }, { collaterals: Array(501).fill('') }]
  const order = { assetId: token, amount: '5000000', side: 'BUY', slippage: '15' }
  const ordered = { ...order, changeAddress: address, utxos: 'service-wallet' }
  const cancel = { txHash: HASH, index: '0', changeAddress: address, utxos: 'service-wallet' }
  const lock = { address, assetId: token, amount: '1000', lockEnd: 8e12, stagesCount: 3 }
  const signing = { cbor, witness, changeAddress: address }
  const unreadable = /^The (transaction|witness) cannot be read: /

  return [
    ...invalid('/order', without(ordered, Object.keys(ordered))),
    ...invalid('/order/quote', without(order, Object.keys(order))),
    ...invalid(
      '/order',
      sides.map((change) => ({ ...ordered, ...change })),
    ),
    {
      path: '/order',
      body: { ...ordered, utxos: [output(2_000_000n)] },
      cause: 'UNKNOWN',
      message: /^Insufficient funds: need \d+ lovelace$/,
    },

    ...invalid('/cancel', without(cancel, Object.keys(cancel))),
    ...invalid(
      '/cancel',
      [
        ...sides,
        ...collaterals,
        { txHash: HASH.slice(1) },
        { txHash: `${HASH}00` },
        { index: '-1' },
        { index: '123456' },
      ].map((change) => ({ ...cancel, ...change })),
    ),
    failing('/cancel', cancel, /^order not found$/),

    ...invalid(
      '/launch',
      [...sides, ...collaterals].map((change) => launchOf(caller, change)),
      /^Invalid input: info\.(utxos|changeAddress|collaterals)/,
    ),
    failing('/launch', launchOf(caller, { utxos: [output(2_000_000n)] }), /^Insufficient funds: /),
    failing(
      '/launch',
      launchOf(caller, { utxos: [output(900_000_000n, 24)] }),
      /^A launch needs a UTxO whose index is 23 at most; send yourself some ADA first$/,
    ),
    failing(
      '/launch',
      launchOf(caller, { collaterals: [output(1_000_000n)] }),
      /^The collateral holds 1000000 lovelace but needs \d+$/,
    ),

    ...['/sign', '/sign-and-submit'].flatMap((path) => [
      ...invalid(path, without(signing, Object.keys(signing))),
      ...invalid(path, [{ ...signing, changeAddress: foreign }]),
      ...['', 'zz', '80', cbor.slice(2), `${cbor}00`].map((bad) =>
        failing(path, { ...signing, cbor: bad }, unreadable),
      ),
      ...['', 'zz', '80', witness.slice(0, -2)].map((bad) =>
        failing(path, { ...signing, witness: bad }, unreadable),
      ),
      failing(path, { ...signing, witness: 'a0' }, /^The witness holds no signature$/),
    ]),
    ...invalid('/submit', without({ cbor }, ['cbor'])),
    failing('/submit', { cbor: 'zz' }, unreadable),
    // Nobody signed it, so the node refuses it.
    failing('/submit', { cbor }, /^MissingVKeyWitnesses/),

    ...invalid('/create-lock', without(lock, Object.keys(lock))),
    ...invalid(
      '/create-lock',
      [
        { stagesCount: 0 },
        { stagesCount: 11 },
        { stagesCount: 1.5 },
        { amount: '-3' },
        { assetId: '.' },
        { lockEnd: 1e17 },
        { address: foreign },
      ].map((change) => ({ ...lock, ...change })),
    ),
    {
      path: '/create-lock',
      body: { ...lock, lockEnd: 1 },
      cause: 'INVALID_LOCK_END',
      message: /in the future$/,
    },
    ...[1, 10].map((stagesCount) => ({
      path: '/create-lock',
      body: { ...lock, stagesCount, amount: `${stagesCount - 1}` },
      cause: 'INVALID_AMOUNT',
      message: new RegExp(`^amount must be at least ${stagesCount}, one for each stage$`),
    })),
    failing(
      '/create-lock',
      { ...lock, amount: '9'.repeat(18) },
      /^Insufficient funds: \d+ of .* are missing$/,
    ),
  ]
}
