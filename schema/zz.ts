import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { bech32 } from '@scure/base'
import { parseRawAddress } from './launchpad/address.ts'
import { decodeCurvePool } from './launchpad/curve-pool.ts'
import { decodeLimitOrder } from './launchpad/limit-order.ts'
import { decodeRoyaltyPool } from './launchpad/royalty-pool.ts'
import { limitOrderBeacon } from './launchpad/derivations.ts'
import { area, soldTokens, buyTokens, sellLovelace } from './launchpad/curve.ts'
const pay=(a:string)=>{const d=a.startsWith('addr')?bech32.decodeUnsafe(a as any,200):undefined; return d? parseRawAddress(Buffer.from(bech32.fromWordsUnsafe(d.words)!).toString('hex'))?.address.payment.hash:undefined}
const last=new Map<string,any>(); const orders=new Map<string,any>()
for(const f of ['mainnet-conway-10782320-10783373','mainnet-conway-busy-25'])
for(const line of gunzipSync(readFileSync(`../shared/data/chain/${f}.ndjson.gz`)).toString().trimEnd().split('\n')){
 const b=JSON.parse(line).result?.block; for(const t of b?.transactions??[]){
  const ordersIn=t.inputs.map((i:any)=>orders.get(i.transaction.id+'#'+i.index)).filter(Boolean)
  t.outputs.forEach((o:any,ix:number)=>{
   const h=pay(o.address)
   if(h==='905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d'){
     const p=decodeCurvePool(o.datum)!; const [pol,nm]=p.token.split('.'); const tok=BigInt(o.value[pol!]?.[nm!]??0); const lov=BigInt(o.value.ada.lovelace)
     const a=area(p,soldTokens(tok)); const dust=lov-3000000n-a.numerator/a.denominator
     const prev=last.get(p.nft); let d=''
     if(prev){ const dl=lov-prev.lov, dt=prev.tok-tok; d = dl>0n? `buy ${dl} -> ${dt} calc ${buyTokens(p,soldTokens(prev.tok),dl)}`:`sell ${-dt} -> ${-dl} calc ${sellLovelace(p,soldTokens(prev.tok),-dt)}`; d+=' exec out '+JSON.stringify(ordersIn.map((x:any)=>[String(x.tradableInput),x.input==='.'?'BUY':'SELL',String(x.lov)]))+' users '+t.outputs.filter((_:any,i:number)=>i!==ix).map((x:any)=>x.value.ada.lovelace+':'+(x.value[pol!]?.[nm!]??'')).join(' ') }
     last.set(p.nft,{lov,tok}); console.log('curve',t.id.slice(0,8),p.aNum,p.bNum,p.adaCap,p.permittedExecutor.slice(0,8),p.adminWitness.slice(0,8),p.factoryWitness.slice(0,8),'dust',dust,'tok',tok,'lov',lov,d, o.datum.slice(4,6)) }
   if(h==='464eeee89f05aff787d40045af2a40a83fd96c513197d32fbc54ff02'){ const d=decodeLimitOrder(o.datum)!; orders.set(t.id+'#'+ix,{...d,lov:o.value.ada.lovelace})
     const seed=t.inputs.findIndex((i:any)=>limitOrderBeacon({transaction:i.transaction.id,index:i.index},ix,d,o.datum.slice(4,6)==='9f'?'indefinite':'definite')===d.beacon)
     console.log('limit',t.id.slice(0,8),ix,'seed input',seed,'of',t.inputs.length,o.datum.slice(4,6), d.fee,d.costPerExStep,d.tradableInput,d.input==='.'?'BUY':'SELL',o.value.ada.lovelace,d.permittedExecutors.map(x=>x.slice(0,8)).join(), 'meta', Object.keys(t.metadata?.labels??{}).join()) }
   if(h==='cb684a69e78907a9796b21fc150a758af5f2805e5ed5d5a8ce9f76f1'){ const d=decodeRoyaltyPool(o.datum)!; console.log('royalty',t.id.slice(0,8),d.lpFeeNum,d.treasuryFeeNum,d.royaltyFeeNum,d.royaltyPubKey.slice(0,8),d.assetY.slice(57),o.datum.slice(4,6),d.daoPolicy.length,d.nonce) }
  }) } }
