// The outline of a token's view before its script and data are loaded, so nothing moves when they arrive.
import { Main } from '../navigation.tsx'
import { isNarrow } from '../parts/narrow.ts'
import { Skeleton } from '../parts/waiting.tsx'

export const TokenSkeleton = () => (
  <Main class="token" aria-busy>
    <div class="row token-head">
      <Skeleton rows={1} />
    </div>
    <div class="token-grid">
      <div class="token-main column">
        <div class="box chart">
          <div class="tools" />
          <div class="ohlc" />
          <div class="chart-body" />
        </div>
        {!isNarrow.value && <div class="box in-flight" />}
        {!isNarrow.value && <div class="row tabs" />}
        <div class="box">
          <Skeleton />
        </div>
      </div>
      {!isNarrow.value && (
        <div class="rail column">
          <div class="panel trade column">
            <Skeleton rows={7} />
          </div>
          <div class="panel">
            <Skeleton rows={3} />
          </div>
        </div>
      )}
    </div>
  </Main>
)
