// Names with their values, in lists of descriptions.
import type { ComponentChildren } from 'preact'

interface Named {
  readonly name: string
  readonly class?: string | undefined
  readonly children: ComponentChildren
}

/** A line of a list of pairs. */
export const Fact = ({ name, class: className, children }: Named) => (
  <>
    <dt>{name}</dt>
    <dd class={className}>{children}</dd>
  </>
)

/** A figure of a row of figures. */
export const Stat = (fact: Named) => (
  <div>
    <Fact {...fact} />
  </div>
)
