import { judgeCauses, judgeRefusals, required } from './requests.ts'
import type { Row, Section } from './rows.ts'
import { idOf, signaturesIn } from './transactions.ts'
import type { World } from './world.ts'

const judgeWitness = async (row: Row, { tell, post, order, signed }: World, path: string) => {
  const { cbor } = await post('/order', order())
  const send = (change: object) => tell(path, { ...signed(cbor), ...change })
  await judgeRefusals(row, { cbor: required(5), witness: required(5), changeAddress: required(5) }, send)
  await judgeCauses(
    row,
    [
      ['cbor of no transaction', { cbor: 'deadbeef' }, 'SERVER_ERROR'],
      ['cbor that is not hex', { cbor: 'zz' }, 'SERVER_ERROR'],
      ['witness of no witness set', { witness: 'deadbeef' }, 'SERVER_ERROR'],
      ['an empty cbor', { cbor: '' }, 'SERVER_ERROR'],
    ],
    send,
  )
  return cbor
}

export const signing: readonly Section[] = [
  {
    name: '/sign',
    rows: 12,
    async judge(row, world) {
      const cbor = await judgeWitness(row, world, '/sign')
      const response = await world.post('/sign', world.signed(cbor))
      await row.is('response: {cbor}', Object.keys(response), ['cbor'])
      await row.is(
        'the body is as it was, and the signature attached',
        [idOf(response.cbor), signaturesIn(response.cbor)],
        [idOf(cbor), 1],
      )
    },
  },
  {
    name: '/sign-and-submit',
    rows: 11,
    async judge(row, world) {
      const cbor = await judgeWitness(row, world, '/sign-and-submit')
      const { other, tell, signed } = world
      const witness = other.signTx(cbor)
      await judgeCauses(row, [['a signature of the wrong key', { witness }, 'SERVER_ERROR']], (change) =>
        tell('/sign-and-submit', { ...signed(cbor), ...change }),
      )
    },
  },
  {
    name: '/submit',
    rows: 3,
    async judge(row, { tell, post, order }) {
      const { cbor } = await post('/order', order())
      await judgeCauses(
        row,
        [
          ['an unsigned transaction', { cbor }, 'SERVER_ERROR'],
          ['without cbor', {}],
          ['cbor of no transaction', { cbor: 'deadbeef' }, 'SERVER_ERROR'],
        ],
        (body) => tell('/submit', body),
      )
    },
  },
]
