// The card of a token.
import type { ComponentChildren } from 'preact'
import { KindMarks, NameMarks } from '../name-marks.tsx'
import { now } from '../now.ts'
import { TokenFace } from '../parts/faces.tsx'
import { linkTo } from '../parts/link.ts'
import { Ada, Age, Change, Graduation, Spark, useFlash } from '../parts/parts.tsx'
import { Risk } from '../parts/risk.tsx'
import { isComplete, isGraduated, type Pool, poolOf, progress, roughly } from '../pools.ts'
import { QuickBuy } from './quick-buy.tsx'
import { sparkOf } from './sparks.ts'

const NEW_S = 3_600

interface Figures {
  // Contents are functions: if an element were used again, Preact would keep all its earlier trees.
  /** Replaces the change in 24 hours. */
  readonly change?: () => ComponentChildren
  /** Replaces the progress to graduation. */
  readonly foot?: () => ComponentChildren
  /** Default: the numbers since the launch. */
  readonly sides?: readonly [buys: number, sells: number]
}

export const Card = ({ asset, ...figures }: { asset: string } & Figures) => {
  const pool = poolOf(asset).value
  return pool === undefined ? null : <CardOf pool={pool} {...figures} />
}

const Foot = ({ pool }: { pool: Pool }) => {
  if (isComplete(pool)) return <span class="up">Graduating: the pool opens soon</span>
  if (isGraduated(pool))
    return (
      <span class="end num" title="Volume in 24 hours">
        <span class="sr">24 h: </span>
        <Ada lovelace={sparkOf(pool.info.asset).value?.volume} />
      </span>
    )
  return (
    <>
      <Graduation of={pool} />
      <span class="num">{roughly(progress(pool))}</span>
    </>
  )
}

const CardOf = ({ pool, change, foot, sides }: { pool: Pool } & Figures) => {
  const flash = useFlash<HTMLAnchorElement>(pool)
  const { asset, name, ticker } = pool.info
  const { createdOn } = pool.pool
  const isNew = now() / 1000 - createdOn < NEW_S
  return (
    <li>
      <a ref={flash} class="card lit" href={linkTo(`/token/${asset}`)}>
        <TokenFace asset={asset} size={32} />
        <div class="row">
          <h3 class="cut" dir="auto">
            {name}
          </h3>
          <KindMarks of={pool} />
        </div>
        <Spark pool={pool} width={64} height={30} />
        <div class="card-cap right small">
          <span class="sr">market cap </span>
          <Ada lovelace={pool.metrics.marketCap} class="strong" />
          {change?.() ?? <Change pool={pool} />}
        </div>
        <div class="foot row small muted">
          <span class="cut">
            <bdi class="ticker">{ticker}</bdi> · <Age time={createdOn} class={isNew ? 'strong' : undefined} />
          </span>
          {foot?.() ?? <Foot pool={pool} />}
        </div>
        <Risk pool={pool} {...(sides && { sides })} />
      </a>
      <QuickBuy asset={asset} />
      <NameMarks of={pool} />
    </li>
  )
}
