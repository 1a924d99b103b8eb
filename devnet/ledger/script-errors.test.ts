// The rules of scripts and of their data, each broken in an otherwise valid transaction.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import { blake2b256 } from '../../schema/launchpad/derivations.ts'
import { DEVNET_PARAMETERS } from './parameters.ts'
import { writeTransaction } from './testing/draft.ts'
import { lovelace, passes, reference, refuses, spend } from './testing/expect-submission.ts'
import {
  ALICE,
  ALICE_SIGNS,
  AT_FAILS,
  AT_HASHED,
  AT_NATIVE,
  AT_NO_DATUM,
  AT_PASSES,
  AT_V3,
  BOB,
  BOBS,
  COLLATERAL,
  coin,
  DATUM_HASH,
  FAILS,
  FORTY_TWO,
  HUGE,
  MANY_TOKENS,
  PASSES,
  PASSES_V3,
  PAYMENT,
  REFERENCE_SCRIPT,
  RICH,
  redeemer,
  refusalOf,
  rewardAccount,
  SPEND,
  TOKENS,
  testLedger,
} from './testing/test-ledger.ts'

const ADA = 1_000_000n

passes('an input at a script', SPEND)
passes('an input at a script, by a reference script', {
  ...SPEND,
  scripts: [],
  references: [REFERENCE_SCRIPT],
})
passes('an input at a Plutus V3 script without a datum', {
  ...SPEND,
  inputs: [RICH, AT_V3],
  scripts: [PASSES_V3],
  language: 2,
})
passes('an input with a datum in the witnesses', {
  ...SPEND,
  inputs: [RICH, AT_HASHED],
  datums: [FORTY_TWO],
})
passes('an input at a native script', {
  ...PAYMENT,
  inputs: [RICH, AT_NATIVE],
  outputs: [{ address: ALICE.address, lovelace: 104_800_000n }],
  scripts: [ALICE_SIGNS],
})
passes('tokens minted under a native script', {
  ...PAYMENT,
  mint: [coin('new', 7n)],
  outputs: [{ address: ALICE.address, lovelace: 99_800_000n, assets: [coin('new', 7n)] }],
  scripts: [ALICE_SIGNS],
})
passes('tokens burned, of an amount above 2^53', {
  ...PAYMENT,
  inputs: [TOKENS],
  mint: [coin('huge', -1n)],
  outputs: [{ address: ALICE.address, lovelace: 49_800_000n, assets: [coin('huge', HUGE - 1n)] }],
  scripts: [ALICE_SIGNS],
})
passes('a withdrawal of nothing that runs a script', {
  ...SPEND,
  inputs: [RICH],
  outputs: [{ address: ALICE.address, lovelace: 99n * ADA }],
  withdrawals: { [rewardAccount(PASSES)]: 0n },
  redeemers: [redeemer(Serialization.RedeemerTag.Reward, 0)],
})
passes('a transaction that says truly that its scripts fail', {
  ...SPEND,
  inputs: [RICH, AT_FAILS],
  scripts: [FAILS],
  valid: false,
})

refuses('a script integrity hash of something else', 3113, { ...SPEND, integrityHash: '0'.repeat(64) })
refuses(
  'no script',
  3102,
  {
    ...SPEND,
    scripts: [],
    // The library's encoding of redeemers depends on the transactions that it built before.
    get integrityHash() {
      return withoutScripts()
    },
  },
  {
    missingScripts: [PASSES.hash()],
  },
)
refuses(
  'a native script that does not hold',
  3103,
  {
    ...PAYMENT,
    inputs: [BOBS, AT_NATIVE],
    outputs: [{ address: BOB.address, lovelace: 24_800_000n }],
    scripts: [ALICE_SIGNS],
    signers: [BOB],
  },
  { failingNativeScripts: [ALICE_SIGNS.hash()] },
)
refuses(
  'a script that nothing needs',
  3104,
  { ...PAYMENT, scripts: [ALICE_SIGNS] },
  {
    extraneousScripts: [ALICE_SIGNS.hash()],
  },
)
refuses(
  'no redeemer',
  3109,
  { ...SPEND, redeemers: [spend(0)] },
  {
    missingRedeemers: [{ purpose: 'spend', outputReference: reference(AT_PASSES) }],
  },
)
refuses(
  'a redeemer of a key input',
  3110,
  { ...SPEND, redeemers: [spend(0), spend(1)] },
  {
    extraneousRedeemers: [{ index: 0, purpose: 'spend' }],
  },
)
refuses('no datum', 3111, { ...SPEND, inputs: [RICH, AT_HASHED] }, { missingDatums: [DATUM_HASH] })
refuses('a datum of nothing', 3112, { ...SPEND, datums: [FORTY_TWO] }, { extraneousDatums: [DATUM_HASH] })
refuses(
  'an output without a datum',
  3114,
  { ...SPEND, inputs: [RICH, AT_NO_DATUM] },
  {
    orphanScriptInputs: [reference(AT_NO_DATUM)],
  },
)
refuses('no collateral', 3132, { ...SPEND, collaterals: [] })
refuses(
  'too many collaterals',
  3131,
  { ...SPEND, collaterals: [RICH, COLLATERAL, TOKENS, MANY_TOKENS] },
  {
    maximumCollateralInputs: 3,
    countedCollateralInputs: 4,
  },
)
refuses(
  'collateral at a script',
  3129,
  { ...SPEND, collaterals: [AT_V3] },
  {
    unsuitableCollateralInputs: [reference(AT_V3)],
  },
)
refuses('tokens as collateral', 3133, { ...SPEND, collaterals: [TOKENS] })
refuses(
  'too little collateral',
  3128,
  { ...SPEND, collateralReturn: { address: ALICE.address, lovelace: 8_500_001n } },
  { providedCollateral: lovelace(1_499_999n), minimumRequiredCollateral: lovelace(1_500_000n) },
)
refuses('a value too large in the return of collateral', 3120, {
  ...SPEND,
  collaterals: [MANY_TOKENS],
  collateralReturn: {
    address: ALICE.address,
    lovelace: 50n * ADA,
    assets: Array.from({ length: 210 }, (_, n) => coin(`a name of some length ${n}`, 1n)),
  },
})
refuses(
  'another total collateral',
  3135,
  { ...SPEND, totalCollateral: 1n },
  {
    declaredTotalCollateral: lovelace(1n),
    computedTotalCollateral: lovelace(10n * ADA),
  },
)
refuses(
  'an account with no such reward',
  3141,
  {
    ...SPEND,
    inputs: [RICH],
    outputs: [{ address: ALICE.address, lovelace: 99n * ADA + 5n }],
    withdrawals: { [rewardAccount(PASSES)]: 5n },
    redeemers: [redeemer(Serialization.RedeemerTag.Reward, 0)],
  },
  { incompleteWithdrawals: { [rewardAccount(PASSES)]: lovelace(5n) } },
)
refuses(
  'more execution units than a transaction may use',
  3134,
  {
    ...SPEND,
    redeemers: [{ ...spend(1), memory: 14_000_001n, cpu: 1n }],
  },
  {
    providedExecutionUnits: { memory: 14_000_001, cpu: 1 },
    maximumExecutionUnits: { memory: 14_000_000, cpu: 10_000_000_000 },
  },
)
refuses('a script that fails', 3136, { ...SPEND, inputs: [RICH, AT_FAILS], scripts: [FAILS] })
refuses('a script that uses more than it declares', 3136, {
  ...SPEND,
  redeemers: [{ ...spend(1), memory: 1n, cpu: 1n }],
})
refuses(
  'a transaction that says falsely that its scripts fail',
  3136,
  { ...SPEND, valid: false },
  {
    declaredSpending: 'collaterals',
    mismatchReason: 'The scripts pass, but the transaction declares that they fail.',
  },
)
refuses(
  'a payment without scripts that says that its scripts fail',
  3136,
  { ...PAYMENT, valid: false },
  {
    declaredSpending: 'collaterals',
    mismatchReason: 'The scripts pass, but the transaction declares that they fail.',
  },
)
test('3166: reference scripts larger than all of them may be', () => {
  const parameters = { ...DEVNET_PARAMETERS, maxReferenceScriptsSize: 13 }
  const { ledger } = testLedger({ parameters })
  const cbor = writeTransaction({ ...SPEND, scripts: [], references: [REFERENCE_SCRIPT] })
  assert.deepEqual(refusalOf(ledger.submit(cbor)), [
    3166,
    { measuredReferenceScriptsSize: { bytes: 14 }, maximumReferenceScriptsSize: { bytes: 13 } },
  ])
})

/** Without scripts, no cost model is hashed. */
function withoutScripts(): string {
  const redeemers = Serialization.Redeemers.fromCore([])
  redeemers.setValues([
    new Serialization.Redeemer(
      Serialization.RedeemerTag.Spend,
      1n,
      Serialization.PlutusData.fromCbor(HexBlob(FORTY_TWO)),
      new Serialization.ExUnits(2_000_000n, 500_000_000n),
    ),
  ])
  return blake2b256(`${redeemers.toCbor()}a0`)
}
