// An order's ids for clients, made from the order's output.
import type { Hex, OutputReference } from '../primitives.ts'

export const entityIdOf = ({ transaction, index }: OutputReference): string => `${transaction}:${index}`

export const outputOfEntity = (entityId: string): OutputReference => {
  const [transaction = '', index] = entityId.split(':')
  return { transaction, index: Number(index) }
}

/** Stands for the beacon of an order without a beacon: the order's output, with the index as eight bytes. */
export const outputBeacon = ({ transaction, index }: OutputReference): Hex =>
  transaction + index.toString(16).padStart(16, '0')
