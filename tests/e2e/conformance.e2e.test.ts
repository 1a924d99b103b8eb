// The specification, row by row. Each row is a subtest, whose name is the requirement. tests/conformance/README.md explains how to read and
// run the rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analytics } from '../conformance/analytics.ts'
import { charts } from '../conformance/charts.ts'
import { ofAllEndpoints, states } from '../conformance/components.ts'
import { configDocuments } from '../conformance/config-documents.ts'
import { configErrors } from '../conformance/config-errors.ts'
import { feed } from '../conformance/feed.ts'
import { lateCancel } from '../conformance/late-cancel.ts'
import { launches } from '../conformance/launches.ts'
import { lists } from '../conformance/lists.ts'
import { startMainnet } from '../conformance/mainnet.ts'
import { cancellations, orders, parameters } from '../conformance/orders.ts'
import { resources } from '../conformance/resources.ts'
import type { Judge, Row, Section } from '../conformance/rows.ts'
import { signing } from '../conformance/signing.ts'
import { workflow } from '../conformance/trading.ts'
import { utxoMonitor } from '../conformance/utxo-monitor.ts'
import { createLock, vestingLookUp } from '../conformance/vesting.ts'
import { startWorld } from '../conformance/world.ts'
import type { ReceivedResponse } from '../kit/requests.ts'

/** Requirements that no row can check, with the reasons. */
const NOT_JUDGED = [
  'the scheme wss of the analytics WebSocket: TLS is for a proxy (docs/operate/reverse-proxy.md)',
  'the scripts of mainnet: they do not come with the project, and those of the devnet stand in for them',
]

test('the service is what its specification says, row by row', async (t) => {
  const mainnet = await startMainnet(t)
  const world = await startWorld(t)
  let whileFull: ReceivedResponse | undefined
  const sections: readonly Section[] = [
    charts,
    utxoMonitor,
    analytics,
    vestingLookUp,
    parameters,
    orders,
    cancellations,
    launches,
    ...signing,
    createLock,
    ...resources,
    ...configDocuments('devnet', (devnet) => devnet),
    ...configDocuments('mainnet', () => mainnet.documents),
    lists,
    feed(mainnet.framesOfRollback),
    workflow((response) => {
      whileFull = response
    }),
    states(() => whileFull ?? assert.fail('no curve was full')),
    lateCancel,
    configErrors,
    ...ofAllEndpoints,
  ]
  for (const { name, rows, judge } of sections)
    await t.test(`${name}: ${rows} rows`, async (t) => {
      let judged = 0
      const judgeRow: Judge = async (requirement, holds) => {
        judged++
        await t.test(requirement, async () => {
          await holds()
        })
      }
      const is: Row['is'] = (requirement, value, expected) =>
        judgeRow(requirement, () => assert.deepEqual(value, expected))
      await judge(Object.assign(judgeRow, { is }), world)
      assert.equal(judged, rows)
    })
  const sum = sections.reduce((all, { rows }) => all + rows, 0)
  t.diagnostic(`${sum} rows in ${sections.length} sections; not judged: ${NOT_JUDGED.join('; ')}`)
})
