// What a running service reports to an operator.
import { Type } from '@sinclair/typebox'

const tip = Type.Object({
  slot: Type.Integer({ description: 'Its slot.', examples: [133_697_199] }),
  id: Type.String({
    description: 'Block id: header hash, 32 bytes in hex.',
    examples: ['5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d'],
  }),
  height: Type.Integer({ description: 'Blocks before it.', examples: [10_783_050] }),
})
const nullable = <T extends typeof tip>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const HealthSchema = Type.Object({
  status: Type.Literal('ok', { description: 'Always ok: the process answers.' }),
})

const check = (description: string) =>
  Type.String({ description: `${description} "ok", or what is wrong.`, examples: ['ok'] })

export const ReadinessSchema = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded'), Type.Literal('unavailable')], {
    description:
      'Whether traffic may be sent here: also while degraded, where `config` or `builder` says what does not work.',
  }),
  checks: Type.Object(
    {
      db: check('Whether the read models can be read.'),
      node: check("Whether the models stand at the node's tip, and that tip is fresh."),
      config: check('Whether the operator has supplied everything: config documents, scripts, keys.'),
      builder: Type.Optional(
        Type.String({
          description: 'Present while the transaction builder gives no sign of life: one job keeps it busy.',
          examples: ['no sign of life for 6 s'],
        }),
      ),
    },
    { description: 'Each "ok", or what is wrong.' },
  ),
})

const fileProblem = (name: string) =>
  Type.Union([Type.String(), Type.Null()], {
    description: `Why the file of the ${name} config is not used as it is now; null when it is.`,
    examples: [null],
  })

const lookUp = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })

export const StatusSchema = Type.Object({
  network: Type.String({ description: 'Network of the node.', examples: ['mainnet'] }),
  state: Type.String({
    description:
      'Of the indexer: connecting, syncing, following, waiting, rebuilding, stopped, or silent when it has not been heard of.',
    examples: ['following'],
  }),
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it waits or has stopped; null when all is well.',
    examples: [null],
  }),
  node: nullable(tip, "The node's tip; null while unknown or at origin."),
  log: nullable(tip, 'The last block of the log.'),
  models: nullable(tip, 'The last block the models hold.'),
  lag: Type.Object(
    {
      blocks: Type.Union([Type.Integer(), Type.Null()], {
        description: "From the models to the node's tip; null while that is unknown.",
        examples: [0],
      }),
      seconds: Type.Union([Type.Integer(), Type.Null()], {
        description:
          "From the models' last block to now or, of a recorded chain, to its tip; null while unknown.",
        examples: [4],
      }),
    },
    { description: 'How far the models are behind.' },
  ),
  mirror: Type.Union(
    [
      Type.Object({
        state: Type.String({
          description:
            'connecting, standby (another indexer writes the copy, or is ahead), loading (everything is copied), following, waiting, stopped (somebody must decide), or silent when it has not been heard of.',
          examples: ['following'],
        }),
        problem: Type.Union([Type.String(), Type.Null()], {
          description: 'Why nothing is copied; null when all is well.',
          examples: [null],
        }),
        copy: nullable(tip, 'The last block the copy is known to hold.'),
        lag: Type.Union([Type.Integer(), Type.Null()], {
          description: "Blocks from the copy to the models' last one; null while unknown.",
          examples: [0],
        }),
        loaded: Type.Union(
          [
            Type.Object({
              rows: Type.Integer({ description: 'Rows copied.', examples: [1_200_000] }),
              of: Type.Integer({ description: 'Rows there are.', examples: [11_000_000] }),
            }),
            Type.Null(),
          ],
          { description: 'How far loading is; null otherwise.' },
        ),
      }),
      Type.Null(),
    ],
    { description: 'The copy of the models in PostgreSQL; null without POSTGRES_URL.' },
  ),
  rate: Type.Number({ description: 'Blocks folded a second, over the last ten.', examples: [0.05] }),
  config: Type.Object(
    {
      protocol: fileProblem('protocol'),
      contracts: fileProblem('contracts'),
      operations: fileProblem('operations'),
    },
    { description: 'The config documents, whose files are watched.' },
  ),
  lacks: Type.Array(Type.String({ examples: ['launches need minting.other.template in CONTRACTS_CONFIG'] }), {
    description: 'What does not work until the operator supplies something.',
  }),
  refolding: Type.Union([Type.Literal('all'), Type.Array(Type.String())], {
    description:
      'What is folded again while its old state is served, because its rules changed: models by name, or everything from the log.',
    examples: [[]],
  }),
  seq: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Event of the log the models hold last.',
    examples: [151],
  }),
  rejections: Type.Array(
    Type.Object({
      reason: Type.String({
        description: 'Why they are not listed.',
        examples: ['its tier is not listed'],
      }),
      count: Type.Integer({
        description: 'Pools rejected for it, on the chain as it stands.',
        examples: [2],
      }),
      transaction: Type.String({
        description: 'Id of the last transaction with one.',
        examples: ['5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163'],
      }),
      slot: Type.Integer({ description: 'Slot of that transaction.', examples: [133_694_953] }),
    }),
    {
      description:
        'Pools that look like those of the launchpad and are not listed, by reason: a witness, executor or tier that is new must be added to the operations config.',
    },
  ),
  mempool: Type.Object(
    {
      state: Type.String({
        description:
          "Of the watch of the node's mempool: connecting, watching, waiting (the connection is down), or off (a recording, or a server that does not show it).",
        examples: ['watching'],
      }),
      problem: Type.Union([Type.String(), Type.Null()], {
        description: 'Why it is not watched; null when all is well.',
        examples: [null],
      }),
      transactions: Type.Integer({ description: 'Transactions in it.', examples: [12] }),
    },
    { description: "The node's mempool, as it is watched." },
  ),
  peers: Type.Array(Type.String({ examples: ['https://b.example'] }), {
    description: 'Other services of the same launchpad: at the same block they have the same digest.',
  }),
  blockExplorer: Type.Object(
    {
      transaction: lookUp('A transaction, by its id.', 'https://cardanoscan.io/transaction/{}'),
      address: lookUp('An address in bech32.', 'https://cardanoscan.io/address/{}'),
      token: lookUp(
        'A token, by policy id and asset name in hex without a point.',
        'https://cardanoscan.io/token/{}',
      ),
    },
    { description: 'Addresses of a block explorer, with `{}` in place of the id; null where there is none.' },
  ),
  hasAdaUsdRate: Type.Boolean({
    description: 'Whether `/v1/utility/ada-usd/rate` has a source.',
    examples: [true],
  }),
  digest: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the whole state of the models: equal states have equal digests.',
    examples: ['0f3c1a9be27d4865'],
  }),
})
