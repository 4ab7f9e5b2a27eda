import { SAMPLE_INVOICE } from '../../../src/contract/sample-invoice.ts'
import type { Decision } from '../../../src/domains/desk/index.ts'
import { answerProposal } from '../../../src/domains/desk/index.ts'
import type { Operator } from '../../../src/domains/operators/index.ts'
import type { BankReport } from '../../../src/domains/receivables/billets/billet.ts'
import { findBilletOfAny } from '../../../src/domains/receivables/billets/store/billets.ts'
import { type BookedReport, creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import { type CalendarDate, calendarDateAt } from '../../../src/kernel/calendar-date.ts'
import type { TestApp } from '../../support/app.ts'
import { askUntilConnected } from '../../support/database.ts'
import { contextOf, view } from '../../support/purchases.ts'
import { takeBack } from '../../support/taken-back.ts'
import type { Figures } from './figures.ts'
import type { Life } from './life.ts'

/** A document that the desk's checks accept. */
export const DOCUMENT = Buffer.from(SAMPLE_INVOICE, 'base64')
export const REASON = 'conferido com o documento'

/** Two rails that tell of the same amount on one day would be taken for one payment. */
const getRail = (amountCentavos: number): BankReport['method'] =>
  amountCentavos % 2 === 0 ? 'BILLET' : 'PIX'

/** Where lives are lived: the program, the people at its desk, and what its bank has really moved. */
export class Place {
  readonly app: TestApp
  readonly figures: Figures
  readonly proposer: Operator
  readonly approver: Operator
  /** Everything that banks told the program of, once each, less what they told it was taken. */
  cashCentavos = 0
  /** Contracts that something happened to since they were compared last. */
  readonly touched = new Set<string>()
  /** By the contract that they were made for, until the bank has taken them back: only a Pix can be. */
  readonly pixPayments = new Map<string, BankReport[]>()
  #payments = 0

  constructor(
    app: TestApp,
    figures: Figures,
    people: { readonly proposer: Operator; readonly approver: Operator },
  ) {
    this.app = app
    this.figures = figures
    this.proposer = people.proposer
    this.approver = people.approver
  }

  get today(): CalendarDate {
    return calendarDateAt(this.app.services.clock.now())
  }

  view(life: Life) {
    return view(this.app, life.transactionId, life.retailerId)
  }

  /** The bank tells of a payment of today, or of an earlier day; equal amounts come by the same rail. */
  async pay(billetId: string, amountCentavos: number, paidOn: CalendarDate = this.today): Promise<void> {
    const method = getRail(amountCentavos)
    const { outcome } = await this.#tell(billetId, { amountCentavos, paidOn, method })
    if (outcome === 'held' || outcome === 'noted' || outcome === 'repeated')
      this.figures.deviate(`a payment of ${amountCentavos} was ${outcome}`)
    else this.cashCentavos += amountCentavos
  }

  /** One and the same payment is told by both rails. The second report is held, and is money only when people say so. */
  async payByBothRails(billetId: string, amountCentavos: number): Promise<void> {
    await this.pay(billetId, amountCentavos)
    const paidOn = this.today
    const method = getRail(amountCentavos) === 'PIX' ? 'BILLET' : 'PIX'
    const { outcome } = await this.#tell(billetId, { amountCentavos, paidOn, method })
    this.figures.compare('the second report of a payment', outcome, 'held')
  }

  /** The bank takes a part of a payment back, or all of it, once. */
  async takeBack(transactionId: string, report: BankReport, amountCentavos: number): Promise<void> {
    const left = this.pixPayments.get(transactionId)?.filter(each => each !== report)
    this.pixPayments.set(transactionId, left ?? [])
    this.touched.add(transactionId)
    await askUntilConnected(() => takeBack(this.app, report, amountCentavos))
    this.cashCentavos -= amountCentavos
  }

  async #tell(
    billetId: string,
    { method, ...paid }: Pick<BankReport, 'amountCentavos' | 'paidOn' | 'method'>,
  ): Promise<BookedReport> {
    const { app } = this
    const billet = await findBilletOfAny(app.database, app.services.secrets, { id: billetId })
    if (billet === undefined) throw new Error(`there is no billet ${billetId}`)
    this.touched.add(billet.transactionId)
    this.#payments += 1
    const isPix = method === 'PIX'
    const report: BankReport = {
      ...paid,
      reference: `${isPix ? 'pix:' : ''}life-${this.#payments}`,
      kind: 'paid',
      method,
      bank: billet.barcode.slice(0, 3),
      ourNumber: isPix ? undefined : billet.ourNumber,
      pixTxid: isPix ? `PARC${billet.id}` : undefined,
      occurrence: isPix ? 'PIX' : '06',
      reasons: [],
      creditedOn: paid.paidOn,
    }
    // Banks report until we have taken it.
    const booked = await askUntilConnected(() => creditPayment(contextOf(app), report))
    if (isPix && booked.outcome !== 'held') {
      const { transactionId } = billet
      this.pixPayments.set(transactionId, [...(this.pixPayments.get(transactionId) ?? []), report])
    }
    return booked
  }

  /** The second person approves. What has changed meanwhile loses its effect, which is a normal answer. */
  async approve(decision: Decision): Promise<Decision> {
    if (decision.state !== 'proposed') return decision
    return answerProposal(this.app.services, this.approver, {
      proposalId: decision.id,
      approve: true,
      reason: REASON,
    })
  }
}
