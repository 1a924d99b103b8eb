// Fields that many responses share. Each function returns a schema with a description and an example.
import { type TSchema, Type } from '@sinclair/typebox'

export const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

export const matching = (pattern: string, description: string, example: string) =>
  Type.String({ pattern, description, examples: [example] })

export const tokenId = (description: string) =>
  text(description, 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261')

/** At most 12 decimal places. */
export const price = (description: string, example: string) =>
  matching('^(0|[1-9][0-9]*)(\\.[0-9]{1,12})?$', description, example)

/** A natural number. */
export const digits = (description: string, example: string) =>
  matching('^(0|[1-9][0-9]*)$', description, example)

/** 32 bytes in hex: the hash of a transaction, a block or a datum. */
export const hash32 = (description: string, example: string) =>
  matching('^[0-9a-f]{64}$', description, example)

/** 28 bytes in hex: the hash of a key or a script, a policy id. */
export const hash28 = (description: string, example: string) =>
  matching('^[0-9a-f]{56}$', description, example)

/** An output in the form `txHash:index`. */
export const entityId = (description: string, example: string) =>
  matching('^[0-9a-f]{64}:[0-9]+$', description, example)

export const beacon = matching(
  '^(?:[0-9a-f]{56}|[0-9a-f]{80})$',
  'Beacon of the order, 28 bytes. For an order without a beacon: its transaction hash and its output index as 8 bytes.',
  '07f03034afc822b3f2921e504a21e130fddbeafffa9a215660f87289',
)

export const integer = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })

export const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })

export const flag = (description: string, example: boolean) =>
  Type.Boolean({ description, examples: [example] })

/** @param examples further examples, besides the schema's own */
export const orNull = <S extends TSchema>(
  schema: S,
  description?: string,
  ...examples: readonly (string | number | null)[]
) =>
  Type.Union([schema, Type.Null()], {
    ...(description === undefined ? {} : { description }),
    ...(examples.length === 0 ? {} : { examples: [...examples] }),
  })

export const tip = Type.Object({
  slot: integer('Slot of the block.', 133_697_199),
  id: text(
    'Block id: header hash, 32 bytes in hex.',
    '5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d',
  ),
  height: integer('Height of the block.', 10_783_050),
})
