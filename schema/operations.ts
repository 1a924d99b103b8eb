// What a running service reports to an operator.
import { Type } from '@sinclair/typebox'

const tip = Type.Object({
  slot: Type.Integer(),
  id: Type.String({ description: 'Block id.' }),
  height: Type.Integer(),
})
const nullable = <T extends typeof tip>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const HealthSchema = Type.Object({ status: Type.Literal('ok') })

const check = (description: string) => Type.String({ description: `${description} "ok", or what is wrong.` })

export const ReadinessSchema = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('unavailable')]),
  checks: Type.Object({
    db: check('Whether the read models can be read.'),
    node: check("Whether the models stand at the node's tip, and that tip is fresh."),
    config: check('Whether the config documents are loaded.'),
  }),
})

const fileProblem = (name: string) =>
  Type.Union([Type.String(), Type.Null()], {
    description: `Why the file of the ${name} config is not used as it is now; null when it is.`,
  })

export const StatusSchema = Type.Object({
  network: Type.String(),
  state: Type.String({
    description:
      'Of the indexer: connecting, syncing, following, waiting, rebuilding, stopped, or silent when it has not been heard of.',
  }),
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it waits or has stopped; null when all is well.',
  }),
  node: nullable(tip, "The node's tip; null while unknown or at origin."),
  log: nullable(tip, 'The last block of the log.'),
  models: nullable(tip, 'The last block the models hold.'),
  lag: Type.Object({
    blocks: Type.Union([Type.Integer(), Type.Null()], {
      description: "From the models to the node's tip; null while that is unknown.",
    }),
    seconds: Type.Union([Type.Integer(), Type.Null()], {
      description:
        "From the models' last block to now or, of a recorded chain, to its tip; null while unknown.",
    }),
  }),
  rate: Type.Number({ description: 'Blocks folded a second, over the last ten.' }),
  config: Type.Object(
    {
      protocol: fileProblem('protocol'),
      contracts: fileProblem('contracts'),
      operations: fileProblem('operations'),
    },
    { description: 'The config documents, whose files are watched.' },
  ),
  refolding: Type.Union([Type.Literal('all'), Type.Array(Type.String())], {
    description:
      'What is folded again while its old state is served, because its rules changed: models by name, or everything from the log.',
  }),
  seq: Type.Union([Type.Integer(), Type.Null()], { description: 'Event of the log the models hold last.' }),
  rejections: Type.Array(
    Type.Object({
      reason: Type.String(),
      count: Type.Integer({ description: 'Pools rejected for it, on the chain as it stands.' }),
      transaction: Type.String({ description: 'Id of the last transaction with one.' }),
      slot: Type.Integer({ description: 'Slot of that transaction.' }),
    }),
    {
      description:
        'Pools that look like those of the launchpad and are not listed, by reason: a witness, executor or tier that is new must be added to the operations config.',
    },
  ),
  mempool: Type.Object({
    state: Type.String({
      description:
        "Of the watch of the node's mempool: connecting, watching, waiting (the connection is down), or off (a recording, or a server that does not show it).",
    }),
    problem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it is not watched; null when all is well.',
    }),
    transactions: Type.Integer({ description: 'Transactions in it.' }),
  }),
  digest: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the whole state of the models: equal states have equal digests.',
  }),
})
