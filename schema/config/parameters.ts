// Parameters for transaction builders from the two served config documents, in one short response.

import { type Static, Type } from '@sinclair/typebox'
import { collectedLovelace } from '../launchpad/curve.ts'
import type { Tier } from '../launchpad/tier.ts'
import { digits, hash28 } from '../responses/field-schemas.ts'
import type { ContractsConfig, OperationsConfig, ProtocolConfig } from './config.ts'

export const ParametersSchema = Type.Object(
  {
    tokenEmission: digits('Tokens minted by a launch, smallest unit.', '1000000000'),
    aNum: digits(
      'Numerator of coefficient a: the price after s tokens sold is aNum/aDenom * s^2 + bNum/bDenom lovelace per token.',
      '122525779519',
    ),
    aDenom: digits('Denominator of coefficient a.', '1000000000000000000000000000'),
    bNum: digits('Numerator of coefficient b, the price before the first token is sold.', '2545182'),
    bDenom: digits('Denominator of coefficient b.', '1000000'),
    adaThreshold: digits(
      'ADA that a curve collects until it graduates, in lovelace; without the deposit in its reserve. The price at graduation gives the market capitalisation of the tier.',
      '18188400000',
    ),
    fixedFee: digits(
      'Fixed fee of the protocol per order, in lovelace; part of the executor fee of a quote.',
      '500000',
    ),
    minTradeAda: digits('Minimum trade, in lovelace.', '1000000'),
    percentFee: Type.Number({ description: 'Fee of a trade in percent of its ADA side.', examples: [1] }),
    deployScript: hash28(
      'Script hash of bonding-curve pools: contracts.launchAsset.hash of the contracts config.',
      '905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d',
    ),
    launchFees: Type.Object(
      {
        launchFee: digits('Fee of the launch itself, in lovelace.', '500000'),
        minDepositFee: digits(
          'Minimum fee of the first purchase, in lovelace. A launch without a purchase pays it too.',
          '1000000',
        ),
      },
      {
        description:
          'Fees of a launch, which its transaction pays: `launchFee`, and `percentFee` of the first purchase, rounded down, or `minDepositFee` if that is more.',
      },
    ),
    hyped: Type.Optional(
      Type.Object(
        {
          aNum: digits('Numerator of coefficient a.', '177128257607'),
          bNum: digits('Numerator of coefficient b.', '6901746'),
          adaThreshold: digits('ADA that the curve collects until it graduates, in lovelace.', '27501849940'),
        },
        {
          description:
            'Curve of launches of type HYPED, with the same denominators. Absent if the operator has not supplied it; HYPED launches are refused there.',
        },
      ),
    ),
  },
  { $id: 'Parameters', description: 'Short protocol parameters.' },
)
export type Parameters = Static<typeof ParametersSchema>

/** `hyped` is the operations config's tier of this name; undefined without such a tier. */
export const launchTiers = (
  { parameters }: ProtocolConfig,
  { curve }: OperationsConfig,
): { readonly default: Tier; readonly hyped: Tier | undefined } => {
  const raw = (amount: { readonly raw: string }): bigint => BigInt(amount.raw)
  const standard: Tier = {
    aNum: raw(parameters.aNum),
    bNum: raw(parameters.bNum),
    adaCap: raw(parameters.adaThreshold) + raw(parameters.poolMinAda),
  }
  const tier = curve.tiers.find(({ name }) => name === 'hyped')
  const hyped = tier && { aNum: BigInt(tier.aNum), bNum: BigInt(tier.bNum), adaCap: BigInt(tier.adaCap) }
  return { default: standard, hyped }
}

const writtenTier = ({ aNum, bNum, adaCap }: Tier) => ({
  aNum: `${aNum}`,
  bNum: `${bNum}`,
  adaThreshold: `${collectedLovelace(adaCap)}`,
})

/** Exactly as in the documents. */
export const shortParameters = (
  protocol: ProtocolConfig,
  { contracts }: ContractsConfig,
  operations: OperationsConfig,
): Parameters => {
  const { parameters } = protocol
  const { hyped } = launchTiers(protocol, operations)
  return {
    tokenEmission: parameters.tokenEmission.raw,
    aNum: parameters.aNum.raw,
    aDenom: parameters.aDenom.raw,
    bNum: parameters.bNum.raw,
    bDenom: parameters.bDenom.raw,
    adaThreshold: parameters.adaThreshold.raw,
    fixedFee: parameters.fixedFee.raw,
    minTradeAda: parameters.minTradeAda.raw,
    percentFee: parameters.percentFee,
    deployScript: contracts.launchAsset.hash,
    launchFees: {
      launchFee: parameters.launchFeeAmount.raw,
      minDepositFee: parameters.minLaunchAdaInitialDepositFee.raw,
    },
    ...(hyped && { hyped: writtenTier(hyped) }),
  }
}
