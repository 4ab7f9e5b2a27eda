import { maskCpf } from '../../brazil/cpf.ts'
import { maskName } from '../../brazil/person-name.ts'
import type {
  ConsoleBillet,
  ConsoleOrder,
  ConsoleOrderRow,
  ConsolePreview,
  ConsoleTransfer,
} from '../../contract/console-orders.ts'
import type { Presented } from '../../contract/presented.ts'
import type { FoundOrder, OrderView } from '../../domains/orders/index.ts'
import type { Purchase, previewCancellation, previewRemovalCosts } from '../../domains/purchases/index.ts'
import { describeBillet } from '../../domains/receivables/index.ts'
import { describeParts } from '../../domains/servicing/index.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { presentReais } from '../../kernel/money.ts'
import { presentCosts } from '../public/cancel/present.ts'
import { presentTransfer } from '../public/transfer/present.ts'

/** What a person may see: amounts only with `money.read`. */
export interface Sight {
  readonly showsMoney: boolean
}

export function presentRow(
  found: FoundOrder,
  name: string | undefined,
  { showsMoney }: Sight,
): Presented<ConsoleOrderRow> {
  const { transferCentavos } = found
  return {
    transactionId: found.id,
    orderId: found.orderId,
    customer: name && maskName(name),
    group: found.group,
    status: found.status,
    step: found.step,
    createdAt: found.createdAt.toISOString(),
    money: showsMoney
      ? {
          total: presentReais(found.totalCentavos),
          transfer: transferCentavos === undefined ? undefined : presentReais(transferCentavos),
        }
      : undefined,
  }
}

export function presentOrder(
  view: OrderView,
  today: CalendarDate,
  sight: Sight,
): Omit<Presented<ConsoleOrder>, 'may'> {
  const { found, purchase, moves, deliveries, invoice } = view
  const { showsMoney } = sight
  const { contract, customer, products = [] } = purchase
  return {
    ...presentRow(found, customer.name, sight),
    cpf: maskCpf(customer.cpf),
    products: products.map(({ id, name, amount, valueCentavos }) => ({
      id,
      name,
      amount,
      value: showsMoney ? presentReais(valueCentavos) : undefined,
    })),
    timeline: moves
      .map(({ event, actor, movedAt }) => ({ event, actor, at: movedAt.toISOString() }))
      .toReversed(),
    option: {
      installments: contract.numberOfInstallments,
      money: showsMoney ? presentOption(purchase) : undefined,
    },
    billets: presentBillets(view.billets, today, sight),
    events: deliveries.map(({ eventId, endpointId, type, createdAt, status }) => ({
      id: `${eventId}${endpointId ?? ''}`,
      type,
      at: createdAt.toISOString(),
      delivery: (status ?? undefined) as ConsoleOrder['events'][number]['delivery'],
    })),
    invoice: invoice && {
      state: invoice.state,
      version: invoice.version,
      receivedAt: invoice.receivedAt.toISOString(),
      message: invoice.message ?? undefined,
      findings: invoice.findings === null ? undefined : { ...invoice.findings },
    },
    transfer: presentOrderTransfer(view, sight),
  }
}

function presentOption(purchase: Purchase): NonNullable<Presented<ConsoleOrder>['option']['money']> {
  const { contract } = purchase
  const { parts, lent } = describeParts(purchase)
  return {
    downPayment: presentReais(purchase.downPaymentCentavos),
    installment: presentReais(contract.installmentCentavos),
    interestPM: contract.interestRatePM,
    cetPA: contract.cetPA,
    parts: parts.map(({ name, value }) => ({ name, value: presentReais(value) })),
    lent,
  }
}

function presentOrderTransfer({ transfer }: OrderView, { showsMoney }: Sight): Presented<ConsoleTransfer> {
  const { state, expectedOn, transferedAt, blockers, ...amounts } = presentTransfer(transfer)
  return {
    state,
    expectedOn,
    transferedAt,
    blockers: blockers.map(({ amount, ...blocker }) => ({
      ...blocker,
      amount: showsMoney ? amount : undefined,
    })),
    money: showsMoney
      ? {
          purchase: amounts.purchaseValue,
          commission: amounts.commission,
          retention: amounts.retention,
          transfer: amounts.transferValue,
          reference: amounts.reference,
        }
      : undefined,
  }
}

type Billet = Parameters<typeof describeBillet>[0] & {
  readonly id: string
  readonly kind: string
  readonly installmentNumber: number
}

function presentBillets(
  billets: readonly Billet[],
  today: CalendarDate,
  { showsMoney }: Sight,
): readonly Presented<ConsoleBillet>[] {
  return billets.map(billet => ({
    id: billet.id,
    number: billet.kind === 'down-payment' ? 0 : billet.installmentNumber,
    dueDate: billet.dueDate,
    state: findState(billet, today),
    paidAt: billet.paidAt?.toISOString(),
    amount: showsMoney ? presentReais(billet.amountCentavos) : undefined,
  }))
}

function findState(billet: Billet, today: CalendarDate): ConsoleBillet['state'] {
  if (billet.paymentStatus === 'PAID') return 'PAID'
  if (billet.canceledAt !== undefined) return 'CANCELED'
  return describeBillet(billet, today).daysLate > 0 ? 'LATE' : 'OPEN'
}

export function presentCancelPreview(
  preview: Awaited<ReturnType<typeof previewCancellation>>,
  { showsMoney }: Sight,
): Presented<ConsolePreview> {
  return {
    money: showsMoney ? presentSides(preview) : undefined,
    schedule: undefined,
    products: undefined,
  }
}

export function presentRemovalPreview(
  preview: Awaited<ReturnType<typeof previewRemovalCosts>>,
  today: CalendarDate,
  sight: Sight,
): Presented<ConsolePreview> {
  const { downPaymentBillet, installments, purchase } = preview.view
  const billets = downPaymentBillet === undefined ? installments : [downPaymentBillet, ...installments]
  return {
    money: sight.showsMoney ? presentSides(preview) : undefined,
    schedule: presentBillets(billets, today, sight),
    products: purchase.products?.map(({ name }) => name),
  }
}

type Sides = Pick<Awaited<ReturnType<typeof previewCancellation>>, 'customer' | 'retailer' | 'lender'>

function presentSides(sides: Sides): NonNullable<Presented<ConsolePreview>['money']> {
  const { customer } = sides
  const { retailer, lender } = presentCosts(sides)
  return {
    refund: presentReais(customer.refundCentavos),
    released: presentReais(customer.releasedCentavos),
    owed: retailer.owedValue,
    untransferred: retailer.untransferredValue,
    lender: lender.interest + lender.fee + lender.retention + lender.iof,
  }
}
