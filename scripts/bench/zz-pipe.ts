import { mkdtempSync } from 'node:fs'
import { startChild } from './child.ts'
const host = startChild('chain-host.ts'); const h: any = await host.ask({file:'/work/shared/data/chain/mainnet-conway-10782320-10783373.ndjson.gz', copies: 25})
const run = async (variant: string, tip: string, blocks: number, env = '') => {
  process.env.NODE_OPTIONS = env
  const c = startChild('follow-child.ts'); 
  const r: any = await c.ask({variant, url: h[tip], dataDir: mkdtempSync('/tmp/bx/pd-'), blocks, firstBlocks: 1054}); await c.end()
  console.log(variant, tip, env, (r.blocks/r.seconds).toFixed(0), 'blk/s; cpu us', (r.cpuSeconds/r.blocks*1e6).toFixed(0), 'rss', r.quarters.map((q: number)=>(q/2**20).toFixed(0)).join(' '), 'peak', (r.peakBytes/2**20).toFixed(0))
}
await run('pipeline','far',24*1054)
await run('pipeline','near',24*1054)
for (let i=0;i<2;i++) for (const v of ['reader','follower','pipeline']) for (const env of ['','--max-semi-space-size=32','--max-semi-space-size=64']) await run(v,'far',6*1054,env)
await host.end(); process.exit()
