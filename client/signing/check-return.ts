// Checks two kinds of transactions: a transaction that returns an order or a lock to the wallet, and a launch.
import { hex } from '@scure/base'
import { parseAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { EMISSION } from '../../schema/launchpad/curve.ts'
import type { Tier } from '../../schema/launchpad/tier.ts'
import { ADA, assetNameOf, policyOf } from '../../schema/primitives.ts'
import { exact } from '../../schema/responses/numbers.ts'
import {
  ada,
  checkChange,
  checkCosts,
  checkInputs,
  checkOwn,
  keyOf,
  must,
  read,
  readable,
  type Signer,
} from './check.ts'
import { added } from './holdings-of.ts'
import { assetText, termsIn } from './order-terms.ts'
import type { Output, Transaction } from './read-transaction.ts'

interface Built {
  readonly cbor: string
  readonly txHash: string
}

/** The output of a contract that the person was shown. */
export interface ShownReturn {
  /** `<transaction id>:<index>` */
  readonly of: string
  readonly asset: string
  readonly quantity: bigint
  /** Address with the signer's key that gets the contents back. */
  readonly to: string
}

/** @returns what the wallet pays and gets, in words @throws {Error} that names a difference from what was shown */
export const checkReturn = (
  built: Built,
  { of, asset, quantity, to }: ShownReturn,
  signer: Signer,
): string => {
  const transaction = read(built)
  const { outputs, fee, minted } = transaction
  const credential = paymentCredential(parseAddress(to))
  // The service names the address.
  must(credential?.kind === 'key' && credential.hash === keyOf(signer), 'it pays back to another wallet')
  must(minted.size === 0, 'it mints')
  checkCosts(transaction, signer, true)
  checkInputs(transaction, signer, of)
  checkOwn(outputs, signer, [to])
  const { lovelace, tokens } = added(outputs.slice(0, 1))
  must(outputs[0]?.address === parseAddress(to), 'it pays back to another address')
  must((asset === ADA ? lovelace : (tokens.get(asset) ?? 0n)) >= quantity, 'less comes back')
  checkChange(transaction, signer)
  return `${ada(fee)} leave the wallet for the network. All that is locked comes back.`
}

/**
 * Hashes of the pools' contract, of the script that may take a pool's contents, and of the script that may graduate a pool, the same on
 * both networks. The page does not take them from the service.
 */
const PUBLIC = {
  contract: '905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d',
  admin: '8807fbe6e36b1c35ad6f36f0993e2fc67ab6f2db06041cfa3a53c04a',
  factory: '30c1003aa7dec834e0d0a78db547ba8840e58060725dbfae352f0d64',
}
export const POOLS: Readonly<Record<string, typeof PUBLIC>> = { mainnet: PUBLIC, preprod: PUBLIC }

/** The launch that the person was shown. */
export interface ShownLaunch {
  /** The first purchase and the pool's seed. */
  readonly pool: bigint
  /** Lovelace of the launch fee. */
  readonly fee: bigint
  /** Tokens of the first purchase. */
  readonly tokens: bigint
  readonly tier: Tier
  readonly name: string
  readonly network: string
}

/** Lovelace that the ledger requires in the output with a token's description, at most. */
const MOST_DESCRIPTION = 6_000_000n

/**
 * @param name typed by the person
 * @param nft the token that identifies the pool, as text
 */
const checkMinted = (minted: Transaction['minted'], asset: string, name: string, nft: string): void => {
  must(assetNameOf(asset) === hex.encode(new TextEncoder().encode(name)), 'the token has another name')
  must(minted.get(asset) === EMISSION, 'another number of tokens is minted')
  // The wallet's key may be able to mint other tokens. The description of the token has the token's policy.
  const others = [...minted].filter(([each]) => each !== asset && assetText(each) !== nft)
  const isDescription = others.every(
    ([each, quantity]) => policyOf(each) === policyOf(asset) && quantity === 1n,
  )
  must(isDescription && others.length <= 1, 'it mints something else as well')
}

/** The key that fills orders changes over the years, so the page does not know it. This key cannot take the pool's contents. */
const checkPool = (
  { datum = '', assets }: Output,
  minted: Transaction['minted'],
  asset: string,
  { tier, name, network }: ShownLaunch,
): void => {
  const terms = readable(() => termsIn(datum))
  const [nft, paid, token, aNum, bNum, , adaCap, admin, factory] = terms
  // Without the token that identifies the pool, nobody could ever trade with it.
  const isPool = assets.some(
    (each) => assetText(each.asset) === nft && each.asset !== asset && minted.get(each.asset) === 1n,
  )
  must(isPool && terms.length === 9, 'the first purchase is not in a pool')
  const curve = [paid, token, aNum, bNum, adaCap].join()
  must(
    curve === [assetText(ADA), assetText(asset), tier.aNum, tier.bNum, tier.adaCap].join(),
    'its pool has another curve',
  )
  checkMinted(minted, asset, name, nft ?? '')
  const known = POOLS[network]
  must(
    known === undefined || (admin === `#${known.admin}` && factory === `#${known.factory}`),
    'other scripts may empty its pool',
  )
}

/** @returns what leaves the wallet and what comes, in words @throws {Error} that says what is not as shown */
export const checkLaunch = (
  built: Built & { readonly assetId: string },
  shown: ShownLaunch,
  signer: Signer,
): string => {
  const contract = POOLS[shown.network]?.contract
  const transaction = read(built)
  const { outputs, fee, minted } = transaction
  checkCosts(transaction, signer, true)
  checkInputs(transaction, signer)
  const own = parseAddress(signer.address)
  const received = outputs.filter(({ address }) => address === own)
  checkOwn(received, signer)
  const mine = added(received)
  const others = added(outputs.filter(({ address }) => address !== own))
  for (const [asset, quantity] of others.tokens)
    must(quantity <= (minted.get(asset) ?? 0n), 'tokens of the wallet leave it')
  const unsold = (minted.get(built.assetId) ?? 0n) - (mine.tokens.get(built.assetId) ?? 0n)
  const pool = outputs.find(({ address, lovelace, assets }) => {
    const payment = paymentCredential(address)
    const isAtContract = payment?.kind === 'script' && payment.hash === (contract ?? payment.hash)
    const isWhole = assets.some(({ asset, quantity }) => asset === built.assetId && quantity === unsold)
    return isAtContract && isWhole && lovelace >= shown.pool
  })
  if (pool?.datum === undefined) must(false, 'the first purchase is not in a pool')
  else checkPool(pool, minted, built.assetId, shown)
  const paid = others.lovelace
  must(paid <= shown.pool + shown.fee + MOST_DESCRIPTION, 'more ADA leave the wallet')
  must((mine.tokens.get(built.assetId) ?? 0n) >= shown.tokens, 'fewer tokens are bought')
  return `${ada(paid)} leave the wallet for the launch, and ${ada(fee)} for the network.${shown.tokens > 0n ? ` ${exact(shown.tokens, 0)} tokens come.` : ''}`
}
