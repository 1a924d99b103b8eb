// Names with their values, in lines.
import { type ComponentChildren, Fragment } from 'preact'

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
