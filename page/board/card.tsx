// The card of a token.

import type { ComponentChildren } from 'preact'
import { KindMarks, NameMarks } from '../name-marks.tsx'
import { now } from '../now.ts'
import { TokenFace } from '../parts/faces.tsx'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { Ada, Age, Change, Graduation, Spark, useFlash } from '../parts/parts.tsx'
import { isComplete, isGraduated, type Pool, poolOf, progress } from '../pools.ts'
import { QuickBuy } from './quick-buy.tsx'
import { sparkOf } from './sparks.ts'

/** Seconds for which a token counts as new. */
const NEW_S = 3_600

interface Figures {
  /** Shown instead of the change in 24 hours. */
  /** Functions, not elements: the library keeps every earlier drawing of an element that outlives a drawing. */
  readonly change?: () => ComponentChildren
  /** Shown instead of the progress to graduation. */
  readonly foot?: () => ComponentChildren
}

export const Card = ({ asset, ...figures }: { asset: string } & Figures) => {
  const pool = poolOf(asset).value
  return pool === undefined ? null : <CardOf pool={pool} {...figures} />
}

const CardOf = ({ pool, change, foot }: { pool: Pool } & Figures) => {
  const flash = useFlash(pool)
  const { asset, name, ticker } = pool.info
  const { createdOn } = pool.pool
  const done = progress(pool)
  return (
    <li>
      <a class={`card lit ${flash}`} href={linkTo(`/token/${asset}`)}>
        <TokenFace asset={asset} size={44} />
        <div class="name">
          <h3 class="cut">
            <bdi>{name}</bdi>
          </h3>
          <p class="muted small cut">
            <bdi class="ticker">{ticker}</bdi> ·{' '}
            <span class={now() / 1000 - createdOn < NEW_S ? 'new' : undefined}>
              <Age time={createdOn} />
            </span>
            <KindMarks of={pool} />
          </p>
        </div>
        <Spark pool={pool} width={72} height={28} />
        <div class="card-cap right small">
          <span class="sr">market cap </span>
          <Ada lovelace={pool.metrics.marketCap} />
          {change?.() ?? <Change pool={pool} />}
        </div>
        {foot?.() ??
          (isGraduated(pool) ? (
            <p class="foot row small grad">
              <Icon name="check" size={12} />
              <span>
                Graduated · <Ada lovelace={sparkOf(asset).value?.volume} /> in 24 h
              </span>
            </p>
          ) : isComplete(pool) ? (
            <p class="foot row small grad">
              <Icon name="bolt" size={12} /> Graduating: the pool opens soon
            </p>
          ) : (
            <div class="foot row small">
              <Graduation of={pool} />
              <span class="num muted">{(done * 100).toFixed(done < 0.1 ? 1 : 0)}%</span>
            </div>
          ))}
      </a>
      <QuickBuy asset={asset} />
      <NameMarks of={pool} />
    </li>
  )
}
