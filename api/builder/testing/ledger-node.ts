// The devnet's ledger as the builder's node, with the keys of a funded wallet.
import { TRADERS } from '../../../devnet/actors/people.ts'
import type { Account } from '../../../devnet/actors/wallet/account.ts'
import { Chain } from '../../../devnet/chain/chain.ts'
import { genesis, openingTransactions } from '../../../devnet/genesis.ts'
import { Ledger } from '../../../devnet/ledger/ledger.ts'
import { type LedgerUtxo, makeUtxo } from '../../../devnet/ledger/output.ts'
import type { AssetAmount, Hex, OutputReference } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import type { NodeView, ScriptUnits } from '../node-view.ts'
import type { Assembled, Assembly } from '../transaction/assemble.ts'
import { build, partsFrom } from '../transaction/build.ts'
import type { Utxo } from '../transaction/utxo.ts'

const [first, second] = TRADERS
if (first === undefined || second === undefined) throw new Error('nobody trades')

export const ALICE: Account = first
export const BOB: Account = second

export const SLOT = 2_000

const ledgerOf = (utxo: Iterable<LedgerUtxo>): Ledger =>
  new Ledger({ chain: new Chain(), start: 0, clock: () => SLOT * 1000, utxo, accounts: genesis.accounts })

/** Includes the contracts. */
const OPENED: readonly LedgerUtxo[] = (() => {
  const ledger = ledgerOf(genesis.utxo)
  for (const transaction of openingTransactions) ledger.submit(transaction)
  ledger.makeBlock()
  return [...ledger.utxo.values()]
})()

export const ledgerWith = (utxos: readonly LedgerUtxo[]): Ledger => ledgerOf([...OPENED, ...utxos])

export const aliceHas = (
  reference: OutputReference,
  lovelace: bigint,
  assets: readonly AssetAmount[] = [],
): LedgerUtxo => makeUtxo(reference, { address: ALICE.address, lovelace, assets })

const isPurpose = (purpose: string): purpose is ScriptUnits['purpose'] =>
  purpose === 'spend' || purpose === 'mint' || purpose === 'withdraw'

export const nodeOf = (ledger: Ledger): NodeView => ({
  protocolParameters: async () => ledger.parameters,
  utxos: async (references) => references.flatMap((reference) => ledger.utxo.get(reference) ?? []),
  evaluate: async (transaction) => {
    const result = ledger.evaluate(transaction)
    if ('error' in result) throw new BuildError('SCRIPT_FAILED', result.error.message)
    return result.executionUnits.flatMap(({ purpose, ...units }) =>
      isPurpose(purpose) ? [{ ...units, purpose }] : [],
    )
  },
  submit: async (transaction) => {
    const result = ledger.submit(transaction)
    if ('error' in result) throw new BuildError('REFUSED', result.error.message)
  },
})

export const buildWith = async <U extends Utxo>(
  node: NodeView,
  assembly: Omit<Assembly<U>, 'references' | 'parameters'>,
): Promise<Assembled<U>> => build({ ...assembly, ...(await partsFrom(node, assembly.recipe)) }, node)

export const signedBy = ({ id, sign }: Assembled<LedgerUtxo>, ...accounts: readonly Account[]): Hex =>
  sign(accounts.map(({ key }) => ({ publicKey: key.publicKey, signature: key.sign(id) })))
