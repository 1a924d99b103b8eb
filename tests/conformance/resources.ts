// The rows of the specification's resources, except config documents. The running service supplies a sample of each resource, which is
// judged field by field.
import assert from 'node:assert/strict'
import { type Fields, fieldsOf, judgeFields } from './kinds.ts'
import type { Section } from './rows.ts'
import type { World } from './world.ts'

const PAIR = 'pair:object pair.base,pair.quote:assetId time:integer'
export const BAR = fieldsOf(`${PAIR} low,high,open,close,volume:decimal`)
export const INITIAL_STATE: Fields = {
  ...Object.fromEntries(Object.entries(BAR).map(([path, kind]) => [`bar.${path}`, kind] as const)),
  isRelevant: 'boolean',
}
export const MARKET_CAP_BAR = fieldsOf(`${PAIR} mCap:digits isRelevant:boolean`)

const QUOTE =
  'price:object price.numerator,price.denominator:digits priceQuote,priceBase:assetId outputAmount,inputAmount:digits ' +
  'outputAsset,inputAsset:assetId'
export const ORDER_BUILD = fieldsOf(`cbor:hex id:string beacon:hex ${QUOTE}`)
export const CANCEL_BUILD = fieldsOf('id:string cbor:hex partial:boolean')
export const LOCK_BUILD = fieldsOf('cbor:hex')
export const LAUNCH_BUILD = fieldsOf(
  'id:string cbor:hex partial:boolean assetId:assetId assetSubject:hex policyId:keyHash logoCID:string ' +
    'userOutputTokens?:digits',
)

export const UNSPENT_OUTPUT = fieldsOf('txHash:hash index:integer address:bech32 value:array')
export const VALUE = fieldsOf('unit:unit amount:digits')
export const VESTING_ROW = fieldsOf(
  'id:string lockUntil:digits redeemerVkh,tokenPolicyId:keyHash tokenAssetName:hex totalLocked:digits ' +
    'vestingOwnerAddress:string spent:boolean',
)
export const HOLDER = fieldsOf('address:bech32 quantity:digits')
const HOLDERS = fieldsOf('holders:array dev:object dev.address:bech32 dev.quantity:digits count:integer')
export const PARAMETERS = fieldsOf(
  'tokenEmission,aNum,aDenom,bNum,bDenom,adaThreshold,fixedFee,minTradeAda:digits percentFee:number ' +
    'deployScript:keyHash',
)
export const ERROR = fieldsOf('cause,message:string')

/** Removes members that the specification lacks. */
export const specifiedParameters = async ({ get }: Pick<World, 'get'>) => {
  const { hyped: _hyped, launchFees: _fees, ...specified } = await get('/parameters')
  return specified
}

/** The specification names only these three objects. */
export const assertPool = (data: unknown): void => {
  assert.deepEqual(Object.keys(data ?? {}).slice(0, 3), ['pool', 'metrics', 'info'])
}

const shape = (name: string, fields: Fields, sample: (world: World) => Promise<unknown>): Section => ({
  name: `shape: ${name}`,
  rows: Object.keys(fields).length + 2,
  judge: async (row, world) => judgeFields(row, fields, await sample(world)),
})

const bars = ({ get, curve }: World, path: string) =>
  get(path, { base: curve, quote: '.', from: 0, to: 4_000_000_000, resolution: 'min5' })
const holders = ({ get, curve }: World) => get('/balances/v1/pool/holders', { assetId: curve })
const outputs = ({ post, wallet }: World) => post('/getUtxos', { pkh: wallet.pkh })
const outputWithTokens = async (world: World) =>
  (await outputs(world)).find(({ value }: { value: unknown[] }) => value.length > 1)

export const resources: readonly Section[] = [
  shape('Bar', BAR, async (world) => (await bars(world, '/v1/charts/history')).at(-1)),
  shape('Initial state', INITIAL_STATE, ({ get, curve }) =>
    get('/v1/charts/initial-state', { base: curve, quote: '.', resolution: 'day1' }),
  ),
  shape('Initial state bar', BAR, async ({ get, amm }) => {
    const { bar } = await get('/v1/charts/initial-state', { base: amm, quote: '.', resolution: 'hour1' })
    return bar
  }),
  shape('Market-cap bar', MARKET_CAP_BAR, async (world) =>
    (await bars(world, '/v1/charts/mcap/history')).at(-1),
  ),
  shape('Order build result (AMM)', ORDER_BUILD, ({ post, order, amm }) =>
    post('/order', order({ assetId: amm })),
  ),
  shape('Order build result (curve)', ORDER_BUILD, ({ post, order }) => post('/order', order())),
  shape('Launch build result', LAUNCH_BUILD, ({ post, launch }) =>
    post('/launch', launch({ initialDeposit: '5000000' })),
  ),
  shape('Unspent output', UNSPENT_OUTPUT, outputWithTokens),
  shape('Unspent output value', VALUE, async (world) => (await outputWithTokens(world)).value[1]),
  shape('Vesting row', VESTING_ROW, async ({ vestings }) => (await vestings())[0]),
  shape('holders', HOLDERS, holders),
  shape('Holder entry', HOLDER, async (world) => (await holders(world)).holders[0]),
  shape('dev', HOLDER, async (world) => (await holders(world)).dev),
  shape('/parameters', PARAMETERS, specifiedParameters),
  shape('Error body', ERROR, async ({ call }) => (await call('/order', { method: 'POST', body: '{}' })).body),
]
