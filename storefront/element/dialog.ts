import { MARK } from '../../src/brand/mark.ts'
import { writeCet, writeEntry, writeInstallments, writeTotal } from './line.ts'
import { writeMoney, writeShare } from './money.ts'
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
  const more = create('span', {})
  const chosenLine = create('p', { class: 'chosen', 'aria-live': 'polite' })
  const selectPlan = (chosen: Plan): void => {
    plan = chosen
    more.textContent = writeMoney(plan.totalToPay > offer.total ? plan.totalToPay - offer.total : 0)
    fill(chosenLine, renderChosen(plan))
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
  const summary = create('p', { class: 'pair' }, create('span', {}, 'A mais que à vista '), more)
  const foot = create('div', { class: 'foot' }, chosenLine, choose)
  return [renderHead(offer, close), entries, terms, summary, renderNote(), foot]
}

/** What the button below it means. */
function renderChosen(plan: Plan): readonly HTMLElement[] {
  return [
    create('b', {}, writeEntry(plan), writeInstallments(plan)),
    create('span', {}, ` · ${writeTotal(plan)}`),
  ]
}

/** The plan of that term, or else the longest, which comes last. */
function findTerm({ plans }: PlanGroup, installments: number): Plan | undefined {
  let plan: Plan | undefined
  for (let p = 0; p < plans.length && plan?.installments !== installments; p++) plan = plans[p]
  return plan
}

function renderHead({ total }: Offer, close: () => void): HTMLElement {
  const shut = create(
    'button',
    { type: 'button', class: 'close', part: 'close', 'aria-label': 'Fechar' },
    '×',
  )
  shut.onclick = guard(close)
  const title = create('h2', { id: 'title', part: 'title' }, 'Simule no crediário')
  const price = create('p', { class: 'note' }, `À vista ${writeMoney(total)}`)
  return create('div', { class: 'head' }, renderMark(), create('div', {}, title, price), shut)
}

function renderMark(): Node {
  const { path, lineWidth, spark } = MARK
  return create(
    'svg',
    { viewBox: '0 0 32 32' },
    create('path', { d: path, 'stroke-width': `${lineWidth}` }),
    // A line without length and with round ends is a point.
    create('path', { d: `M${spark.x} ${spark.y}h0`, 'stroke-width': `${2 * spark.radius}` }),
  )
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
  const total = create('span', {}, writeTotal(plan))
  const figures = create('span', { class: 'pair' }, create('b', {}, writeInstallments(plan)), ' ', total)
  const words = create('span', {}, figures, create('small', {}, writeCet(plan)))
  return create('label', { class: 'term' }, renderRadio('term', isSelected, select), words)
}

function renderRadio(name: string, isSelected: boolean, select: () => void): HTMLInputElement {
  const radio = create('input', { type: 'radio', name })
  radio.checked = isSelected
  // The dialog opens with the chosen row in view and under the keys.
  radio.autofocus = isSelected && name === 'term'
  radio.onchange = guard(select)
  return radio
}

function renderNote(): HTMLElement {
  return create(
    'p',
    { class: 'note' },
    'O Custo Efetivo Total (CET) soma juros, imposto e tarifas: compare por ele. ' +
      'A simulação não consulta o seu CPF; a compra depende de análise de crédito.',
  )
}
