// The entry of a read thread.
import { requireTypeScript } from '../../schema/load-typescript.mjs'

requireTypeScript(new URL('read-thread.ts', import.meta.url))
