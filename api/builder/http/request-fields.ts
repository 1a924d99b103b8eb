// Fields of requests to the builder, with checks that a schema cannot express.
import { Type } from '@sinclair/typebox'
import { networkIdOf, parseAddress } from '../../../schema/codecs/address.ts'
import type { Network } from '../../../schema/primitives.ts'
import { invalidInput } from '../../http/check/validation.ts'
import { MIB } from '../../http/route/body.ts'
import { BuildError } from '../build-error.ts'
import { type Owner, ownerOf } from '../recipes/owner.ts'
import { checkUtxos } from '../transaction/read-utxos.ts'

/** Wallets send all their outputs. */
const MOST_OUTPUTS = 5_000

/** Enough for the maximum number of outputs, with a few tokens each. */
export const OUTPUTS_LIMIT = 4 * MIB

const EXAMPLE_ADDRESS =
  'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt'

/** A pointer address, which is refused, has up to 127 characters. */
const ADDRESS_LENGTH = 128

export const Address = Type.String({
  minLength: 1,
  maxLength: ADDRESS_LENGTH,
  mustBe: 'a bech32 address',
  description: 'Bech32 address of a payment key on the network of this service.',
  examples: [EXAMPLE_ADDRESS],
})

export const ChangeAddress = {
  ...Address,
  description:
    'Bech32 address that receives the change. The order, lock or launch belongs to its payment key.',
}

const SERVICE_WALLET = 'service-wallet'

const OutputItems = (mustBe: string, minItems: number) =>
  Type.Array(Type.String(), { minItems, maxItems: MOST_OUTPUTS, mustBe })

export const Utxos = Type.Union(
  [Type.Literal(SERVICE_WALLET), OutputItems(`an array of 1 to ${MOST_OUTPUTS} strings`, 1)],
  {
    mustBe: `"${SERVICE_WALLET}" or an array of 1 to ${MOST_OUTPUTS} strings`,
    description:
      'Outputs to spend. `service-wallet`: the service looks up the outputs of the given address; it does not spend its own wallet. Or an array of outputs in hex CBOR, in the form of CIP-30 `getUtxos()`. Outputs that pending transactions spend, and outputs that cannot be read, are left out.',
    examples: [SERVICE_WALLET],
  },
)

/**
 * Undefined if the service looks the outputs up.
 * @param field name for the message
 * @throws {BuildError} `INVALID_REQUEST` if none of the outputs can be read
 */
export const givenUtxos = (
  field: string,
  utxos?: string | readonly string[],
): readonly string[] | undefined => {
  const items = typeof utxos === 'string' ? undefined : utxos
  checkUtxos(field, items)
  return items
}

export const Collaterals = Type.Optional(
  Type.Array(Type.String(), {
    maxItems: MOST_OUTPUTS,
    mustBe: `an array of at most ${MOST_OUTPUTS} strings`,
    description:
      'Collateral outputs, encoded as in `utxos`. If the list is missing or empty, the service provides collateral.',
    examples: [[]],
  }),
)

/**
 * @param field name for the message
 * @throws {ApiError} INVALID_PARAMS
 */
export const ownerIn = (field: string, text: string, network: Network): Owner => {
  try {
    return ownerOf(parseAddress(text), networkIdOf(network))
  } catch (error) {
    const own = networkIdOf(network) === 1 ? 'addr1…' : 'addr_test1…'
    throw invalidInput(
      /^\s*stake/i.test(text)
        ? `${field} must be a payment address (${own}), not a stake address: give an address of the same wallet, such as its change address`
        : error instanceof BuildError
          ? `${field} must be the address of a payment key on ${network}, not a pointer address`
          : `${field} must be a bech32 address`,
    )
  }
}
