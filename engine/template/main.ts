import { run } from 'launchpad-backend-engine'
import { models, source } from './indexer.ts'

await run({ source, models })
