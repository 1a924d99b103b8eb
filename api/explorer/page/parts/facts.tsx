// Names with their values, in lists of descriptions.
import { type ComponentChildren, Fragment } from 'preact'

/** A figure of a row of figures. */
export const Stat = (props: { name: string; class?: string; children: ComponentChildren }) => (
  <div class={props.class}>
    <dt>{props.name}</dt>
    <dd class="num">{props.children}</dd>
  </div>
)

/** Lines of names and values; a value that is undefined or false has no line. */
export const Pairs = ({ of }: { of: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="pairs">
    {Object.entries(of).map(
      ([name, value]) =>
        value !== undefined &&
        value !== false && (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
)
