// Reports of a running service to its operator.

import { Type } from '@sinclair/typebox'
import { OneOf } from '../one-of.ts'
import {
  MEMPOOL_STATES,
  SHOWN_INDEXER_STATES,
  SHOWN_MIRROR_STATES,
  SHOWN_PUBLISHING_STATES,
} from '../reports.ts'
import { flag, integer, orNull, text, tip } from './field-schemas.ts'

export const HealthSchema = Type.Object({
  status: Type.Literal('ok', { description: 'Always ok: the process responds.' }),
})

const check = (description: string) => text(`${description} "ok" or the problem.`, 'ok')

export const ReadinessSchema = Type.Object(
  {
    status: OneOf(['ok', 'degraded', 'unavailable'], {
      description:
        '`unavailable`: not ready for traffic. `degraded`: ready, but `config` or `builder` says what does not work.',
    }),
    checks: Type.Object(
      {
        db: check('Whether the read models can be read.'),
        node: check("Whether the models are at the node's tip and the tip is recent."),
        config: check('Whether config documents, scripts and keys are complete.'),
        builder: Type.Optional(
          text(
            'Present while the transaction builder does not respond: one job keeps it busy.',
            'no response for 6 s',
          ),
        ),
      },
      { description: 'State of each part: "ok" or the problem.' },
    ),
  },
  { $id: 'Readiness' },
)

const fileProblem = (name: string) =>
  orNull(
    Type.String(),
    `Reason why the current file of the ${name} config is not used; null if it is used.`,
    null,
  )

const lookUp = (description: string, example: string) => orNull(Type.String(), description, example)

export const StatusSchema = Type.Object({
  network: text('Network of the node.', 'mainnet'),
  state: OneOf(SHOWN_INDEXER_STATES, {
    description: 'State of the indexer. `silent`: no report for a minute.',
    examples: ['following'],
  }),
  problem: orNull(Type.String(), 'Reason why the indexer waits or has stopped; null if there is none.', null),
  node: orNull(tip, "The node's tip; null while unknown or at origin."),
  log: orNull(tip, 'The last block of the log.'),
  models: orNull(tip, 'The last block of the models.'),
  base: Type.Union(
    [
      Type.Object({
        ...tip.properties,
        digest: orNull(
          Type.String(),
          'SHA-256 of what the log keeps, equal for all logs with this start and base; null while it moves.',
          '54a46ff410b77ffcb440153f95b88ddc41ac6da0061041c0748935539a844816',
        ),
      }),
      Type.Null(),
    ],
    {
      description:
        'The block up to which the log keeps only what is needed after it, so that it is smaller; null if it keeps whole blocks.',
    },
  ),
  lag: Type.Object(
    {
      blocks: orNull(
        Type.Integer(),
        "Blocks by which the models are behind the node's tip; null while the tip is unknown.",
        0,
      ),
      seconds: Type.Union([Type.Integer(), Type.Null()], {
        description:
          "Age of the models' last block in seconds, relative to now or to the tip of a recorded chain; null while unknown.",
        examples: [4],
      }),
    },
    { description: 'Lag of the models behind the node.' },
  ),
  mirror: Type.Union(
    [
      Type.Object({
        state: OneOf(SHOWN_MIRROR_STATES, {
          description:
            '`standby`: another indexer writes the copy, or is ahead. `loading`: everything is copied. `stopped`: the operator must decide. `silent`: no report for a minute.',
          examples: ['following'],
        }),
        problem: orNull(Type.String(), 'Reason why nothing is copied; null if copying works.', null),
        copy: orNull(tip, 'The last block that the copy is known to contain.'),
        lag: orNull(
          Type.Integer(),
          'Number of blocks by which the copy is behind the models; null while unknown.',
          0,
        ),
        loaded: Type.Union(
          [
            Type.Object({
              rows: integer('Number of rows copied.', 1_200_000),
              of: integer('Number of rows to copy.', 11_000_000),
            }),
            Type.Null(),
          ],
          { description: 'Progress of loading; null in other states.' },
        ),
      }),
      Type.Null(),
    ],
    { description: 'The copy of the models in PostgreSQL; null without POSTGRES_URL.' },
  ),
  publishing: Type.Union(
    [
      Type.Object({
        state: OneOf(SHOWN_PUBLISHING_STATES, {
          description:
            '`standby`: another indexer publishes. `stopped`: the operator must decide. `silent`: no report for a minute.',
          examples: ['publishing'],
        }),
        problem: orNull(Type.String(), 'Reason why nothing is published; null if publishing works.', null),
        published: orNull(tip, 'The last published block; null before the first since the start.'),
        lag: orNull(
          Type.Integer(),
          'Number of blocks by which the published models are behind the models; null while unknown.',
          0,
        ),
      }),
      Type.Null(),
    ],
    { description: 'The published models; null without PUBLISH_DIR and PUBLISH_URL.' },
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
      'Read models that are being folded again in the background, by name, or `all`. Meanwhile, responses come from the old models.',
    examples: [[]],
  }),
  seq: orNull(Type.Integer(), 'Number of the last event of the log that the models contain.', 151),
  rejections: Type.Array(
    Type.Object({
      reason: text('Reason for the rejection.', 'its tier is not listed'),
      count: integer('Number of pools on the current chain that are rejected for this reason.', 2),
      transaction: text(
        'Id of the last transaction with such a pool.',
        '5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163',
      ),
      slot: integer('Slot of the last transaction with such a pool.', 133_694_953),
    }),
    {
      description:
        "Pools that resemble the launchpad's and are not listed, by reason. New witnesses, executors and tiers of the launchpad must be added to the operations config.",
    },
  ),
  mempool: Type.Object(
    {
      state: OneOf(MEMPOOL_STATES, {
        description:
          "State of watching the node's mempool. `waiting`: the connection is down. `off`: a recording, or a server that does not show its mempool.",
        examples: ['watching'],
      }),
      problem: orNull(Type.String(), 'Reason why the mempool is not watched; null if it is watched.', null),
      transactions: integer('Number of transactions in the mempool.', 12),
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
  hasAdaUsdRate: flag('Whether `/v1/utility/ada-usd/rate` has a source.', true),
  digest: Type.Union([Type.String(), Type.Null()], {
    description:
      'Hash of the whole state of the read models. Two services at the same block have the same digest.',
    examples: ['0f3c1a9be27d4865'],
  }),
})
