// Launches: the form's fields with their limits, the images, the deposit, and who provides the collateral.
import assert from 'node:assert/strict'
import { GIF, JPEG, numberedPng, PNG } from '../../api/images/testing/sample-images.ts'
import { startOnDevnet } from '../harness/recorded-devnet.ts'
import { requestsTo, untilAvailable } from '../kit/requests.ts'
import { assertIs } from './kinds.ts'
import { assertRefused, judgeCauses, judgeRefusals, optional, required } from './requests.ts'
import { LAUNCH_BUILD } from './resources.ts'
import type { Row, Section } from './rows.ts'
import { collateralsOf, signaturesIn } from './transactions.ts'
import { formOf, type World } from './world.ts'

const IMAGES = { 'image/png': PNG, 'image/jpg': JPEG, 'image/jpeg': JPEG, 'image/gif': GIF }
/** Deposit on mainnet, and the number of tokens that it buys. */
const DEPOSIT = { initialDeposit: '132500000' }
const BOUGHT = '50047569'
const MOST_BYTES = 5 * 2 ** 20

const judgeRefused = async (row: Row, { tell, launch, other }: World): Promise<void> => {
  await judgeRefusals(
    (requirement, holds) => row(`info.${requirement}`, holds),
    {
      assetType: required('meme', 'NFT'),
      name: required('x'.repeat(17), ''),
      ticker: required('SEVENTH', 'A B', 'A-1'),
      description: required('x'.repeat(501)),
      twitter: optional('no url'),
      discord: optional('x'),
      telegram: optional(5),
      website: optional('ftp://x'),
      launchType: optional('hyped', 'X'),
      initialDeposit: optional(5, '1', '99999999999999'),
      changeAddress: required('x'),
      utxos: required('x'),
      collaterals: optional('x'),
    },
    (change) => tell('/launch', launch(change)),
  )
  const large = new Blob([Buffer.concat([PNG, Buffer.alloc(MOST_BYTES)])], { type: 'image/png' })
  await judgeCauses<unknown>(
    row,
    [
      ['without image', formOf(JSON.parse(String(launch().get('info'))), undefined)],
      ['an image/webp', launch({}, new Blob([PNG], { type: 'image/webp' }))],
      ['an image/svg+xml', launch({}, new Blob(['<svg/>'], { type: 'image/svg+xml' }))],
      ['info that is not JSON', formOf('{', new Blob([PNG], { type: 'image/png' }))],
      ['JSON in place of multipart/form-data', JSON.parse(String(launch().get('info')))],
      ['an image of more than 5 MiB', launch({}, large)],
      ['a wallet without funds', launch({ changeAddress: other.address }), 'SERVER_ERROR'],
    ],
    (body) => tell('/launch', body),
  )
}

export const launches: Section = {
  name: '/launch',
  rows: 47,
  async judge(row, world) {
    const { post, launch, wallet, dataDir, devnet } = world
    await judgeRefused(row, world)
    for (const [type, bytes] of Object.entries(IMAGES))
      await row(`${type} is taken: Launch build result`, async () =>
        assertIs(LAUNCH_BUILD, await post('/launch', launch({}, new Blob([bytes], { type })))),
      )
    const built = await post('/launch', launch(DEPOSIT))
    await row.is('without collaterals: partial is true', built.partial, true)
    await row.is("without collaterals: the cbor carries the service's signature", signaturesIn(built.cbor), 1)
    await row.is(
      'userOutputTokens: what a first buy of 132.5 ADA brought on mainnet',
      built.userOutputTokens,
      BOUGHT,
    )
    await row('assetId is policyId and assetSubject, which is the name in hex', () => {
      assert.equal(built.assetId, `${built.policyId}.${built.assetSubject}`)
      assert.equal(built.assetSubject, Buffer.from('Newt').toString('hex'))
    })
    await row.is(
      'without a deposit: no userOutputTokens',
      'userOutputTokens' in (await post('/launch', launch())),
      false,
    )
    await row('launchType HYPED: Launch build result', async () =>
      assertIs(LAUNCH_BUILD, await post('/launch', launch({ launchType: 'HYPED' }))),
    )

    const rows = await world.outputs()
    const coin = rows.find(({ value }) => value.length === 1) ?? assert.fail()
    const own = await post('/launch', launch({ collaterals: wallet.getUtxos([coin]) }))
    await row('with collaterals: Launch build result', () => assertIs(LAUNCH_BUILD, own))
    await row.is(
      'with collaterals: partial is false and the cbor unsigned',
      [own.partial, signaturesIn(own.cbor)],
      [false, 0],
    )
    await row.is('with collaterals: they are the collateral inputs', collateralsOf(own.cbor), [
      `${coin.txHash}#${coin.index}`,
    ])
    await row('the image cannot be kept: 500 SERVER_ERROR', async () => {
      const closers: (() => unknown)[] = []
      const service = await startOnDevnet(
        { after: (close: () => unknown) => void closers.push(close) },
        {
          ROLE: 'api',
          COMPONENTS: 'builder',
          OGMIOS_URL: devnet.url,
          DATA_DIR: dataDir,
          IMAGE_BYTES: '1',
        },
      )
      const { tell } = requestsTo(service.url)
      const image = new Blob([numberedPng(1)], { type: 'image/png' })
      const response = await untilAvailable(() => tell('/launch', launch({}, image)))
      for (const close of closers) await close()
      assertRefused(response, 500, 'SERVER_ERROR')
      assert.match(response.body.message, /image/)
    })
  },
}
