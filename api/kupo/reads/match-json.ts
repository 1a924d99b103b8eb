// A match in Kupo's form (https://cardanosolutions.github.io/kupo/#operation/getMatches). It is JSON text, since quantities are integers of
// any size.
import { formatAddress } from '../../../schema/codecs/address.ts'
import type { Script } from '../../../schema/codecs/output-cbor.ts'
import { assetNameOf, type Point, policyOf } from '../../../schema/primitives.ts'
import { scriptHash } from '../../builder/transaction/script-hash.ts'
import { type Attachments, datumHashOf } from './attachments.ts'
import type { ChainOutput, Spend } from './chain-blocks.ts'

interface MatchForm {
  readonly isResolved: boolean
  readonly hasTexts: boolean
}

const pointMembers = ({ slot, id }: Point): string => `"slot_no":${slot},"header_hash":"${id}"`

export const pointJson = (point: Point): string => `{${pointMembers(point)}}`

export const scriptJson = ({ language, cbor }: Script): string =>
  `{"language":"${language}","script":"${cbor}"}`

const textOrNull = (text: string | undefined): string => (text === undefined ? 'null' : `"${text}"`)

const spendJson = ({ point, transaction, index, input }: Spend): string =>
  `{${pointMembers(point)},"transaction_id":"${transaction}","input_index":${index},"redeemer":${textOrNull(input.redeemer)}}`

export interface Matched extends Omit<ChainOutput, 'output'> {
  readonly output: Pick<ChainOutput['output'], 'address' | 'lovelace' | 'assets'>
}

/** @param spend undefined if the output is unspent */
export const matchJson = (
  { point, transactionIndex, reference, output }: Matched,
  attachments: Attachments,
  spend: Spend | undefined,
  { isResolved, hasTexts }: MatchForm,
): string => {
  const quantity = (amount: bigint): string => (hasTexts ? `"${amount}"` : `${amount}`)
  const assets = output.assets.map(({ asset, quantity: amount }) => {
    const name = assetNameOf(asset)
    return `"${policyOf(asset)}${name === '' ? '' : `.${name}`}":${quantity(amount)}`
  })
  const { datum, script } = attachments
  const datumHash = datumHashOf(attachments)
  return [
    `{"transaction_index":${transactionIndex},"transaction_id":"${reference.transaction}","output_index":${reference.index}`,
    `"address":"${formatAddress(output.address)}"`,
    `"value":{"coins":${quantity(output.lovelace)},"assets":{${assets.join(',')}}}`,
    `"datum_hash":${textOrNull(datumHash)}`,
    ...(isResolved ? [`"datum":${textOrNull(datum)}`] : []),
    ...(datumHash === undefined ? [] : [`"datum_type":"${datum === undefined ? 'hash' : 'inline'}"`]),
    `"script_hash":${textOrNull(script && scriptHash(script))}`,
    ...(isResolved ? [`"script":${script === undefined ? 'null' : scriptJson(script)}`] : []),
    `"created_at":${pointJson(point)}`,
    `"spent_at":${spend === undefined ? 'null' : spendJson(spend)}}`,
  ].join(',')
}

/** Members begin with a comma; empty if the output has neither. */
export const attachmentsJson = (attachments: Attachments): string => {
  const { datum, script } = attachments
  const datumHash = datumHashOf(attachments)
  return [
    datumHash === undefined ? '' : `,"datumHash":"${datumHash}"`,
    datum === undefined ? '' : `,"inlineDatum":"${datum}"`,
    script === undefined
      ? ''
      : `,"scriptRef":{"language":"${script.language}","hash":"${scriptHash(script)}","cbor":"${script.cbor}"}`,
  ].join('')
}
