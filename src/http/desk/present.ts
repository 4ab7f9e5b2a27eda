import { maskCpf } from '../../brazil/cpf.ts'
import {
  type Attention,
  type CaseView,
  type CreditTrace,
  type DeskDecision,
  mayDo,
  type PayableBillet,
  type QueuedCase,
  type QueuedSuspense,
  type ReportedPayment,
  type Role,
  type SuspenseView,
} from '../../contract/desk.ts'
import type { Presented } from '../../contract/presented.ts'
import type { Replay } from '../../domains/credit/index.ts'
import type { Decision, OperatorNames, SubjectAttention } from '../../domains/desk/index.ts'
import type { listQueue, readCase } from '../../domains/onboarding/index.ts'
import type { Purchase } from '../../domains/purchases/index.ts'
import type { QueuedPayment, SuspenseRecord } from '../../domains/suspense/index.ts'
import { type Centavos, presentReais } from '../../kernel/money.ts'
import { presentIdentity, presentMasked } from './present-applicant.ts'

const nameOf = (operators: OperatorNames, id: string) => ({ id, name: operators.get(id)?.name ?? id })

export function presentDecision(decision: Decision, operators: OperatorNames): Presented<DeskDecision> {
  const { subject, answeredBy } = decision
  return {
    id: decision.id,
    kind: subject.kind,
    subjectId: subject.id,
    transactionId: decision.transactionId,
    orderId: decision.orderId,
    result: decision.result,
    target: decision.target,
    reason: decision.reason,
    amount: presentReais(decision.amountCentavos),
    state: decision.state,
    fourEyesReason: decision.fourEyesReason,
    decidedBy: nameOf(operators, decision.decidedBy),
    decidedAt: decision.decidedAt.toISOString(),
    answeredBy: answeredBy === undefined ? undefined : nameOf(operators, answeredBy),
    answeredAt: decision.answeredAt?.toISOString(),
    answerReason: decision.answerReason,
  }
}

export function presentAttention(
  { claimedBy, claimedUntil, latest }: SubjectAttention,
  operators: OperatorNames,
): Presented<Attention> {
  return {
    claimedBy: claimedBy === undefined ? undefined : nameOf(operators, claimedBy),
    claimedUntil: claimedUntil?.toISOString(),
    proposal: latest?.state === 'proposed' ? presentDecision(latest, operators) : undefined,
  }
}

const isWaiting = ({ status, step }: Purchase): boolean => status === 'PENDING' && step === 'DESK'

type QueuedPurchase = Awaited<ReturnType<typeof listQueue>>['cases'][number]

export function presentQueued(queued: QueuedPurchase, operators: OperatorNames): Presented<QueuedCase> {
  const { purchase, enteredAt, retailerName, attention } = queued
  return {
    transactionId: purchase.id,
    orderId: purchase.orderId,
    retailerName,
    maskedCpf: maskCpf(purchase.customer.cpf),
    purchase: presentReais(purchase.purchaseCentavos),
    financed: presentReais(purchase.netLoanCentavos),
    status: purchase.status,
    step: purchase.step,
    since: enteredAt.toISOString(),
    isWaiting: isWaiting(purchase),
    ...presentAttention(attention, operators),
  }
}

export function presentCase(record: Awaited<ReturnType<typeof readCase>>, role: Role): Presented<CaseView> {
  const { purchase, operators, replay } = record
  const { contract } = purchase
  return {
    transactionId: purchase.id,
    orderId: purchase.orderId,
    retailerName: record.retailerName,
    status: purchase.status,
    step: purchase.step,
    version: record.enteredBy,
    isWaiting: isWaiting(purchase),
    since: record.enteredAt.toISOString(),
    createdAt: purchase.createdAt.toISOString(),
    source: record.source,
    applicant: presentMasked(record, mayDo(role, 'case.reveal')),
    figures: {
      purchase: presentReais(purchase.purchaseCentavos),
      downPayment: presentReais(purchase.downPaymentCentavos),
      isDownPaymentPaid: purchase.downPaymentPaidAt !== undefined,
      financed: presentReais(purchase.netLoanCentavos),
      installments: contract.numberOfInstallments,
      installmentValue: presentReais(contract.installmentCentavos),
      cetPA: contract.cetPA,
      limit: presentReais(purchase.approvedLimitCentavos),
    },
    products: (purchase.products ?? []).map(({ name, amount, valueCentavos }) => ({
      name,
      amount,
      value: presentReais(valueCentavos),
    })),
    pictures: record.documents.map(({ id, kind, receivedAt, bytes }) => ({
      id,
      kind,
      bytes,
      receivedAt: receivedAt.toISOString(),
    })),
    identity: presentIdentity(record, mayDo(role, 'case.reveal')),
    credit: replay && presentTrace(replay),
    history: record.moves.map(({ event, actor, movedAt }) => ({
      event,
      by: actor,
      at: movedAt.toISOString(),
    })),
    decisions: record.decisions.map(decision => presentDecision(decision, operators)),
    ...presentAttention(record.attention, operators),
  }
}

function presentTrace({ stored, decision, matches }: Replay): Presented<CreditTrace> {
  const { approvedLimitCentavos } = stored
  return {
    decisionId: stored.id,
    result: stored.result,
    approvedLimit: approvedLimitCentavos === null ? undefined : presentReais(approvedLimitCentavos),
    isReproduced: matches,
    rules: (decision?.trace ?? []).map(({ rule, passed, figures }) => ({
      rule,
      passed,
      figures: Object.fromEntries(Object.entries(figures).map(presentFigure)),
    })),
  }
}

/** Amounts are in reais, as in the whole API. */
function presentFigure([name, value = '']: [string, string | number | boolean | undefined]) {
  const plain = name.replace(/Centavos$/, '')
  const isAmount = plain !== name && typeof value === 'number'
  return [plain, isAmount ? presentReais(value) : value] as const
}

export function presentQueuedPayment(
  queued: QueuedPayment,
  operators: OperatorNames,
): Presented<QueuedSuspense> {
  const { payment, orderId, attention } = queued
  const { expectedCentavos, transactionId } = payment
  const kept = attention.latest?.result === 'KEEP' ? attention.latest.reason : undefined
  return {
    caseId: payment.id,
    reason: payment.reason,
    amount: presentReais(payment.amountCentavos),
    expected: expectedCentavos === null ? undefined : presentReais(expectedCentavos),
    openedAt: payment.openedAt.toISOString(),
    orderId,
    transactionId: transactionId ?? undefined,
    bank: payment.bank,
    method: payment.method,
    paidOn: payment.paidOn,
    keptBecause: kept,
    ...presentAttention(attention, operators),
  }
}

export function presentSuspense(record: SuspenseRecord): Presented<SuspenseView> {
  const { payment, purchase, operators, attention, retailerName } = record
  return {
    ...presentQueuedPayment({ payment, orderId: purchase?.orderId, attention }, operators),
    isOpen: payment.isOpen,
    isInSuspense: record.isInSuspense,
    usable: presentReais(record.usableCentavos),
    isMissing: record.isMissing,
    isHeld: payment.isHeld,
    equalTo: record.equalTo && presentReport(record.equalTo),
    reference: payment.reportReference,
    ourNumber: payment.ourNumber === null ? undefined : String(payment.ourNumber),
    retailerName,
    status: purchase?.status,
    movedAlone: presentReais(record.movedAloneCentavos),
    decisions: record.decisions.map(decision => presentDecision(decision, operators)),
    billets: record.billets.map(billet => presentPayable(billet, record.usableCentavos)),
  }
}

function presentPayable(
  {
    billet,
    orderId,
    dueCentavos,
    isPayable,
    isOfPaidPurchase,
    ...covered
  }: SuspenseRecord['billets'][number],
  paid: Centavos,
): Presented<PayableBillet> {
  const isCovered = isPayable && covered.isCovered
  const ended = billet.canceledAt === undefined ? 'open' : 'canceled'
  return {
    billetId: billet.id,
    transactionId: billet.transactionId,
    orderId,
    installment: billet.installmentNumber,
    of: billet.installmentCount,
    dueDate: billet.dueDate,
    due: presentReais(dueCentavos),
    state: billet.paymentStatus === 'PAID' ? 'paid' : ended,
    isOfPaidPurchase,
    isPayable,
    isCovered,
    excess: isCovered ? presentReais(Math.max(0, paid - dueCentavos)) : 0,
  }
}

const presentReport = (report: NonNullable<SuspenseRecord['equalTo']>): ReportedPayment => ({
  reference: report.reference,
  bank: report.bank,
  method: report.method,
  amount: presentReais(report.amountCentavos),
  paidOn: report.paidOn,
  toldAt: report.receivedAt.toISOString(),
})
