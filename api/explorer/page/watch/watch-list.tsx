// The watched tokens as cards. Their pools are followed by the alerts.
import './watch.css'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { fetchSparks, sparkOf } from '../board/sparks.ts'
import { ada, short } from '../parts/format.ts'
import { Empty } from '../parts/waiting.tsx'
import { unlisted, unwatch, type Watched, watched } from './watched.ts'

const Bounds = ({ of: { above, below } }: { of: Watched }) => (
  <p class="foot muted num">
    {above !== undefined && <span>Alert above ₳{ada(above)}</span>}
    {below !== undefined && <span>Alert below ₳{ada(below)}</span>}
    {above === undefined && below === undefined && <span>Alert at graduation</span>}
  </p>
)

/** @param props.card makes the card of a token with a foot of its own */
export const WatchList = (props: {
  card(asset: string, foot: () => ComponentChildren): ComponentChildren
}) => {
  const list = watched.value
  useEffect(() => {
    const missing = list.map(({ asset }) => asset).filter((asset) => !sparkOf(asset).peek())
    if (missing.length > 0) void fetchSparks(missing).catch(() => {})
  }, [list])
  return (
    <section class="box watch-list" aria-label="Watchlist">
      {list.length === 0 ? (
        <Empty icon="star">
          <p>You watch no tokens. Add one with the star on its page.</p>
        </Empty>
      ) : (
        <ol>
          {list.map((each) =>
            unlisted.value.has(each.asset) ? (
              <li key={each.asset} class="muted small">
                {short(each.asset)} is not listed here.{' '}
                <button type="button" class="chip" onClick={() => unwatch(each.asset)}>
                  Remove
                </button>
              </li>
            ) : (
              props.card(each.asset, () => <Bounds of={each} />)
            ),
          )}
        </ol>
      )}
    </section>
  )
}
