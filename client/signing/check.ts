// Compares what a person was shown with the transaction that the wallet is asked to sign. The service builds the transaction, and must not
// be able to move anything else, even if the service is wrong or hostile. Any difference from what was shown is refused, with the reason.
import { hex } from '@scure/base'
import { parseAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { itemsAt } from '../../schema/codecs/cbor-spans.ts'
import { outputAt, referenceAt } from '../../schema/codecs/output-cbor.ts'
import { ADA } from '../../schema/primitives.ts'
import { exact } from '../../schema/responses/numbers.ts'
import { added } from './holdings-of.ts'
import { type Output, readTransaction, type Transaction } from './read-transaction.ts'

/** The wallet that signs. */
export interface Signer {
  readonly address: string
  /** In CIP-30's form; `service-wallet` if the service looks up the outputs. */
  readonly coins: 'service-wallet' | readonly string[]
  /** If the wallet gives collateral, the service lends none. */
  readonly givesCollateral?: boolean
}

/** Lovelace, without and with scripts. */
export const MOST_FEE = { plain: 2_000_000n, scripts: 4_000_000n } as const

/** Lovelace of collateral that is lost if a script fails. */
const MOST_AT_RISK = 10_000_000n

/** @throws {Error} whose message is shown to the person */
export const must = (isAsShown: boolean, what: string): void => {
  if (!isAsShown) throw new Error(`The transaction is not what was shown: ${what}. Nothing was signed`)
}

/** @throws {Error} whose message is shown to the person, if the bytes cannot be read */
export const readable = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : `${error}`
    throw new Error(`The transaction cannot be read: ${reason}. Nothing was signed`)
  }
}

export const read = ({ cbor, txHash }: { readonly cbor: string; readonly txHash: string }): Transaction => {
  const transaction = readable(() => readTransaction(cbor))
  must(transaction.id === txHash, 'it has another hash')
  return transaction
}

/** Empty if the output cannot be read; the service ignores such an output too. */
const coinOf = (item: string): [string, Output][] => {
  try {
    const bytes = hex.decode(item.toLowerCase())
    const [reference, output] = itemsAt(bytes, 0).map(({ start }) => start)
    const { transaction, index } = referenceAt(bytes, reference ?? 0)
    return [[`${transaction}:${index}`, outputAt(bytes, output ?? 0)]]
  } catch {
    return []
  }
}

/** Keyed by reference; undefined if unknown. */
const coinsOf = ({ coins }: Signer): ReadonlyMap<string, Output> | undefined =>
  coins === 'service-wallet' ? undefined : new Map(coins.flatMap(coinOf))

/** Keyed by asset, including lovelace. */
const amountsOf = (outputs: readonly Output[]): ReadonlyMap<string, bigint> => {
  const { lovelace, tokens } = added(outputs)
  return new Map([...tokens, [ADA, lovelace]])
}

/** Only the wallet's outputs and `ofContract` may be spent. Without `ofContract`, the amounts must add up. */
export const checkInputs = (transaction: Transaction, signer: Signer, ofContract?: string): void => {
  const { inputs, outputs, fee, minted } = transaction
  must(new Set(inputs).size === inputs.length, 'it spends an output twice')
  must(ofContract === undefined || inputs.includes(ofContract), 'it does not spend what it is about')
  const coins = coinsOf(signer)
  if (coins === undefined) return
  const own = inputs.filter((input) => input !== ofContract).map((input) => coins.get(input))
  must(!own.includes(undefined), 'it spends an output that is not of this wallet')
  if (ofContract !== undefined) return
  const [spent, left] = [amountsOf(own.filter((coin) => coin !== undefined)), amountsOf(outputs)]
  for (const asset of new Set([...spent.keys(), ...left.keys(), ...minted.keys()])) {
    const had = (spent.get(asset) ?? 0n) + (minted.get(asset) ?? 0n)
    must(had === (left.get(asset) ?? 0n) + (asset === ADA ? fee : 0n), 'its amounts do not add up')
  }
}

/**
 * Amounts that the wallet spends, apart from the fee, must stay at its own address. Another address with its payment key may have the stake
 * key of a thief.
 */
export const checkChange = ({ inputs, outputs, fee }: Transaction, signer: Signer): void => {
  const coins = coinsOf(signer)
  const own = parseAddress(signer.address)
  const kept = amountsOf(outputs.filter(({ address }) => address === own))
  for (const [asset, amount] of amountsOf(inputs.flatMap((input) => coins?.get(input) ?? [])))
    must((kept.get(asset) ?? 0n) + (asset === ADA ? fee : 0n) >= amount, 'its change leaves the wallet')
}

/** Outputs must belong to the wallet, and contain only amounts. */
export const checkOwn = (
  outputs: readonly (Output | undefined)[],
  signer: Signer,
  more: readonly string[] = [],
): void => {
  const own = [signer.address, ...more].map(parseAddress)
  for (const output of outputs)
    must(
      output !== undefined &&
        own.includes(output.address) &&
        output.datum === undefined &&
        output.datumHash === undefined &&
        output.script === undefined,
      'it pays to an address that is not of this wallet',
    )
}

/** Also checks the collateral of a transaction that runs scripts. */
export const checkCosts = (transaction: Transaction, signer: Signer, runsScripts: boolean): void => {
  const { fee, collateral, returned } = transaction
  must(fee <= MOST_FEE[runsScripts ? 'scripts' : 'plain'], 'its fee for the network is too high')
  must(runsScripts || collateral.length === 0, 'it pledges collateral')
  const coins = coinsOf(signer)
  const isLent = signer.givesCollateral !== true
  must(
    isLent || collateral.every((input) => coins?.has(input)),
    'it pledges an output that the wallet did not give',
  )
  const pledged = collateral.flatMap((input) => coins?.get(input) ?? [])
  const back = pledged.some(({ address }) => address === returned?.address) ? [returned] : []
  const kept = added(back.filter((output) => output !== undefined))
  const { lovelace, tokens } = added(pledged)
  must(lovelace - kept.lovelace <= MOST_AT_RISK, 'it pledges too much collateral')
  // The service could make a script fail on purpose.
  const isKept = [...tokens].every(([asset, quantity]) => (kept.tokens.get(asset) ?? 0n) >= quantity)
  must(isKept, 'it pledges tokens as collateral')
}

/** Hash of the payment key of the wallet's address. */
export const keyOf = ({ address }: Signer): string => paymentCredential(parseAddress(address))?.hash ?? ''

export const ada = (lovelace: bigint): string => `₳${exact(lovelace, 6)}`
