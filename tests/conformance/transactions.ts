// Reads the transactions that the rows judge, with a library that the builder does not use.
import * as Csl from '@emurgo/cardano-serialization-lib-nodejs'

const bodyOf = (cbor: string) => Csl.Transaction.from_hex(cbor).body()
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const inputs = (of: Csl.TransactionInputs | undefined): string[] =>
  Array.from({ length: of?.len() ?? 0 }, (_, at) => {
    const input = of?.get(at)
    return `${input?.transaction_id().to_hex()}#${input?.index()}`
  })

/** The transaction id is the hash of the body's original bytes. */
export const idOf = (cbor: string): string => Csl.FixedTransaction.from_hex(cbor).transaction_hash().to_hex()

export const signaturesIn = (cbor: string): number =>
  Csl.Transaction.from_hex(cbor).witness_set().vkeys()?.len() ?? 0

export const collateralsOf = (cbor: string): string[] => inputs(bodyOf(cbor).collateral())

export const escrowOf = (cbor: string) => {
  const output = bodyOf(cbor).outputs().get(0)
  const fields = output.plutus_data()?.as_constr_plutus_data()?.data()
  return {
    lovelace: BigInt(output.amount().coin().to_str()),
    address: hexOf(output.address().to_bytes()),
    fraction: (at: number): readonly [bigint, bigint] => {
      const parts = fields?.get(at).as_constr_plutus_data()?.data()
      const part = (which: number) => BigInt(parts?.get(which).as_integer()?.to_str() ?? '0')
      return [part(0), part(1)]
    },
  }
}
