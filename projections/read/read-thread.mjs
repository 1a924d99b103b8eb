// The entry of a read thread: a thread does not inherit the TypeScript loader, so it is registered first.
import { register } from 'tsx/esm/api'

register()
await import('./read-thread.ts')
