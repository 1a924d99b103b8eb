// Checks the error cause in each endpoint's response after a config document becomes invalid, or another network's, while the service runs.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../kit/until.ts'
import { judgeCauses } from './requests.ts'
import type { Section } from './rows.ts'

export const configErrors: Section = {
  name: 'config errors',
  rows: 14,
  async judge(row, { get, call, tell, configs, order, of, wallet, curve }) {
    const requests = {
      '/parameters': () => call('/parameters'),
      '/order': () => tell('/order', order()),
      '/cancel': () => tell('/cancel', { ...of, txHash: 'ab'.repeat(32), index: '0' }),
      '/create-lock': () =>
        tell('/create-lock', {
          address: wallet.address,
          assetId: curve,
          amount: '9',
          lockEnd: Date.now() + 9e7,
          stagesCount: 3,
        }),
    } as const
    const judge = async (
      file: string,
      what: string,
      change: (text: string) => string,
      causes: Partial<Record<keyof typeof requests, string>>,
      more: () => Promise<void> = async () => {},
    ) => {
      const path = join(configs, file)
      const good = readFileSync(path, 'utf8')
      const isGood = async () => (await requests['/order']()).status === 200
      writeFileSync(path, change(good))
      await until(`${file} ${what}`, async () => !(await isGood()))
      await judgeCauses(
        row,
        Object.entries(causes).map(
          ([endpoint, cause]) => [`${file} ${what}: ${endpoint}`, endpoint, cause] as const,
        ),
        (endpoint) => requests[endpoint as keyof typeof requests](),
      )
      await more()
      writeFileSync(path, good)
      await until(`${file} as it was`, isGood)
    }
    const ofMainnet = (text: string): string => text.replace('"devnet"', '"mainnet"')
    const broken = (): string => '{'

    const before = await get('/parameters')
    await row.is(
      'all documents are good: /parameters and /order answer',
      (await requests['/order']()).status,
      200,
    )
    const served = await get('/service-front/protocol-config.json')
    await judge(
      'protocol-config.json',
      'of another network',
      ofMainnet,
      {
        '/parameters': 'PROTOCOL_CONFIG_NETWORK_MISMATCH',
        '/order': 'PROTOCOL_CONFIG',
        '/cancel': 'SERVER_ERROR',
        '/create-lock': 'SERVER_ERROR',
      },
      () =>
        row('protocol-config.json of another network: the last good document is served', async () =>
          assert.deepEqual(await get('/service-front/protocol-config.json'), served),
        ),
    )
    await judge('protocol-config.json', 'that is no JSON', broken, {
      '/parameters': 'SERVER_ERROR',
      '/order': 'PROTOCOL_CONFIG',
    })
    await judge('contracts.json', 'of another network', ofMainnet, {
      '/parameters': 'CONTRACTS_CONFIG_NETWORK_MISMATCH',
      '/order': 'OPERATIONS_CONFIG',
    })
    await judge('contracts.json', 'that is no JSON', broken, { '/parameters': 'SERVER_ERROR' })
    await judge('operations.json', 'that is no JSON', broken, { '/order': 'OPERATIONS_CONFIG' })
    await row.is('all documents are good again: the same parameters', await get('/parameters'), before)
    await row('a changed document is served to clients that poll', async () => {
      const path = join(configs, 'protocol-config.json')
      const good = readFileSync(path, 'utf8')
      const changed = JSON.parse(good)
      changed.parameters.minTradeAda = { human: '2', raw: '2000000' }
      writeFileSync(path, JSON.stringify(changed))
      await until('the change', async () => (await get('/parameters')).minTradeAda === '2000000')
      writeFileSync(path, good)
    })
  },
}
