// A wallet that shares no code with this project: keys, transactions and signatures come from a library of wallets, the
// protocol from Ogmios's client library, and it asks only the node. It pays 12.34 ada to its second address, or pays into a
// script, waits until the transaction is in a block, and prints the result as JSON.
//
//     node outside-wallet.mjs WS_URL MNEMONIC [ADDRESS LOVELACE DATUM]
import { Blaze, Core, HotWallet, Provider } from '@blaze-cardano/sdk'
import {
  ChainSynchronization,
  createChainSynchronizationClient,
  createInteractionContext,
  createLedgerStateQueryClient,
  TransactionSubmission,
} from '@cardano-ogmios/client'
import { ready } from '@cardano-sdk/crypto'

const [url = '', mnemonic = '', script, lovelace, datum] = process.argv.slice(2)
const { hostname, port } = new URL(url)

const connect = () =>
  createInteractionContext(
    (error) => {
      throw error
    },
    () => {},
    { connection: { host: hostname, port: Number(port) } },
  )

const fraction = (text) => {
  const [numerator, denominator] = text.split('/').map(Number)
  return numerator / denominator
}

const units = ({ memory, cpu }) => ({ memory, steps: cpu })

const readOutput = ({ transaction, index, address, value: { ada, ...policies } }) => {
  const assets = Object.entries(policies).flatMap(([policy, names]) =>
    Object.entries(names).map(([name, quantity]) => [Core.AssetId(policy + name), BigInt(quantity)]),
  )
  return new Core.TransactionUnspentOutput(
    new Core.TransactionInput(Core.TransactionId(transaction.id), BigInt(index)),
    new Core.TransactionOutput(
      Core.Address.fromBech32(address),
      new Core.Value(BigInt(ada.lovelace), new Map(assets)),
    ),
  )
}

/** Provider for the library that reads everything from Ogmios. */
class OgmiosProvider extends Provider {
  constructor(context, query) {
    super(Core.NetworkId.Testnet, 'unknown')
    this.context = context
    this.query = query
  }

  async getParameters() {
    const parameters = await this.query.protocolParameters()
    const models = ['plutus:v1', 'plutus:v2', 'plutus:v3']
    return {
      ...Core.hardCodedProtocolParams,
      coinsPerUtxoByte: parameters.minUtxoDepositCoefficient,
      maxTxSize: parameters.maxTransactionSize.bytes,
      minFeeCoefficient: parameters.minFeeCoefficient,
      minFeeConstant: Number(parameters.minFeeConstant.ada.lovelace),
      maxValueSize: parameters.maxValueSize.bytes,
      collateralPercentage: parameters.collateralPercentage,
      maxCollateralInputs: parameters.maxCollateralInputs,
      costModels: new Map(models.map((name, index) => [index, parameters.plutusCostModels[name]])),
      prices: {
        memory: fraction(parameters.scriptExecutionPrices.memory),
        steps: fraction(parameters.scriptExecutionPrices.cpu),
      },
      maxExecutionUnitsPerTransaction: units(parameters.maxExecutionUnitsPerTransaction),
      maxExecutionUnitsPerBlock: units(parameters.maxExecutionUnitsPerBlock),
      minFeeReferenceScripts: parameters.minFeeReferenceScripts,
    }
  }

  async getUnspentOutputs(address) {
    return (await this.query.utxo({ addresses: [address.toBech32()] })).map(readOutput)
  }

  postTransactionToChain(transaction) {
    return TransactionSubmission.submitTransaction(this.context, transaction.toCbor())
  }
}

/** Follows the chain after `tip`. @returns a promise of the first block that has the transaction */
const watch = async (context, tip) => {
  const seen = new Map()
  const waiting = new Map()
  const client = await createChainSynchronizationClient(context, {
    rollForward: async ({ block }, next) => {
      for (const { id } of block.transactions ?? []) {
        const where = { id: block.id, slot: block.slot, height: block.height }
        seen.set(id, where)
        waiting.get(id)?.(where)
      }
      next()
    },
    rollBackward: async (_, next) => next(),
  })
  await client.resume([tip])
  return (id) => new Promise((resolve) => (seen.has(id) ? resolve(seen.get(id)) : waiting.set(id, resolve)))
}

await ready()
const entropy = Core.mnemonicToEntropy(mnemonic, Core.wordlist)
const root = Core.Bip32PrivateKey.fromBip39Entropy(Buffer.from(entropy), '')

/** Address number `index` of the wallet (CIP-1852). */
const addressOf = (index) => {
  const hardened = 0x8000_0000
  const account = root.derive([1852 + hardened, 1815 + hardened, hardened]).toPublic()
  const credential = (role, at) => ({
    type: Core.CredentialType.KeyHash,
    hash: account.derive([role, at]).toRawKey().hash().hex(),
  })
  return new Core.Address({
    type: Core.AddressType.BasePaymentKeyStakeKey,
    networkId: Core.NetworkId.Testnet,
    paymentPart: credential(0, index),
    delegationPart: credential(2, 0),
  })
}

const [asking, following] = [await connect(), await connect()]
const provider = new OgmiosProvider(asking, await createLedgerStateQueryClient(asking))
const wallet = await HotWallet.fromMasterkey(root.hex(), provider)
const untilInBlock = await watch(following, await ChainSynchronization.createPointFromCurrentTip(asking))

const blaze = await Blaze.from(provider, wallet)
const to = script === undefined ? addressOf(1) : Core.Address.fromBech32(script)
const draft =
  script === undefined
    ? blaze.newTransaction().payLovelace(to, 12_340_000n)
    : blaze.newTransaction().lockLovelace(to, BigInt(lovelace), Core.PlutusData.fromCbor(Core.HexBlob(datum)))
const signed = await blaze.signTransaction(await draft.complete())
const txId = await blaze.submitTransaction(signed)
const block = await untilInBlock(txId)
const body = signed.body()
const report = {
  txId,
  address: wallet.address.toBech32(),
  to: to.toBech32(),
  fee: String(body.fee()),
  spent: body
    .inputs()
    .values()
    .map((input) => `${input.transactionId()}#${input.index()}`),
  outputs: body.outputs().map((output) => ({
    address: output.address().toBech32(),
    lovelace: String(output.amount().coin()),
  })),
  block,
}
console.log(JSON.stringify(report))
for (const { socket } of [asking, following]) socket.close()
