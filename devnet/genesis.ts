// The start of the devnet: all its lovelace in one output that no transaction made, and the two transactions that open the chain. The first
// deploys the contracts, the second pays money to all accounts of the devnet. These transactions are the same on every devnet, so config
// documents can name the outputs with the contracts.

import { withMinUtxo } from '../api/builder/transaction/balance.ts'
import type { Output } from '../api/builder/transaction/utxo.ts'
import { blake2b256 } from '../schema/launchpad/derivations.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'
import { CREATORS, DEPLOYER, DEVELOPER, EXECUTOR, FAUCET, TRADERS } from './actors/people.ts'
import type { Account } from './actors/wallet/account.ts'
import { COLLATERAL } from './actors/wallet/coins.ts'
import { completeTransaction, planFor } from './actors/wallet/plan.ts'
import { Chain } from './chain/chain.ts'
import { CONTRACT_NAMES, type ContractName, type DeployedName } from './contracts/contract-names.ts'
import { contract, contractAddress, witnessAccount } from './contracts/contracts.ts'
import { Ledger } from './ledger/ledger.ts'
import { type LedgerUtxo, makeUtxo } from './ledger/output.ts'
import { DEVNET_PARAMETERS } from './ledger/parameters.ts'
import { decodeTransaction } from './ledger/transaction.ts'

const ADA = 1_000_000n

/** All lovelace that can exist. */
const SUPPLY = 45_000_000_000n * ADA

const GENESIS_OUTPUT: LedgerUtxo = makeUtxo(
  { transaction: blake2b256(Buffer.from('devnet genesis').toString('hex')), index: 0 },
  { address: FAUCET.address, lovelace: SUPPLY },
)

/** Outputs and accounts before the first block. */
export const genesis: { readonly utxo: readonly LedgerUtxo[]; readonly accounts: readonly Hex[] } = {
  utxo: [GENESIS_OUTPUT],
  accounts: [
    witnessAccount('deployer-witness'),
    witnessAccount('instant-order-witness'),
    witnessAccount('limit-order-witness'),
  ],
}

/** The output is at an address from which nothing can be spent. */
export const referenceScript = (name: ContractName): Output =>
  withMinUtxo(
    {
      address: contractAddress('deployer-witness'),
      script: { language: 'plutus:v2', cbor: contract(name).cbor },
    },
    DEVNET_PARAMETERS,
  )

const gift = ({ address }: Account, coins: number, ada: bigint): Output[] => [
  { address, lovelace: COLLATERAL },
  ...Array.from({ length: coins }, () => ({ address, lovelace: ada * ADA })),
]

const GIFTS: readonly Output[] = [
  ...gift(DEVELOPER, 4, 250_000n),
  ...gift(EXECUTOR, 1, 10_000n),
  ...gift(DEPLOYER, 1, 10_000n),
  ...CREATORS.flatMap((creator) => gift(creator, 1, 20_000n)),
  ...TRADERS.flatMap((trader) => gift(trader, 1, 20_000n)),
]

const pay = (ledger: Ledger, utxo: LedgerUtxo, outputs: readonly Output[]): Hex =>
  completeTransaction(planFor(FAUCET, { utxos: [utxo], collateral: undefined }, { outputs }), ledger)

const open = (): { readonly publication: Hex; readonly gifts: Hex } => {
  const ledger = new Ledger({ chain: new Chain(), start: 0, clock: () => 0, ...genesis })
  const publication = pay(ledger, GENESIS_OUTPUT, CONTRACT_NAMES.map(referenceScript))
  const { id, outputs } = decodeTransaction(publication)
  const index = CONTRACT_NAMES.length
  const change = outputs[index]
  if (change === undefined) throw new Error('the publication leaves no change')
  return { publication, gifts: pay(ledger, { reference: { transaction: id, index }, output: change }, GIFTS) }
}

const opening = open()
const publicationId = decodeTransaction(opening.publication).id

/** In the order of the first block. */
export const openingTransactions: readonly Hex[] = [opening.publication, opening.gifts]

export const contractReference = (name: DeployedName): OutputReference => ({
  transaction: publicationId,
  index: CONTRACT_NAMES.indexOf(name),
})
