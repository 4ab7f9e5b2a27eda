import { writeCet, writeInstallments } from './line.ts'
import { writeMoney, writePercent, writeShare } from './money.ts'
import { append, clock, closeDialog, guard, listen, showModal } from './natives.ts'
import { create, fill } from './nodes.ts'
import type { Offer, Plan, PlanGroup } from './offer.ts'

/** A double press takes less. */
const DOUBLE_PRESS_MS = 1_000

export interface Simulator {
  readonly dialog: HTMLDialogElement
  /** Shows the plans of an offer, also while it is open. */
  show(offer: Offer, selected: Plan): void
  open(): void
  close(): void
}

/** A native dialog: focus, Escape and the way back to the button are the browser's. */
export function createSimulator(onChoose: (plan: Plan) => void, onClose: () => void): Simulator {
  const sheet = create('div', { class: 'sheet' })
  const dialog = create('dialog', { 'aria-labelledby': 'title', lang: 'pt-BR' }, sheet)
  let openedAt = 0
  const close = (): void => {
    if (dialog.open) closeDialog(dialog)
  }
  listen(dialog, 'close', onClose)
  listen(dialog, 'click', event => {
    const { detail, timeStamp, target } = event as MouseEvent
    // The second press of a double press fell on what the first one opened: it meant the page below.
    if (detail > 1 && timeStamp - openedAt < DOUBLE_PRESS_MS) event.preventDefault()
    else if (target === dialog) close()
  })
  return {
    dialog,
    show: (offer, selected) => fill(sheet, renderSheet(offer, selected, close, onChoose)),
    open: () => {
      openedAt = clock()
      if (!dialog.open) showModal(dialog)
    },
    close,
  }
}

function renderSheet(
  offer: Offer,
  selected: Plan,
  close: () => void,
  onChoose: (plan: Plan) => void,
): readonly HTMLElement[] {
  let plan = selected
  const entries = create('fieldset', { class: 'entries' }, create('legend', {}, 'Entrada'))
  const terms = create('fieldset', { class: 'terms' })
  const summary = create('dl', { class: 'summary' })
  const selectPlan = (chosen: Plan): void => {
    plan = chosen
    fill(summary, renderSummary(offer, plan))
  }
  const selectGroup = (group: PlanGroup): void => {
    const first = findTerm(group, plan.installments)
    if (first === undefined) return
    fill(terms, [create('legend', {}, 'Parcelas')])
    for (let p = 0; p < group.plans.length; p++) {
      const each = group.plans[p]
      if (each !== undefined)
        append(
          terms,
          renderTerm(each, each === first, () => selectPlan(each)),
        )
    }
    selectPlan(first)
  }
  for (let g = 0; g < offer.groups.length; g++) {
    const group = offer.groups[g]
    if (group === undefined) continue
    const isSelected = findTerm(group, selected.installments) === selected
    append(
      entries,
      renderEntry(group, isSelected, () => selectGroup(group)),
    )
    if (isSelected) selectGroup(group)
  }
  entries.hidden = offer.groups.length === 1 && selected.downPayment === 0
  const choose = create('button', { type: 'button', class: 'choose', part: 'choose' }, 'Quero pagar assim')
  choose.onclick = guard(() => {
    onChoose(plan)
    close()
  })
  const foot = create('div', { class: 'foot' }, choose)
  return [renderHead(offer, close), entries, terms, summary, renderNote(), foot]
}

/** The plan of that term, or else the longest. */
function findTerm({ plans }: PlanGroup, installments: number): Plan | undefined {
  let longest: Plan | undefined
  for (let p = 0; p < plans.length; p++) {
    const plan = plans[p]
    if (plan?.installments === installments) return plan
    if (plan !== undefined && plan.installments > (longest?.installments ?? 0)) longest = plan
  }
  return longest
}

function renderHead({ total }: Offer, close: () => void): HTMLElement {
  const shut = create(
    'button',
    { type: 'button', class: 'close', part: 'close', 'aria-label': 'Fechar' },
    '×',
  )
  shut.onclick = guard(close)
  const title = create('h2', { id: 'title', part: 'title' }, 'Simule no crediário')
  const price = create('p', {}, `À vista ${writeMoney(total)}`)
  return create('div', { class: 'head' }, create('div', {}, title, price), shut)
}

function renderEntry(
  { downPayment, plans }: PlanGroup,
  isSelected: boolean,
  select: () => void,
): HTMLElement {
  const percentage = plans[0]?.downPaymentPercentage ?? 0
  const words = downPayment === 0 ? 'Sem entrada' : writeMoney(downPayment)
  const share = downPayment === 0 ? undefined : create('small', {}, ` ${writeShare(percentage)}`)
  return create(
    'label',
    { class: 'entry' },
    renderRadio('entry', isSelected, select),
    create('span', {}, words, share),
  )
}

function renderTerm(plan: Plan, isSelected: boolean, select: () => void): HTMLElement {
  const total = create('span', {}, `total ${writeMoney(plan.totalToPay)}`)
  const figures = create('span', { class: 'pair' }, create('b', {}, writeInstallments(plan)), ' ', total)
  const words = create('span', {}, figures, create('small', {}, writeCet(plan)))
  return create('label', { class: 'term' }, renderRadio('term', isSelected, select), words)
}

function renderRadio(name: string, isSelected: boolean, select: () => void): HTMLInputElement {
  const radio = create('input', { type: 'radio', name })
  radio.checked = isSelected
  radio.onchange = guard(select)
  return radio
}

function renderSummary({ total, headline, interestRatePM }: Offer, plan: Plan): readonly HTMLElement[] {
  const more = plan.totalToPay - total
  const rows = [
    renderRow('Total a pagar', writeMoney(plan.totalToPay), 'strong'),
    renderRow('A mais que à vista', writeMoney(more > 0 ? more : 0)),
  ]
  // The answer has the rate of the plan in the line only.
  if (plan === headline && interestRatePM !== undefined)
    rows[2] = renderRow('Juros', `${writePercent(interestRatePM)} a.m.`)
  return rows
}

function renderRow(name: string, value: string, kind = ''): HTMLElement {
  return create('div', { class: `pair ${kind}` }, create('dt', {}, name), create('dd', {}, value))
}

function renderNote(): HTMLElement {
  return create(
    'p',
    { class: 'note' },
    'O Custo Efetivo Total (CET) soma juros, imposto e tarifas: compare por ele. ' +
      'Esta simulação não consulta o seu CPF; a compra depende de análise de crédito.',
  )
}
