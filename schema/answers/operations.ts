// Reports of a running service to its operator.
import { Type } from '@sinclair/typebox'

const tip = Type.Object({
  slot: Type.Integer({ description: 'Slot of the block.', examples: [133_697_199] }),
  id: Type.String({
    description: 'Block id: header hash, 32 bytes in hex.',
    examples: ['5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d'],
  }),
  height: Type.Integer({ description: 'Height of the block.', examples: [10_783_050] }),
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
    description: `Reason why the current file of the ${name} config is not used; null if it is used.`,
    examples: [null],
  })

const lookUp = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })

export const StatusSchema = Type.Object({
  network: Type.String({ description: 'Network of the node.', examples: ['mainnet'] }),
  state: Type.String({
    description:
      'State of the indexer: connecting, syncing, following, waiting, rebuilding, stopped, or silent (no report for 15 seconds).',
    examples: ['following'],
  }),
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Reason why the indexer waits or has stopped; null if there is none.',
    examples: [null],
  }),
  node: nullable(tip, "The node's tip; null while unknown or at origin."),
  log: nullable(tip, 'The last block of the log.'),
  models: nullable(tip, 'The last block the models hold.'),
  lag: Type.Object(
    {
      blocks: Type.Union([Type.Integer(), Type.Null()], {
        description: "Blocks by which the models are behind the node's tip; null while the tip is unknown.",
        examples: [0],
      }),
      seconds: Type.Union([Type.Integer(), Type.Null()], {
        description:
          "Age of the models' last block, relative to now or to the tip of a recorded chain; null while unknown.",
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
          description: 'Reason why nothing is copied; null if copying works.',
          examples: [null],
        }),
        copy: nullable(tip, 'The last block the copy is known to hold.'),
        lag: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Number of blocks by which the copy is behind the models; null while unknown.',
          examples: [0],
        }),
        loaded: Type.Union(
          [
            Type.Object({
              rows: Type.Integer({ description: 'Number of rows copied.', examples: [1_200_000] }),
              of: Type.Integer({ description: 'Number of rows to copy.', examples: [11_000_000] }),
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
  rate: Type.Number({
    description: 'Blocks folded per second, average of the last ten seconds.',
    examples: [0.05],
  }),
  config: Type.Object(
    {
      protocol: fileProblem('protocol'),
      contracts: fileProblem('contracts'),
      operations: fileProblem('operations'),
    },
    { description: 'The config documents, whose files are watched.' },
  ),
  lacks: Type.Array(Type.String({ examples: ['launches need minting.other.template in CONTRACTS_CONFIG'] }), {
    description: 'Parts that do not work until the operator supplies something, one sentence each.',
  }),
  refolding: Type.Union([Type.Literal('all'), Type.Array(Type.String())], {
    description:
      'Read models that are being folded again in the background, by name, or `all`. The old ones serve meanwhile.',
    examples: [[]],
  }),
  seq: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Number of the last event of the log that the models contain.',
    examples: [151],
  }),
  rejections: Type.Array(
    Type.Object({
      reason: Type.String({
        description: 'Reason for the rejection.',
        examples: ['its tier is not listed'],
      }),
      count: Type.Integer({
        description: 'Number of pools on the current chain that are rejected for this reason.',
        examples: [2],
      }),
      transaction: Type.String({
        description: 'Id of the last transaction with such a pool.',
        examples: ['5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163'],
      }),
      slot: Type.Integer({
        description: 'Slot of the last transaction with such a pool.',
        examples: [133_694_953],
      }),
    }),
    {
      description:
        "Pools that resemble the launchpad's and are not listed, by reason. New witnesses, executors and tiers of the launchpad must be added to the operations config.",
    },
  ),
  mempool: Type.Object(
    {
      state: Type.String({
        description:
          "State of watching the node's mempool: connecting, watching, waiting (the connection is down), or off (a recording, or a server that does not show its mempool).",
        examples: ['watching'],
      }),
      problem: Type.Union([Type.String(), Type.Null()], {
        description: 'Reason why the mempool is not watched; null if it is watched.',
        examples: [null],
      }),
      transactions: Type.Integer({ description: 'Number of transactions in the mempool.', examples: [12] }),
    },
    { description: "State of watching the node's mempool." },
  ),
  peers: Type.Array(Type.String({ examples: ['https://b.example'] }), {
    description: 'URLs of other services of the same launchpad; at the same block they have the same digest.',
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
    description:
      'Hash of the whole state of the read models. Two services at the same block have the same digest.',
    examples: ['0f3c1a9be27d4865'],
  }),
})
