// The two config documents that clients read, byte for byte as the operator wrote them. If a file becomes invalid, its last valid content
// is served.
import type { TSchema } from '@sinclair/typebox'
import { ContractsConfigSchema, ProtocolConfigSchema } from '../../schema/config/config.ts'
import { type ConfigState, type ConfigStates, lastGood } from '../../schema/config/config-state.ts'
import { configCodes } from '../http/route/errors.ts'
import { contentState } from '../http/route/etag.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'

export const configRoutes = (configs: () => ConfigStates): readonly Route[] => {
  const documentRoute = (
    name: string,
    file: string,
    operationId: string,
    description: string,
    schema: TSchema,
    select: (states: ConfigStates) => ConfigState<unknown> | undefined,
  ): Route =>
    route({
      path: `/service-front/${file}`,
      operationId,
      summary: `The ${name} config`,
      description,
      responses: { 200: { schema, description: 'The document.' } },
      codes: configCodes('SERVER_ERROR'),
      cache: 'public, max-age=60',
      state: () => contentState(lastGood(name, select(configs())).bytes),
      handle: (_, reply) => reply(200, new Prepared(lastGood(name, select(configs())).bytes)),
    })
  return [
    documentRoute(
      'protocol',
      'protocol-config.json',
      'getProtocolConfig',
      'Curves, fees and limits of the launchpad, byte for byte as the operator wrote them.',
      ProtocolConfigSchema,
      ({ protocol }) => protocol,
    ),
    documentRoute(
      'contracts',
      'contracts.json',
      'getContractsConfig',
      'Hashes, scripts and reference outputs of the contracts, byte for byte as the operator wrote them.',
      ContractsConfigSchema,
      ({ contracts }) => contracts,
    ),
  ]
}
