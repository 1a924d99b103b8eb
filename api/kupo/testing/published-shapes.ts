// Shapes of Kupo's responses, from its published OpenAPI document (docs/api/v2.12.0.yaml of CardanoSolutions/kupo), in our own schemas. A
// test that uses `checkShape` fails for a response that a Kupo client does not expect.
import assert from 'node:assert/strict'
import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const strict = { additionalProperties: false }
const natural = Type.Integer({ minimum: 0 })
const hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${bytes * 2}}$` })
const data = Type.String({ pattern: '^([0-9a-f]{2})+$' })
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const words = (...texts: string[]) => Type.Union(texts.map((text) => Type.Literal(text)))

const point = { slot_no: natural, header_hash: hex(32) }
const Point = Type.Object(point, strict)
const Script = Type.Object(
  { language: words('native', 'plutus:v1', 'plutus:v2', 'plutus:v3'), script: data },
  strict,
)

const match = (quantity: TSchema) =>
  Type.Object(
    {
      transaction_index: natural,
      transaction_id: hex(32),
      output_index: natural,
      address: Type.String({ minLength: 1 }),
      value: Type.Object(
        {
          coins: quantity,
          assets: Type.Record(
            Type.String({ pattern: '^[a-f0-9]{56}(\\.[a-f0-9]{2,64})?$' }),
            quantity,
            strict,
          ),
        },
        strict,
      ),
      datum_hash: orNull(hex(32)),
      datum: Type.Optional(orNull(data)),
      datum_type: Type.Optional(words('hash', 'inline')),
      script_hash: orNull(hex(28)),
      script: Type.Optional(orNull(Script)),
      created_at: Point,
      spent_at: orNull(
        Type.Object(
          { ...point, transaction_id: hex(32), input_index: natural, redeemer: orNull(data) },
          strict,
        ),
      ),
    },
    strict,
  )

const Health = Type.Object(
  {
    connection_status: words('connected', 'disconnected'),
    most_recent_checkpoint: orNull(natural),
    most_recent_node_tip: orNull(natural),
    seconds_since_last_block: orNull(Type.Integer()),
    network_synchronization: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    configuration: Type.Object({ indexes: words('deferred', 'installed') }, strict),
    version: Type.String(),
  },
  strict,
)
const Hint = Type.Object({ hint: Type.String({ minLength: 1 }) }, strict)

const TYPE = 'application/json;charset=utf-8'
const TEXTS = `${TYPE};asset-quantity=string`

/** Keys are the first segments of paths. All states of `health` have one shape. */
const SHAPES: Readonly<Record<string, TSchema>> = {
  matches: Type.Array(match(Type.Integer())),
  datums: orNull(Type.Object({ datum: data }, strict)),
  scripts: orNull(Script),
  checkpoints: Type.Array(Point),
  checkpoint: orNull(Point),
  patterns: Type.Array(Type.String()),
}

interface KupoAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/**
 * @param path below `/kupo`
 * @throws {AssertionError} if a response does not have the shape in Kupo's document
 */
export const checkShape = (path: string, { status, headers, body }: KupoAnswer): void => {
  const [, kind = '', slot] = /^(?:\/v1)?\/([a-z]+)(\/.)?/.exec(path) ?? []
  const type = headers.get('Content-Type')
  const isHealth = kind === 'health'
  const isTexts = type === TEXTS
  if (status === 200 || status === 304 || isHealth) {
    assert.match(headers.get('X-Most-Recent-Checkpoint') ?? '', /^\d+$/, path)
    assert.match(headers.get('ETag') ?? '', /^[0-9a-f]{64}$/, path)
  }
  if (status === 304) return
  if (status === 200 || isHealth) assert.ok(type === TYPE || isTexts, `${path}: ${type}`)
  const ofKind = kind === 'checkpoints' && slot !== undefined ? 'checkpoint' : kind
  const shape = isTexts ? Type.Array(match(Type.String({ pattern: '^[0-9]+$' }))) : SHAPES[ofKind]
  const expected = isHealth ? Health : status === 200 ? shape : Hint
  assert.ok(expected !== undefined, path)
  const [problem] = [...Value.Errors(expected, body)]
  assert.equal(problem, undefined, `${path}: ${problem?.path} ${problem?.message}`)
}
