import { formatDigitLine } from '../../../brazil/boleto.ts'
import {
  ACCOUNT_PATH,
  type AccountAddendum,
  type AccountAgreement,
  type AccountBill,
  type AccountEarly,
  type AccountPayment,
  type AccountPurchase,
  type AccountQuote,
  type AccountRefund,
  type AccountSettlement,
  type AccountStanding,
} from '../../../contract/account.ts'
import type { Presented } from '../../../contract/presented.ts'
import type { RefundAccount } from '../../../contract/refunds.ts'
import type { ReadAddendum } from '../../../domains/contracts/index.ts'
import { findWithdrawal, listBought, type Purchase } from '../../../domains/purchases/index.ts'
import { type Billet, describeBillet, isRegistered } from '../../../domains/receivables/index.ts'
import { type AccountPurchaseReading, describeParts } from '../../../domains/servicing/index.ts'
import { type CalendarDate, calendarDateAt, daysBetween } from '../../../kernel/calendar-date.ts'
import { type Centavos, presentReais } from '../../../kernel/money.ts'
import { computeQrSvg } from '../../../kernel/qr-code.ts'

type DescribedBillet = ReturnType<typeof describeBillet>

/** Steps of which a signed contract or its draft exists. */
const CONTRACT_STEPS: readonly Purchase['step'][] = ['SIGNATURE', 'ENTRY', 'COMPLETE']

export function presentAccountPurchase(
  reading: AccountPurchaseReading,
  now: Date,
): Presented<AccountPurchase> {
  const { purchase, retailerName, theme, billets, received, refundAccount, addendum, early } = reading
  const today = calendarDateAt(now)
  const { id, status, step, contract, signedAt, refund } = purchase
  const shown = billets.map(billet => ({ ...describeBillet(billet, today), billet }))
  const bills = shown.map(each => presentBill(each, today))
  const isLiving = status === 'PENDING' || status === 'OPEN'
  const owed = isLiving ? bills.filter(({ today: due }) => due !== undefined) : []
  const [next] = owed
  const leftCentavos = isLiving
    ? shown.filter(isOwed).reduce((sum, { due }) => sum + due.totalCentavos, 0)
    : 0
  const claim = isLiving ? reading.claim : undefined
  const hasContract = signedAt !== undefined || (status === 'PENDING' && CONTRACT_STEPS.includes(step))
  const isPrintable = shown.some(({ isPayable }) => isPayable)
  return {
    id,
    retailerName,
    theme: { accent: theme.accent, logo: theme.logo },
    orderId: purchase.orderId,
    boughtOn: purchase.purchaseDate,
    standing: describeStanding(purchase, {
      isLate: shown.some(({ daysLate }) => daysLate > 0),
      isAccelerated: claim !== undefined,
    }),
    cancelReason: status === 'CANCELED' || status === 'ABANDONED' ? purchase.cancelReason : undefined,
    products: listBought(purchase).map(({ name, amount, valueCentavos }) => ({
      name,
      amount,
      value: presentReais(valueCentavos),
    })),
    total: presentReais(purchase.downPaymentCentavos + contract.totalCentavos),
    leftToday: presentReais(leftCentavos),
    next,
    nextQr: next?.pixCode === undefined ? undefined : computeQrSvg(next.pixCode),
    bills,
    payments: presentPayments(purchase.id, billets, received),
    acceleration: claim && { since: claim.claimedFrom, excluded: presentReais(claim.excludedCentavos) },
    early: early.offers && presentEarly(early.offers),
    settlement: early.open && presentOpenPayoff(early.open),
    dischargeUrl: status === 'CLOSED' ? `${ACCOUNT_PATH}/purchases/${id}/quitacao.pdf` : undefined,
    refund: refund && refund.valueCentavos > 0 ? presentRefund(refund, refundAccount) : undefined,
    withdrawal: findWithdrawal(purchase, now),
    continueUrl: status === 'PENDING' ? `/onboarding/${purchase.onboardingToken}` : undefined,
    contractUrl: hasContract ? `${ACCOUNT_PATH}/purchases/${id}/contract.pdf` : undefined,
    composition: hasContract ? presentComposition(purchase) : undefined,
    releaseUrl: reading.hasRelease ? `${ACCOUNT_PATH}/purchases/${id}/release.pdf` : undefined,
    addendum: addendum && presentAddendum(addendum),
    agreement: presentAgreement(reading),
    renegotiatedBy: reading.agreement.renegotiatedBy,
    isAgreement: purchase.renegotiates !== undefined,
    renegotiates: purchase.renegotiates,
    billetsUrl: isLiving && isPrintable ? `${ACCOUNT_PATH}/purchases/${id}/billets.pdf` : undefined,
    canAskReview: purchase.cancelReason === 'ONBOARDING_REFUSED',
  }
}

function presentComposition(purchase: Purchase): Presented<AccountPurchase>['composition'] {
  const { parts, lent } = describeParts(purchase)
  return { parts: parts.map(({ name, value }) => ({ name, value: presentReais(value) })), lent }
}

function presentAddendum({
  statement,
  hash,
  products,
  confirmation,
}: ReadAddendum): Presented<AccountAddendum> {
  const { transactionId, madeOn, refundCentavos } = statement
  return {
    hash,
    madeOn,
    returned: products.returned.map(({ name, amount, valueCentavos }) => ({
      name,
      amount,
      value: presentReais(valueCentavos),
    })),
    refund: presentReais(refundCentavos),
    url: `${ACCOUNT_PATH}/purchases/${transactionId}/addendum.pdf`,
    confirmedOn: confirmation && calendarDateAt(confirmation.confirmedAt),
  }
}

function presentAgreement({
  agreement: { possible },
}: AccountPurchaseReading): Presented<AccountAgreement> | undefined {
  if (possible === undefined) return undefined
  return {
    mostDownPayment: presentReais(possible.mostEntryCentavos),
    options: possible.offers.map(({ id, terms: { entryCentavos, contract } }) => ({
      optionId: id,
      downPayment: presentReais(entryCentavos),
      installments: contract.numberOfInstallments,
      installmentValue: presentReais(contract.installmentCentavos),
      total: presentReais(contract.totalCentavos),
      interestPM: contract.interestRatePM,
      cetPA: contract.cetPA,
      firstDueDate: contract.firstDueDate,
    })),
  }
}

function describeStanding(
  { status, step }: Purchase,
  { isLate, isAccelerated }: { readonly isLate: boolean; readonly isAccelerated: boolean },
): AccountStanding {
  switch (status) {
    case 'PENDING':
      return step === 'ENTRY' ? 'down-payment' : 'onboarding'
    case 'OPEN':
      if (isAccelerated) return 'accelerated'
      return isLate ? 'late' : 'on-time'
    case 'CLOSED':
      return 'paid'
    case 'PROCESSING_CANCEL':
      return 'canceling'
    case 'CANCELED':
      return 'canceled'
    case 'ABANDONED':
      return 'abandoned'
  }
}

const isOwed = ({ standing }: DescribedBillet): boolean => standing !== 'paid' && standing !== 'canceled'

function presentBill(
  shown: DescribedBillet & { readonly billet: Billet },
  today: CalendarDate,
): Presented<AccountBill> {
  const { billet, standing, isPayable, owedSince, due } = shown
  const isOverdue = standing === 'late' || standing === 'expired'
  const { amountCentavos, partPaidCentavos, excludedCentavos, digitLine } = billet
  return {
    number: billet.installmentNumber,
    of: billet.installmentCount,
    dueDate: billet.dueDate,
    value: presentReais(amountCentavos),
    standing,
    paidOn: standing === 'paid' && billet.paidAt !== undefined ? calendarDateAt(billet.paidAt) : undefined,
    today: isOwed(shown)
      ? {
          value: presentReais(shown.faceCentavos),
          alreadyPaid: presentReais(partPaidCentavos - excludedCentavos),
          excluded: presentReais(excludedCentavos),
          fine: presentReais(due.fineCentavos),
          interest: presentReais(due.interestCentavos),
          total: presentReais(due.totalCentavos),
          // From the due date, although interest counts from the last part payment.
          daysLate: isOverdue ? daysBetween(owedSince, today) : 0,
        }
      : undefined,
    copyOf: billet.originalId === undefined ? undefined : owedSince,
    copyId: isOverdue && shown.isCopyable ? billet.id : undefined,
    payUntil: isPayable ? shown.lastPayDate : undefined,
    digitLine: isPayable ? digitLine : undefined,
    digitLineText: isPayable ? formatDigitLine(digitLine) : undefined,
    // A Pix needs no registration of a billet.
    pixCode: isPayable || standing === 'registering' ? billet.pixCode : undefined,
    billetUrl: isPayable ? `/billet/${billet.linkToken}` : undefined,
  }
}

/** A billet that money of an earlier contract paid has no payment of its own. */
function presentPayments(
  purchaseId: string,
  billets: readonly Billet[],
  received: AccountPurchaseReading['received'],
): Presented<AccountPayment>[] {
  const byReference = Map.groupBy(received, ({ reference }) => reference)
  const recorded = new Set(received.map(({ billetId }) => billetId))
  const payments = [...byReference.values()].map(parts => ({
    paidOn: parts[0]?.paidOn ?? '',
    value: presentReais(parts.reduce((sum, part) => sum + sumPart(part), 0)),
    parts: parts.map(
      ({ installmentNumber, faceCentavos, fineCentavos, interestCentavos, discountCentavos }) => ({
        number: installmentNumber,
        installment: presentReais(faceCentavos),
        fine: presentReais(fineCentavos),
        interest: presentReais(interestCentavos),
        discount: presentReais(discountCentavos),
      }),
    ),
  }))
  const carriedOver = billets.flatMap(({ id, paidAt, amountCentavos, installmentNumber }) =>
    paidAt === undefined || recorded.has(id)
      ? []
      : [
          {
            paidOn: calendarDateAt(paidAt) as string,
            value: presentReais(amountCentavos),
            parts: [
              {
                number: installmentNumber,
                installment: presentReais(amountCentavos),
                fine: presentReais(0),
                interest: presentReais(0),
                discount: presentReais(0),
              },
            ],
          },
        ],
  )
  return [...payments, ...carriedOver]
    .toSorted((a, b) => (a.paidOn < b.paidOn ? 1 : -1))
    .map((payment, index, all) => ({
      ...payment,
      receiptUrl: `${ACCOUNT_PATH}/purchases/${purchaseId}/recibos/${all.length - index}`,
    }))
}

const sumPart = ({
  faceCentavos,
  fineCentavos,
  interestCentavos,
  discountCentavos,
}: AccountPurchaseReading['received'][number]): Centavos =>
  faceCentavos + fineCentavos + interestCentavos - discountCentavos

function presentRefund(
  { valueCentavos, maxRefundDate }: NonNullable<Purchase['refund']>,
  account: RefundAccount | undefined,
): Presented<AccountRefund> {
  return {
    value: presentReais(valueCentavos),
    maxDate: maxRefundDate,
    account: account && maskAccount(account),
  }
}

/** Enough to recognise the own account. */
function maskAccount({ numeroBanco, agencia, numeroConta, digitoConta }: RefundAccount): string {
  return `banco ${numeroBanco}, agência ${agencia}, conta ***${numeroConta.slice(-3)}-${digitoConta}`
}

type Early = AccountPurchaseReading['early']

const presentEarly = ({ all, next, last }: NonNullable<Early['offers']>): Presented<AccountEarly> => ({
  isAhead: all.parts.some(({ isEarly }) => isEarly),
  all: presentQuote(all),
  next: presentQuote(next),
  last: last.map(presentQuote),
})

function presentQuote(settlement: NonNullable<Early['offers']>['all']): Presented<AccountQuote> {
  return {
    value: presentReais(settlement.valueCentavos),
    saving: presentReais(settlement.discountCentavos + settlement.premiumRefundCentavos),
    overdue: presentReais(settlement.overdueCentavos),
    installments: settlement.parts.map(({ installmentNumber }) => installmentNumber),
  }
}

function presentOpenPayoff({ settlement, billet }: NonNullable<Early['open']>): Presented<AccountSettlement> {
  const { pixCode, digitLine, linkToken } = billet
  const hasLine = isRegistered(billet)
  return {
    ...presentQuote(settlement),
    date: settlement.date,
    pixCode,
    qr: pixCode === undefined ? undefined : computeQrSvg(pixCode),
    digitLine: hasLine ? digitLine : undefined,
    digitLineText: hasLine ? formatDigitLine(digitLine) : undefined,
    billetUrl: hasLine ? `/billet/${linkToken}` : undefined,
  }
}
