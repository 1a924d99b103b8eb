// The status view: problems of the service, the last block at each stage from the node to this page, refolds, and refused pools.

import './status.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dataOf } from '../../client/answer.ts'
import { beats, hasNode, lost, network, notice, status } from './chain.ts'
import { fetching } from './fetching.ts'
import { Main } from './navigation.tsx'
import { whole } from './parts/format.ts'
import { Copy } from './parts/parts.tsx'
import { Waiting } from './parts/waiting.tsx'
import { client } from './service.ts'

type Status = Extract<Awaited<ReturnType<typeof fetchStatus>>, object>
type Tip = NonNullable<Status['node']>

const fetchStatus = async () => dataOf(await client.GET('/status'))

const PART = 'the status of the service'
/** Interval in ms between two fetches of the data that the feed does not send. */
const FETCH_INTERVAL = 5_000
/** Number of blocks by which two stages may differ and still count as equal. */
const NEAR = 2

const Stage = ({ title, tip, tone }: { title: string; tip: Tip | null | undefined; tone: string }) => (
  <li class={`stage ${tone}`}>
    <h2>{title}</h2>
    <p class="num big">{tip ? whole(tip.height) : '—'}</p>
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

/** Bar for each block; the longer the time since the previous block, the lower the bar. */
const Heartbeat = () => (
  <div class="heart" aria-hidden="true">
    {beats.value.map(({ height, at, lag }, index, all) => {
      const gap = at - (all[index - 1]?.at ?? at - 1_000)
      return (
        <i
          key={height}
          class={lag > NEAR ? 'late' : undefined}
          style={{ height: `${Math.max(14, Math.min(100, 100 - (gap - 1_000) / 60))}%` }}
        />
      )
    })}
  </div>
)

const Fact = ({ name, children }: { name: string; children: preact.ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd class="num">{children}</dd>
  </>
)

export const StatusView = () => {
  const more = useSignal<Status | undefined>(undefined)
  useEffect(() => {
    const get = fetching(PART, {
      load: fetchStatus,
      apply: (answer) => {
        more.value = answer
      },
    })
    get()
    const timer = setInterval(get, FETCH_INTERVAL)
    return () => {
      clearInterval(timer)
      get.cancel()
    }
  }, [])
  const now = status.value
  const refolding =
    now === undefined || now.refolding.length === 0
      ? 'nothing'
      : now.refolding === 'all'
        ? 'all models'
        : now.refolding.join(', ')
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
      <section class="panel" aria-label="Intervals of blocks">
        <h2>
          Intervals of blocks
          <span class="num strong">{more.value ? `${more.value.rate.toFixed(2)} per second` : ''}</span>
        </h2>
        <Heartbeat />
      </section>
      <div class="facts">
        <section class="panel" aria-label="Facts">
          <h2>Facts</h2>
          <dl class="pairs">
            <Fact name="Network">{network.value ?? '—'}</Fact>
            <Fact name="State">{now?.state ?? '—'}</Fact>
            <Fact name="Behind">
              {now ? `${now.lag.blocks ?? '—'} blocks, ${now.lag.seconds ?? '—'} s` : '—'}
            </Fact>
            <Fact name="Slot">{now?.models ? whole(now.models.slot) : '—'}</Fact>
            <Fact name="Refolding">{refolding}</Fact>
            <Fact name="Feed">{isLive ? 'live' : 'lost'}</Fact>
            <Fact name="Mempool">
              {more.value
                ? `${more.value.mempool.state}, ${more.value.mempool.transactions} transactions`
                : '—'}
            </Fact>
          </dl>
        </section>
        <section class="panel" aria-label="Refused pools">
          <h2>Refused pools</h2>
          {more.value === undefined && <Waiting part={PART} />}
          {more.value?.rejections.length === 0 && <p class="muted">No pool was refused.</p>}
          <dl class="pairs">
            {more.value?.rejections.map(({ reason, count }) => (
              <Fact key={reason} name={reason}>
                {whole(count)}
              </Fact>
            ))}
          </dl>
        </section>
        <section class="panel" aria-label="API">
          <h2>API</h2>
          <ul class="links">
            {['/docs', '/v1/docs/openapi', '/status', '/readyz', '/healthz'].map((path) => (
              <li key={path}>
                <a href={path}>{path}</a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Main>
  )
}
