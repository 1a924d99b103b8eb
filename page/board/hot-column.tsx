// The board's list of tokens that are traded most now.
import type { HotRank, HotWindow } from '../../schema/responses/hot-pools.ts'
import { Box } from '../parts/box.tsx'
import { Button, Select, setting } from '../parts/controls.tsx'
import { counted } from '../parts/format.ts'
import { Ada, ChangeOf } from '../parts/parts.tsx'
import { stored } from '../parts/stored.ts'
import { Empty, Waiting } from '../parts/waiting.tsx'
import { Card } from './card.tsx'
import { Cards, STEP } from './cards.tsx'
import { HOT, useHot, WINDOWS } from './hot-state.ts'

const SHOWN = 20

const RANKS = [
  ['volume', 'Volume'],
  ['buyers', 'Buyers'],
  ['change', 'Gain'],
] as const satisfies readonly (readonly [HotRank, string])[]

const span = stored<HotWindow>('hot window', ['hour1', 'min5', 'hour6', 'day1'])
const rank = stored<(typeof RANKS)[number][0]>('hot rank', ['volume', 'buyers', 'change'])

export const HotColumn = () => {
  const page = useHot({ window: span.value, rank: rank.value, limit: SHOWN })
  const tools = (
    <>
      <Select label="In the last" choices={WINDOWS} chosen={span} />
      <Select label="Ranked by" choices={RANKS} chosen={rank} />
    </>
  )
  return (
    <Box class="box hot" title="Hot" icon="fire" figure={page?.count} tools={tools}>
      {page === undefined ? (
        <Waiting part={HOT} rows={STEP} />
      ) : page.items.length === 0 ? (
        <Empty icon="fire" words="No token was traded in this time.">
          {span.value !== 'day1' && <Button onClick={setting(span, 'day1')}>Show the last 24 hours</Button>}
        </Empty>
      ) : (
        <Cards
          rows={page.items}
          card={(each) => (
            <Card
              key={each.pool.info.asset}
              asset={each.pool.info.asset}
              change={() => <ChangeOf change={Number(each.change) / 100} />}
              foot={() => (
                <>
                  <span>
                    <span class="sr">volume </span>
                    <Ada lovelace={each.volume} />
                  </span>
                  <span class="cut">{counted(each.buyers, 'buyer')}</span>
                </>
              )}
              sides={[each.trades - each.sells, each.sells]}
            />
          )}
        />
      )}
    </Box>
  )
}
