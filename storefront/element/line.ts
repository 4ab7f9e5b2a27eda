import { writeMoney, writePercent } from './money.ts'
import { replaceChild } from './natives.ts'
import { create } from './nodes.ts'
import type { Plan } from './offer.ts'

/** As wide as an offer gets: its hidden text reserves the place, so that nothing moves when the offer comes. */
const WIDEST: Plan = {
  downPaymentPercentage: 20,
  downPayment: 88_888,
  installments: 88,
  installment: 88_888,
  totalToPay: 888_888,
  totalAmount: 888_888,
  cetPA: 188.88,
}

export type Variant = 'line' | 'card'

/** Hidden, and the same in every respect but its figures. */
export function renderDraft(variant: Variant): HTMLElement {
  const draft = renderOffer(variant, WIDEST, undefined)
  draft.inert = true
  draft.className = `${variant} draft`
  return draft
}

export function renderOffer(
  variant: Variant,
  plan: Plan,
  onSimulate: ((event: Event) => void) | undefined,
): HTMLElement {
  const simulate = create(
    'button',
    { type: 'button', class: 'simulate', part: 'simulate', 'aria-haspopup': 'dialog' },
    'Simular',
  )
  if (onSimulate !== undefined) simulate.onclick = onSimulate
  return create('div', { class: variant }, renderFigures(plan), create('span', { class: 'way' }, simulate))
}

/** Shows other figures in an offer that is there already. */
export function updateOffer(offer: Element, plan: Plan): void {
  if (offer.firstChild !== null) replaceChild(offer, renderFigures(plan), offer.firstChild)
}

function renderFigures(plan: Plan): HTMLElement {
  const entry = writeEntry(plan)
  const value = create(
    'span',
    { class: 'installments' },
    entry && create('span', { class: 'entry' }, entry),
    create('b', {}, writeInstallments(plan)),
  )
  const name = create('span', { class: 'name' }, 'Crediário', create('span', { class: 'colon' }, ': '))
  return create(
    'p',
    { class: 'figures' },
    create('span', { class: 'value' }, name, value),
    // Nothing by which a page could tell these from the installment: whoever shows it shows what it costs.
    create('span', { class: 'cost' }, renderDot(), writeCet(plan)),
    create('span', { class: 'cost' }, renderDot(), writeTotal(plan)),
  )
}

function renderDot(): HTMLElement {
  return create('span', { class: 'dot' }, ' · ')
}

/** entrada R$ 220,00 + */
export function writeEntry({ downPayment }: Plan): string | undefined {
  return downPayment > 0 ? `entrada ${writeMoney(downPayment)} + ` : undefined
}

/** total R$ 1.907,82 */
export function writeTotal({ totalToPay }: Plan): string {
  return `total ${writeMoney(totalToPay)}`
}

/** 18× de R$ 92,28 */
export function writeInstallments({ installments, installment }: Plan): string {
  return `${installments}× de ${writeMoney(installment)}`
}

/** CET 99,90% a.a. */
export function writeCet({ cetPA }: Plan): string {
  return `CET ${writePercent(cetPA)} a.a.`
}
