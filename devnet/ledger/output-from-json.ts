// Reads an output from the JSON of a node's server. That JSON lacks the output's bytes, and sometimes those of a native script. This file
// writes them in the usual encoding, so a native script with an unusual encoding gets a wrong hash.
import { cborBytes, cborInteger, cborListHead } from '../../schema/codecs/cbor-write.ts'
import { LANGUAGES } from '../../schema/codecs/output-cbor.ts'
import { readOutputJson } from '../../schema/ogmios/output-json.ts'
import { hex, integer, items, record } from '../../schema/ogmios/read-json.ts'
import { assetNameOf, type Hex, policyOf } from '../../schema/primitives.ts'
import { CLAUSES } from './native-script.ts'
import { type LedgerOutput, readAddress } from './output.ts'
import { outputCbor, valueCbor } from './output-cbor.ts'
import { type LedgerScript, ledgerScript } from './script.ts'

const checkedAmount = (quantity: bigint): bigint => {
  if (quantity < 0n || quantity >= 1n << 64n) throw new Error(`${quantity} is not an amount of 64 bits`)
  return quantity
}

const amount = (value: unknown): bigint => checkedAmount(integer(value, 'an amount'))

/** No recursion, because scripts may be nested deeper than calls can be. */
const nativeCbor = (script: unknown): Hex => {
  const written: Hex[] = []
  const open = [script]
  while (open.length > 0) {
    const { clause, from, atLeast, slot } = record(open.pop(), 'a clause of a script')
    const number = CLAUSES.findIndex((known) => known.clause === clause)
    const members = CLAUSES[number]?.members
    if (members === undefined) throw new Error(`a script has the clause ${JSON.stringify(clause)}`)
    written.push(cborListHead(1 + members.length), cborInteger(number))
    for (const member of members)
      if (member === 'key') written.push(cborBytes(hex(from, 'a key hash', 28)))
      else if (member === 'count') written.push(cborInteger(amount(atLeast)))
      else if (member === 'slot') written.push(cborInteger(amount(slot)))
      else {
        const inner = items(from, 'a clause')
        written.push(cborListHead(inner.length))
        open.push(...inner.toReversed())
      }
  }
  return written.join('')
}

const readScript = (value: unknown): LedgerScript => {
  const script = record(value, 'a script')
  const language = LANGUAGES.find((known) => known === script.language)
  if (language === undefined) throw new Error(`a script is of the language ${script.language}`)
  const isWritten = language !== 'native' || script.cbor !== undefined
  return ledgerScript({ language, cbor: isWritten ? hex(script.cbor, 'a script') : nativeCbor(script.json) })
}

/** @throws {Error} if `value` is not an output */
export const outputFromJson = (value: unknown): LedgerOutput => {
  const { address, lovelace, assets: all, datum, datumHash, script } = readOutputJson(value)
  const assets = all.filter(({ quantity }) => checkedAmount(quantity) !== 0n)
  for (const { asset } of assets) {
    hex(policyOf(asset), 'a policy', 28)
    hex(assetNameOf(asset), 'an asset name')
  }
  const valueBytes = valueCbor(checkedAmount(lovelace), assets)
  const parts = {
    address: readAddress(address),
    ...(datum === undefined ? {} : { datum: hex(datum, 'its datum') }),
    ...(datumHash === undefined ? {} : { datumHash: hex(datumHash, 'its datum hash', 32) }),
    ...(script === undefined || script === null ? {} : { script: readScript(script) }),
  }
  const cbor = outputCbor({ ...parts, value: valueBytes })
  return { ...parts, lovelace, assets, cbor, valueSize: valueBytes.length / 2 }
}
