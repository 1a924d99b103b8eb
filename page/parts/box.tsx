// A framed list with a title, and a figure beside the title.
import type { ComponentChildren, ComponentProps } from 'preact'
import { Icon, type IconName } from './icons.tsx'

interface BoxProps extends ComponentProps<'section'> {
  readonly title: string
  readonly icon?: IconName
  /** Number of rows, or another figure. */
  readonly figure: ComponentChildren
  /** Controls that choose what the list shows. */
  readonly tools?: ComponentChildren
  readonly isPaused?: boolean
}

export const Box = ({ title, icon, figure, tools, isPaused, children, ...section }: BoxProps) => (
  <section class="box" aria-label={title} {...section}>
    <div class="box-head row">
      {icon && <Icon name={icon} size={14} />}
      <h2 class="grow">{title}</h2>
      {isPaused && <span class="chip">paused</span>}
      {tools}
      <span class="muted num">{figure}</span>
    </div>
    {children}
  </section>
)
