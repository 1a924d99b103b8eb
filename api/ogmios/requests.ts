// Checks requests of Ogmios' interface: single JSON-RPC requests with the methods listed here. The request to the node is made from the
// checked members. Amounts of any size keep their digits. The mempool's methods are served by this service itself.
import { INVALID_REQUEST } from '../../schema/ogmios/codes.ts'
import { parseLossless, stringifyLossless } from '../../schema/ogmios/lossless-json.ts'
import { memberText } from '../../schema/ogmios/member-text.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { BODY_BOUNDS, JsonMeter, JsonTooLarge } from '../http/check/bounded-json.ts'

const MOST_ASKED = 200

const LONGEST_ID = 256

/** Has the response to the request. */
export class Refused extends Error {
  override readonly name = 'Refused'

  readonly code: number
  /** As JSON. */
  readonly id: string

  /** @param code Ogmios' code, which is the same for an invalid request and an unknown method */
  constructor(message: string, id = 'null', code = INVALID_REQUEST) {
    super(message)
    this.code = code
    this.id = id
  }

  get body(): string {
    return errorBody(this.code, this.message, this.id)
  }
}

/** @param id JSON of the request's id */
export const errorBody = (code: number, message: string, id = 'null'): string =>
  `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message })},"id":${id}}`

type Params = Readonly<Record<string, unknown>>

/** Returns checked parameters, or the problem as a sentence. */
type Check = (params: Params) => { readonly [Name in string]?: unknown } | string

const none: Check = () => ({})

const isList = (value: unknown): boolean => Array.isArray(value) && value.length <= MOST_ASKED
const isOptionalList = (value: unknown): boolean => value === undefined || isList(value)

const isHexText = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[0-9a-fA-F]{2})+$/.test(value)

const withTransaction: Check = ({ transaction, additionalUtxo }) => {
  if (!isRecord(transaction) || !isHexText(transaction.cbor)) return '"transaction" must be {"cbor"} in hex.'
  if (!isOptionalList(additionalUtxo))
    return `"additionalUtxo" must be a list of at most ${MOST_ASKED} outputs.`
  return { transaction: { cbor: transaction.cbor }, additionalUtxo }
}

const METHODS: Readonly<Record<string, Check>> = {
  'queryLedgerState/protocolParameters': none,
  'queryLedgerState/eraSummaries': none,
  'queryLedgerState/eraStart': none,
  'queryLedgerState/epoch': none,
  'queryLedgerState/tip': none,
  'queryLedgerState/treasuryAndReserves': none,
  'queryNetwork/tip': none,
  'queryNetwork/blockHeight': none,
  'queryNetwork/startTime': none,
  'queryNetwork/genesisConfiguration': ({ era }) =>
    typeof era === 'string' ? { era } : '"era" must be the name of an era.',
  'queryLedgerState/utxo': ({ outputReferences }) =>
    isList(outputReferences)
      ? { outputReferences }
      : `"outputReferences" must be a list of at most ${MOST_ASKED}; outputs are found only by reference.`,
  'queryLedgerState/rewardAccountSummaries': ({ keys, scripts }) =>
    isOptionalList(keys) && isOptionalList(scripts)
      ? { keys, scripts }
      : `"keys" and "scripts" must be lists of at most ${MOST_ASKED}.`,
  submitTransaction: (params) => {
    const checked = withTransaction(params)
    return typeof checked === 'string' ? checked : { transaction: checked.transaction }
  },
  evaluateTransaction: withTransaction,
}

const parsed = (text: string): unknown => {
  try {
    new JsonMeter(BODY_BOUNDS).check(Buffer.from(text))
    return parseLossless(text)
  } catch (error) {
    throw new Refused(
      error instanceof JsonTooLarge ? `The request must ${error.message}.` : 'The request is not JSON.',
    )
  }
}

/** Without strings, `true` and `false`, only numbers can contain a point or an `e`. */
const STRINGS = /"(?:[^"\\]|\\.)*"|true|false/g

/**
 * Byte for byte, because Ogmios' own client uses objects as ids.
 * @param text valid JSON
 * @throws {Refused} for a long id, and for a number that a node might round
 */
const idOf = (text: string): string => {
  const id = memberText(Buffer.from(text), 'id')?.toString() ?? 'null'
  if (id.length > LONGEST_ID) throw new Refused(`"id" must be at most ${LONGEST_ID} characters of JSON.`)
  if (/[.eE]/.test(id.replaceAll(STRINGS, '')))
    throw new Refused('Numbers in "id" must be integers, without a fraction or an exponent.')
  return id
}

/** These methods need a WebSocket, because a snapshot belongs to a connection. */
const MEMPOOL_METHODS = [
  'acquireMempool',
  'nextTransaction',
  'hasTransaction',
  'sizeOfMempool',
  'releaseMempool',
] as const
export type MempoolMethod = (typeof MEMPOOL_METHODS)[number]

const isMempoolMethod = (method: string): method is MempoolMethod =>
  MEMPOOL_METHODS.some((known) => known === method)

/** A text for the node, or a mempool method with its parameters. The id is JSON. */
export type CheckedRequest = { readonly id: string } & (
  | { readonly request: string }
  | { readonly method: MempoolMethod; readonly params: Params }
)

/** @throws {Refused} if the request is invalid, or its method is not served */
export const checkedRequest = (text: string): CheckedRequest => {
  const request = parsed(text)
  if (Array.isArray(request)) throw new Refused('Send requests one at a time, not in a batch.')
  if (!isRecord(request)) throw new Refused('The request is not a JSON object.')
  const { jsonrpc, method, params = {} } = request
  const id = idOf(text)
  const refused = (message: string): Refused => new Refused(message, id)
  if (jsonrpc !== '2.0') throw refused('"jsonrpc" must be "2.0".')
  if (typeof method !== 'string') throw refused('"method" must be a string.')
  const check = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  const isOfMempool = isMempoolMethod(method)
  if (check === undefined && !isOfMempool)
    throw refused(
      `The method is not served here. There are ${[...Object.keys(METHODS), ...MEMPOOL_METHODS].join(', ')}.`,
    )
  if (!isRecord(params)) throw refused('"params" must be an object.')
  if (isOfMempool) return { id, method, params }
  const checked = check?.(params) ?? {}
  if (typeof checked === 'string') throw refused(checked)
  const whole = stringifyLossless({ jsonrpc, method, params: checked })
  return { request: `${whole.slice(0, -1)},"id":${id}}`, id }
}
