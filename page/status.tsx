// The status view: problems of the service, the last block at each stage from the node to this page, refolds, and refused pools.
import './status.css'
import { hasNode, latestBlocks, lost, network, notice, status } from './chain.ts'
import { useFetched } from './fetching.ts'
import { Main } from './navigation.tsx'
import { Copy } from './parts/details/copy.tsx'
import { Pairs, Panel } from './parts/details/panel.tsx'
import { whole } from './parts/format.ts'
import { Waiting } from './parts/waiting.tsx'
import { client, dataOf } from './service.ts'

type Status = Extract<Awaited<ReturnType<typeof fetchStatus>>, object>
type Tip = NonNullable<Status['node']>

const fetchStatus = async () => dataOf(await client.GET('/status'))

const PART = 'the status of the service'
/** Interval in ms between two fetches of the data that the feed does not send. */
const FETCH_INTERVAL_MS = 5_000
/** Maximum number of blocks between two stages that are shown as equal. */
const NEAR = 2

const Stage = ({ title, tip, tone }: { title: string; tip: Tip | null | undefined; tone: string }) => (
  <li class={`panel stage tone ${tone}`}>
    <h2 class="row">
      <i class="dot" />
      {title}
    </h2>
    <p class="num big">{whole(tip?.height)}</p>
    <p class="muted small">
      {tip ? (
        <Copy text={tip.id} label="block id">
          <span class="mono">{tip.id.slice(0, 8)}…</span>
        </Copy>
      ) : (
        'no block yet'
      )}
    </p>
  </li>
)

const toneOf = (a: Tip | null | undefined, b: Tip | null | undefined): string =>
  a && b ? (Math.abs(a.height - b.height) <= NEAR ? 'ok' : 'busy') : 'off'

/** The longer the block took, the lower is its bar. A block after the usual time has a bar of half the height. */
const Heartbeat = () => {
  const blocks = latestBlocks.value.toReversed()
  const gaps = blocks.slice(1).map(({ time }, at) => time - (blocks[at]?.time ?? time))
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] || 1
  return (
    <div class="heart" aria-hidden="true">
      {gaps.map((gap, at) => (
        <i key={blocks[at + 1]?.height} style={{ height: `${Math.max(14, 100 / (1 + gap / usual))}%` }} />
      ))}
    </div>
  )
}

export const StatusView = () => {
  const more = useFetched(PART, { load: fetchStatus, every: FETCH_INTERVAL_MS })
  const now = status.value
  const { refolding = [] } = now ?? {}
  const isLive = lost.value === null
  const nodeTone = now === undefined ? 'off' : hasNode.value ? 'ok' : 'bad'
  return (
    <Main class="status">
      <h1>{notice.value ?? (now === undefined ? 'Loading…' : 'All is well')}</h1>
      <ol class="pipeline" aria-label="From the node to this page">
        <Stage title="Node" tip={now?.node} tone={nodeTone} />
        <Stage title="Log" tip={now?.log} tone={toneOf(now?.node, now?.log)} />
        <Stage title="Models" tip={now?.models} tone={toneOf(now?.log, now?.models)} />
        <Stage
          title="This page"
          tip={isLive ? now?.models : null}
          tone={isLive ? (hasNode.value ? 'ok' : 'busy') : 'bad'}
        />
      </ol>
      <Panel title="Intervals of blocks" figure={more ? `${more.rate.toFixed(2)} per second` : ''}>
        <Heartbeat />
      </Panel>
      <div class="facts">
        <Panel title="Facts">
          <Pairs
            of={{
              Network: network.value ?? '—',
              State: now?.state ?? '—',
              Behind: now ? `${now.lag.blocks ?? '—'} blocks, ${now.lag.seconds ?? '—'} s` : '—',
              Slot: whole(now?.models?.slot),
              Refolding: refolding === 'all' ? 'all models' : refolding.join(', ') || 'nothing',
              Feed: isLive ? 'live' : 'lost',
              Mempool: more ? `${more.mempool.state}, ${more.mempool.transactions} transactions` : '—',
            }}
          />
        </Panel>
        <Panel title="Refused pools">
          {more === undefined && <Waiting part={PART} />}
          {more?.rejections.length === 0 && <p class="muted">No pool was refused.</p>}
          <Pairs
            of={Object.fromEntries(more?.rejections.map(({ reason, count }) => [reason, whole(count)]) ?? [])}
          />
        </Panel>
      </div>
    </Main>
  )
}
