import { formatDigitLine } from '../../../brazil/boleto.ts'
import { maskPhone } from '../../../brazil/phone.ts'
import type { LenderContact } from '../../../contract/lender.ts'
import type {
  OnboardingBillet,
  OnboardingContract,
  OnboardingCosts,
  OnboardingDownPayment,
  OnboardingFigures,
  OnboardingState,
} from '../../../contract/onboarding.ts'
import type { Presented } from '../../../contract/presented.ts'
import { composeClauses } from '../../../domains/contracts/index.ts'
import type { readOnboarding } from '../../../domains/onboarding/index.ts'
import { computeDueDates } from '../../../domains/pricing/index.ts'
import { findWithdrawal, listBought, type Purchase } from '../../../domains/purchases/index.ts'
import { type Billet, isRegistered } from '../../../domains/receivables/index.ts'
import { presentReais } from '../../../kernel/money.ts'
import { computeQrSvg } from '../../../kernel/qr-code.ts'
import { presentBilletLink, presentOnboardingLink } from '../../public/present-billet.ts'

type OnboardingReading = Awaited<ReturnType<typeof readOnboarding>>
type PersonalReading = NonNullable<OnboardingReading['personal']>
type ContractReading = NonNullable<PersonalReading['contract']>

/** Steps that wait for someone other than the customer, and the polling interval. */
const POLL_MS: Readonly<Partial<Record<Purchase['step'], number>>> = {
  ASYNC_ANALYSE: 1_500,
  DESK: 10_000,
  ENTRY: 3_000,
}
const CANCELING_POLL_MS = 1_000
const PICTURE_STEPS: readonly Purchase['step'][] = ['FRONTDOC', 'BACKDOC', 'SELFIE']

interface PresentedWith {
  readonly now: Date
  readonly publicUrl: string
  readonly lender: Presented<LenderContact> | undefined
}

export function presentState(
  reading: OnboardingReading,
  { now, publicUrl, lender }: PresentedWith,
): Presented<OnboardingState> {
  const { purchase, isConfirmed, codePurpose, code, original, personal } = reading
  const { status, step, refund } = purchase
  const pollAfterMs = status === 'PENDING' ? POLL_MS[step] : CANCELING_POLL_MS
  const isWaiting = status === 'PENDING' || status === 'PROCESSING_CANCEL'
  const hasEndedEarly = status === 'CANCELED' || status === 'ABANDONED'
  return {
    now: now.toISOString(),
    status,
    step,
    version: purchase.moveCount,
    needsConfirmation: !isConfirmed,
    codePurpose,
    code: codePurpose &&
      code && {
        purpose: codePurpose,
        expiresAt: code.expiresAt.toISOString(),
        resendAt: code.resendAt.toISOString(),
      },
    needsName: status === 'PENDING' && step === 'WAITING' && purchase.customer.name === undefined,
    maskedPhone: maskPhone(purchase.customer.phone),
    retailerName: reading.retailerName,
    shopLogo: reading.theme.logo,
    lender,
    orderId: purchase.orderId,
    renegotiates: original && { orderId: original.orderId, boughtOn: original.purchaseDate },
    products: listBought(purchase).map(({ name, amount, valueCentavos }) => ({
      name,
      amount,
      value: presentReais(valueCentavos),
    })),
    figures: presentFigures(purchase, purchase.contract),
    deadlineAt: purchase.deadlineAt?.toISOString(),
    canCancel: findWithdrawal(purchase, now) !== undefined && (isConfirmed || isUnidentified(purchase)),
    pollAfterMs: isWaiting ? pollAfterMs : undefined,
    cancelReason: hasEndedEarly ? purchase.cancelReason : undefined,
    refund: refund && { value: presentReais(refund.valueCentavos), maxDate: refund.maxRefundDate },
    shopUrl: reading.shopUrl,
    ...(personal ? presentPersonal(purchase, personal, publicUrl, now) : NOTHING_PERSONAL),
  }
}

/**
 * Until the phone is confirmed the customer is not identified. Anyone with the link may then give the purchase up, so
 * that a mistyped phone does not block the next one.
 */
export function isUnidentified({ status, step }: Purchase): boolean {
  return status === 'PENDING' && (step === 'WAITING' || step === 'CONFIRMATION')
}

type PersonalMembers = Pick<
  Presented<OnboardingState>,
  | 'askedAgain'
  | 'phoneQr'
  | 'insurance'
  | 'contract'
  | 'downPaymentBillet'
  | 'billets'
  | 'billetsPdfUrl'
  | 'withdrawUntil'
  | 'continuedUrl'
>

const NOTHING_PERSONAL: PersonalMembers = {
  askedAgain: undefined,
  phoneQr: undefined,
  insurance: undefined,
  contract: undefined,
  downPaymentBillet: undefined,
  billets: undefined,
  billetsPdfUrl: undefined,
  withdrawUntil: undefined,
  continuedUrl: undefined,
}

function presentPersonal(
  purchase: Purchase,
  personal: PersonalReading,
  publicUrl: string,
  now: Date,
): PersonalMembers {
  const { step, insuredContract, signedAt, onboardingToken } = purchase
  const { askedAgain, contract, billets, replacement } = personal
  const downPayment = billets.find(({ kind }) => kind === 'down-payment')
  const installments = billets.filter(({ kind }) => kind === 'installment')
  const hasInstallments = installments.length > 0
  const asksInsurance = step === 'INSURANCE' && insuredContract !== undefined
  const showsDownPayment = (step === 'ENTRY' || step === 'COMPLETE') && downPayment !== undefined
  const link = presentOnboardingLink(onboardingToken, publicUrl)
  return {
    askedAgain,
    phoneQr: PICTURE_STEPS.includes(step) ? computeQrSvg(link) : undefined,
    insurance: asksInsurance ? presentFigures(purchase, insuredContract) : undefined,
    contract: contract && presentContract(contract, link, signedAt),
    downPaymentBillet: showsDownPayment ? presentDownPayment(downPayment, publicUrl) : undefined,
    billets: hasInstallments ? installments.map(each => presentInstallment(each, publicUrl)) : undefined,
    billetsPdfUrl: installments.some(isOpen) ? `${link}/billets.pdf` : undefined,
    withdrawUntil: findWithdrawal(purchase, now)?.until,
    continuedUrl: replacement && presentOnboardingLink(replacement.onboardingToken, publicUrl),
  }
}

function presentContract(
  { hash, unsigned, hasRelease }: ContractReading,
  link: string,
  signedAt: Date | undefined,
): Presented<OnboardingContract> {
  return {
    hash,
    pdfUrl: `${link}/contract.pdf`,
    signedAt: signedAt?.toISOString(),
    costs: unsigned && presentCosts(unsigned.terms),
    clauses: unsigned?.isOpened ? composeClauses(unsigned.terms) : undefined,
    releaseUrl: hasRelease ? `${link}/release.pdf` : undefined,
  }
}

function presentCosts(terms: NonNullable<ContractReading['unsigned']>['terms']): Presented<OnboardingCosts> {
  const { shares, contractDate, dailyRate } = terms
  const amounts = [
    ['released', terms.netLoanCentavos],
    ['iof', terms.iofCentavos],
    ['fee', terms.feeCentavos],
    ['premium', terms.premiumCentavos],
    ['interest', terms.totalCentavos - terms.principalCentavos],
  ] as const
  return {
    computedOn: contractDate,
    parts: amounts.map(([name, centavos]) => ({
      name,
      value: presentReais(centavos),
      percentage: shares[name],
    })),
    dailyRate,
  }
}

function presentFigures(purchase: Purchase, contract: Purchase['contract']): Presented<OnboardingFigures> {
  const downPayment = purchase.downPaymentCentavos
  return {
    purchase: presentReais(purchase.purchaseCentavos),
    shipping: presentReais(purchase.shippingCentavos),
    downPayment: presentReais(downPayment),
    financed: presentReais(purchase.netLoanCentavos),
    tc: presentReais(contract.tcCentavos),
    insurancePremium: presentReais(contract.premiumCentavos),
    iof: presentReais(contract.totalIofCentavos),
    principal: presentReais(contract.amortizationTotalCentavos),
    installments: contract.numberOfInstallments,
    installmentValue: presentReais(contract.installmentCentavos),
    total: presentReais(contract.totalCentavos),
    totalToPay: presentReais(downPayment + contract.totalCentavos),
    interestPM: contract.interestRatePM,
    interestPA: contract.interestRatePA,
    cetPM: contract.cetPM,
    cetPA: contract.cetPA,
    firstDueDate: contract.firstDueDate,
    dueDates: computeDueDates(contract.firstDueDate, contract.numberOfInstallments),
  }
}

const isOpen = ({ paymentStatus, canceledAt }: Billet): boolean =>
  paymentStatus === 'PENDING' && canceledAt === undefined

const findPayableLine = (billet: Billet): string | undefined =>
  isRegistered(billet) ? billet.digitLine : undefined

function presentDownPayment(billet: Billet, publicUrl: string): Presented<OnboardingDownPayment> {
  const { pixCode } = billet
  const line = findPayableLine(billet)
  return {
    value: presentReais(billet.amountCentavos),
    paid: billet.paymentStatus === 'PAID',
    dueDate: billet.dueDate,
    expirationDate: billet.expirationDate,
    digitLine: line,
    digitLineText: line && formatDigitLine(line),
    pixCode,
    pixQr: pixCode === undefined ? undefined : computeQrSvg(pixCode),
    billetUrl: presentBilletLink(billet, publicUrl),
  }
}

function presentInstallment(billet: Billet, publicUrl: string): Presented<OnboardingBillet> {
  return {
    number: billet.installmentNumber,
    of: billet.installmentCount,
    value: presentReais(billet.amountCentavos),
    dueDate: billet.dueDate,
    digitLine: findPayableLine(billet),
    paid: billet.paymentStatus === 'PAID',
    url: presentBilletLink(billet, publicUrl),
  }
}
