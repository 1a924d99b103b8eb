// Witnesses and submission: the rows of `/sign`, `/sign-and-submit` and `/submit`.
import assert from 'node:assert/strict'
import { assertRefused, judgeRefusals, required } from './requests.ts'
import type { Row, Section } from './rows.ts'
import { idOf, signaturesIn } from './transactions.ts'
import type { World } from './world.ts'

/** What both refuse: ten rows. */
const judgeWitness = async (row: Row, { tell, post, order, signed }: World, path: string) => {
  const { cbor } = await post('/order', order())
  const send = (change: object) => tell(path, { ...signed(cbor), ...change })
  await judgeRefusals(row, { cbor: required(5), witness: required(5), changeAddress: required(5) }, send)
  for (const [requirement, change] of [
    ['cbor of no transaction', { cbor: 'deadbeef' }],
    ['cbor that is not hex', { cbor: 'zz' }],
    ['witness of no witness set', { witness: 'deadbeef' }],
    ['an empty cbor', { cbor: '' }],
  ] as const)
    await row(`${requirement}: 500 SERVER_ERROR`, async () =>
      assertRefused(await send(change), 500, 'SERVER_ERROR'),
    )
  return cbor
}

export const signing: readonly Section[] = [
  {
    name: '/sign',
    rows: 12,
    async judge(row, world) {
      const cbor = await judgeWitness(row, world, '/sign')
      const answer = await world.post('/sign', world.signed(cbor))
      await row('response: {cbor}', () => assert.deepEqual(Object.keys(answer), ['cbor']))
      await row('the body is as it was, and the signature attached', () =>
        assert.deepEqual([idOf(answer.cbor), signaturesIn(answer.cbor)], [idOf(cbor), 1]),
      )
    },
  },
  {
    name: '/sign-and-submit',
    rows: 11,
    async judge(row, world) {
      const cbor = await judgeWitness(row, world, '/sign-and-submit')
      const { other, tell, signed } = world
      await row('a signature of the wrong key, which the relay refuses: 500 SERVER_ERROR', async () => {
        const witness = other.signTx(cbor)
        assertRefused(await tell('/sign-and-submit', { ...signed(cbor), witness }), 500, 'SERVER_ERROR')
      })
    },
  },
  {
    name: '/submit',
    rows: 3,
    async judge(row, { tell, post, order }) {
      const { cbor } = await post('/order', order())
      for (const [requirement, body, status, cause] of [
        ['an unsigned transaction', { cbor }, 500, 'SERVER_ERROR'],
        ['without cbor', {}, 400, 'INVALID_PARAMS'],
        ['cbor of no transaction', { cbor: 'deadbeef' }, 500, 'SERVER_ERROR'],
      ] as const)
        await row(`${requirement}: ${status} ${cause}`, async () =>
          assertRefused(await tell('/submit', body), status, cause),
        )
    },
  },
]
