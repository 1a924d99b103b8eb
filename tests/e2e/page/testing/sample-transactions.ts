// Transactions for the sample wallet as an honest service builds them, written by hand. A test may change them as a dishonest service
// would.
import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { parseAddress } from '../../../../schema/codecs/address.ts'
import {
  cborBytes,
  cborEmbedded,
  cborHead,
  cborInteger,
  cborList,
  cborMap,
  TAG,
} from '../../../../schema/codecs/cbor-write.ts'
import protocol from '../../../../schema/config/networks/mainnet/protocol-config.json' with { type: 'json' }
import { type CurvePool, encodeCurvePool } from '../../../../schema/launchpad/datums/curve-pool.ts'
import { encodeInstantOrder } from '../../../../schema/launchpad/datums/instant-order.ts'
import { encodeLimitOrder } from '../../../../schema/launchpad/datums/limit-order.ts'
import { ADA, assetId, assetNameOf, policyOf } from '../../../../schema/primitives.ts'
import { ON_CURVE, type PageServer } from './page-server.ts'
import { WALLET } from './sample-state.ts'

export const COIN = { transaction: '77'.repeat(32), index: 0 }
export const SCRIPT = '64b2dd59fc1ebb33afdb712691edaf2f7e9f67ba2dccf9d276cccd74'
export const OWN = parseAddress(WALLET.address)
const NETWORK_FEE = 171_000n

export interface SampleOutput {
  readonly address: string
  readonly lovelace: bigint
  readonly asset?: string
  readonly quantity?: bigint
  /** One unit of another asset. */
  readonly nft?: string
  readonly datum?: string
}

/** The assets have different policies. */
export const assetsOf = (...assets: readonly (readonly [asset: string, quantity: bigint])[]): string =>
  cborMap(
    assets.map(([asset, quantity]) => [
      cborBytes(policyOf(asset)),
      cborMap([[cborBytes(assetNameOf(asset)), cborInteger(quantity)]]),
    ]),
  )

const amountsOf = ({ lovelace, asset, quantity = 0n, nft }: Omit<SampleOutput, 'address'>): string =>
  asset === undefined || asset === ADA
    ? cborInteger(lovelace)
    : cborList([cborInteger(lovelace), assetsOf([asset, quantity], ...(nft ? [[nft, 1n] as const] : []))])

export const outputOf = ({ address, datum, ...value }: SampleOutput): string =>
  cborMap([
    [cborInteger(0), cborBytes(address)],
    [cborInteger(1), amountsOf(value)],
    ...(datum === undefined
      ? []
      : [[cborInteger(2), cborList([cborInteger(1), cborEmbedded(datum)])] as const]),
  ])

const referenceOf = (transaction: string, index: number): string =>
  cborList([cborBytes(transaction), cborInteger(index)])

/** Outputs in CIP-30's form. */
export const coinOf = (lovelace: bigint, asset?: string, quantity?: bigint, index = COIN.index): string =>
  cborList([
    referenceOf(COIN.transaction, index),
    outputOf({ address: OWN, lovelace, ...(asset && { asset }), ...(quantity && { quantity }) }),
  ])

export interface SampleTransaction {
  readonly inputs?: readonly string[]
  readonly outputs: readonly SampleOutput[]
  readonly fee?: bigint
  readonly more?: Readonly<Record<number, string>>
  readonly isValid?: boolean
}

export const transactionOf = ({
  inputs = [`${COIN.transaction}:${COIN.index}`],
  outputs,
  fee = NETWORK_FEE,
  more = {},
  isValid = true,
}: SampleTransaction) => {
  const spent = inputs.map((input) => referenceOf(input.slice(0, 64), Number(input.slice(65))))
  const body = cborMap([
    [cborInteger(0), cborHead(TAG, 258) + cborList(spent)],
    [cborInteger(1), cborList(outputs.map(outputOf))],
    [cborInteger(2), cborInteger(fee)],
    ...Object.entries(more).map(([key, value]) => [cborInteger(Number(key)), value] as const),
  ])
  return {
    cbor: `84${body}a0${isValid ? 'f5' : 'f4'}f6`,
    txHash: bytesToHex(blake2b(hexToBytes(body), { dkLen: 32 })),
  }
}

export interface SampleOrder {
  readonly isBuy: boolean
  readonly asset: string
  readonly amount: bigint
  readonly least: bigint
  readonly executor: string
  readonly now: number
}

const owner = { payment: { kind: 'key', hash: WALLET.pkh } } as const
const COSTS = 1_100_000n
const DEPOSIT = 1_500_000n
export const changeOf = (spent: bigint): SampleOutput => ({ address: OWN, lovelace: spent - NETWORK_FEE })

export const curveTerms = ({ isBuy, asset, amount, least, executor, now }: SampleOrder) => ({
  redeemerAddress: owner as Parameters<typeof encodeInstantOrder>[0]['redeemerAddress'],
  input: isBuy ? ADA : asset,
  output: isBuy ? asset : ADA,
  basePrice: { numerator: least, denominator: amount },
  fee: COSTS,
  minUtxo: DEPOSIT,
  permittedExecutor: executor,
  cancellationAfter: BigInt(now + 20 * 60_000),
  cancellationPkh: WALLET.pkh,
})

export const ammTerms = (order: SampleOrder) => {
  const { redeemerAddress, input, output, basePrice, cancellationPkh, permittedExecutor } = curveTerms(order)
  return {
    beacon: 'be'.repeat(28),
    input,
    tradableInput: order.amount,
    costPerExStep: 600_000n,
    minMarginalOutput: order.least,
    output,
    basePrice,
    fee: 500_000n,
    redeemerAddress,
    cancellationPkh,
    permittedExecutors: [permittedExecutor],
  }
}

export const curveDatum = (terms: ReturnType<typeof curveTerms>): string =>
  encodeInstantOrder(terms, 'definite')
export const ammDatum = (terms: ReturnType<typeof ammTerms>): string => encodeLimitOrder(terms, 'definite')

export const orderOutput = ({ isBuy, asset, amount }: SampleOrder, datum: string): SampleOutput => ({
  address: `70${SCRIPT}`,
  lovelace: (isBuy ? amount : 0n) + COSTS + DEPOSIT,
  ...(!isBuy && { asset, quantity: amount }),
  datum,
})

const NOW = Date.now()
export const CHANGE = 747_000_000n

export const builtOrder = ({ assetId, amount, side, minOutput }: Readonly<Record<string, string>>) => {
  const order: SampleOrder = {
    isBuy: side === 'BUY',
    asset: assetId ?? '',
    amount: BigInt(amount ?? 0),
    least: BigInt(minOutput ?? 0),
    executor: 'ee'.repeat(28),
    now: NOW,
  }
  const output = orderOutput(order, curveDatum(curveTerms(order)))
  const built = transactionOf({ outputs: [output, { address: OWN, lovelace: CHANGE }] })
  return { ...built, entityId: `${built.txHash}:0` }
}

/** The outputs have enough ADA and tokens for all tests. */
export const builtReturn = (of: string) => {
  const back = { address: OWN, lovelace: 60_000_000n, asset: ON_CURVE, quantity: 60_000_000n }
  const inputs = [of, `${COIN.transaction}:0`]
  return { ...transactionOf({ inputs, outputs: [back, changeOf(5_000_000n)] }), partial: true, entityId: of }
}

export const NFT = `${'cd'.repeat(28)}.01`
export const POOL_TERMS: CurvePool = {
  nft: NFT,
  token: ON_CURVE,
  aNum: 122_525_779_519n,
  bNum: 2_545_182n,
  adaCap: 18_191_400_000n,
  permittedExecutor: protocol.parameters.batcherKey,
  adminWitness: protocol.parameters.adminWitness,
  factoryWitness: protocol.parameters.factoryWitness,
}

/** Launches a token named Key Koala. */
export const builtLaunch = () => {
  const asset = assetId(policyOf(ON_CURVE), '4b6579204b6f616c61')
  const minted = assetsOf([asset, 1_000_000_000n], [NFT, 1n])
  const pool = {
    address: `70${SCRIPT}`,
    lovelace: 3_000_000n,
    asset,
    quantity: 1_000_000_000n,
    nft: NFT,
    datum: encodeCurvePool({ ...POOL_TERMS, token: asset }, 'definite'),
  }
  const built = transactionOf({ outputs: [pool, changeOf(5_000_000n)], more: { 9: minted } })
  return { ...built, assetId: asset, partial: false }
}

export const buildHonestly = ({ responses }: Pick<PageServer, 'responses'>): void => {
  const read = (body: string) => JSON.parse(body) as Readonly<Record<string, string>>
  let last = ''
  const built = <T extends { readonly txHash: string }>(made: T): T => {
    last = made.txHash
    return made
  }
  responses.set('/order', ({ body }) => built(builtOrder(read(body))))
  responses.set('/cancel', ({ body }) => built(builtReturn(`${read(body).txHash}:${read(body).index}`)))
  responses.set('/withdraw', ({ body }) => built(builtReturn(read(body).id ?? '')))
  responses.set('/launch', () => built(builtLaunch()))
  responses.set('/sign-and-submit', () => ({ txHash: last }))
}
