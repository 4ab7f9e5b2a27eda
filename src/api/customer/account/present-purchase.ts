import {
  ACCOUNT_PATH,
  type AccountBill,
  type AccountPayment,
  type AccountPurchase,
  type AccountRefund,
  type AccountStanding,
} from '../../../contract/account.ts'
import type { Presented } from '../../../contract/presented.ts'
import type { AccountPurchaseReading } from '../../../flows/customers/read-account.ts'
import { canWithdraw, computeWithdrawalEnd } from '../../../flows/purchase/cancel-purchase.ts'
import { calendarDateAt, daysBetween } from '../../../kernel/calendar-date.ts'
import { type Centavos, presentReais } from '../../../kernel/money.ts'
import type { Billet, ReceivedPart } from '../../../modules/billets/index.ts'
import {
  computeCharges,
  computeLastPayDate,
  computeQrCode,
  computeQrSvgPath,
  computeStanding,
  formatDigitLine,
  isPayable,
} from '../../../modules/billets/pdf/index.ts'
import { listBought, type Purchase, type RefundAccount } from '../../../modules/transactions/index.ts'

/** Steps of which a signed contract or its draft exists. */
const CONTRACT_STEPS: readonly Purchase['step'][] = ['SIGNATURE', 'ENTRY', 'COMPLETE']

export function presentAccountPurchase(
  { purchase, retailerName, billets, received, refundAccount }: AccountPurchaseReading,
  now: Date,
): Presented<AccountPurchase> {
  const today = calendarDateAt(now)
  const { id, status, step, contract, completedAt, signedAt, refund } = purchase
  const bills = billets.map(billet => presentBill(billet, now))
  const isLiving = status === 'PENDING' || status === 'OPEN'
  const owed = isLiving ? bills.filter(({ today: due }) => due !== undefined) : []
  const [next] = owed
  const qr = next?.pixCode === undefined ? undefined : computeQrCode(next.pixCode)
  const leftCentavos = isLiving
    ? billets
        .filter(({ paymentStatus, canceledAt }) => paymentStatus === 'PENDING' && canceledAt === undefined)
        .reduce((sum, billet) => sum + computeCharges(billet, today).totalCentavos, 0)
    : 0
  const isPrintable = billets.some(billet => isPayable(computeStanding(billet, today)))
  return {
    id,
    retailerName,
    orderId: purchase.orderId,
    boughtOn: purchase.purchaseDate,
    standing: describeStanding(purchase, bills),
    cancelReason: status === 'CANCELED' || status === 'ABANDONED' ? purchase.cancelReason : undefined,
    products: listBought(purchase).map(({ name, amount, valueCentavos }) => ({
      name,
      amount,
      value: presentReais(valueCentavos),
    })),
    total: presentReais(purchase.downPaymentCentavos + contract.totalCentavos),
    leftToday: presentReais(leftCentavos),
    next,
    nextQr: qr && { size: qr.size, path: computeQrSvgPath(qr) },
    bills,
    payments: presentPayments(billets, received),
    refund: refund && refund.valueCentavos > 0 ? presentRefund(refund, refundAccount) : undefined,
    withdrawal: canWithdraw(purchase, now)
      ? { until: completedAt && computeWithdrawalEnd(completedAt) }
      : undefined,
    continueUrl: status === 'PENDING' ? `/onboarding/${purchase.onboardingToken}` : undefined,
    contractUrl:
      signedAt !== undefined || (status === 'PENDING' && CONTRACT_STEPS.includes(step))
        ? `${ACCOUNT_PATH}/purchases/${id}/contract.pdf`
        : undefined,
    billetsUrl: isLiving && isPrintable ? `${ACCOUNT_PATH}/purchases/${id}/billets.pdf` : undefined,
    canAskReview: purchase.cancelReason === 'ONBOARDING_REFUSED',
  }
}

function describeStanding(
  { status, step }: Purchase,
  bills: readonly Pick<AccountBill, 'standing'>[],
): AccountStanding {
  switch (status) {
    case 'PENDING':
      return step === 'ENTRY' ? 'down-payment' : 'onboarding'
    case 'OPEN':
      return bills.some(({ standing }) => standing === 'late' || standing === 'expired') ? 'late' : 'on-time'
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

function presentBill(billet: Billet, now: Date): Presented<AccountBill> {
  const today = calendarDateAt(now)
  const standing = computeStanding(billet, today)
  const isOwed = standing !== 'paid' && standing !== 'canceled'
  const hasWays = isPayable(standing)
  const isOverdue = standing === 'late' || standing === 'expired'
  const { amountCentavos, partPaidCentavos, digitLine } = billet
  const due = isOwed ? computeCharges(billet, today) : undefined
  return {
    number: billet.installmentNumber,
    of: billet.installmentCount,
    dueDate: billet.dueDate,
    value: presentReais(amountCentavos),
    standing,
    paidOn: standing === 'paid' && billet.paidAt !== undefined ? calendarDateAt(billet.paidAt) : undefined,
    today: due && {
      value: presentReais(amountCentavos),
      alreadyPaid: presentReais(partPaidCentavos),
      fine: presentReais(due.fineCentavos),
      interest: presentReais(due.interestCentavos),
      total: presentReais(due.totalCentavos),
      // From the due date, although interest counts from the last part payment.
      daysLate: isOverdue ? daysBetween(billet.dueDate, today) : 0,
    },
    payUntil: hasWays ? computeLastPayDate(billet) : undefined,
    digitLine: hasWays ? digitLine : undefined,
    digitLineText: hasWays ? formatDigitLine(digitLine) : undefined,
    // A Pix needs no registration of a billet.
    pixCode: hasWays || standing === 'registering' ? billet.pixCode : undefined,
    billetUrl: hasWays ? `/billet/${billet.linkToken}` : undefined,
  }
}

/** Payments of earlier versions were recorded on the billet only. */
function presentPayments(
  billets: readonly Billet[],
  received: readonly ReceivedPart[],
): Presented<AccountPayment>[] {
  const numbers = new Map(billets.map(({ id, installmentNumber }) => [id, installmentNumber]))
  const byReference = Map.groupBy(received, ({ reference }) => reference)
  const recorded = new Set(received.map(({ billetId }) => billetId))
  const payments = [...byReference.values()].map(parts => ({
    paidOn: parts[0]?.paidOn ?? '',
    value: presentReais(parts.reduce((sum, part) => sum + sumPart(part), 0)),
    parts: parts.map(({ billetId, faceCentavos, fineCentavos, interestCentavos }) => ({
      number: numbers.get(billetId) ?? 0,
      installment: presentReais(faceCentavos),
      fine: presentReais(fineCentavos),
      interest: presentReais(interestCentavos),
    })),
  }))
  const former = billets.flatMap(({ id, paidAt, amountCentavos, installmentNumber }) =>
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
              },
            ],
          },
        ],
  )
  return [...payments, ...former].toSorted((a, b) => (a.paidOn < b.paidOn ? 1 : -1))
}

const sumPart = ({ faceCentavos, fineCentavos, interestCentavos }: ReceivedPart): Centavos =>
  faceCentavos + fineCentavos + interestCentavos

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
