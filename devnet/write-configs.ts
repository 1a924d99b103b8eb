// Writes the devnet's three config documents into schema/config/networks/devnet: `node --import tsx devnet/write-configs.ts && npm run
// format`
import { mkdirSync, writeFileSync } from 'node:fs'
import { devnetConfigs } from './launchpad.ts'

const folder = new URL('../schema/config/networks/devnet/', import.meta.url)
const { protocol, contracts, operations } = devnetConfigs()

mkdirSync(folder, { recursive: true })
for (const [name, document] of Object.entries({
  'protocol-config': protocol,
  contracts,
  operations,
}))
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(document, null, 2)}\n`)
