// The queries about stake, rewards and votes, in the shapes of a node's server. A devnet has no stake pools, no rewards and no votes. It
// has only reward accounts, so most responses are empty.
import { INTERNAL_ERROR } from '../../schema/ogmios/codes.ts'
import { readReferenceJson } from '../../schema/ogmios/output-json.ts'
import { list, members, object } from '../../schema/ogmios/write-json.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { ada, ratio } from '../ledger/parameters.ts'
import {
  type AskedCredential,
  delegateCredential,
  isPoolId,
  type Kind,
  stakeCredential,
} from './asked-hash.ts'
import { MethodError, type Methods } from './methods.ts'
import { invalid, member } from './requests.ts'

const NOTHING = ada(0)

/** A test network's genesis has no text either. */
export const CONSTITUTION = `{"metadata":{"url":"","hash":"${'0'.repeat(64)}"},"guardrails":null}`

export const COMMITTEE = '{"members":[],"quorum":"0/1"}'

/** Empty if the list is missing. */
const listIn = <Item>(params: unknown, name: string, read: (value: unknown) => Item | undefined): Item[] => {
  const values = member(params, name) ?? []
  if (!Array.isArray(values)) throw invalid(`"${name}" must be a list.`)
  return values.map((value) => {
    const item = read(value)
    if (item === undefined)
      throw invalid(`"${name}" has an invalid item: ${JSON.stringify(value)?.slice(0, 100)}.`)
    return item
  })
}

type Read = (value: unknown, kind: Kind) => AskedCredential | undefined

const credentials = (params: unknown, read: Read): AskedCredential[] => [
  ...listIn(params, 'scripts', (value) => read(value, 'script')),
  ...listIn(params, 'keys', (value) => read(value, 'verificationKey')),
]

/** No account can be registered, and no account has rewards. */
const rewardAccounts = (ledger: Ledger, params: unknown): string =>
  list(
    credentials(params, stakeCredential).flatMap(({ from, hash }) => {
      if (!ledger.accounts.has((from === 'script' ? 'f0' : 'e0') + hash)) return []
      const deposit = ada(ledger.parameters.stakeKeyDeposit)
      return object({ from: `"${from}"`, credential: `"${hash}"`, rewards: NOTHING, deposit })
    }),
  )

const lovelaceOf = (value: unknown): string | undefined => {
  const lovelace = member(member(value, 'ada'), 'lovelace')
  return typeof lovelace === 'number' || typeof lovelace === 'bigint' ? String(lovelace) : undefined
}

/** Empty, because there are no pools. */
const projectedRewards = (params: unknown): string => {
  const hashes = credentials(params, stakeCredential).map(({ hash }) => hash)
  const asked = new Set([...listIn(params, 'stake', lovelaceOf), ...hashes])
  return members([...asked].map((key) => [key, '{}']))
}

const performances = ({ parameters }: Ledger): string =>
  object({
    desiredNumberOfStakePools: String(parameters.desiredNumberOfPools),
    stakePoolPledgeInfluence: ratio(parameters.poolInfluence),
    totalRewardsInEpoch: NOTHING,
    activeStakeInEpoch: NOTHING,
    totalStakeInEpoch: NOTHING,
    stakePools: '{}',
  })

const PROVENANCE = object({
  totalStake: NOTHING,
  activeStake: NOTHING,
  fees: NOTHING,
  incentives: NOTHING,
  treasuryTax: NOTHING,
  totalRewards: NOTHING,
  efficiency: '"0/1"',
  stakePools: '{}',
})

/** Every network has these representatives. Nobody delegates to them. */
const REPRESENTATIVES = list(
  ['abstain', 'noConfidence'].map((type) => object({ type: `"${type}"`, stake: NOTHING, delegators: '[]' })),
)

const NONCES = object({
  epochNonce: '"neutral"',
  candidateNonce: '"neutral"',
  evolvingNonce: '"neutral"',
  lastEpochLastAncestor: '"neutral"',
})

const referenceOf = (value: unknown): true | undefined => {
  try {
    readReferenceJson(value)
    return true
  } catch {
    return undefined
  }
}

const stakePools = (params: unknown): string => {
  const asked = member(params, 'includeStake') ?? false
  if (typeof asked !== 'boolean') throw invalid('"includeStake" must be true or false.')
  listIn(params, 'stakePools', (value) => isPoolId(member(value, 'id')) || undefined)
  return '{}'
}

export const stakeQueries = (ledger: Ledger): Methods => ({
  'queryLedgerState/rewardAccountSummaries': (params) => rewardAccounts(ledger, params),
  'queryLedgerState/stakePools': stakePools,
  'queryLedgerState/stakePoolsPerformances': () => performances(ledger),
  'queryLedgerState/liveStakeDistribution': () => '{}',
  'queryLedgerState/projectedRewards': projectedRewards,
  'queryLedgerState/rewardsProvenance': () => PROVENANCE,
  'queryLedgerState/operationalCertificates': () => '{}',
  'queryLedgerState/nonces': () => NONCES,
  // The devnet pays no fees into a treasury.
  'queryLedgerState/treasuryAndReserves': () => object({ treasury: NOTHING, reserves: NOTHING }),
  'queryLedgerState/constitution': () => CONSTITUTION,
  'queryLedgerState/constitutionalCommittee': () => COMMITTEE,
  'queryLedgerState/delegateRepresentatives': (params) => {
    credentials(params, delegateCredential)
    return REPRESENTATIVES
  },
  'queryLedgerState/governanceProposals': (params) => {
    listIn(params, 'proposals', referenceOf)
    return '[]'
  },
  'queryLedgerState/dump': () => {
    throw new MethodError(INTERNAL_ERROR, 'The devnet writes no files for its clients.')
  },
})
