/*
 * What the element needs of the browser, taken once when the script runs. A shop's page belongs to many scripts: whatever one of them
 * replaces afterwards (fetch, JSON, timers, methods of arrays and nodes) is not what is called here.
 */

const { apply } = Reflect

/** A method as a function whose first argument is its object. */
function uncurry<T, A extends unknown[], R>(method: (this: T, ...args: A) => R): (self: T, ...args: A) => R {
  return (self, ...args) => apply(method, self, args) as R
}

const view = window

export const parseJson = JSON.parse
export const round = Math.round
export const isInteger = Number.isInteger
export const isFiniteNumber = Number.isFinite
export const now = Date.now
export const hasOwn = Object.hasOwn
export const parseDate = Date.parse
export const encode = encodeURIComponent
export const readText = uncurry(Response.prototype.text)
export const test = uncurry(RegExp.prototype.test)
export const exec = uncurry(RegExp.prototype.exec)
export const createElement = uncurry(Document.prototype.createElementNS)
export const append = uncurry(Element.prototype.append)
export const appendChild = uncurry(Node.prototype.appendChild)
export const replaceChild = uncurry(Node.prototype.replaceChild)
export const replaceChildren = uncurry(Element.prototype.replaceChildren)
export const getAttribute = uncurry(Element.prototype.getAttribute)
export const setAttribute = uncurry(Element.prototype.setAttribute)
export const removeAttribute = uncurry(Element.prototype.removeAttribute)
export const setProperty = uncurry(CSSStyleDeclaration.prototype.setProperty)
export const attachShadow = uncurry(Element.prototype.attachShadow)
export const dispatch = uncurry(EventTarget.prototype.dispatchEvent)
export const showModal = uncurry(HTMLDialogElement.prototype.showModal)
export const closeDialog = uncurry(HTMLDialogElement.prototype.close)
export const abort = uncurry(AbortController.prototype.abort)
export const mapGet = uncurry(Map.prototype.get) as <K, V>(map: Map<K, V>, key: K) => V | undefined
export const mapSet = uncurry(Map.prototype.set) as <K, V>(map: Map<K, V>, key: K, value: V) => Map<K, V>
export const mapClear = uncurry(Map.prototype.clear)
export const clock = performance.now.bind(performance)
export const setTimer = view.setTimeout.bind(view)
export const clearTimer = view.clearTimeout.bind(view)
export const queueTask = view.queueMicrotask.bind(view)
export const send = view.fetch.bind(view)
export const readStyle = view.getComputedStyle.bind(view)
export const warn = console.warn.bind(console)
export const Later = Promise
export const Abort = AbortController
export const Message = CustomEvent
export const Visibility = IntersectionObserver

const addListener = uncurry(EventTarget.prototype.addEventListener)

/** Nothing that goes wrong here becomes an exception on the shop's page. */
export function guard<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    try {
      apply(act, undefined, args)
    } catch {
      // The offer is missing; the shop sells on.
    }
  }
}

export function listen(target: EventTarget, type: string, act: (event: Event) => void): void {
  addListener(target, type, guard(act))
}

/** The browser walks lists that it is given by their iterator, which it looks up in the page. */
export function sealList<T>(list: T[]): T[] {
  return Object.defineProperty(list, Symbol.iterator, { value: Array.prototype[Symbol.iterator] })
}
