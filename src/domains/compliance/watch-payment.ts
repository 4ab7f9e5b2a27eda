import type { App } from '../../app/app.ts'
import type { ComplianceFinding, ComplianceKind } from '../../contract/desk-compliance.ts'
import { addDays, calendarDateAt, daysBetween } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Purchase } from '../purchases/index.ts'
import type { CreditedPayment } from '../receivables/index.ts'
import { countPayers, insertCase, insertThirdPartyPayment } from './cases/case-store.ts'

/** Over so many days those who paid for a customer are counted. */
const PAYERS_DAYS = 180

/**
 * Watches every credited payment for what is unusual (Central Bank, Circular 3.978, art. 38 and 39), in its transaction. A
 * payment is credited whatever is found: the customer must not notice (art. 50).
 */
export async function watchPayment(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  payment: CreditedPayment,
): Promise<void> {
  const payerIndex = payment.payer === undefined ? undefined : computePayerIndex(app.secrets, payment.payer)
  const isOwn = payerIndex?.equals(purchase.cpfIndex) ?? false
  if (payerIndex !== undefined && !isOwn) await watchThirdParty(app, tx, purchase, { ...payment, payerIndex })
  if (payment.isPaidUp && !isOwn) await watchPayoff(app, tx, purchase, payment)
}

/** Money was to go back to somebody other than the customer. The request itself was refused. */
export function watchRefundRequest(
  app: App,
  purchase: Pick<Purchase, 'id' | 'cpfIndex'>,
  ownerDocument: string,
): Promise<void> {
  const index = computePayerIndex(app.secrets, ownerDocument).toString('hex')
  return app.database.transaction(tx =>
    open(app, tx, purchase, 'REFUND_ELSEWHERE', `${purchase.id}:${index}`, [
      { name: 'payer', value: maskDocument(ownerDocument) },
    ]),
  )
}

type Watched = CreditedPayment & { readonly payerIndex: Buffer }

/** A case for each payer of a contract: the same relative who pays every month is looked at once. */
async function watchThirdParty(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  { reference, parts, paidOn, payer = '', payerIndex }: Watched,
): Promise<void> {
  const { monitoring } = app
  const { id: transactionId, cpfIndex } = purchase
  const amountCentavos = sumParts(parts)
  if (amountCentavos <= 0) return
  insertThirdPartyPayment(tx, { reference, transactionId, cpfIndex, payerIndex, amountCentavos, paidOn })
  await open(app, tx, purchase, 'THIRD_PARTY_PAYER', `${transactionId}:${payerIndex.toString('hex')}`, [
    { name: 'payer', value: maskDocument(payer) },
    { name: 'amount', value: writeAmount(amountCentavos) },
    { name: 'paidOn', value: paidOn },
  ])
  const payers = await countPayers(tx, cpfIndex, addDays(paidOn, -PAYERS_DAYS))
  if (payers >= monitoring.payers)
    await open(app, tx, purchase, 'MANY_PAYERS', `${transactionId}:${payers}`, [
      { name: 'payers', value: String(payers) },
      { name: 'paidOn', value: paidOn },
    ])
}

/** Paid off within days of the release by money whose owner nobody tells, as cash at a counter, or by somebody else. */
async function watchPayoff(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  { paidOn, parts }: CreditedPayment,
): Promise<void> {
  const releasedOn = purchase.completedAt && calendarDateAt(purchase.completedAt)
  if (releasedOn === undefined || daysBetween(releasedOn, paidOn) > app.monitoring.earlyPayoffDays) return
  await open(app, tx, purchase, 'EARLY_PAYOFF', purchase.id, [
    { name: 'releasedOn', value: releasedOn },
    { name: 'paidOn', value: paidOn },
    { name: 'amount', value: writeAmount(sumParts(parts)) },
  ])
}

async function open(
  { secrets, clock }: App,
  tx: Transaction,
  { id: transactionId, cpfIndex }: Pick<Purchase, 'id' | 'cpfIndex'>,
  kind: ComplianceKind,
  about: string,
  findings: readonly ComplianceFinding[],
): Promise<void> {
  const openedAt = clock.now()
  const id = newId(openedAt.getTime())
  await insertCase(tx, secrets, { id, kind, cpfIndex, transactionId, about, openedAt, findings })
}

const sumParts = (parts: CreditedPayment['parts']): Centavos =>
  parts.reduce(
    (sum, { faceCentavos, fineCentavos, interestCentavos, discountCentavos }) =>
      sum + faceCentavos + fineCentavos + interestCentavos - (discountCentavos ?? 0),
    0,
  )

const CPF_DIGITS = 11

/** A person has the blind index of the CPF, so that it can be compared with the customer's. */
const computePayerIndex = (secrets: Secrets, document: string): Buffer =>
  secrets.computeBlindIndex(document.length === CPF_DIGITS ? 'cpf' : 'company', document)

const writeAmount = (centavos: Centavos): string => (centavos / 100).toFixed(2)

/** As much as a receipt shows: a company's number is public. */
const maskDocument = (document: string): string =>
  document.length === CPF_DIGITS ? `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**` : document
