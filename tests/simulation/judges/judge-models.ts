// Judges of the models at the tip. The models must obey rules that are checked with the blocks alone. The models' digest must equal that
// of a fold of the final chain alone.
import type Database from 'better-sqlite3'
import { versionOf } from '../../../projections/engine/file/generations.ts'
import { differing, scanState } from '../../../projections/engine/table/scan.ts'
import { launchpadModels, launchpadTables } from '../../../projections/launchpad-models.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import { checkModels } from '../../fuzz/check-models.ts'
import { checkMoney } from '../../fuzz/check-money.ts'
import { Finding } from '../../fuzz/finding.ts'
import { foldPath, type Step } from '../../fuzz/fold-path.ts'
import { RawLedger } from '../../hostile/raw-ledger.ts'
import type { ForkingChain } from '../forking-chain.ts'
import { versionsText } from '../life.ts'
import type { Rules } from '../rules.ts'
import type { Witness } from './witness.ts'

/** @throws {Finding} for the first rule that the models break */
export const checkRules = (
  database: Database.Database,
  { world, canonical }: ForkingChain,
  { operations }: Rules,
): RawLedger => {
  const ledger = new RawLedger(canonical)
  for (const finding of checkModels({ database, ledger, operations }, world.earlierPools)) throw finding
  return ledger
}

/** @throws {Finding} if the rows, or a reader's digests, differ from a fold of the final chain */
export const compareWithFold = (
  database: Database.Database,
  { canonical, last }: ForkingChain,
  { operations, ownModels }: Rules,
  witness: Witness,
): void => {
  const tables = launchpadTables(operations, ownModels)
  const models = versionsText(launchpadModels('mainnet', operations, ownModels).models.map(versionOf))
  const rows = scanState(database, tables)
  const digest = database.prepare('SELECT digest FROM checkpoint').pluck().get()
  const ledger = new RawLedger()
  const straight = foldPath(
    canonical.map((block): Step => ({ kind: 'forward', block })),
    operations,
    (folded) => scanState(folded, tables),
    (checkpoint, folded, block) => {
      witness.note(checkpoint, checkpoint.digest, 'a fold of the chain alone', models)
      const before = ledger.transactions.size
      ledger.add(block)
      if (ledger.transactions.size > before) checkMoney({ database: folded, ledger, operations })
    },
    ownModels,
  )
  if (differing(rows, straight).length > 0 || digest !== rows.digest)
    throw new Finding(
      'faults leave no trace',
      `digest ${digest}, of the rows ${rows.digest}, of the chain alone ${straight.digest}; tables ${differing(rows, straight)}`,
      last,
    )
}

/** Folds the same steps one by one. */
export const locate = (cause: Error, { path }: ForkingChain, operations: OperationsConfig): Finding => {
  try {
    foldPath(path, operations, () => {})
  } catch (error) {
    if (error instanceof Finding) return error
    throw error
  }
  return new Finding('nothing ends an indexer', `${cause.stack}`, undefined, cause)
}
