import { addBusinessDays } from '../../brazil/business-days.ts'
import { maskPhone } from '../../brazil/phone.ts'
import { VALIDATION_RESULTS } from '../../contract/enums.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { type Centavos, presentReais } from '../../kernel/money.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Purchase, Refund } from './purchase.ts'
import { updatePurchase } from './store.ts'
import {
  computeDeadline,
  computeTransition,
  type Move,
  type PurchaseEvent,
  type PurchaseState,
} from './transitions.ts'

const REFUND_BUSINESS_DAYS = 10
/** 192 random bits. */
const TOKEN_BYTES = 24
const INVOICE_NEWS = new Set<string>(VALIDATION_RESULTS)

/** What a move may change besides the state. */
export type PurchaseChanges = Partial<
  Pick<
    Purchase,
    | 'canceledBy'
    | 'hasInsurance'
    | 'contract'
    | 'downPaymentPaidAt'
    | 'signedAt'
    | 'completedAt'
    | 'refund'
    | 'transferCentavos'
    | 'transferDueAt'
    | 'transferedAt'
  >
>

/** What the retailer is told about a move; the log gives it an id and writes it down. */
export interface PurchaseNews {
  readonly retailerId: string
  readonly transactionId: string
  readonly sequence: number
  readonly type: string
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

/** Thrown when the table has no such move; nothing was written. */
export class MoveRefused extends Error {
  readonly event: PurchaseEvent
  readonly from: PurchaseState

  constructor(event: PurchaseEvent, from: PurchaseState) {
    super(`${event} is not possible in ${from.status}/${from.step}`)
    this.name = 'MoveRefused'
    this.event = event
    this.from = from
  }
}

/** The row of the table for this event, or MoveRefused. */
export function getMove(purchase: Purchase, event: PurchaseEvent, changes: PurchaseChanges = {}): Move {
  const { downPaymentCentavos, downPaymentPaidAt, hasInsurance, insuredContract } = purchase
  const move = computeTransition(purchase, event, {
    isInsuranceOpen: insuredContract !== undefined && !hasInsurance,
    isDownPaymentSettled: downPaymentCentavos === 0 || downPaymentPaidAt !== undefined,
    canceledBy: changes.canceledBy ?? purchase.canceledBy,
  })
  if (!move.allowed) throw new MoveRefused(event, { status: purchase.status, step: purchase.step })
  return move
}

/** Moves a purchase whose row is locked. What is to be told about it goes into the log within the same transaction. */
export async function movePurchase(
  tx: Transaction,
  current: Purchase,
  move: Move,
  about: {
    readonly now: Date
    readonly changes?: PurchaseChanges
    readonly refundAccount?: Buffer | undefined
    /** Known where the purchase goes on to wait for its down payment. */
    readonly downPaymentExpiresAt?: Date | undefined
    /** Told beside what every event of the kind tells. */
    readonly newsFields?: PurchaseNews['fields']
  },
): Promise<{ readonly purchase: Purchase; readonly news: PurchaseNews[] }> {
  const { now, changes = {}, refundAccount, downPaymentExpiresAt } = about
  const moved: Purchase = {
    ...current,
    ...changes,
    ...move.to,
    cancelReason: move.cancelReason,
    canceledAt: move.to.status === 'CANCELED' ? now : undefined,
    changedAt: now,
    moveCount: current.moveCount + 1,
    deadlineAt: computeDeadline(current, move.to, {
      now,
      downPaymentExpiresAt,
    }),
  }
  const news = describeNews(moved, move, about.newsFields)
  const purchase = { ...moved, lastSequence: moved.lastSequence + news.length }
  await updatePurchase(tx, current, purchase, move, refundAccount)
  return { purchase, news }
}

/** Numbers follow those that the purchase has had so far. */
export function describeNews(
  purchase: Purchase,
  { entersStep, publishes }: Pick<Move, 'entersStep' | 'publishes'>,
  newsFields: PurchaseNews['fields'] = {},
): PurchaseNews[] {
  const { retailerId, id: transactionId, orderId } = purchase
  const told: Pick<PurchaseNews, 'type' | 'fields'>[] = []
  if (entersStep) told.push({ type: 'onboarding.step', fields: describeStep(purchase) })
  if (publishes !== undefined)
    told.push({
      type: `${INVOICE_NEWS.has(publishes) ? 'invoice' : 'transaction'}.${publishes.toLowerCase()}`,
      fields: { transactionId, orderId, action: publishes, ...newsFields },
    })
  return told.map((each, index) => ({
    ...each,
    retailerId,
    transactionId,
    sequence: purchase.lastSequence + 1 + index,
  }))
}

function describeStep(purchase: Purchase): PurchaseNews['fields'] {
  const { contract, id: transactionId, orderId, step, hasInsurance } = purchase
  return {
    transactionId,
    orderId,
    action: 'STEP',
    step,
    hasInsurance,
    interestRatePM: contract.interestRatePM,
    interestRatePA: contract.interestRatePA,
    numberOfInstallments: contract.numberOfInstallments,
    paymentInstallments: presentReais(contract.installmentCentavos),
    downPaymentValue: presentReais(purchase.downPaymentCentavos),
    financedAmount: presentReais(purchase.netLoanCentavos),
    totalAmount: presentReais(contract.totalCentavos),
  }
}

export function newOnboardingToken(): string {
  return takeRandomBytes(TOKEN_BYTES).toString('base64url')
}

/** Money goes back within ten business days. */
export function composeRefund(valueCentavos: Centavos, now: Date): Refund {
  return { valueCentavos, maxRefundDate: addBusinessDays(calendarDateAt(now), REFUND_BUSINESS_DAYS) }
}

/** Purchase less what the retailer leaves with the lender; the fee and the premium are not the retailer's. */
export function computeTransfer({ purchaseCentavos, contract }: Purchase): Centavos {
  return purchaseCentavos - contract.retentionCentavos - contract.cmCentavos
}

/** Nobody asks a customer's name before the documents: the bank's registry has it under the CPF. */
export function describePayer({ customer }: Purchase) {
  const name = `Cliente CPF ${customer.cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')}`
  return { name, cpf: customer.cpf, ...customer.address }
}

export const presentMaskedPhone = (phone: string): string => maskPhone(phone)

/** The middle digits, as the tax office itself shows a CPF to strangers. */
export const presentMaskedCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
