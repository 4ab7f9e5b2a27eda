import { addBusinessDays } from '../../src/brazil/business-days.ts'
import type { CancelReason, Status, Step } from '../../src/contract/enums.ts'
import { calendarDateAt, endOfDay } from '../../src/kernel/calendar-date.ts'

/*
 * An independent model of a purchase, simple and slow, for one purchase at a time. It does not use the service's
 * transition table. The commands compare it with the answers of the interface.
 */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CUSTOMER_HAS_MS = 3 * DAY_MS
const DESK_HAS_BUSINESS_DAYS = 5
const WITHDRAWAL_DAYS = 7

export const WALK: readonly Step[] = [
  'WAITING',
  'CONFIRMATION',
  'FRONTDOC',
  'BACKDOC',
  'SELFIE',
  'ASYNC_ANALYSE',
  'DESK',
  'INSURANCE',
  'SIGNATURE',
  'ENTRY',
  'COMPLETE',
]
const SHOWS_DOCUMENTS = WALK.slice(0, 5)

export interface Asked {
  /** What the billet asks for when it is issued. */
  readonly centavos: number
  readonly isPaid: boolean
}

interface Told {
  readonly method: 'BILLET' | 'PIX'
  readonly centavos: number
  readonly day: number
}

export class Life {
  status: Status = 'PENDING'
  step: Step = 'WAITING'
  reason: CancelReason = 'UNSPECIFIED_CANCEL_REASON'
  published: string[] = ['WAITING']
  nowMs: number
  readonly bornMs: number
  deadlineMs: number | undefined
  completedMs: number | undefined
  isTransfered = false
  isInsured: boolean
  readonly hasInsuranceOffer: boolean
  readonly identification: 'passed' | 'unsure' | 'refused'
  products: readonly string[]
  downPayment: { centavos: number; isPaid: boolean; expiresMs: number } | undefined
  /** Credited money, and money in suspense. */
  paidCentavos = 0
  suspendedCentavos = 0
  refundCentavos = 0
  /** All that was ever owed back under this transaction, and how much of it the bank has paid at least. */
  owedBackCentavos = 0
  paidBackCentavos = 0
  /** Paid on billets that are still open, or were when they were paid in part. */
  downPaymentParts = 0
  parts: number[] = []
  installments: Asked[] = []
  #faceCentavos = 0
  /** The payment that paid the down payment. */
  #told: Told | undefined
  /** Paid for each installment of the transaction that this one replaces. */
  #carried: readonly number[] = []

  constructor(terms: {
    nowMs: number
    isInsured: boolean
    hasInsuranceOffer: boolean
    identification: Life['identification']
    products: readonly string[]
    downPayment: Life['downPayment']
  }) {
    this.nowMs = terms.nowMs
    this.bornMs = terms.nowMs
    this.isInsured = terms.isInsured
    this.hasInsuranceOffer = terms.hasInsuranceOffer
    this.identification = terms.identification
    this.products = terms.products
    this.downPayment = terms.downPayment
    this.deadlineMs = terms.nowMs + CUSTOMER_HAS_MS
  }

  get isLiving(): boolean {
    return this.status === 'PENDING' || this.status === 'OPEN'
  }

  play(until: Step, acceptsInsurance: boolean): void {
    while (this.status === 'PENDING' && WALK.indexOf(this.step) < WALK.indexOf(until)) {
      if (this.step === 'DESK' || this.step === 'ENTRY') return
      if (this.step === 'ASYNC_ANALYSE') this.#identify()
      else if (this.step === 'SIGNATURE') this.#sign()
      else if (this.step === 'INSURANCE') {
        this.isInsured = acceptsInsurance
        this.#enter('SIGNATURE')
      } else this.#enter(WALK[WALK.indexOf(this.step) + 1] ?? 'COMPLETE')
    }
  }

  #identify(): void {
    if (this.identification === 'unsure') this.#enter('DESK')
    else if (this.identification === 'refused') this.#end('CANCELED', 'ONBOARDING_REFUSED', 'DENIED')
    else this.#enter(this.hasInsuranceOffer && !this.isInsured ? 'INSURANCE' : 'SIGNATURE')
  }

  #sign(): void {
    if (this.downPayment === undefined || this.downPayment.isPaid) this.#complete()
    else this.#enter('ENTRY')
  }

  #enter(step: Step): void {
    const before = this.step
    this.step = step
    this.published.push(step)
    if (step === 'ASYNC_ANALYSE') this.deadlineMs = undefined
    else if (step === 'DESK') {
      const today = calendarDateAt(new Date(this.nowMs))
      this.deadlineMs = endOfDay(addBusinessDays(today, DESK_HAS_BUSINESS_DAYS)).getTime()
    } else if (step === 'ENTRY') this.deadlineMs = this.downPayment?.expiresMs
    else if (!SHOWS_DOCUMENTS.includes(step) && before !== 'INSURANCE')
      this.deadlineMs = this.nowMs + CUSTOMER_HAS_MS
  }

  #complete(): void {
    this.status = 'OPEN'
    this.step = 'COMPLETE'
    this.deadlineMs = undefined
    this.completedMs = this.nowMs
    this.published.push('COMPLETE', 'APPROVED')
  }

  /** Once the contract has started, computes the open amount of each billet after all earlier payments. */
  learnInstallments(installmentCentavos: number, count: number): void {
    if (this.completedMs === undefined || this.installments.length > 0) return
    this.#faceCentavos = installmentCentavos
    this.installments = Array.from({ length: count }, (_, index) => {
      // What was paid for an installment before products came back counts for it; what is too much is owed back.
      const before = this.#carried[index] ?? 0
      const part = Math.min(before, installmentCentavos)
      this.oweBack(before - part)
      const isPaid = part === installmentCentavos
      return { centavos: isPaid ? installmentCentavos : installmentCentavos - part, isPaid }
    })
    this.#closeWhenPaid()
  }

  /** Gives up credited money. */
  oweBack(centavos: number): void {
    this.paidCentavos -= centavos
    this.owedBackCentavos += centavos
  }

  /** Pays all that is open, or one centavo, which stays with the purchase as a part. */
  payDownPayment(isPart: boolean, method: 'BILLET' | 'PIX'): void {
    const asked = this.downPayment
    if (asked === undefined) return
    const centavos = isPart ? 1 : asked.centavos - this.downPaymentParts
    const told = { method, centavos, day: dayInSaoPaulo(this.nowMs) }
    if (!this.isLiving || asked.isPaid || this.nowMs > asked.expiresMs) {
      if (!this.#isToldByOtherRail(told)) this.#suspend(centavos)
      return
    }
    this.paidCentavos += centavos
    if (isPart) {
      this.downPaymentParts += centavos
      return
    }
    asked.isPaid = true
    this.#told = told
    if (this.step === 'ENTRY') this.#complete()
  }

  /** One payment may be told by the bank and by the Pix provider: an equal one of the same day waits for the desk, unbooked. */
  #isToldByOtherRail({ method, centavos, day }: Told): boolean {
    const first = this.#told
    return first !== undefined && first.method !== method && first.centavos === centavos && first.day === day
  }

  /** Pays all that is open, or one centavo, which the oldest open installment gets. */
  payInstallment(index: number, isPart: boolean): void {
    const asked = this.installments[index]
    const centavos = isPart ? 1 : (asked?.centavos ?? 0) - (this.parts[index] ?? 0)
    if (this.status !== 'OPEN' || asked === undefined || asked.isPaid) {
      this.#suspend(centavos)
      return
    }
    this.paidCentavos += centavos
    if (isPart) {
      const oldest = this.installments.findIndex(({ isPaid }) => !isPaid)
      this.parts[oldest] = (this.parts[oldest] ?? 0) + centavos
      return
    }
    this.installments[index] = { ...asked, isPaid: true }
    this.published.push('PAID')
    this.#closeWhenPaid()
  }

  /** Money that pays nothing waits for the desk while the debt lives or is paid, and goes back after another end. */
  #suspend(centavos: number): void {
    if (this.isLiving) this.suspendedCentavos += centavos
    else if (this.status !== 'CLOSED') this.owedBackCentavos += centavos
  }

  #closeWhenPaid(): void {
    if (this.status !== 'OPEN' || !this.installments.every(({ isPaid }) => isPaid)) return
    this.status = 'CLOSED'
    this.published.push('CLOSED')
  }

  /** The expected status, and the refund if it is 200. */
  cancel(by: 'retailer' | 'customer'): number {
    if (this.status === 'CANCELED') return 200
    if (!this.isLiving || (by === 'customer' && this.#isTooLateToWithdraw())) return 409
    this.#end('CANCELED', by === 'retailer' ? 'RETAILER_CANCELED' : 'CANCELLED_BY_CUSTOMER', 'CANCELED')
    return 200
  }

  #isTooLateToWithdraw(): boolean {
    if (this.completedMs === undefined) return false
    return dayInSaoPaulo(this.nowMs) > dayInSaoPaulo(this.completedMs) + WITHDRAWAL_DAYS
  }

  #end(status: Status, reason: CancelReason, told: string): void {
    this.status = status
    this.reason = reason
    this.refundCentavos = this.paidCentavos + this.suspendedCentavos
    this.owedBackCentavos += this.refundCentavos
    this.published.push(told)
  }

  advance(byMs: number): void {
    this.nowMs += byMs
    // What falls due by this very advance may be ordered and paid in it, or in the next one.
    this.paidBackCentavos = this.owedBackCentavos
    if (this.status === 'PENDING' && this.step === 'ASYNC_ANALYSE') this.#identify()
    if (this.status === 'PENDING' && this.deadlineMs !== undefined && this.nowMs > this.deadlineMs)
      this.#end('ABANDONED', 'CUSTOMER_ABANDONED', 'DENIED')
    if ((this.status === 'OPEN' || this.status === 'CLOSED') && !this.isTransfered) {
      this.isTransfered = true
      this.published.push('TRANSFERED')
    }
  }

  /** The expected status; after a 200 the model continues as the new transaction. */
  removeProduct(product: string): number {
    if (this.products.length === 1) return 422
    if (!this.isLiving) return 409
    this.products = this.products.filter(each => each !== product)
    this.suspendedCentavos = 0
    // What is owed back until now belongs to the old transaction.
    this.owedBackCentavos = 0
    this.paidBackCentavos = 0
    this.#carried = this.installments.map(({ centavos, isPaid }, index) =>
      isPaid ? this.#faceCentavos : this.#faceCentavos - centavos + (this.parts[index] ?? 0),
    )
    this.installments = []
    this.parts = []
    // A part of a down payment goes back; one that is paid counts for the new transaction.
    if (this.downPayment?.isPaid === false) this.paidCentavos -= this.downPaymentParts
    this.downPaymentParts = 0
    this.#told = undefined
    if (this.status === 'OPEN') {
      this.completedMs = this.nowMs
      this.published = ['COMPLETE', 'APPROVED']
      return 200
    }
    if (this.step === 'ENTRY') {
      this.step = 'SIGNATURE'
      this.deadlineMs = this.nowMs + CUSTOMER_HAS_MS
    }
    this.published = [this.step]
    return 200
  }
}

/** Three hours behind UTC all year since 2019. */
function dayInSaoPaulo(ms: number): number {
  return Math.floor((ms - 3 * HOUR_MS) / DAY_MS)
}
