// Loads test files, and what they import, by tsx. Packages are loaded by Node itself, as its hook would look through every
// file of theirs; and its hook for ES modules would run in a thread of its own, which every import asks.
import Module, { createRequire } from 'node:module'
import { register } from 'tsx/cjs/api'

const { _extensions: loaders } = Module
const ofNode = loaders['.js']
register()
const ofTsx = loaders['.js']
loaders['.js'] = (module, file) => {
  try {
    ofNode(module, file)
  } catch (error) {
    // An ES module, which Node below 20.19 does not load this way.
    if (error.code !== 'ERR_REQUIRE_ESM') throw error
    ofTsx(module, file)
  }
}

/** Loads a module by its path. It must not wait at its top level. */
export const load = createRequire(import.meta.url)
