// Protocol parameters of the devnet. The values are the defaults of transaction builders for Conway, so a library without a connection
// computes this ledger's fees and deposits.
import { hardCodedProtocolParams, type ProtocolParameters } from '@blaze-cardano/core'
import type { Cardano } from '@cardano-sdk/core'
import { decimalFraction } from '../../schema/launchpad/ledger-fees.ts'
import { list, members, object } from '../../schema/ogmios/write-json.ts'

export type Parameters = ProtocolParameters

export const DEVNET_PARAMETERS: Parameters = hardCodedProtocolParams

export const ratio = (value: number | string | Cardano.Fraction): string => {
  const [numerator, denominator] =
    typeof value === 'object' ? [BigInt(value.numerator), BigInt(value.denominator)] : decimalFraction(value)
  return JSON.stringify(`${numerator}/${denominator}`)
}

export const ada = (lovelace: number): string => `{"ada":{"lovelace":${lovelace}}}`
const bytes = (count: number): string => `{"bytes":${count}}`
const units = ({ memory, steps }: { memory: number; steps: number }): string =>
  `{"memory":${memory},"cpu":${steps}}`

const stakePoolThresholds = (at: Cardano.PoolVotingThresholds): string =>
  object({
    noConfidence: ratio(at.motionNoConfidence),
    constitutionalCommittee: object({
      default: ratio(at.committeeNormal),
      stateOfNoConfidence: ratio(at.committeeNoConfidence),
    }),
    hardForkInitiation: ratio(at.hardForkInitiation),
    protocolParametersUpdate: object({ security: ratio(at.securityRelevantParamVotingThreshold) }),
  })

const representativeThresholds = (at: Cardano.DelegateRepresentativeThresholds): string =>
  object({
    noConfidence: ratio(at.motionNoConfidence),
    constitutionalCommittee: object({
      default: ratio(at.committeeNormal),
      stateOfNoConfidence: ratio(at.committeeNoConfidence),
    }),
    constitution: ratio(at.updateConstitution),
    hardForkInitiation: ratio(at.hardForkInitiation),
    protocolParametersUpdate: object({
      network: ratio(at.ppNetworkGroup),
      economic: ratio(at.ppEconomicGroup),
      technical: ratio(at.ppTechnicalGroup),
      governance: ratio(at.ppGovernanceGroup),
    }),
    treasuryWithdrawals: ratio(at.treasuryWithdrawal),
  })

/** A node writes the base price of reference scripts as a double, with a decimal point. */
const double = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value))

const membersOf = (p: Parameters) => ({
  minFeeCoefficient: String(p.minFeeCoefficient),
  minFeeConstant: ada(p.minFeeConstant),
  minFeeReferenceScripts:
    p.minFeeReferenceScripts &&
    object({
      base: double(p.minFeeReferenceScripts.base),
      range: String(p.minFeeReferenceScripts.range),
      multiplier: double(p.minFeeReferenceScripts.multiplier),
    }),
  maxBlockBodySize: bytes(p.maxBlockBodySize),
  maxBlockHeaderSize: bytes(p.maxBlockHeaderSize),
  maxTransactionSize: bytes(p.maxTxSize),
  maxReferenceScriptsSize:
    p.maxReferenceScriptsSize === undefined ? undefined : bytes(p.maxReferenceScriptsSize),
  stakeCredentialDeposit: ada(p.stakeKeyDeposit),
  stakePoolDeposit: p.poolDeposit === null ? undefined : ada(p.poolDeposit),
  stakePoolRetirementEpochBound: String(p.poolRetirementEpochBound),
  desiredNumberOfStakePools: String(p.desiredNumberOfPools),
  stakePoolPledgeInfluence: ratio(p.poolInfluence),
  monetaryExpansion: ratio(p.monetaryExpansion),
  treasuryExpansion: ratio(p.treasuryExpansion),
  minStakePoolCost: ada(p.minPoolCost),
  minUtxoDepositConstant: ada(0),
  minUtxoDepositCoefficient: String(p.coinsPerUtxoByte),
  plutusCostModels: object(
    Object.fromEntries(
      [...p.costModels].map(([version, model]) => [`plutus:v${version + 1}`, list(model.map(String))]),
    ),
  ),
  scriptExecutionPrices: `{"memory":${ratio(p.prices.memory)},"cpu":${ratio(p.prices.steps)}}`,
  maxExecutionUnitsPerTransaction: units(p.maxExecutionUnitsPerTransaction),
  maxExecutionUnitsPerBlock: units(p.maxExecutionUnitsPerBlock),
  maxValueSize: bytes(p.maxValueSize),
  collateralPercentage: String(p.collateralPercentage),
  maxCollateralInputs: String(p.maxCollateralInputs),
  version: object({ major: String(p.protocolVersion.major), minor: String(p.protocolVersion.minor) }),
  stakePoolVotingThresholds: p.stakePoolVotingThresholds && stakePoolThresholds(p.stakePoolVotingThresholds),
  delegateRepresentativeVotingThresholds:
    p.delegateRepresentativeVotingThresholds &&
    representativeThresholds(p.delegateRepresentativeVotingThresholds),
  constitutionalCommitteeMinSize: String(p.constitutionalCommitteeMinSize ?? 0),
  constitutionalCommitteeMaxTermLength: String(p.constitutionalCommitteeMaxTermLength ?? 0),
  governanceActionLifetime: String(p.governanceActionLifetime ?? 0),
  governanceActionDeposit: ada(p.governanceActionDeposit ?? 0),
  delegateRepresentativeDeposit: ada(p.delegateRepresentativeDeposit ?? 0),
  delegateRepresentativeMaxIdleTime: '31',
})

export const parametersJson = (parameters: Parameters): string => object(membersOf(parameters))

export const someParametersJson = (
  parameters: Parameters,
  names: readonly (keyof ReturnType<typeof membersOf>)[],
): string => {
  const all = membersOf(parameters)
  return members(names.map((name) => [name, all[name]]))
}
