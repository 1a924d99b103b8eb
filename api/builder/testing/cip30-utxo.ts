// Unspent outputs as a CIP-30 wallet returns them.
import { Cardano, Serialization } from '@cardano-sdk/core'
import type { Hex } from '../../../schema/primitives.ts'
import type { Utxo } from '../transaction/utxo.ts'
import { libraryOutput } from '../transaction/write-transaction.ts'

export const cip30Utxo = ({ reference, output }: Utxo): Hex =>
  new Serialization.TransactionUnspentOutput(
    new Serialization.TransactionInput(Cardano.TransactionId(reference.transaction), BigInt(reference.index)),
    libraryOutput(output),
  ).toCbor()
