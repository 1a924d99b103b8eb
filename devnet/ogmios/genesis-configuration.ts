// The genesis configuration of each era that has one, in the shapes of a node's server. A devnet begins in Conway. So its earlier eras have
// no signatures and no owners, and the ledger's parameters.
import { NO_GENESIS } from '../../schema/ogmios/codes.ts'
import { object } from '../../schema/ogmios/write-json.ts'
import { SECURITY_PARAMETER } from '../../schema/primitives.ts'
import { DEVNET_EPOCH } from '../chain/network-time.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type Parameters, parametersJson, someParametersJson } from '../ledger/parameters.ts'
import { MethodError, startTimeJson } from './methods.ts'
import { invalid, member } from './requests.ts'
import { COMMITTEE, CONSTITUTION } from './stake-queries.ts'

const MAGIC = '42'

const [PLUTUS_V1, PLUTUS_V3] = [0, 2]

/** All networks began Byron with these parameters, except for the length of slots. */
const BYRON_PARAMETERS = object({
  scriptVersion: '0',
  slotDuration: '1000',
  maxBlockBodySize: '{"bytes":2000000}',
  maxBlockHeaderSize: '{"bytes":2000000}',
  maxTransactionSize: '{"bytes":4096}',
  maxUpdateProposalSize: '{"bytes":700}',
  multiPartyComputationThreshold: '"1/50"',
  heavyDelegationThreshold: '"3/10000"',
  updateVoteThreshold: '"1/1000"',
  updateProposalThreshold: '"1/10"',
  updateProposalTimeToLive: '10000',
  unlockStakeEpoch: '18446744073709551615',
  softForkInitThreshold: '"9/10"',
  softForkMinThreshold: '"3/5"',
  softForkDecrementThreshold: '"1/20"',
  minFeeConstant: '{"ada":{"lovelace":155381}}',
  minFeeCoefficient: '44',
})

const byron = (ledger: Ledger): string =>
  object({
    era: '"byron"',
    genesisKeyHashes: '[]',
    genesisDelegations: '{}',
    startTime: startTimeJson(ledger.start),
    initialFunds: '{}',
    initialVouchers: '{}',
    securityParameter: String(SECURITY_PARAMETER),
    networkMagic: MAGIC,
    updatableParameters: BYRON_PARAMETERS,
  })

const shelley = (ledger: Ledger): string =>
  object({
    era: '"shelley"',
    startTime: startTimeJson(ledger.start),
    networkMagic: MAGIC,
    network: '"testnet"',
    activeSlotsCoefficient: '"1/20"',
    securityParameter: String(SECURITY_PARAMETER),
    epochLength: String(DEVNET_EPOCH),
    slotsPerKesPeriod: '129600',
    maxKesEvolutions: '62',
    slotLength: '{"milliseconds":1000}',
    updateQuorum: '1',
    maxLovelaceSupply: '45000000000000000',
    initialParameters: parametersJson(ledger.parameters),
    initialDelegates: '[]',
    initialFunds: '{}',
    initialStakePools: '{"stakePools":{},"delegators":{}}',
  })

/** Parameters with only the cost model of one language. */
const withCosts = (parameters: Parameters, language: number): Parameters => ({
  ...parameters,
  costModels: new Map([...parameters.costModels].filter(([other]) => other === language)),
})

const alonzo = ({ parameters }: Ledger): string =>
  object({
    era: '"alonzo"',
    updatableParameters: someParametersJson(withCosts(parameters, PLUTUS_V1), [
      'minUtxoDepositCoefficient',
      'plutusCostModels',
      'scriptExecutionPrices',
      'maxExecutionUnitsPerTransaction',
      'maxExecutionUnitsPerBlock',
      'maxValueSize',
      'collateralPercentage',
      'maxCollateralInputs',
    ]),
  })

const conway = ({ parameters }: Ledger): string =>
  object({
    era: '"conway"',
    constitution: CONSTITUTION,
    constitutionalCommittee: COMMITTEE,
    updatableParameters: someParametersJson(withCosts(parameters, PLUTUS_V3), [
      'stakePoolVotingThresholds',
      'delegateRepresentativeVotingThresholds',
      'constitutionalCommitteeMinSize',
      'constitutionalCommitteeMaxTermLength',
      'governanceActionLifetime',
      'governanceActionDeposit',
      'delegateRepresentativeDeposit',
      'delegateRepresentativeMaxIdleTime',
      'plutusCostModels',
      'minFeeReferenceScripts',
    ]),
  })

const CONFIGURATIONS = new Map<unknown, (ledger: Ledger) => string>(
  Object.entries({ byron, shelley, alonzo, conway }),
)

/** @throws {MethodError} for an era without a genesis */
export const genesisConfiguration = (ledger: Ledger, params: unknown): string => {
  const era = member(params, 'era')
  if (era === 'dijkstra')
    throw new MethodError(
      NO_GENESIS,
      'Failed to retrieve genesis configuration.',
      'The devnet has no configuration of this era.',
    )
  const configuration = CONFIGURATIONS.get(era)
  if (configuration === undefined)
    throw invalid(
      "Invalid era parameter. Only 'byron', 'shelley', 'alonzo', 'conway' and 'dijkstra' are supported.",
    )
  return configuration(ledger)
}
