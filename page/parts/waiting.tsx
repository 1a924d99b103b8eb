// The three states of a part without data: a skeleton while it loads, words if it cannot be loaded, and words if it is empty.
import type { ComponentChildren } from 'preact'
import { cannotLoad, problems } from '../fetching.ts'
import { Main } from '../navigation.tsx'
import { Icon, type IconName } from './icons.tsx'
import { linkTo } from './link.ts'

/** The children are a button or link for the next action. */
export const Empty = (props: {
  icon?: IconName
  words?: ComponentChildren
  children?: ComponentChildren
}) => (
  <div class="empty">
    <Icon name={props.icon ?? 'rows'} size={20} />
    {props.words && <p>{props.words}</p>}
    {props.children}
  </div>
)

export const NotFound = ({ title }: { title: string }) => (
  <Main>
    <Empty icon="search">
      <h1>{title}</h1>
      <a class="go narrow" href={linkTo('/')}>
        All tokens
      </a>
    </Empty>
  </Main>
)

export const Skeleton = ({ rows = 6 }: { rows?: number }) => (
  <div class="skeleton" aria-busy>
    {Array.from({ length: rows }, (_, at) => (
      <i key={at} />
    ))}
  </div>
)

/**
 * Shown instead of a part until it has data.
 * @param props.part name of the part, as in `problems`
 * @param props.rows number of skeleton rows
 * @param props.children shown while the part loads, instead of the skeleton
 */
export const Waiting = (props: { part: string; rows?: number; children?: ComponentChildren }) => {
  const { part, rows = 6, children = <Skeleton rows={rows} /> } = props
  const words = problems.value.get(part)
  if (words === undefined) return <>{children}</>
  return <Empty icon="warning" words={cannotLoad(part, words)} />
}
