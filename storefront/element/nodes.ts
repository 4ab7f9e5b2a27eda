import { append, createElement, hasOwn, replaceChildren, setAttribute } from './natives.ts'

type Child = Node | string | undefined

/** A node with its attributes and children; text is only ever text, so no policy on scripts or types has anything to refuse. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): HTMLElementTagNameMap[K]
export function create(
  tag: 'svg' | 'path',
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): Element
export function create(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): Element {
  const space = tag === 'svg' || tag === 'path' ? '2000/svg' : '1999/xhtml'
  const node = createElement(document, `http://www.w3.org/${space}`, tag)
  // An enumerable property that some script gave to every object is not ours to set.
  for (const name in attributes)
    if (hasOwn(attributes, name)) setAttribute(node, name, attributes[name] ?? '')
  for (let index = 0; index < children.length; index++) {
    const child = children[index]
    if (child !== undefined) append(node, child)
  }
  return node
}

/** Puts these children in the place of all others. */
export function fill(node: Element, children: readonly Node[]): void {
  replaceChildren(node)
  for (let index = 0; index < children.length; index++) append(node, children[index] ?? '')
}
