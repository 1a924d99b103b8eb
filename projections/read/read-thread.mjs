// The entry of a read thread: a thread does not inherit the TypeScript loader, so it is registered first. The loader's
// CommonJS hook works within the thread; that of ES modules would start another thread of 30 MB beside it.
import { readlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { register } from 'tsx/cjs/api'

try {
  // Linux has priorities for threads. With fewer processors than threads, the one that answers small requests is first.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Other systems: all threads are equal.
}

register()
createRequire(import.meta.url)('./read-thread.ts')
