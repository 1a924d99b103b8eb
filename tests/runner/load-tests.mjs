// Loads test files by tsx, and the modules that they import as the service does, by load-typescript.mjs, which has most of them
// compiled already. Packages are loaded by Node itself, since tsx would read each of their files. tsx's hook for ES modules is
// not used: it runs in a thread of its own that every import waits for.
import Module, { createRequire } from 'node:module'
import { register } from 'tsx/cjs/api'
import '../../schema/platform/load-typescript.mjs'

const { _extensions: loaders } = Module
const { '.ts': ofService, '.js': ofPackages } = loaders

/** Loads a module by its path. The module must not use `await` at its top level. */
export const load = createRequire(import.meta.url)

const properties = load.resolve('fast-check')
register()
const ofTsx = loaders['.ts']
loaders['.js'] = (module, file) => {
  ofPackages(module, file)
  // Without a seed, properties would draw other values in each run.
  if (file === properties) module.exports.configureGlobal({ seed: load('../kit/random-runs.ts').SEED | 0 })
}
loaders['.ts'] = (module, file) => {
  const loadBy = file.endsWith('.test.ts') ? ofTsx : ofService
  loadBy(module, file)
}
