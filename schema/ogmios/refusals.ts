// One sentence for each reason why a node refuses a transaction, by Ogmios' code. Each sentence starts with the ledger's name of the failed
// rule, which people can search for. Ogmios' own messages are paragraphs for developers.

const REFUSALS: Readonly<Record<number, string>> = {
  3005: 'EraMismatch: the chain is changing its era; submit the transaction again',
  3100: 'InvalidWitnesses: a signature does not belong to this transaction',
  3101: 'MissingVKeyWitnesses: a signature is missing',
  3102: 'MissingScriptWitnesses: a script is missing',
  3103: 'ScriptWitnessNotValidating: a native script fails',
  3104: 'ExtraneousScriptWitnesses: a script is not needed',
  3105: 'MissingTxBodyMetadataHash: the hash of the metadata is missing',
  3106: 'MissingTxMetadata: the metadata is missing',
  3107: 'ConflictingMetadataHash: the metadata does not match its hash',
  3108: 'InvalidMetadata: the metadata is invalid',
  3109: 'MissingRedeemers: a redeemer is missing',
  3110: 'ExtraRedeemers: a redeemer is not needed',
  3111: 'MissingRequiredDatums: a datum is missing',
  3112: 'NotAllowedSupplementalDatums: a datum is not needed',
  3113: 'PPViewHashesDontMatch: the script data hash is wrong; build the transaction again',
  3114: 'UnspendableUTxONoDatumHash: an input of a script has no datum',
  3115: 'NoCostModel: a script has a version that the network does not run yet',
  3116: 'MalformedScriptWitnesses: a script is malformed',
  3117: 'BadInputsUTxO: an input is already spent or does not exist',
  3118: 'OutsideValidityIntervalUTxO: the transaction is not valid now; build it again',
  3119: 'MaxTxSizeUTxO: the transaction is too large',
  3120: 'OutputTooBigUTxO: an output has too many kinds of tokens',
  3121: 'InputSetEmptyUTxO: the transaction spends nothing',
  3122: 'FeeTooSmallUTxO: the fee is too small',
  3123: 'ValueNotConserved: inputs and outputs do not balance',
  3124: 'WrongNetwork: an address belongs to another network',
  3125: 'BabbageOutputTooSmallUTxO: an output has too little ADA',
  3126: 'OutputBootAddrAttrsTooBig: a Byron address is too long',
  3127: 'TriesToForgeADA: the transaction mints ADA',
  3128: 'TooManyCollateralInputs: there are too many collaterals',
  3129: 'ScriptsNotPaidUTxO: a collateral does not belong to a key',
  3130: 'InsufficientCollateral: the collateral is too small',
  3131: 'CollateralContainsNonADA: the collateral has tokens that are not returned',
  3132: 'NoCollateralInputs: a collateral is missing',
  3133: 'MissingCollateralInput: a collateral is missing',
  3134: 'ExUnitsTooBigUTxO: the declared execution units are more than the network allows',
  3135: 'IncorrectTotalCollateralField: the total of the collateral is wrong',
  3136: 'ValidationTagMismatch: a script fails',
  3164: 'BabbageNonDisjointRefInputs: an input is also a reference input',
  3166: 'ConwayTxRefScriptsSizeTooBig: the reference scripts are too large',
  3997: "MempoolFailure: the node's mempool does not accept the transaction now; submit it again later",
}

/** The ledger refuses the transaction, or it cannot be read. */
const isRefusal = (code: number): boolean => (code >= 3000 && code < 4000) || code === -32602

/**
 * Undefined if the code is not about the transaction.
 * @param message Ogmios' own message, used if the code has no sentence here
 */
export const refusalOf = (code: number, message: string): string | undefined => {
  if (!isRefusal(code)) return undefined
  const [sentence = message] = message.split(/(?<=\.)\s/)
  return REFUSALS[code] ?? (code === -32602 ? 'the node cannot read the transaction' : sentence)
}
