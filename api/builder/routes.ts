// The transaction builder over HTTP.
import type { Component } from '../component.ts'
import { parametersRoute } from './parameters-route.ts'

export const builder: Component = {
  name: 'builder',
  description: 'Builds the transactions of the launchpad.',
  routes: ({ configs }) => [parametersRoute(configs)],
}
