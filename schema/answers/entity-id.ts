// Id of an order for clients: the order's output.
import type { OutputReference } from '../primitives.ts'

/** An order's name for clients. */
export const entityIdOf = ({ transaction, index }: OutputReference): string => `${transaction}:${index}`

/** The output of an order that has this name. */
export const outputOfEntity = (entityId: string): OutputReference => {
  const [transaction = '', index] = entityId.split(':')
  return { transaction, index: Number(index) }
}
