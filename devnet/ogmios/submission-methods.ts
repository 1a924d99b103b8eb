// The methods that take a transaction: submission and evaluation.

import { list } from '../../schema/ogmios/write-json.ts'
import { type Hex, isHex } from '../../schema/primitives.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SubmissionError } from '../ledger/submission-error.ts'
import { readAdditional } from './additional-utxo.ts'
import { MethodError, type Methods } from './methods.ts'
import { invalid, member } from './requests.ts'

const thrown = ({ code, message, data }: SubmissionError): MethodError => new MethodError(code, message, data)

const readCbor = (params: unknown): Hex => {
  const cbor = member(member(params, 'transaction'), 'cbor')
  if (typeof cbor !== 'string' || cbor === '' || !isHex(cbor.toLowerCase()))
    throw invalid('"transaction" must be {"cbor"}, with a transaction in hex.')
  return cbor
}

export const submissionMethods = (ledger: Ledger): Methods => ({
  submitTransaction: (params) => {
    const submission = ledger.submit(readCbor(params))
    if ('error' in submission) throw thrown(submission.error)
    return `{"transaction":{"id":"${submission.id}"}}`
  },
  evaluateTransaction: (params) => {
    const additional = readAdditional(member(params, 'additionalUtxo'), ledger.parameters.maxTxSize)
    if (additional === undefined) throw invalid('"additionalUtxo" must be a list of outputs with references.')
    const evaluation = ledger.evaluate(readCbor(params), additional)
    if ('error' in evaluation) throw thrown(evaluation.error)
    return list(
      evaluation.executionUnits.map(
        ({ purpose, index, memory, cpu }) =>
          `{"validator":{"index":${index},"purpose":"${purpose}"},"budget":{"memory":${memory},"cpu":${cpu}}}`,
      ),
    )
  },
})
