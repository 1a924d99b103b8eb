// The config documents as clients receive them: byte for byte, and again once the file has changed. tests/conformance has the causes of
// errors while a file is invalid.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import { parametersRoute } from '../builder/http/parameters-route.ts'
import { checkResponse } from '../http/testing/check-response.ts'
import { startTestServer } from '../http/testing/test-server.ts'
import { MAINNET_CONFIGS } from '../testing/mainnet-configs.ts'
import { configRoutes } from './config-routes.ts'

const serve = async (t: TestContext) => {
  let states: ConfigStates = MAINNET_CONFIGS
  const routes = [...configRoutes(() => states), parametersRoute(() => states)]
  const { url } = await startTestServer(t, routes)
  return {
    url,
    set: (changed: Partial<ConfigStates>) => {
      states = { ...MAINNET_CONFIGS, ...changed }
    },
    ask: async (operationId: string) => {
      const route = routes.find((each) => each.operationId === operationId) ?? assert.fail(operationId)
      const { status, body, headers } = await checkResponse(url, route)
      return { status, body, cache: headers.get('Cache-Control') }
    },
  }
}

test('both documents are the bytes of their files, and the parameters are their raw values', async (t) => {
  const { url, ask } = await serve(t)
  const served = async (path: string) => Buffer.from(await (await fetch(url + path)).arrayBuffer())
  assert.deepEqual(await served('/service-front/protocol-config.json'), MAINNET_CONFIGS.protocol?.bytes)
  assert.deepEqual(await served('/service-front/contracts.json'), MAINNET_CONFIGS.contracts?.bytes)
  assert.equal((await ask('getProtocolConfig')).cache, 'public, max-age=60')
  assert.equal((await ask('getContractsConfig')).cache, 'public, max-age=60')
  // Mainnet's documents have no tier for HYPED launches.
  assert.deepEqual(await ask('getParameters'), {
    status: 200,
    cache: 'public, max-age=30',
    body: {
      tokenEmission: '1000000000',
      aNum: '122525779519',
      aDenom: '1000000000000000000000000000',
      bNum: '2545182',
      bDenom: '1000000',
      adaThreshold: '18188400000',
      fixedFee: '500000',
      minTradeAda: '1000000',
      percentFee: 1,
      deployScript: '905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d',
      launchFees: { launchFee: '500000', minDepositFee: '1000000' },
    },
  })
})

test('a document is not sent again to a client that has it, until its file changes', async (t) => {
  const { url, set } = await serve(t)
  for (const path of [
    '/service-front/protocol-config.json',
    '/service-front/contracts.json',
    '/parameters',
  ]) {
    set({})
    const etag = (await fetch(url + path)).headers.get('ETag') ?? ''
    const again = () => fetch(url + path, { headers: { 'If-None-Match': etag } })
    assert.equal((await again()).status, 304, path)
    const { protocol, contracts } = MAINNET_CONFIGS
    assert.ok(protocol && contracts)
    const text = (bytes: Buffer) => Buffer.from(`${bytes} `)
    set({
      protocol: {
        ...protocol,
        bytes: text(protocol.bytes),
        value: { ...protocol.value, parameters: { ...protocol.value.parameters, percentFee: 2 } },
      },
      contracts: { ...contracts, bytes: text(contracts.bytes) },
    })
    assert.equal((await again()).status, 200, path)
  }
})

test('without a launchpad each of the three routes says so', async (t) => {
  const { set, ask } = await serve(t)
  set({ protocol: undefined, contracts: undefined })
  const refusal = (name: string) => [
    500,
    {
      cause: 'SERVER_ERROR',
      message: `This service runs without a launchpad: it has no ${name} config. Its operator can set PROTOCOL_CONFIG and CONTRACTS_CONFIG`,
    },
  ]
  for (const [id, name] of [
    ['getProtocolConfig', 'protocol'],
    ['getContractsConfig', 'contracts'],
    ['getParameters', 'protocol'],
  ] as const) {
    const { status, body } = await ask(id)
    assert.deepEqual([status, body], refusal(name))
  }
})
