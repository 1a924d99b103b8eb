// Loads test files with tsx. load-typescript.mjs loads the modules that tests import, as in the service, and most of these are compiled
// already. Node itself loads packages, because tsx would read each file of a package. tsx's hook for ES modules is not used, because every
// import would wait for its thread.
import Module, { createRequire } from 'node:module'
import { register } from 'tsx/cjs/api'
import '../../schema/platform/load-typescript.mjs'

const { _extensions: loaders } = Module
const { '.ts': ofService, '.js': ofPackages } = loaders

/** The module must not use top-level `await`. */
export const load = createRequire(import.meta.url)

const properties = load.resolve('fast-check')
register()
const ofTsx = loaders['.ts']
loaders['.js'] = (module, file) => {
  ofPackages(module, file)
  // Without a seed, properties would use different values in each run.
  if (file === properties) module.exports.configureGlobal({ seed: load('../kit/random-runs.ts').SEED | 0 })
}
loaders['.ts'] = (module, file) => {
  const loadBy = file.endsWith('.test.ts') ? ofTsx : ofService
  loadBy(module, file)
}
