// The source of events, and the rows that are derived from them: each policy's mints. Change both for your protocol.
import type { OutputEvent } from 'launchpad-backend-engine'
import { amount, appendTable, hex, integer, model, outputs, stateTable, text } from 'launchpad-backend-engine'

/** A source of all mints. With addresses or script hashes here, the source also has events for the outputs that they receive and spend. */
export const source = outputs({ addresses: [] })

const policies = stateTable('policies', { key: ['policy'], columns: { policy: hex, mints: integer } })
const mints = appendTable('mints', { columns: { asset: text, quantity: amount } })

export const models = [
  model<OutputEvent>()({
    name: 'mints',
    version: 1,
    tables: { policies, mints },
    on: {
      minted({ asset, quantity }, tables) {
        tables.mints.append({ asset, quantity })
        const [policy = ''] = asset.split('.')
        tables.policies.change({ policy }, (row) => ({ mints: (row?.mints ?? 0) + 1 }))
      },
    },
  }),
]
