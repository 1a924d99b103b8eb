// Random requests to the transaction builder: honest requests of wallets, requests with outputs and transactions that do not exist, and
// requests with fields of the wrong type.

import type { Random } from '../../devnet/actors/random.ts'
import type { Account } from '../../devnet/actors/wallet/account.ts'
import { coinsAt } from '../../devnet/actors/wallet/coins.ts'
import type { LedgerUtxo } from '../../devnet/ledger/output.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { cborBytes, cborInteger, cborList } from '../../schema/codecs/cbor-write.ts'
import { SLIPPAGES } from '../../schema/launchpad/slippage.ts'
import type { Hex, OutputReference } from '../../schema/primitives.ts'
import { hostileItem, hostileUnspent, spoilHex } from '../hostile/hostile-cbor.ts'
import type { BuilderWorld } from './builder-world.ts'

type Fields = Readonly<Record<string, unknown>>

export interface BuilderRequest {
  readonly kind: string
  readonly path: string
  readonly body?: Fields
  readonly isForm?: boolean
  /** Offered outputs, encoded as in CIP-30. Collateral is not included, because the transaction does not spend it. */
  readonly given: readonly Hex[]
  /** The account owns all inputs, so the node must accept the transaction. */
  readonly isHonest: boolean
}

interface Drawing {
  readonly random: Random
  readonly world: BuilderWorld
  readonly who: Account
  readonly orders: readonly OutputReference[]
  readonly locks: readonly OutputReference[]
  readonly built: { readonly cbor: Hex; readonly witness: Hex }
}

const unspent = ({ reference, output }: LedgerUtxo): Hex =>
  cborList([cborList([cborBytes(reference.transaction), cborInteger(reference.index)]), output.cbor])

/** Outputs, or the text with which the service chooses them. */
const ownCoins = ({ random, world, who }: Drawing): 'service-wallet' | Hex[] => {
  const { utxos } = coinsAt(world.ledger, who.address)
  return random.chance(0.5) || utxos.length === 0 ? 'service-wallet' : utxos.slice(0, 100).map(unspent)
}

const hostileCoins = (drawing: Drawing): Hex[] => {
  const { random, world, who } = drawing
  const own = coinsAt(world.ledger, who.address).utxos.slice(0, 3).map(unspent)
  return Array.from({ length: random.integer(1, random.chance(0.05) ? 40 : 4) }, () =>
    random.chance(0.2) && own.length > 0
      ? spoilHex(random, random.pick(own) ?? '')
      : random.chance(0.1)
        ? (random.pick(own) ?? '')
        : hostileUnspent(random, who.address),
  )
}

const orderFields = ({ random, world }: Drawing): Fields => {
  const side = random.pick(['BUY', 'BUY', 'BUY_WITH_OUTPUT', 'SELL'])
  const amount = side === 'BUY' ? random.integer(1, 40_000_000) : random.integer(1, 2_000_000)
  return { assetId: random.pick(world.tokens), amount: `${amount}`, side, slippage: random.pick(SLIPPAGES) }
}

const orderBody = (drawing: Drawing): Fields => ({
  ...orderFields(drawing),
  changeAddress: formatAddress(drawing.who.address),
})

const cancelBody = ({ random, who, orders }: Drawing): Fields => {
  const order = random.pick(orders) ?? MADE_UP
  return { txHash: order.transaction, index: `${order.index}`, changeAddress: formatAddress(who.address) }
}

const launchBody = ({ random, who }: Drawing): Fields => ({
  assetType: 'Meme',
  name: `Newt ${random.integer(0, 9_999)}`,
  ticker: 'NEWT',
  description: 'A newt of the river.',
  launchType: random.pick(['DEFAULT', 'HYPED']),
  initialDeposit: random.chance(0.5) ? `${random.integer(5_000_000, 60_000_000)}` : undefined,
  changeAddress: formatAddress(who.address),
})

const MADE_UP: OutputReference = { transaction: 'ab'.repeat(32), index: 0 }

const withdrawBody = ({ random, who, locks }: Drawing): Fields => {
  const { transaction, index } = random.pick(locks) ?? MADE_UP
  return { id: `${transaction}:${index}`, address: formatAddress(who.address) }
}

const lockBody = ({ random, world, who }: Drawing): Fields => ({
  address: formatAddress(who.address),
  assetId:
    coinsAt(world.ledger, who.address).utxos.flatMap(({ output }) => output.assets)[0]?.asset ??
    random.pick(world.tokens),
  amount: `${random.integer(1, 5_000)}`,
  lockEnd: world.now() + random.integer(1, random.chance(0.5) ? 10 ** 6 : 10 ** 9),
  stagesCount: random.integer(1, 10),
})

const listed = (coins: string | readonly Hex[]): readonly Hex[] => (typeof coins === 'string' ? [] : coins)

const honest =
  (path: string, body: (drawing: Drawing) => Fields): ((drawing: Drawing) => BuilderRequest) =>
  (drawing) => {
    const utxos = ownCoins(drawing)
    return {
      kind: `honest ${path}`,
      path,
      body: { ...body(drawing), utxos },
      given: listed(utxos),
      isHonest: true,
      isForm: path === '/launch',
    }
  }

const plain =
  (kind: string, path: string, body?: (drawing: Drawing) => Fields, isHonest = false) =>
  (drawing: Drawing): BuilderRequest => ({
    kind,
    path,
    ...(body && { body: body(drawing) }),
    given: [],
    isHonest,
  })

const SPENDING: readonly (readonly [path: string, body: (drawing: Drawing) => Fields])[] = [
  ['/order', orderBody],
  ['/order', orderBody],
  ['/cancel', cancelBody],
  ['/launch', launchBody],
  ['/withdraw', withdrawBody],
]

const hostileSpending = (drawing: Drawing): BuilderRequest => {
  const { random } = drawing
  const [path, body] = random.pick(SPENDING) ?? ['/order', orderBody]
  const utxos = random.chance(0.8) ? hostileCoins(drawing) : ownCoins(drawing)
  const collaterals = path === '/order' || random.chance(0.6) ? undefined : hostileCoins(drawing)
  return {
    kind: `hostile coins ${path}`,
    path,
    body: { ...body(drawing), utxos, collaterals },
    given: listed(utxos),
    isHonest: false,
    isForm: path === '/launch',
  }
}

const hostileWithdrawal = (drawing: Drawing): BuilderRequest => {
  const { random, world } = drawing
  const others = world.accounts.flatMap(({ address }) => coinsAt(world.ledger, address).utxos)
  const { transaction, index } = random.pick(others)?.reference ?? MADE_UP
  const collaterals = random.chance(0.5) ? hostileCoins(drawing) : undefined
  const body = random.chance(0.5) ? {} : { id: `${transaction}:${index}` }
  return {
    kind: 'hostile /withdraw',
    path: '/withdraw',
    body: { ...withdrawBody(drawing), ...body, collaterals },
    given: [],
    isHonest: false,
  }
}

const hostileSigning = ({ random, who, built }: Drawing): BuilderRequest => {
  const path = random.pick(['/sign', '/sign-and-submit', '/submit']) ?? '/sign'
  const some = (hex: Hex): Hex =>
    random.chance(0.6) ? spoilHex(random, hex) : random.chance(0.5) ? hostileItem(random) : hex
  const body = {
    cbor: some(built.cbor),
    witness: some(built.witness),
    changeAddress: formatAddress(who.address),
  }
  return { kind: `hostile ${path}`, path, body, given: [], isHonest: false }
}

const JUNK: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1.5,
  1e300,
  '',
  'x',
  '0',
  '-1',
  '9'.repeat(400),
  '\u0000',
  '\ud800',
  [],
  [[]],
  {},
  true,
  ['00'],
  'x'.repeat(1_200_000),
  Array.from({ length: 501 }, () => '00'),
]

const hostileFields = (drawing: Drawing): BuilderRequest => {
  const { random, built } = drawing
  const signing = (): Fields => ({ ...built, changeAddress: formatAddress(drawing.who.address) })
  const [path, body] = random.pick([
    ...SPENDING,
    ['/create-lock', lockBody] as const,
    ['/order/quote', orderFields] as const,
    ['/sign', signing] as const,
    ['/submit', signing] as const,
  ]) ?? ['/order', orderBody]
  const fields: Record<string, unknown> = { utxos: 'service-wallet', ...body(drawing) }
  for (let changes = random.integer(1, 2); changes > 0; changes -= 1)
    fields[random.pick(Object.keys(fields)) ?? ''] = random.pick(JUNK)
  return { kind: `junk ${path}`, path, body: fields, given: [], isHonest: false, isForm: path === '/launch' }
}

/** Kinds of requests with the weight at which each is drawn. */
const KINDS: readonly (readonly [weight: number, draw: (drawing: Drawing) => BuilderRequest])[] = [
  [18, honest('/order', orderBody)],
  [6, honest('/cancel', cancelBody)],
  [2, honest('/launch', launchBody)],
  [4, plain('honest /create-lock', '/create-lock', lockBody, true)],
  [4, honest('/withdraw', withdrawBody)],
  [6, plain('/order/quote', '/order/quote', orderFields)],
  [2, plain('/parameters', '/parameters')],
  [2, hostileWithdrawal],
  [28, hostileSpending],
  [24, hostileSigning],
  [10, hostileFields],
]

export const drawRequest = (drawing: Drawing): BuilderRequest => {
  const [, draw] = drawing.random.pickWeighted(KINDS, ([weight]) => weight) ?? [1, hostileFields]
  return draw(drawing)
}
