// The launchpad's terms from the current config documents. The terms are computed again only when a document has changed.
import { type ConfigStates, usableConfig } from '../../../schema/config/config-state.ts'
import type { ApiCause } from '../../../schema/errors.ts'
import { type Terms, termsOf } from '../terms.ts'

/** @throws {ApiError} with the document's cause, if its file is invalid */
type CurrentTerms = (causes: { readonly protocol: ApiCause; readonly operations: ApiCause }) => Terms

/** The returned function throws for a document whose file has become invalid. */
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

/** For endpoints that have one cause for all errors. */
export const ANY_CONFIG = { protocol: 'SERVER_ERROR', operations: 'SERVER_ERROR' } as const
