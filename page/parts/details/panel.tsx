// A titled panel of a view, and small components that many panels use.
import './details.css'
import { type ComponentChildren, Fragment } from 'preact'

/**
 * @param props.label name for screen readers, by default the title
 * @param props.figure shown beside the title
 */
export const Panel = (props: {
  title: string
  label?: string
  class?: string
  figure?: ComponentChildren
  children: ComponentChildren
}) => (
  <section class={`panel ${props.class ?? ''}`} aria-label={props.label ?? props.title}>
    <h2>
      {props.title} {props.figure !== undefined && <span class="num strong">{props.figure}</span>}
    </h2>
    {props.children}
  </section>
)

/** Screen readers say the words at once. */
export const Problem = ({ words, class: name = '' }: { words: string | undefined; class?: string }) =>
  words === undefined ? null : (
    <p class={`outcome failed ${name}`} role="alert">
      {words}
    </p>
  )

/** Undefined and false values have no line. */
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
