import { TAG } from '../element/define.ts'
import { writeDecimal } from '../element/money.ts'
import { guard, removeAttribute, setAttribute } from '../element/natives.ts'
import { onceInFrame } from './frame.ts'
import type { Settings } from './settings.ts'

export type Page = 'pdp' | 'cart' | 'checkout'

export interface Shown {
  /** Undefined where no offer belongs. */
  readonly page: Page | undefined
  /** Undefined while the price is not known: the place is kept, nothing is shown. */
  readonly priceCentavos: number | undefined
  readonly quantity: number
}

/** A mark that a copy of the element (a page that writes its own HTML again) does not have. */
const DRIVEN = Symbol.for('crediario.driven')

/**
 * Keeps one element beside the price, whatever the shop's framework does to the page, and tells it what `getShown` finds. Returns how
 * to look again; many calls in a frame are one look, so of several prices in a frame only the last is seen.
 */
export function keepPlaced(
  settings: Settings,
  defaults: Readonly<Record<Page, readonly string[]>>,
  getShown: () => Shown,
): () => void {
  const element = document.createElement(TAG)
  Object.defineProperty(element, DRIVEN, { value: true })
  writeAttribute(element, 'data-driven', '')
  writeAttribute(element, 'key', settings.key)
  writeAttribute(element, 'theme', settings.theme)
  writeAttribute(element, 'variant', settings.variant)

  const look = guard(() => {
    const { page, priceCentavos, quantity } = getShown()
    const place = page && findPlace(page, settings.places[page], defaults[page])
    if (page === undefined || place === undefined) {
      element.remove()
      return
    }
    writeAttribute(element, 'page', page)
    writeAttribute(element, 'quantity', String(quantity))
    writeAttribute(element, 'price', priceCentavos === undefined ? undefined : writeDecimal(priceCentavos))
    putInPlace(element, place)
  })
  const lookSoon = onceInFrame(look)
  new MutationObserver(lookSoon).observe(document.documentElement, { childList: true, subtree: true })
  look()
  return lookSoon
}

interface Place {
  readonly node: Element
  readonly isInside: boolean
}

/** The shop's own mark first, then its selector, then where the platform's own themes have the price, the best place first. */
function findPlace(page: Page, selector: string | undefined, defaults: readonly string[]): Place | undefined {
  const marked = document.querySelector(`[data-crediario="${page}"], [data-crediario=""]`)
  if (marked !== null) return { node: marked, isInside: true }
  for (const each of selector === undefined ? defaults : [selector]) {
    const node = document.querySelector(each)
    if (node !== null) return { node, isInside: false }
  }
  return undefined
}

function putInPlace(element: HTMLElement, { node, isInside }: Place): void {
  const parent = isInside ? node : node.parentElement
  if (parent === null) return
  for (const other of parent.querySelectorAll(`:scope > ${TAG}[data-driven]`)) {
    if (other === element) continue
    // Another script of ours was quicker; a copy that nobody drives would keep an old price.
    if (DRIVEN in other) {
      element.remove()
      return
    }
    other.remove()
  }
  const isThere =
    element.parentElement === parent &&
    (isInside || (node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  if (isThere) return
  if (isInside) parent.append(element)
  else node.after(element)
}

function writeAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) removeAttribute(element, name)
  else if (element.getAttribute(name) !== value) setAttribute(element, name, value)
}
