// The entry of a child: it is loaded as the service is. What tsx compiles names every function each time it is made.
import { requireTypeScript } from '../../schema/platform/load-typescript.mjs'

requireTypeScript(new URL(process.argv[2], import.meta.url))
