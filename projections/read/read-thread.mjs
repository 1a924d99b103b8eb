// The entry of a read thread: a thread does not inherit the TypeScript loader, so it is registered first. The loader's
// CommonJS hook works within the thread; that of ES modules would start another thread of 30 MB beside it.
import { createRequire } from 'node:module'
import { register } from 'tsx/cjs/api'

const require = createRequire(import.meta.url)
register()
require('./read-thread.ts')
