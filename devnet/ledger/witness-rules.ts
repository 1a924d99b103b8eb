// Rules for a transaction's witnesses: signatures, scripts, datums and redeemers.
import { createPublicKey, verify } from 'node:crypto'
import { paymentCredential } from '../../schema/codecs/address.ts'
import { blake2b224, blake2b256 } from '../../schema/launchpad/derivations.ts'
import type { Hex } from '../../schema/primitives.ts'
import { languageViews } from './cost-models.ts'
import { nativeHolds } from './native-script.ts'
import { type Context, plutusNeeds, type Rule, scriptOf } from './rule.ts'
import { languageNumber } from './script.ts'
import { pointerData, referenceData, submissionError } from './submission-error.ts'
import { type LedgerSignature, outputsAndReturn, samePointer } from './transaction.ts'

/** False if the key is not a point of the curve. */
export const isValidSignature = ({ publicKey, signature }: LedgerSignature, id: Hex): boolean => {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(id, 'hex'), key, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

export const signaturesVerify: Rule = ({ transaction: { id, signatures } }) => {
  const invalid = signatures.filter((signature) => !isValidSignature(signature, id))
  if (invalid.length === 0) return undefined
  return submissionError(3100, 'Signatures do not verify; sign the hash of the body as it is submitted.', {
    invalidSignatories: invalid.map(({ publicKey }) => publicKey),
  })
}

const signersOf = ({ transaction }: Context): Set<Hex> =>
  new Set(transaction.signatures.map(({ publicKey }) => blake2b224(publicKey)))

export const signaturesComplete: Rule = (context) => {
  const { transaction, inputs, collaterals } = context
  const owners = [
    ...[...inputs, ...collaterals].flatMap(({ output }) => paymentCredential(output.address) ?? []),
    ...transaction.withdrawals.map(({ credential }) => credential),
  ]
  const keys = owners.filter(({ kind }) => kind === 'key').map(({ hash }) => hash)
  const signers = signersOf(context)
  const missing = [...new Set([...keys, ...transaction.requiredSigners])].filter((hash) => !signers.has(hash))
  if (missing.length === 0) return undefined
  return submissionError(3101, 'Signatures of owners or required signers are missing.', {
    missingSignatories: missing.sort(),
  })
}

export const scriptsPresent: Rule = (context) => {
  const missing = context.needs.filter(({ hash }) => scriptOf(context, hash) === undefined)
  if (missing.length === 0) return undefined
  return submissionError(3102, 'Scripts are missing; bring them as witnesses or by a reference.', {
    missingScripts: [...new Set(missing.map(({ hash }) => hash))].sort(),
  })
}

export const redeemersPresent: Rule = (context) => {
  const { redeemers } = context.transaction
  const missing = plutusNeeds(context).filter(
    (need) => !redeemers.some((redeemer) => samePointer(redeemer, need)),
  )
  if (missing.length === 0) return undefined
  return submissionError(3109, 'Scripts lack their redeemers.', {
    missingRedeemers: missing.map(({ target }) => target),
  })
}

export const datumsPresent: Rule = (context) => {
  const witnesses = new Set(context.transaction.datums.map(({ hash }) => hash))
  const hashes = plutusNeeds(context).flatMap(({ utxo }) => utxo?.output.datumHash ?? [])
  const missing = [...new Set(hashes)].filter((hash) => !witnesses.has(hash))
  if (missing.length === 0) return undefined
  return submissionError(3111, 'Datums of spent outputs are missing.', { missingDatums: missing.sort() })
}

export const datumsExist: Rule = (context) => {
  const orphans = plutusNeeds(context).flatMap(({ utxo, hash }) => {
    if (utxo === undefined || utxo.output.datum !== undefined || utxo.output.datumHash !== undefined)
      return []
    return scriptOf(context, hash)?.language === 'plutus:v3' ? [] : [utxo.reference]
  })
  if (orphans.length === 0) return undefined
  return submissionError(3114, 'Outputs at scripts have no datum and cannot be spent.', {
    orphanScriptInputs: orphans.map(referenceData),
  })
}

export const nativeScriptsHold: Rule = (context) => {
  const { from, until } = context.transaction
  const signers = signersOf(context)
  const failing = context.needs.filter(({ hash }) => {
    const script = scriptOf(context, hash)
    return script?.language === 'native' && !nativeHolds(script.cbor, { signers, from, until })
  })
  if (failing.length === 0) return undefined
  return submissionError(3103, 'Native scripts do not allow the transaction.', {
    failingNativeScripts: [...new Set(failing.map(({ hash }) => hash))].sort(),
  })
}

export const noExtraScripts: Rule = ({ witnessScripts, referenceScripts, needs }) => {
  const needed = new Set(needs.map(({ hash }) => hash).filter((hash) => !referenceScripts.has(hash)))
  const extraneous = [...witnessScripts.keys()].filter((hash) => !needed.has(hash))
  if (extraneous.length === 0) return undefined
  return submissionError(
    3104,
    'Scripts in the transaction are not needed, or a reference already has them.',
    {
      extraneousScripts: extraneous.sort(),
    },
  )
}

export const noExtraRedeemers: Rule = (context) => {
  const needs = plutusNeeds(context)
  const extraneous = context.transaction.redeemers.filter(
    (redeemer) => !needs.some((need) => samePointer(redeemer, need)),
  )
  if (extraneous.length === 0) return undefined
  return submissionError(3110, 'Redeemers belong to no script of the transaction.', {
    extraneousRedeemers: extraneous.map(pointerData),
  })
}

export const noExtraDatums: Rule = (context) => {
  const { transaction, references } = context
  const allowed = new Set([
    ...plutusNeeds(context).flatMap(({ utxo }) => utxo?.output.datumHash ?? []),
    ...outputsAndReturn(transaction).flatMap(({ datumHash }) => datumHash ?? []),
    ...references.flatMap(({ output }) => output.datumHash ?? []),
  ])
  const extraneous = transaction.datums.filter(({ hash }) => !allowed.has(hash))
  if (extraneous.length === 0) return undefined
  return submissionError(3112, 'Datums belong to no input, output or reference.', {
    extraneousDatums: extraneous.map(({ hash }) => hash).sort(),
  })
}

/** CBOR of no redeemers. */
const EMPTY_MAP = 'a0'

/** The ledger's rules since Alonzo: redeemers, datums, and the cost models of the languages that run. */
const integrityHash = (context: Context): Hex | undefined => {
  const { transaction, parameters } = context
  const versions = plutusNeeds(context).flatMap(({ hash }) => {
    const script = scriptOf(context, hash)
    return script === undefined ? [] : [languageNumber(script.language)]
  })
  if (transaction.redeemers.length === 0 && transaction.datums.length === 0 && versions.length === 0)
    return undefined
  const views = languageViews(parameters, versions)
  const text = (transaction.redeemersCbor ?? EMPTY_MAP) + (transaction.datumsCbor ?? '') + views
  return blake2b256(text)
}

export const integrityMatches: Rule = (context) => {
  const provided = context.transaction.integrityHash
  const computed = integrityHash(context)
  if (provided === computed) return undefined
  return submissionError(
    3113,
    'The script integrity hash does not match redeemers, datums and cost models.',
    {
      providedScriptIntegrity: provided ?? null,
      computedScriptIntegrity: computed ?? null,
    },
  )
}
