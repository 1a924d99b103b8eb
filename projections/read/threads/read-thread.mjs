// The entry of a read thread.
import { requireTypeScript } from '../../../schema/platform/load-typescript.mjs'

requireTypeScript(new URL('read-thread.ts', import.meta.url))
