// Runs the scripts of a transaction. The machine builds the script context from the transaction's bytes and the outputs that the
// transaction names. The machine runs the redeemers in order until one fails, so at most one failure is known.
import { Cardano, Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import { checkNesting } from '../../schema/codecs/cbor-bounds.ts'
import type { Hex, OutputReference } from '../../schema/primitives.ts'
import { costModelsCbor } from './cost-models.ts'
import type { Parameters } from './parameters.ts'
import { scriptMachine } from './script-machine.ts'
import {
  byPointer,
  type LedgerTransaction,
  type Pointer,
  PURPOSES,
  type Purpose,
  samePointer,
} from './transaction.ts'

export interface ExecutionUnits extends Pointer {
  readonly memory: bigint
  readonly cpu: bigint
}

/** The pointer is missing if the machine does not name the script. */
export interface ScriptFailure {
  readonly pointer?: Pointer
  readonly reason: string
}

type Outcome = { readonly executionUnits: readonly ExecutionUnits[] } | { readonly failure: ScriptFailure }

/** Scripts see validity bounds as Unix milliseconds. */
export interface SlotTime {
  /** Start of slot 0 in Unix milliseconds. */
  readonly start: number
}

const SLOT_MILLISECONDS = 1000

/** The machine's name has purpose and index: `Spend[0]`. */
const POINTER = /\b(Spend|Mint|Publish|Withdraw|Vote|Propose|Cert|Reward)\[(\d+)\]/

const NAMES: Readonly<Record<string, Purpose>> = {
  Spend: 'spend',
  Mint: 'mint',
  Publish: 'publish',
  Cert: 'publish',
  Withdraw: 'withdraw',
  Reward: 'withdraw',
  Vote: 'vote',
  Propose: 'propose',
}

const pointerIn = (reason: string): Pointer | undefined => {
  const [, name = '', index = '0'] = POINTER.exec(reason) ?? []
  const purpose = NAMES[name]
  return purpose === undefined ? undefined : { purpose, index: Number(index) }
}

const failureOf = (reason: string): ScriptFailure => {
  const pointer = pointerIn(reason)
  return pointer === undefined ? { reason } : { pointer, reason }
}

const bytes = (hex: Hex): Uint8Array => Buffer.from(hex, 'hex')

interface Scripted {
  readonly cbor: Hex
  readonly redeemers: readonly unknown[]
}

interface WrittenUtxo {
  readonly reference: OutputReference
  readonly output: { readonly cbor: Hex }
}

const inputCbor = ({ reference }: WrittenUtxo): Uint8Array =>
  bytes(
    new Serialization.TransactionInput(
      Cardano.TransactionId(reference.transaction),
      BigInt(reference.index),
    ).toCbor(),
  )

/** @param utxos outputs of the inputs and of the reference inputs */
export const runScripts = (
  { cbor, redeemers }: Scripted,
  utxos: readonly WrittenUtxo[],
  parameters: Parameters,
  time: SlotTime,
): Outcome => {
  if (redeemers.length === 0) return { executionUnits: [] }
  const { memory, steps } = parameters.maxExecutionUnitsPerTransaction
  try {
    for (const read of [cbor, ...utxos.map(({ output }) => output.cbor)]) checkNesting(read)
    const results = scriptMachine().eval_phase_two_raw(
      bytes(cbor),
      utxos.map(inputCbor),
      utxos.map(({ output }) => bytes(output.cbor)),
      bytes(costModelsCbor(parameters)),
      BigInt(steps),
      BigInt(memory),
      BigInt(time.start),
      0n,
      SLOT_MILLISECONDS,
    )
    const executionUnits = results.map((result): ExecutionUnits => {
      const redeemer = Serialization.Redeemer.fromCbor(HexBlob(Buffer.from(result.redeemer).toString('hex')))
      result.free()
      const units = redeemer.exUnits()
      return {
        purpose: PURPOSES[redeemer.tag()] ?? 'spend',
        index: Number(redeemer.index()),
        memory: units.mem(),
        cpu: units.steps(),
      }
    })
    return { executionUnits: executionUnits.sort(byPointer) }
  } catch (error) {
    return { failure: failureOf(error instanceof Error ? error.message : String(error)) }
  }
}

/** Each script is limited to its redeemer's units. Undefined if all scripts pass. */
export const scriptsFail = (transaction: LedgerTransaction, outcome: Outcome): string | undefined => {
  if ('failure' in outcome) return outcome.failure.reason
  const over = outcome.executionUnits.find((used) => {
    const declared = transaction.redeemers.find((redeemer) => samePointer(redeemer, used))
    return declared === undefined || declared.memory < used.memory || declared.cpu < used.cpu
  })
  if (over === undefined) return undefined
  return `${over.purpose}[${over.index}] uses memory ${over.memory} and cpu ${over.cpu}, more than it declares`
}
