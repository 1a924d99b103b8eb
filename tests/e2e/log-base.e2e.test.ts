// Two services on one chain: one has the whole log, and the other a log whose base lies between the trades. Every route and Kupo's
// interface give the same responses, before and after a fork.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkResponse } from '../../api/http/testing/check-response.ts'
import { buildBlock } from '../../devnet/chain/build-block.ts'
import { Chain } from '../../devnet/chain/chain.ts'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { devnetConfigs, RECORDING_START } from '../../devnet/launchpad.ts'
import { readChainFile } from '../../devnet/recording/chain-file.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { formatPoint, SECURITY_PARAMETER } from '../../schema/primitives.ts'
import { routeCalls } from '../contract/route-cases.ts'
import { startOnDevnet, untilAt } from '../harness/recorded-devnet.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const UP_TO_BASE = 900

const OWN = ['getStatus', 'getServerTime']

const addressesIn = ({ json }: ChainBlock): string[] =>
  [...json.toString().matchAll(/"address":"(addr_test1[a-z0-9]+)"/g)].flatMap(([, address]) => address ?? [])

test('every response is the same with a base, before and after a fork', async (t) => {
  const recorded = await readChainFile(fileURLToPath(CHAIN_FILE))
  const chain = new Chain(recorded)
  const base = recorded[UP_TO_BASE - 1] ?? assert.fail('no block')
  const extend = (count: number, salt: string): void => {
    for (let made = 0; made < count; made++) {
      const last = chain.last ?? assert.fail('no block')
      chain.append(buildBlock(last, { salt }))
    }
  }
  extend(UP_TO_BASE + SECURITY_PARAMETER - recorded.length, 'empty')
  const { server } = await serveChain(t, chain, { networkStart: RECORDING_START })
  const configured = join(temporaryDirectory(t), 'operations.json')
  writeFileSync(configured, JSON.stringify({ ...devnetConfigs().operations, base: formatPoint(base.point) }))
  const node = { OGMIOS_URL: server.url, MAX_TIP_AGE: '999999999999' }
  const whole = await startOnDevnet(t, { ...node, START_POINT: 'origin' })
  const based = await startOnDevnet(t, { ...node, OPERATIONS_CONFIG: configured })
  const source = join(temporaryDirectory(t), 'outputs.ts')
  const kit = fileURLToPath(new URL('../../projections/own/models.ts', import.meta.url))
  writeFileSync(source, `import { outputs } from '${kit}'\nexport default outputs()\n`)
  const sourced = await startOnDevnet(t, { ...node, OPERATIONS_CONFIG: configured, SOURCE: source })
  const callsOf = await routeCalls()
  const addresses = new Set(recorded.flatMap(addressesIn))
  const kupoPaths = [...addresses].flatMap((address) =>
    ['unspent', 'unspent&resolve_hashes'].map((query) => `/kupo/matches/${address}?${query}`),
  )

  const compare = async (): Promise<number> => {
    for (const service of [whole, based]) await untilAt(service, chain)
    assert.equal((await based.status()).digest, (await whole.status()).digest)
    let right = 0
    for (const route of whole.routes)
      for (const { status: _, isRight: __, ...call } of route.isForeign ? [] : callsOf(route)) {
        if (OWN.includes(route.operationId)) continue
        const [mine, other] = await Promise.all(
          [based, whole].map(async ({ url }) => {
            const { status, body } = await checkResponse(url, route, call)
            return JSON.stringify({ status, body }).replaceAll(url, '')
          }),
        )
        assert.equal(mine, other, route.operationId)
        if (mine?.startsWith('{"status":200')) right++
      }
    for (const path of kupoPaths) {
      const [mine, other] = await Promise.all(
        [based, whole].map(async ({ url }) => (await fetch(`${url}${path}`)).text()),
      )
      assert.equal(mine, other, path)
      if (mine?.startsWith('[{')) right++
    }
    return right
  }

  const atTip = await compare()
  assert.ok(atTip > 100, `${atTip} responses are not empty`)
  assert.deepEqual(
    { ...(await based.status()).base, digest: undefined },
    { ...base.point, height: base.height, digest: undefined },
  )
  assert.equal((await whole.status()).base, null)
  // A source reads whole blocks.
  await untilAt(sourced, chain)
  assert.equal((await sourced.status()).base, null)
  chain.rollBack(5)
  extend(7, 'other')
  assert.equal(await compare(), atTip)
})
