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
import { FILTERS, filtered, filterOf, NONE_MATCHES } from './filters.ts'
import { HOT, useHot, WINDOWS } from './hot-state.ts'

const SHOWN = 20

const RANKS = [
  ['volume', 'Volume'],
  ['buyers', 'Buyers'],
  ['change', 'Gain'],
] as const satisfies readonly (readonly [HotRank, string])[]

const span = stored<HotWindow>('hot window', ['hour1', 'min5', 'hour6', 'day1'])
const filter = filterOf('hot')
const rank = stored<(typeof RANKS)[number][0]>('hot rank', ['volume', 'buyers', 'change'])

export const HotColumn = () => {
  const page = useHot({ window: span.value, rank: rank.value, limit: SHOWN })
  const rows = page && filtered(filter.value, page.items, ({ pool }) => pool.info.asset)
  const tools = (
    <>
      <Select label="In the last" choices={WINDOWS} chosen={span} />
      <Select label="Ranked by" choices={RANKS} chosen={rank} />
      <Select label="Filter of Hot" choices={FILTERS} chosen={filter} />
    </>
  )
  return (
    <Box
      class="box hot"
      title="Hot"
      icon="fire"
      figure={filter.value === 'all' ? page?.count : rows?.length}
      tools={tools}
    >
      {rows === undefined ? (
        <Waiting part={HOT} rows={STEP} />
      ) : rows.length === 0 ? (
        <Empty
          icon="fire"
          words={filter.value === 'all' ? 'No token was traded in this time.' : NONE_MATCHES}
        >
          {span.value !== 'day1' && <Button onClick={setting(span, 'day1')}>Show the last 24 hours</Button>}
        </Empty>
      ) : (
        <Cards
          rows={rows}
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
