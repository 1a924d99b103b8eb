// A wallet for libraries that are only a client of Ogmios. It builds and signs with the core of cardano-js-sdk, and reads its outputs from
// the service's Kupo.
import { Cardano, Serialization } from '@cardano-sdk/core'
import { Bip32PrivateKey, ready } from '@cardano-sdk/crypto'
import { matchesOf, until, withWitness } from './service.mjs'

const HARDENED = 0x8000_0000

/** A Plutus script that always succeeds. */
const SCRIPT = '480100002221200101'

const LEAST_CHANGE = 3_000_000n

const {
  CborSet,
  Datum,
  PlutusData,
  PlutusV2Script,
  Script,
  Transaction,
  TransactionBody,
  TransactionInput,
  TransactionOutput,
  TransactionWitnessSet,
  TxCBOR,
  Value,
  VkeyWitness,
} = Serialization

/** Coins with a script are left out, because their fee is higher. */
const choose = (matches, needed) => {
  const [chosen, change] = [[], { lovelace: -needed, assets: new Map() }]
  for (const { script_hash: scriptHash, value, ...match } of matches) {
    if (change.lovelace >= LEAST_CHANGE) break
    if (scriptHash !== null) continue
    chosen.push(new TransactionInput(match.transaction_id, BigInt(match.output_index)))
    change.lovelace += BigInt(value.coins)
    for (const [unit, quantity] of Object.entries(value.assets)) {
      const id = unit.replace('.', '')
      change.assets.set(id, (change.assets.get(id) ?? 0n) + BigInt(quantity))
    }
  }
  if (change.lovelace < LEAST_CHANGE) throw new Error('the wallet has too little')
  return { chosen, change }
}

/**
 * @param fee lovelace, for a transaction without scripts
 * @param submit submits CBOR and returns the id
 */
export const plainWallet = async ({ url, entropy, fee, submit, outputs, close }) => {
  await ready()
  const account = Bip32PrivateKey.fromBip39Entropy(Buffer.from(entropy, 'hex'), '').derive([
    1852 + HARDENED,
    1815 + HARDENED,
    HARDENED,
  ])
  const [key, stake] = [account.derive([0, 0]), account.derive([2, 0])].map((each) => each.toRawKey())
  const credential = (of) => ({ type: Cardano.CredentialType.KeyHash, hash: of.toPublic().hash().hex() })
  const address = Cardano.BaseAddress.fromCredentials(
    Cardano.NetworkId.Testnet,
    credential(key),
    credential(stake),
  ).toAddress()
  const written = address.toBech32()

  const witnessesOf = (id) => {
    const set = new TransactionWitnessSet()
    const witness = new VkeyWitness(key.toPublic().hex(), key.sign(id).hex())
    set.setVkeys(CborSet.fromCore([witness.toCore()], VkeyWitness.fromCore))
    return set
  }
  const outputOf = ({ to, lovelace, datum, hasScript }) => {
    const output = new TransactionOutput(Cardano.Address.fromBech32(to), new Value(lovelace))
    if (datum !== undefined) output.setDatum(Datum.newInlineData(PlutusData.fromCbor(datum)))
    if (hasScript) output.setScriptRef(Script.newPlutusV2Script(new PlutusV2Script(SCRIPT)))
    return output
  }
  return {
    address: written,
    script: { language: 'plutus:v2', cbor: SCRIPT },
    lovelace: async () =>
      (await matchesOf(url, `${written}?unspent`)).reduce((sum, { value }) => sum + BigInt(value.coins), 0n),
    async build(paid) {
      const needed = paid.reduce((sum, { lovelace }) => sum + lovelace, fee)
      const { chosen, change } = choose(await matchesOf(url, `${written}?unspent`), needed)
      const rest = new Value(change.lovelace)
      if (change.assets.size > 0) rest.setMultiasset(change.assets)
      const body = new TransactionBody(
        CborSet.fromCore(
          chosen.map((input) => input.toCore()),
          TransactionInput.fromCore,
        ),
        [...paid.map(outputOf), new TransactionOutput(address, rest)],
        fee,
      )
      return new Transaction(body, witnessesOf(body.hash())).toCbor()
    },
    sign: (cbor) =>
      withWitness(url, {
        cbor,
        witness: witnessesOf(Transaction.fromCbor(TxCBOR(cbor)).getId()).toCbor(),
        changeAddress: written,
      }),
    submit,
    async outputs(id, indexes) {
      await until(async () => ((await matchesOf(url, `*@${id}`)).length > 0 ? true : undefined))
      return outputs(id, indexes)
    },
    close,
  }
}
