// A script of a transaction or an output: its language, its bytes and their hash.
import type { Language } from '../../schema/codecs/output-cbor.ts'
import { blake2b224 } from '../../schema/launchpad/derivations.ts'
import { object } from '../../schema/ogmios/write-json.ts'
import type { Hex } from '../../schema/primitives.ts'
import { checkNative, nativeJson } from './native-script.ts'

export interface LedgerScript {
  readonly language: Language
  /** 28 bytes. */
  readonly hash: Hex
  /** A native script's CBOR, or a Plutus script's bytes in one CBOR wrapping. */
  readonly cbor: Hex
}

/** The ledger's number of a Plutus language: 0 for V1. It is also the key of the language's cost model. */
export const languageNumber = (language: Language): number => Number(language.at(-1)) - 1

/** These bytes are hashed before the script. */
const HASH_PREFIXES: Readonly<Record<Language, Hex>> = {
  native: '00',
  'plutus:v1': '01',
  'plutus:v2': '02',
  'plutus:v3': '03',
  'plutus:v4': '04',
}

/** @throws {SyntaxError} if the language is native but the bytes are not a native script */
export const ledgerScript = (script: Omit<LedgerScript, 'hash'>): LedgerScript => {
  if (script.language === 'native') checkNative(script.cbor)
  return { ...script, hash: blake2b224(HASH_PREFIXES[script.language] + script.cbor) }
}

/** Only queries show native scripts' CBOR. */
export const scriptJson = (script: LedgerScript, withCbor = false): string =>
  object({
    language: JSON.stringify(script.language),
    json: script.language === 'native' ? nativeJson(script.cbor) : undefined,
    cbor: script.language !== 'native' || withCbor ? JSON.stringify(script.cbor) : undefined,
  })
