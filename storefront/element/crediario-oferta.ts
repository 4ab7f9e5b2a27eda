import { askOffer, type Failure, type Result } from './ask.ts'
import { findBackdrop } from './backdrop.ts'
import dialogCss from './dialog.css?inline'
import { createSimulator, type Simulator } from './dialog.ts'
import elementCss from './element.css?inline'
import { renderDraft, renderOffer, updateOffer, type Variant } from './line.ts'
import { isAmount, parsePrice, parseQuantity } from './money.ts'
import {
  appendChild,
  attachShadow,
  clearTimer,
  clock,
  dispatch,
  getAttribute,
  guard,
  listen,
  Message,
  now,
  queueTask,
  removeAttribute,
  sealList,
  setAttribute,
  setTimer,
  Visibility,
  warn,
} from './natives.ts'
import { create, fill } from './nodes.ts'
import { findSamePlan, NO_OFFER, type Offer, type Plan } from './offer.ts'

type Reason = Failure | 'price' | 'quantity'

/** Only what the shop itself can fix. The browser's console already has the rest. */
const WARNINGS: Readonly<Partial<Record<Reason, string>>> = {
  key: 'key must be a publishable key (pk_…) of this lender.',
  origin: `is ${location.origin} among the retailer’s allowed origins?`,
  price: 'price must be reais with a dot: 1240.00.',
  quantity: 'quantity must be whole, from 1 to 9999.',
}

const warned: { [reason in Reason]?: true } = {}

/** Once a page for each reason: a list of products has the same mistake in every row. */
function warnDeveloper(reason: Reason): void {
  const warning = WARNINGS[reason]
  if (warning === undefined || warned[reason]) return
  warned[reason] = true
  warn(`<crediario-oferta>: ${warning}`)
}

/* What listeners get: the names and the reais of the preview. */

function presentPlan(plan: Plan): Readonly<Record<string, number>> {
  return {
    downPaymentPercentage: plan.downPaymentPercentage,
    downPaymentValue: plan.downPayment / 100,
    installments: plan.installments,
    value: plan.installment / 100,
    totalAmount: plan.totalAmount / 100,
    cetPA: plan.cetPA,
  }
}

function presentOffer({ total, headline }: Offer): Readonly<Record<string, unknown>> {
  return { offered: true, total: total / 100, simulation: presentPlan(headline) }
}

function presentChoice({ total }: Offer, plan: Plan): Readonly<Record<string, number>> {
  return { total: total / 100, ...presentPlan(plan) }
}

/** Calls back once the element is about to be seen. */
function whenNear(element: Element, act: () => void): () => void {
  return watch(element, '300px', entry => entry.isIntersecting, act)
}

/** Calls back once the element lies below what is seen: closing its place moves nothing that anybody looks at. */
function releaseWhenUnseen(element: Element, act: () => void): () => void {
  const isBelow = ({ boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean =>
    rootBounds !== null && boundingClientRect.top >= rootBounds.bottom
  return watch(element, '0px', isBelow, act)
}

function watch(
  element: Element,
  rootMargin: string,
  isReached: (entry: IntersectionObserverEntry) => boolean,
  act: () => void,
): () => void {
  const observer = new Visibility(
    guard((entries: readonly IntersectionObserverEntry[]) => {
      const last = entries[entries.length - 1]
      if (last === undefined || !isReached(last)) return
      observer.disconnect()
      act()
    }),
    { rootMargin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** Prices that change faster than this are on their way to another one: only the last is asked for. */
const QUIET_MS = 120
const REFRESH_AT_LEAST_MS = 60_000
const REFRESH_AT_MOST_MS = 86_400_000
/** A page that fades to its other colours is through by then. */
const FADE_MS = 600

const ORIGIN = new URL(import.meta.url).origin
const sheet = new CSSStyleSheet()
sheet.replaceSync(elementCss + dialogCss)
const sheets = sealList([sheet])

interface Wish {
  readonly key: string
  readonly total: number
}

/** The offer beside a price. Whatever goes wrong, it shows nothing, and the shop hears of it by an event only. */
export class CrediarioOferta extends HTMLElement {
  static readonly observedAttributes = ['key', 'data-key', 'price', 'quantity', 'page', 'variant', 'theme']

  readonly #content = create('div', { class: 'content' })
  readonly #space = create('div', { class: 'space', lang: 'pt-BR' })
  readonly #probe = create('div', { class: 'probe' })
  #simulator: Simulator | undefined
  #variant: Variant | undefined
  #offer: Offer | undefined
  #chosen: Plan | undefined
  #isQueued = false
  #changedAt = Number.NEGATIVE_INFINITY
  /** What is asked for or shown now. Any other answer comes too late. */
  #wish: Wish | undefined
  #timer = 0
  #forgetPlace: (() => void) | undefined

  constructor() {
    super()
    guard(() => {
      const root = attachShadow(this, { mode: 'open' })
      root.adoptedStyleSheets = sheets
      appendChild(root, this.#space)
      appendChild(root, this.#probe)
      const dress = guard(() => this.#dress())
      listen(this.#probe, 'transitionend', () => {
        dress()
        setTimer(dress, FADE_MS)
      })
    })()
  }

  connectedCallback(): void {
    this.#queueUpdate()
  }

  disconnectedCallback(): void {
    this.#queueUpdate()
  }

  attributeChangedCallback(): void {
    this.#queueUpdate()
  }

  /** Opens the dialog with every down payment and term; does nothing where there is no offer. */
  open(): void {
    guard(() => {
      if (this.#offer === undefined) return
      this.#simulator ??= this.#createSimulator()
      this.#dress()
      this.#simulator.show(this.#offer, this.#getShownPlan(this.#offer))
      this.#simulator.open()
      this.#tell('open', presentOffer(this.#offer))
    })()
  }

  /** Attributes that are set one after the other are one change. */
  #queueUpdate(): void {
    if (this.#isQueued) return
    this.#isQueued = true
    queueTask(
      guard(() => {
        this.#isQueued = false
        this.#update()
      }),
    )
  }

  #update(): void {
    if (!this.isConnected) {
      clearTimer(this.#timer)
      this.#forgetPlace?.()
      this.#wish = undefined
      return
    }
    this.#drawSpace()
    this.#dress()
    const wish = this.#parseWish()
    if (wish?.key === this.#wish?.key && wish?.total === this.#wish?.total) return
    this.#forgetPlace?.()
    this.#wish = wish
    if (wish !== undefined) removeAttribute(this, 'problem')
    // What is shown belongs to the old price from this moment on.
    this.#hide()
    clearTimer(this.#timer)
    if (wish === undefined) {
      if (getAttribute(this, 'price') !== null) this.#giveUpSpace()
      return
    }
    const isInBurst = clock() - this.#changedAt < QUIET_MS
    this.#changedAt = clock()
    const ask = guard(() => void this.#ask(wish))
    if (isInBurst) this.#timer = setTimer(ask, QUIET_MS)
    else if (getAttribute(this, 'page') === 'list') this.#forgetPlace = whenNear(this, ask)
    else ask()
  }

  /** The total to ask for, unless an attribute is missing or wrong. */
  #parseWish(): Wish | undefined {
    const key = getAttribute(this, 'key') ?? getAttribute(this, 'data-key')
    const text = getAttribute(this, 'price')
    if (!key || text === null) return undefined
    const price = parsePrice(text)
    const quantity = parseQuantity(getAttribute(this, 'quantity') ?? '1')
    if (price === undefined) this.#fail({ reason: 'price' })
    else if (quantity === undefined) this.#fail({ reason: 'quantity' })
    else if (isAmount(price * quantity)) return { key, total: price * quantity }
    return undefined
  }

  async #ask(wish: Wish): Promise<void> {
    const result = await askOffer(ORIGIN, wish.key, wish.total)
    if (this.#wish === wish) guard(() => this.#take(wish, result))()
  }

  #take(wish: Wish, result: Result): void {
    if ('failure' in result) {
      const { failure, status } = result
      this.#giveUpSpace()
      this.#fail(status === undefined ? { reason: failure } : { reason: failure, status })
    } else if (result.answer === NO_OFFER) {
      this.#giveUpSpace()
      this.#tell('offer', { offered: false, total: wish.total / 100 })
    } else this.#show(wish, result.answer)
  }

  #show(wish: Wish, answer: Offer): void {
    this.#offer = answer
    this.#draw(answer)
    this.#simulator?.show(answer, this.#getShownPlan(answer))
    this.#tell('offer', presentOffer(answer))
    // A page may stay open for days.
    const left = answer.validUntil - now()
    const delay =
      left < REFRESH_AT_LEAST_MS ? REFRESH_AT_LEAST_MS : left > REFRESH_AT_MOST_MS ? REFRESH_AT_MOST_MS : left
    this.#timer = setTimer(
      guard(() => void this.#ask(wish)),
      delay,
    )
  }

  #getShownPlan(offer: Offer): Plan {
    return (this.#chosen && findSamePlan(offer, this.#chosen)) ?? offer.headline
  }

  #drawSpace(): void {
    const variant: Variant = getAttribute(this, 'variant') === 'card' ? 'card' : 'line'
    if (variant === this.#variant) return
    this.#variant = variant
    fill(this.#space, [renderDraft(variant), this.#content])
    if (this.#offer !== undefined) this.#draw(this.#offer)
  }

  #draw(offer: Offer): void {
    const plan = this.#getShownPlan(offer)
    const variant = this.#variant ?? 'line'
    const shown = this.#content.firstElementChild
    const open = guard(() => this.open())
    // The button stays the same one: the focus comes back to it from the dialog.
    if (shown?.className === variant) updateOffer(shown, plan)
    else fill(this.#content, [renderOffer(variant, plan, open)])
    this.#space.hidden = false
    this.#dress()
  }

  /** In the scheme that was asked for, or that can be read on the page. */
  #dress(): void {
    if (!this.isConnected) return
    const theme = getAttribute(this, 'theme')
    const isGiven = theme === 'light' || theme === 'dark'
    const { isDark, isClear } = isGiven
      ? { isDark: theme === 'dark', isClear: true }
      : findBackdrop(this, this.#probe)
    this.#space.className = `space${isDark ? ' dark' : ''}${isClear ? '' : ' unclear'}`
    if (this.#simulator !== undefined) this.#simulator.dialog.className = isDark ? 'dark' : ''
  }

  #hide(): void {
    this.#offer = undefined
    fill(this.#content, [])
    this.#space.hidden = false
  }

  /** There is nothing to show. The place stays empty for as long as closing it would move what somebody is reading. */
  #giveUpSpace(): void {
    this.#hide()
    this.#simulator?.close()
    this.#forgetPlace = releaseWhenUnseen(this, () => {
      this.#space.hidden = true
    })
  }

  #createSimulator(): Simulator {
    const choose = (plan: Plan): void => {
      this.#chosen = plan
      if (this.#offer === undefined) return
      this.#draw(this.#offer)
      this.#tell('choose', presentChoice(this.#offer, plan))
    }
    const simulator = createSimulator(choose, () => this.#tell('close', undefined))
    if (this.shadowRoot !== null) appendChild(this.shadowRoot, simulator.dialog)
    return simulator
  }

  /** What a shop's developer has to fix stands in the markup and in the console; a shopper sees nothing of it. */
  #fail(detail: { readonly reason: Failure | 'price' | 'quantity'; readonly status?: number }): void {
    setAttribute(this, 'problem', detail.reason)
    warnDeveloper(detail.reason)
    this.#tell('error', detail)
  }

  #tell(name: 'offer' | 'open' | 'close' | 'choose' | 'error', detail: unknown): void {
    dispatch(this, new Message(`crediario:${name}`, { bubbles: true, composed: true, detail }))
  }
}
