// Loads test files by tsx, and what they import as the service does: load-typescript.mjs has compiled most of it before. Packages
// are loaded by Node itself, as tsx would look through every file of theirs; and its hook for ES modules would run in a
// thread of its own, which every import asks.
import Module, { createRequire } from 'node:module'
import { register } from 'tsx/cjs/api'
import '../../schema/platform/load-typescript.mjs'

const { _extensions: loaders } = Module
const { '.ts': ofService, '.js': ofPackages } = loaders

/** Loads a module by its path. It must not wait at its top level. */
export const load = createRequire(import.meta.url)

const properties = load.resolve('fast-check')
register()
const ofTsx = loaders['.ts']
loaders['.js'] = (module, file) => {
  ofPackages(module, file)
  // Properties would each draw anew.
  if (file === properties)
    module.exports.configureGlobal({ seed: load('../../fixtures/testing/random-runs.ts').SEED | 0 })
}
loaders['.ts'] = (module, file) => {
  const loadBy = file.endsWith('.test.ts') ? ofTsx : ofService
  loadBy(module, file)
}
