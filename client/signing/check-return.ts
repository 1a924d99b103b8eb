// Checks two kinds of transactions: a transaction that returns an order or a lock to the wallet, and a launch.
import { parseAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { ADA } from '../../schema/primitives.ts'
import { exact } from '../../schema/responses/numbers.ts'
import { ada, checkCosts, checkInputs, checkOwn, keyOf, must, read, type Signer } from './check.ts'
import { added } from './holdings-of.ts'

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
  // The service names the address, and the wallet's change may go there too.
  must(credential?.kind === 'key' && credential.hash === keyOf(signer), 'it pays back to another wallet')
  must(minted.size === 0, 'it mints')
  checkCosts(transaction, signer, true)
  checkInputs(transaction, signer, of)
  checkOwn(outputs, signer, [to])
  const { lovelace, tokens } = added(outputs.slice(0, 1))
  must(outputs[0]?.address === parseAddress(to), 'it pays back to another address')
  must((asset === ADA ? lovelace : (tokens.get(asset) ?? 0n)) >= quantity, 'less comes back')
  return `${ada(fee)} leave the wallet for the network. All that is locked comes back.`
}

/** Hash of the pools' contract, the same on both networks. The page does not take it from the service. */
const PUBLIC_POOLS = '905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d'
export const POOLS: Readonly<Record<string, string>> = { mainnet: PUBLIC_POOLS, preprod: PUBLIC_POOLS }

/** The launch that the person was shown. */
export interface ShownLaunch {
  /** The first purchase and the pool's seed. */
  readonly pool: bigint
  /** Lovelace of the launch fee. */
  readonly fee: bigint
  /** Tokens of the first purchase. */
  readonly tokens: bigint
  readonly network: string
}

/** Lovelace that the ledger requires in the output with a token's description, at most. */
const MOST_DESCRIPTION = 6_000_000n

/** @returns what leaves the wallet and what comes, in words @throws {Error} that says what is not as shown */
export const checkLaunch = (
  built: Built & { readonly assetId: string },
  shown: ShownLaunch,
  signer: Signer,
): string => {
  const transaction = read(built)
  const { outputs, fee, minted } = transaction
  checkCosts(transaction, signer, true)
  checkInputs(transaction, signer)
  const own = parseAddress(signer.address)
  const [mine, others] = [true, false].map((isMine) =>
    added(outputs.filter(({ address }) => (address === own) === isMine)),
  )
  for (const [asset, quantity] of others?.tokens ?? [])
    must(quantity <= (minted.get(asset) ?? 0n), 'tokens of the wallet leave it')
  const contract = POOLS[shown.network]
  const pool = added(
    outputs.filter(({ address, datum }) => {
      const payment = paymentCredential(address)
      return datum !== undefined && payment?.kind === 'script' && payment.hash === (contract ?? payment.hash)
    }),
  )
  const unsold = (minted.get(built.assetId) ?? 0n) - (mine?.tokens.get(built.assetId) ?? 0n)
  const isOpened = pool.lovelace >= shown.pool && (pool.tokens.get(built.assetId) ?? 0n) === unsold
  must(isOpened, 'the first purchase is not in a pool')
  const paid = others?.lovelace ?? 0n
  must(paid <= shown.pool + shown.fee + MOST_DESCRIPTION, 'more ADA leave the wallet')
  must((mine?.tokens.get(built.assetId) ?? 0n) >= shown.tokens, 'fewer tokens are bought')
  return `${ada(paid)} leave the wallet for the launch, and ${ada(fee)} for the network.${shown.tokens > 0n ? ` ${exact(shown.tokens, 0)} tokens come.` : ''}`
}
