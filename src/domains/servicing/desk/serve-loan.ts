import type { App } from '../../../app/app.ts'
import type { AuditAction } from '../../../contract/desk-audit.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { appendAudit } from '../../audit/index.ts'
import type { Operator } from '../../operators/index.ts'
import type { Purchase } from '../../purchases/index.ts'
import { type Billet, issueCopy, issuePayoff, quotePayoff } from '../../receivables/index.ts'
import { acceptRenegotiation } from '../renegotiation/accept-renegotiation.ts'
import {
  type OfferCommand,
  type OfferedRenegotiations,
  offerRenegotiations,
} from '../renegotiation/offer-renegotiation.ts'
import { getContract } from './read-loan.ts'

/*
 * What an operator does for a customer who asks for it. None of it moves money or forgives a debt, so one person is
 * enough; each act is in the audit log, in the transaction of its effect.
 */

/** A second copy of an overdue installment. */
export async function copyBillet(
  app: App,
  operator: Operator,
  asked: {
    readonly transactionId: string
    readonly billetId: string
    readonly dueDate: CalendarDate | undefined
  },
): Promise<Billet> {
  const { transactionId, billetId } = asked
  const note = noteFor(app, operator, transactionId)
  const { retailerId } = await getContract(app, transactionId)
  const { billet } = await issueCopy(app, { ...asked, retailerId }, async (tx, issued) => {
    await note(tx, 'loan.copy', { billetId, becomes: issued.billet.id })
  })
  return billet
}

type AskedPayoff = Parameters<typeof quotePayoff>[1]

/** What an early payment would cost. Changes nothing; counts as a read of the contract. */
export async function quoteAtDesk(
  app: App,
  operator: Operator,
  transactionId: string,
  asked: AskedPayoff,
): ReturnType<typeof quotePayoff> {
  return quotePayoff(app, asked, async quoted => {
    const purchase = await getContract(app, transactionId)
    await app.database.transaction(tx => noteFor(app, operator, transactionId)(tx, 'loan.view', { quoted }))
    return purchase
  })
}

/**
 * The billet and the Pix of an early payment. It is noted before, because the Pix is asked for after the commit; what is
 * refused is refused by the quote, and not noted.
 */
export async function issuePayoffAtDesk(
  app: App,
  operator: Operator,
  transactionId: string,
  asked: AskedPayoff,
): Promise<Billet> {
  const { retailerId, selection, settlement } = await quotePayoff(app, asked, () =>
    getContract(app, transactionId),
  )
  const details = { date: settlement.date, selection }
  await app.database.transaction(tx => noteFor(app, operator, transactionId)(tx, 'loan.settle', details))
  const { billet } = await issuePayoff(app, { retailerId, transactionId }, asked)
  return billet
}

/** What the debt of today may be agreed into. */
export async function offerAtDesk(
  app: App,
  operator: Operator,
  asked: Omit<OfferCommand, 'retailerId'>,
): Promise<OfferedRenegotiations> {
  const { retailerId } = await getContract(app, asked.transactionId)
  const note = noteFor(app, operator, asked.transactionId)
  return offerRenegotiations(app, { ...asked, retailerId }, (tx, { offers }) =>
    note(tx, 'loan.offer', { offers: offers.length }),
  )
}

/** The agreement waits for the customer, who signs it. */
export async function agreeAtDesk(
  app: App,
  operator: Operator,
  { transactionId, optionId }: { readonly transactionId: string; readonly optionId: string },
): Promise<Purchase> {
  const { retailerId } = await getContract(app, transactionId)
  const note = noteFor(app, operator, transactionId)
  return acceptRenegotiation(app, { retailerId, transactionId, optionId }, (tx, { id: agreementId }) =>
    note(tx, 'loan.agree', { agreementId }),
  )
}

const noteFor =
  ({ realClock }: App, operator: Operator, subject: string) =>
  (tx: Transaction, action: AuditAction, details: Readonly<Record<string, string | number>>) =>
    appendAudit(tx, { operatorId: operator.id, action, subject, details }, realClock.now())
