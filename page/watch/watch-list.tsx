// The watched tokens as cards. The alerts follow their pools.
import './watch.css'
import { Card } from '../board/card.tsx'
import { Box } from '../parts/box.tsx'
import { Button } from '../parts/controls.tsx'
import { ada, short } from '../parts/format.ts'
import { Empty } from '../parts/waiting.tsx'
import { unlisted, unwatch, type Watched, watched } from './watched.ts'

const Bounds = ({ of: { above, below } }: { of: Watched }) => (
  <>
    {above !== undefined && <span class="cut">Alert above ₳{ada(above)}</span>}
    {below !== undefined && <span class="cut">Alert below ₳{ada(below)}</span>}
    {above === undefined && below === undefined && <span class="cut">Alert at graduation</span>}
  </>
)

export const WatchList = () => {
  const list = watched.value
  return (
    <Box class="box watch-list" title="Watched" aria-label="Watchlist" icon="star" figure={list.length}>
      {list.length === 0 ? (
        <Empty icon="star" words="You watch no tokens. Add one with the star on its page." />
      ) : (
        <ol>
          {list.map((each) =>
            unlisted.value.has(each.asset) ? (
              <li key={each.asset} class="muted small">
                {short(each.asset)} is not listed here.{' '}
                <Button class="chip" onClick={() => unwatch(each.asset)}>
                  Remove
                </Button>
              </li>
            ) : (
              <Card key={each.asset} asset={each.asset} foot={() => <Bounds of={each} />} />
            ),
          )}
        </ol>
      )}
    </Box>
  )
}
