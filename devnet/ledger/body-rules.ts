// Rules for a transaction's body: inputs, time, network, sizes and metadata.
import { paymentCredential } from '../../schema/codecs/address.ts'
import { feeSize } from '../../schema/launchpad/ledger-fees.ts'
import { formatOutputReference } from '../../schema/primitives.ts'
import type { Rule } from './rule.ts'
import {
  addressData,
  outputData,
  referenceData,
  type SubmissionError,
  submissionError,
} from './submission-error.ts'
import { outputsAndReturn } from './transaction.ts'

const notSupported = (parts: readonly string[]): SubmissionError =>
  submissionError(3997, 'This ledger has no rules for a part of the transaction; leave it out.', {
    error: `not supported: ${parts.join(', ')}`,
  })

export const supported: Rule = ({ transaction: { unsupported } }) =>
  unsupported.length === 0 ? undefined : notSupported(unsupported)

/** The ledger does not read the special witnesses of Byron addresses. */
export const ownersKnown: Rule = ({ inputs, collaterals }) =>
  [...inputs, ...collaterals].every(({ output }) => paymentCredential(output.address) !== undefined)
    ? undefined
    : notSupported(['inputs at Byron addresses'])

export const noConflictingReferences: Rule = ({ transaction }) => {
  const inputs = new Set(transaction.inputs.map(formatOutputReference))
  const both = transaction.references.filter((reference) => inputs.has(formatOutputReference(reference)))
  if (both.length === 0) return undefined
  return submissionError(3164, 'An output is both an input and a reference.', {
    conflictingReferences: both.map(referenceData),
  })
}

export const someInput: Rule = ({ transaction }) =>
  transaction.inputs.length > 0 ? undefined : submissionError(3121, 'The transaction has no input.')

export const inTime: Rule = ({ transaction: { from, until }, slot }) => {
  const now = BigInt(slot)
  if ((from === undefined || from <= now) && (until === undefined || now < until)) return undefined
  return submissionError(3118, 'The current slot is outside the validity interval.', {
    validityInterval: {
      ...(from === undefined ? {} : { invalidBefore: Number(from) }),
      ...(until === undefined ? {} : { invalidAfter: Number(until) }),
    },
    currentSlot: slot,
  })
}

export const smallValues: Rule = ({ transaction, parameters }) => {
  const large = outputsAndReturn(transaction).filter(({ valueSize }) => valueSize > parameters.maxValueSize)
  if (large.length === 0) return undefined
  return submissionError(3120, 'The value of an output is too large.', {
    excessivelyLargeOutputs: large.map(outputData),
  })
}

export const ownNetwork: Rule = ({ transaction }) => {
  const expectedNetwork = 'testnet'
  const message = 'The transaction is made for another network.'
  // By CIP-19 the low half of the first byte is the network. Byron addresses (type 8) have no network there.
  const foreign = (address: string): boolean => address[0] !== '8' && address[1] !== '0'
  const addresses = outputsAndReturn(transaction)
    .map(({ address }) => address)
    .filter(foreign)
  if (addresses.length > 0)
    return submissionError(3124, message, {
      expectedNetwork,
      discriminatedType: 'address',
      invalidEntities: addresses.map(addressData),
    })
  const accounts = transaction.withdrawals.map(({ account }) => account).filter(foreign)
  if (accounts.length > 0)
    return submissionError(3124, message, {
      expectedNetwork,
      discriminatedType: 'rewardAccount',
      invalidEntities: accounts.map(addressData),
    })
  return transaction.network === undefined || transaction.network === 0
    ? undefined
    : submissionError(3124, message, { expectedNetwork, discriminatedType: 'transaction' })
}

export const knownOutputs: Rule = ({ transaction, utxo }) => {
  const unknown = [...transaction.inputs, ...transaction.references, ...transaction.collaterals].filter(
    (reference) => utxo.get(reference) === undefined,
  )
  if (unknown.length === 0) return undefined
  return submissionError(3117, 'The transaction refers to outputs that are spent or do not exist.', {
    unknownOutputReferences: unknown.map(referenceData),
  })
}

export const metadataMatches: Rule = ({ transaction: { metadataHash, metadataComputedHash } }) => {
  if (metadataHash === metadataComputedHash) return undefined
  if (metadataHash === undefined)
    return submissionError(3105, 'The body has no hash of the metadata.', {
      metadata: { hash: metadataComputedHash },
    })
  if (metadataComputedHash === undefined)
    return submissionError(3106, 'The body has a hash of metadata, but the metadata is missing.', {
      metadata: { hash: metadataHash },
    })
  return submissionError(3107, 'The hash of the metadata differs from the hash in the body.', {
    provided: { hash: metadataHash },
    computed: { hash: metadataComputedHash },
  })
}

export const smallTransaction: Rule = ({ transaction, parameters: { maxTxSize } }) => {
  const size = feeSize(transaction.cbor)
  if (size <= maxTxSize) return undefined
  return submissionError(3119, 'The transaction is too large.', {
    measuredTransactionSize: { bytes: size },
    maximumTransactionSize: { bytes: maxTxSize },
  })
}
