// Hashes of scripts, without the transaction library: terms are read where it is not loaded.
import { LANGUAGES, type Script } from '../../../schema/codecs/output-cbor.ts'
import { blake2b224 } from '../../../schema/launchpad/derivations.ts'
import type { Hex } from '../../../schema/primitives.ts'

const hashes = new WeakMap<Script, Hex>()

/** The hash of a script: of the number of its language and its bytes. Made once of each, as many builds name the same. */
export const scriptHash = (script: Script): Hex => {
  const { language, cbor } = script
  const hash = hashes.get(script) ?? blake2b224(`0${LANGUAGES.indexOf(language)}${cbor}`)
  hashes.set(script, hash)
  return hash
}
