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
import type { Figures } from './figures.ts'
import type { Life } from './life.ts'

/** A document that the desk's checks accept. */
export const DOCUMENT = Buffer.from(SAMPLE_INVOICE, 'base64')
export const REASON = 'conferido com o documento'

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

  /** The bank tells of a payment of today, or of an earlier day. */
  async pay(billetId: string, amountCentavos: number, paidOn: CalendarDate = this.today): Promise<void> {
    const { outcome } = await this.#tell(billetId, { amountCentavos, paidOn, method: 'BILLET' })
    if (outcome === 'held' || outcome === 'noted' || outcome === 'repeated')
      this.figures.deviate(`a payment of ${amountCentavos} was ${outcome}`)
    else this.cashCentavos += amountCentavos
  }

  /** One and the same payment is told by both rails. The second report is held, and is money only when people say so. */
  async payByBothRails(billetId: string, amountCentavos: number): Promise<void> {
    await this.pay(billetId, amountCentavos)
    const paidOn = this.today
    const { outcome } = await this.#tell(billetId, { amountCentavos, paidOn, method: 'PIX' })
    this.figures.compare('the second report of a payment', outcome, 'held')
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
    const report = {
      ...paid,
      reference: `life-${this.#payments}`,
      kind: 'paid',
      method,
      bank: billet.barcode.slice(0, 3),
      ourNumber: billet.ourNumber,
      pixTxid: undefined,
      occurrence: '06',
      reasons: [],
      creditedOn: paid.paidOn,
    } as const
    // Banks report until we have taken it.
    return askUntilConnected(() => creditPayment(contextOf(app), report))
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
