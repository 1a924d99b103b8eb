// Vectors from recorded mainnet blocks: signatures, script hashes and script integrity hashes. The ledger computes these with its own code,
// because the ledger checks the builder. Ledger and builder must both agree with the chain.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { isSignedBy } from '../../api/builder/transaction/attach-witness.ts'
import { scriptHash } from '../../api/builder/transaction/script-hash.ts'
import { languageViews as builderViews } from '../../api/builder/transaction/write-transaction.ts'
import { mainnetBusy, mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { cborInteger, cborList, cborMap } from '../../schema/codecs/cbor-write.ts'
import type { Script } from '../../schema/codecs/output-cbor.ts'
import { blake2b256 } from '../../schema/launchpad/derivations.ts'
import { languageViews } from './cost-models.ts'
import { DEVNET_PARAMETERS } from './parameters.ts'
import { ledgerScript } from './script.ts'
import { PURPOSES, type Purpose } from './transaction.ts'
import { isValidSignature } from './witness-rules.ts'

interface Recorded {
  readonly id: string
  readonly signatories: readonly { readonly key: string; readonly signature: string }[]
  readonly scripts?: Readonly<Record<string, Script>>
  readonly scriptIntegrityHash?: string
  readonly datums?: Readonly<Record<string, string>>
  readonly redeemers?: readonly {
    readonly redeemer: string
    readonly executionUnits: { readonly memory: number; readonly cpu: number }
    readonly validator: { readonly purpose: Purpose; readonly index: number }
  }[]
}

const recorded: readonly Recorded[] = [mainnetBusy, mainnetLaunch].flatMap(({ path }) =>
  gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .flatMap((line): Recorded[] => JSON.parse(line).result.block.transactions ?? []),
)

test('every signature of mainnet is valid, and none of another transaction', () => {
  const count = { valid: 0, other: 0 }
  for (const { id, signatories } of recorded)
    for (const { key: publicKey, signature } of signatories)
      for (const message of [id, blake2b256(id)]) {
        const isValid = isValidSignature({ publicKey, signature }, message)
        assert.equal(isSignedBy({ publicKey, signature }, message), isValid, id)
        count[message === id ? 'valid' : 'other'] += isValid ? 1 : 0
      }
  assert.deepEqual(count, { valid: 2_828, other: 0 })
})

test('scripts of mainnet have the hashes under which transactions have them', () => {
  const counts: Record<string, number> = {}
  for (const { scripts = {} } of recorded)
    for (const [hash, { language, cbor }] of Object.entries(scripts)) {
      if (cbor === undefined) continue
      assert.equal(ledgerScript({ language, cbor }).hash, hash, language)
      assert.equal(scriptHash({ language, cbor }), hash, language)
      counts[language] = (counts[language] ?? 0) + 1
    }
  assert.deepEqual(counts, { 'plutus:v1': 112, 'plutus:v2': 67, 'plutus:v3': 30 })
})

/** Ogmios' replies lack the bytes of redeemers, so all possible encodings are tried. */
const redeemerForms = ({ redeemers = [] }: Recorded): string[] => {
  const [one] = redeemers
  if (one === undefined) return []
  const { redeemer, executionUnits: units, validator } = one
  const pointer = [cborInteger(PURPOSES.indexOf(validator.purpose)), cborInteger(validator.index)]
  const used = cborList([cborInteger(units.memory), cborInteger(units.cpu)])
  return [
    cborList([cborList([...pointer, redeemer, used])]),
    cborMap([[cborList(pointer), cborList([redeemer, used])]]),
  ]
}

test('integrity hashes of mainnet cover the cost models of each language in its encoding', () => {
  const found: number[] = []
  for (const language of [0, 1, 2]) {
    const views = languageViews(DEVNET_PARAMETERS, [language])
    assert.equal(views, builderViews(DEVNET_PARAMETERS.costModels, [language]))
    const covered = recorded.filter(
      (transaction) =>
        transaction.redeemers?.length === 1 &&
        Object.keys(transaction.datums ?? {}).length === 0 &&
        redeemerForms(transaction).some(
          (redeemers) => blake2b256(redeemers + views) === transaction.scriptIntegrityHash,
        ),
    )
    found.push(covered.length)
  }
  assert.deepEqual(found, [1, 135, 19])
  for (const languages of [[], [2, 1], [1, 0], [0, 1, 2, 3], [2, 0, 2]])
    assert.equal(
      languageViews(DEVNET_PARAMETERS, languages),
      builderViews(DEVNET_PARAMETERS.costModels, languages),
      String(languages),
    )
})
