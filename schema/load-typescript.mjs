// Loads the project in a thread, which inherits no loader: tsx's hook of CommonJS, for TypeScript alone. Packages are
// loaded by Node itself, as the hook would look through every file of theirs; and the hook for ES modules would run
// in a thread of its own of 30 MB, which every import asks, and starting the service would take twice the processor time.
import Module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
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

const require = createRequire(import.meta.url)

/** Loads a module of the project, by its file: URL, and what it imports. It must not wait at its top level. */
export const requireTypeScript = (url) => require(fileURLToPath(url))
