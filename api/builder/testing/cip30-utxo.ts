// Unspent outputs as a CIP-30 wallet returns them.
import * as Core from '@blaze-cardano/core'
import type { Hex } from '../../../schema/primitives.ts'
import type { Utxo } from '../transaction/utxo.ts'
import { libraryOutput } from '../transaction/write-transaction.ts'

export const cip30Utxo = ({ reference, output }: Utxo): Hex =>
  new Core.TransactionUnspentOutput(
    new Core.TransactionInput(Core.TransactionId(reference.transaction), BigInt(reference.index)),
    libraryOutput(output),
  ).toCbor()
