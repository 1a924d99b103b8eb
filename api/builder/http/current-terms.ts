// The launchpad's terms by the config documents as they are now, read again only when one of them is another.
import { type ConfigStates, usableConfig } from '../../../schema/config/config-state.ts'
import type { ApiCause } from '../../../schema/errors.ts'
import { type Terms, termsOf } from '../terms.ts'

/** @throws {ApiError} under these causes when a document's file is bad now */
export type CurrentTerms = (causes: { readonly protocol: ApiCause; readonly operations: ApiCause }) => Terms

/** Nothing is built from a document that its file no longer agrees with. */
export const currentTerms = (configs: () => ConfigStates): CurrentTerms => {
  let documents: Parameters<typeof termsOf>[0] | undefined
  let terms: Terms | undefined
  return (causes) => {
    const states = configs()
    const protocol = usableConfig('protocol', states.protocol, causes.protocol)
    const contracts = usableConfig('contracts', states.contracts, causes.operations)
    const operations = usableConfig('operations', states.operations, causes.operations)
    if (
      terms === undefined ||
      documents?.protocol !== protocol ||
      documents.contracts !== contracts ||
      documents.operations !== operations
    ) {
      documents = { protocol, contracts, operations }
      terms = termsOf(documents)
    }
    return terms
  }
}

/** Causes at endpoints that have one cause for everything. */
export const ANY_CONFIG = { protocol: 'SERVER_ERROR', operations: 'SERVER_ERROR' } as const
