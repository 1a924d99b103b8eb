// Functions with which another project describes its own source and models. The package exports this file as `launchpad-backend/models`.
export { ADA, type AssetId, type Hex } from '../../schema/primitives.ts'
export {
  type EventPlace,
  type FoldedBlock,
  type Model,
  type ModelDefinition,
  model,
} from '../engine/fold/model.ts'
export {
  type OutputCreated,
  type OutputEvent,
  type OutputSpent,
  type OutputsFilter,
  outputs,
  type TokensMinted,
} from '../engine/outputs/outputs.ts'
export { source, type TransactionSource } from '../engine/outputs/transaction-source.ts'
export { quantityOf, type SpentOutput, type TransactionView } from '../engine/outputs/transaction-view.ts'
export {
  amount,
  bytes,
  type Column,
  flag,
  hex,
  integer,
  natural,
  nullable,
  oneOf,
  text,
} from '../engine/table/column.ts'
export type { AppendRows, StateRows } from '../engine/table/rows.ts'
export { appendTable, desc, prefix, stateTable, type Table, unique } from '../engine/table/table.ts'
