// The main terms of trades. The route returns an error if a document's file is invalid, since no order is built then.
import { type ConfigState, type ConfigStates, usableConfig } from '../../../schema/config/config-state.ts'
import { ParametersSchema, shortParameters } from '../../../schema/config/parameters.ts'
import { configCodes } from '../../http/route/errors.ts'
import { contentState } from '../../http/route/etag.ts'
import { type Route, route } from '../../http/route/route.ts'

/** Changes when the document's file becomes invalid. */
const stateOf = (state: ConfigState<unknown> | undefined): string =>
  state === undefined || state.problem !== undefined ? 'none' : contentState(state.bytes)

const CAUSES = [
  'PROTOCOL_CONFIG_NETWORK_MISMATCH',
  'CONTRACTS_CONFIG_NETWORK_MISMATCH',
  'SERVER_ERROR',
] as const

export const parametersRoute = (configs: () => ConfigStates): Route =>
  route({
    path: '/parameters',
    operationId: 'getParameters',
    summary: 'Parameters of curves and fees of trades',
    description:
      'Current values from the protocol config and the contracts config. Refresh them periodically if you compute fees on the client.',
    responses: { 200: { schema: ParametersSchema, description: 'The parameters.' } },
    errors: CAUSES,
    codes: configCodes(...CAUSES),
    cache: 'public, max-age=30',
    state: () => {
      const { protocol, contracts, operations } = configs()
      return [protocol, contracts].map(stateOf).concat(contentState(operations.bytes)).join('.')
    },
    handle: (_, reply) => {
      const { protocol, contracts, operations } = configs()
      const parameters = shortParameters(
        usableConfig('protocol', protocol, 'SERVER_ERROR', 'PROTOCOL_CONFIG_NETWORK_MISMATCH'),
        usableConfig('contracts', contracts, 'SERVER_ERROR', 'CONTRACTS_CONFIG_NETWORK_MISMATCH'),
        operations.value,
      )
      return reply(200, parameters)
    },
  })
