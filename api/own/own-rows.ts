// The component that serves the operator's models.
import type { Component } from '../component.ts'
import { type OwnModels, ownRoutes } from './routes.ts'

export const ownRows = (models: OwnModels, confirmations: number): Component => ({
  name: 'own',
  description: 'Rows of models of your own.',
  routes: (context) => ownRoutes(models, context, confirmations),
})
