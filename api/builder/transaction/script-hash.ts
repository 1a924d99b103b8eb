// Hashes of scripts. They are computed without the transaction library, so threads that only read terms need not load this library.
import { LANGUAGES, type Script } from '../../../schema/codecs/output-cbor.ts'
import { blake2b224 } from '../../../schema/launchpad/derivations.ts'
import type { Hex } from '../../../schema/primitives.ts'

const hashes = new WeakMap<Script, Hex>()

/** Cached, because most builds use the same scripts. The hash is that of the language number and the bytes. */
export const scriptHash = (script: Script): Hex => {
  const { language, cbor } = script
  const hash = hashes.get(script) ?? blake2b224(`0${LANGUAGES.indexOf(language)}${cbor}`)
  hashes.set(script, hash)
  return hash
}
