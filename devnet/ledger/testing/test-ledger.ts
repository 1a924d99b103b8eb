// A ledger with some money, with which most tests start. It has two people, a script that always passes, a script that always fails, and an
// output of each spendable kind.
import { Cardano, Serialization } from '@cardano-sdk/core'
import { Ed25519KeyHashHex } from '@cardano-sdk/crypto'
import { HexBlob } from '@cardano-sdk/util'
import type { AssetAmount, Hex, OutputReference } from '../../../schema/primitives.ts'
import { namedKey } from '../../actors/wallet/key.ts'
import { Chain } from '../../chain/chain.ts'
import { Ledger } from '../ledger.ts'
import {
  type Draft,
  type DraftOutput,
  type DraftRedeemer,
  draftUtxo,
  plutusData,
  writeTransaction,
} from './draft.ts'

/** Start of slot 0 in Unix milliseconds. */
export const START = Date.UTC(2026, 0, 1)

export const NOW = 1000

/** CBOR of 42. */
export const FORTY_TWO: Hex = '182a'

const person = (name: string) => {
  const key = namedKey(name)
  return { ...key, address: `60${key.hash}` }
}

export const ALICE = person('alice')
export const BOB = person('bob')

export const redeemer = (tag: Serialization.RedeemerTag, index: number): DraftRedeemer => ({
  tag,
  index,
  data: FORTY_TWO,
  memory: 2_000_000n,
  cpu: 500_000_000n,
})

const v2 = (cbor: Hex): Serialization.Script =>
  Serialization.Script.newPlutusV2Script(new Serialization.PlutusV2Script(HexBlob(cbor)))

export const PASSES = v2('4d01000033222220051200120011')
export const FAILS = v2('4401000061')
/** Takes one argument, and returns unit. */
export const PASSES_V3 = Serialization.Script.newPlutusV3Script(
  new Serialization.PlutusV3Script(HexBlob('450101002499')),
)
export const ALICE_SIGNS = Serialization.Script.newNativeScript(
  Serialization.NativeScript.newScriptPubkey(new Serialization.ScriptPubkey(Ed25519KeyHashHex(ALICE.hash))),
)

export const scriptAddress = (script: Serialization.Script): Hex => `70${script.hash()}`

export const DATUM_HASH: Hex = plutusData(FORTY_TWO).hash()

export const at = (index: number): OutputReference => ({ transaction: 'a'.repeat(64), index })

/** `letter` is the asset's name as text. */
export const coin = (letter: string, quantity: bigint): AssetAmount => ({
  asset: `${ALICE_SIGNS.hash()}.${Buffer.from(letter).toString('hex')}`,
  quantity,
})

const ADA = 1_000_000n

/** A quantity that a double cannot represent exactly. */
export const HUGE = 9_223_372_036_847_161_969n

const many = Array.from({ length: 210 }, (_, n) => coin(`a name of some length ${n}`, 1n))

const OUTPUTS: readonly DraftOutput[] = [
  { address: ALICE.address, lovelace: 100n * ADA },
  { address: ALICE.address, lovelace: 10n * ADA },
  { address: ALICE.address, lovelace: 50n * ADA, assets: [coin('huge', HUGE)] },
  { address: BOB.address, lovelace: 20n * ADA },
  { address: scriptAddress(PASSES), lovelace: 5n * ADA, datum: FORTY_TWO },
  { address: scriptAddress(FAILS), lovelace: 5n * ADA, datum: FORTY_TWO },
  { address: scriptAddress(PASSES), lovelace: 5n * ADA, datumHash: DATUM_HASH },
  { address: scriptAddress(PASSES), lovelace: 5n * ADA },
  { address: scriptAddress(PASSES_V3), lovelace: 5n * ADA },
  { address: scriptAddress(ALICE_SIGNS), lovelace: 5n * ADA },
  { address: BOB.address, lovelace: 20n * ADA, script: PASSES },
  { address: ALICE.address, lovelace: 60n * ADA, assets: many },
]

export const RICH = at(0)
export const COLLATERAL = at(1)
export const TOKENS = at(2)
export const BOBS = at(3)
export const AT_PASSES = at(4)
export const AT_FAILS = at(5)
export const AT_HASHED = at(6)
export const AT_NO_DATUM = at(7)
export const AT_V3 = at(8)
export const AT_NATIVE = at(9)
export const REFERENCE_SCRIPT = at(10)
export const MANY_TOKENS = at(11)

export const rewardAccount = (script: Serialization.Script): string =>
  Cardano.Address.fromBytes(HexBlob(`f0${script.hash()}`)).toBech32()

export const testLedger = (change: Partial<ConstructorParameters<typeof Ledger>[0]> = {}) => {
  const clock = { now: START + NOW * 1000 }
  const chain = new Chain()
  const utxo = OUTPUTS.map((output, n) => draftUtxo(at(n), output))
  const accounts = [`f0${PASSES.hash()}`]
  const ledger = new Ledger({ chain, clock: () => clock.now, start: START, utxo, accounts, ...change })
  return { chain, ledger, clock }
}

/** Code and data of the error. */
export const refusalOf = (
  outcome: ReturnType<Ledger['submit'] | Ledger['evaluate']>,
): unknown[] | undefined => ('error' in outcome ? [outcome.error.code, outcome.error.data] : undefined)

/** Alice pays Bob 10 ADA of her 100 ADA. */
export const PAYMENT: Draft = {
  inputs: [RICH],
  outputs: [
    { address: BOB.address, lovelace: 10n * ADA },
    { address: ALICE.address, lovelace: 89_800_000n },
  ],
  fee: 200_000n,
  signers: [ALICE],
}

export const SPEND: Draft = {
  inputs: [RICH, AT_PASSES],
  outputs: [{ address: ALICE.address, lovelace: 104n * ADA }],
  fee: 1n * ADA,
  signers: [ALICE],
  collaterals: [COLLATERAL],
  scripts: [PASSES],
  redeemers: [redeemer(Serialization.RedeemerTag.Spend, 1)],
}

export const submitDraft = (ledger: Ledger, draft: Draft): Hex => {
  const submission = ledger.submit(writeTransaction(draft))
  if ('error' in submission) throw new Error(JSON.stringify(submission.error))
  return submission.id
}
