// What builders of transactions need of the two served config documents, in one short answer.
import { type Static, Type } from '@sinclair/typebox'
import type { ContractsConfig, ProtocolConfig } from './config.ts'

const digits = (description: string, example: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]*)$', description, examples: [example] })

export const ParametersSchema = Type.Object(
  {
    tokenEmission: digits('Tokens minted by a launch, smallest unit.', '1000000000'),
    aNum: digits(
      'Numerator of coefficient a: the price after s tokens sold is aNum/aDenom * s^2 + bNum/bDenom lovelace a token.',
      '122525779519',
    ),
    aDenom: digits('Denominator of coefficient a.', '1000000000000000000000000000'),
    bNum: digits('Numerator of coefficient b, which is added.', '2545182'),
    bDenom: digits('Denominator of coefficient b.', '1000000'),
    adaThreshold: digits(
      'ADA that a curve collects until it graduates, in lovelace; without the deposit in its reserve. At that point the price makes the market capitalisation of the tier.',
      '18188400000',
    ),
    fixedFee: digits('Fixed fee of a transaction, in lovelace.', '500000'),
    minTradeAda: digits('Least trade, in lovelace.', '1000000'),
    percentFee: Type.Number({ description: 'Fee of a trade in percent of its ADA side.', examples: [1] }),
    deployScript: Type.String({
      pattern: '^[0-9a-f]{56}$',
      description: 'Script hash of bonding-curve pools: contracts.launchAsset.hash of the contracts config.',
      examples: ['905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d'],
    }),
  },
  { $id: 'Parameters', description: 'Short protocol parameters.' },
)
export type Parameters = Static<typeof ParametersSchema>

/** The parameters as the documents have them, exactly. */
export const shortParameters = (
  { parameters }: ProtocolConfig,
  { contracts }: ContractsConfig,
): Parameters => ({
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
})
