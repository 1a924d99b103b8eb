// A transaction in the JSON of a node's blocks, written from the ledger's members. Amounts are written as digits, so any size is exact.
import { assetMembers, referenceJson } from '../../schema/ogmios/output-json.ts'
import { list, listed, members, object } from '../../schema/ogmios/write-json.ts'
import { withSubTransactions } from '../chain/nest-transactions.ts'
import { metadataJson } from './metadata.ts'
import { outputJson } from './output.ts'
import { scriptJson } from './script.ts'
import { addressData } from './submission-error.ts'
import type { LedgerTransaction } from './transaction.ts'

const ada = (lovelace: bigint): string => `{"ada":{"lovelace":${lovelace}}}`

const text = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

const filled = (entries: readonly (readonly [string, string])[]): string | undefined =>
  entries.length === 0 ? undefined : members(entries)

const NETWORKS = ['testnet', 'mainnet']

const plainJson = (transaction: LedgerTransaction): string =>
  object({
    id: text(transaction.id),
    spends: transaction.valid ? '"inputs"' : '"collaterals"',
    inputs: list(transaction.inputs.map(referenceJson)),
    references: listed(transaction.references.map(referenceJson)),
    outputs: list(transaction.outputs.map(outputJson)),
    collaterals: listed(transaction.collaterals.map(referenceJson)),
    collateralReturn: transaction.collateralReturn && outputJson(transaction.collateralReturn),
    totalCollateral: transaction.totalCollateral === undefined ? undefined : ada(transaction.totalCollateral),
    withdrawals: filled(
      transaction.withdrawals.map(({ account, lovelace }) => [addressData(account), ada(lovelace)]),
    ),
    mint: filled(assetMembers(transaction.mint)),
    requiredExtraSignatories: listed(transaction.requiredSigners.map((hash) => JSON.stringify(hash))),
    network: transaction.network === undefined ? undefined : text(NETWORKS[transaction.network]),
    scriptIntegrityHash: text(transaction.integrityHash),
    fee: ada(transaction.fee),
    validityInterval: object({
      invalidBefore: transaction.from?.toString(),
      invalidAfter: transaction.until?.toString(),
    }),
    // Ogmios writes `treasury` even if it is empty.
    treasury: '{}',
    metadata: metadataJson(transaction.metadata, transaction.metadataHash),
    signatories: list(
      transaction.signatures.map(
        ({ publicKey, signature }) => `{"key":"${publicKey}","signature":"${signature}"}`,
      ),
    ),
    scripts: filled(transaction.scripts.map((script) => [script.hash, scriptJson(script)])),
    datums: filled(transaction.datums.map(({ hash, cbor }) => [hash, JSON.stringify(cbor)])),
    redeemers: listed(
      transaction.redeemers.map(
        ({ purpose, index, data, memory, cpu }) =>
          `{"validator":{"index":${index},"purpose":"${purpose}"},"redeemer":"${data}","executionUnits":{"memory":${memory},"cpu":${cpu}}}`,
      ),
    ),
  })

export const transactionJson = (transaction: LedgerTransaction): string => {
  const built = (each: LedgerTransaction) => ({ id: each.id, json: plainJson(each) })
  return withSubTransactions(built(transaction), (transaction.subTransactions ?? []).map(built)).json
}
