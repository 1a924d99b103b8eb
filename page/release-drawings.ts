// Frees component trees that are no longer drawn. Preact makes a new node when a component renders again, but the props of the element
// around it keep the first node. The first node keeps its children and, through shared parts, every later tree. On a busy board this costs
// 1.5 MB a minute. So when a component's next node is drawn, the children of its earlier node are removed.
import { type Component, options, type VNode } from 'preact'

/** The library's own members of a node: its children, and its component. */
interface Drawn extends VNode {
  __k?: unknown
  readonly __c?: Component | null
}

const last = new WeakMap<Component, Drawn>()

const { diffed } = options
options.diffed = (node: Drawn) => {
  diffed?.(node)
  const { __c: component } = node
  if (!component) return
  const before = last.get(component)
  if (before !== undefined && before !== node) before.__k = null
  last.set(component, node)
}
