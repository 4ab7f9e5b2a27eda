import type {
  Applicant,
  Attention,
  CaseIdentity,
  CaseView,
  CreditTrace,
  DeskDecision,
  PayableBillet,
  QueuedCase,
  QueuedSuspense,
  Role,
  SuspenseView,
} from '../../contract/desk.ts'
import { mayDo } from '../../contract/desk.ts'
import { IDENTITY_CHECKS, NAME_SOURCES } from '../../contract/identity.ts'
import type { Presented } from '../../contract/presented.ts'
import type { CaseRecord } from '../../flows/desk/read-case.ts'
import type { OperatorNames, QueuedPurchase, SubjectAttention } from '../../flows/desk/read-desk.ts'
import type { CoveredBillet, QueuedPayment, SuspenseRecord } from '../../flows/desk/read-suspense.ts'
import { maskEmail } from '../../kernel/mask-email.ts'
import { type Centavos, presentReais } from '../../kernel/money.ts'
import type { Replay } from '../../modules/credit/index.ts'
import type { Decision } from '../../modules/desk/index.ts'
import { haveNamesThatDiffer } from '../../modules/onboarding/index.ts'
import {
  type Purchase,
  type PurchaseCustomer,
  presentMaskedCpf,
  presentMaskedName,
  presentMaskedPhone,
} from '../../modules/transactions/index.ts'

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

export function presentQueued(queued: QueuedPurchase, operators: OperatorNames): Presented<QueuedCase> {
  const { purchase, enteredAt, retailerName, attention } = queued
  return {
    transactionId: purchase.id,
    orderId: purchase.orderId,
    retailerName,
    maskedCpf: presentMaskedCpf(purchase.customer.cpf),
    purchase: presentReais(purchase.purchaseCentavos),
    financed: presentReais(purchase.netLoanCentavos),
    status: purchase.status,
    step: purchase.step,
    since: enteredAt.toISOString(),
    isWaiting: isWaiting(purchase),
    ...presentAttention(attention, operators),
  }
}

export function presentCase(record: CaseRecord, role: Role): Presented<CaseView> {
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
    applicant: presentMasked(purchase.customer),
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

/** Enough to compare with a document, too little to call or write to. */
function presentMasked({ name, cpf, phone, email, address }: PurchaseCustomer): Presented<Applicant> {
  return {
    name: name && presentMaskedName(name),
    cpf: presentMaskedCpf(cpf),
    phone: presentMaskedPhone(phone),
    email: maskEmail(email),
    address: `${address.city}, ${address.state}`,
  }
}

export function presentRevealed({
  name,
  cpf,
  phone,
  email,
  address,
}: PurchaseCustomer): Presented<Applicant> {
  const { street, number, complement, city, state, zipCode } = address
  const place = [`${street}, ${number}`, complement].filter(part => part !== '').join(', ')
  return {
    name,
    cpf: cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-'),
    phone: phone.replace(/^(..)(.+)(....)$/, '($1) $2-$3'),
    email,
    address: `${place}, ${city}, ${state}, CEP ${zipCode.replace(/^(.{5})/, '$1-')}`,
  }
}

/** Whoever may not see the customer's data sees that the names differ, and their initials. */
function presentIdentity(
  { identity, purchase }: CaseRecord,
  mayReveal: boolean,
): Presented<CaseIdentity> | undefined {
  if (identity?.answer.status !== 'DONE') return undefined
  const { name, checks } = identity.answer
  const names = { customer: purchase.customer.name, bureau: identity.bureauName, document: name }
  const found = IDENTITY_CHECKS.flatMap(check => {
    const outcome = checks[check]
    return outcome === undefined ? [] : [{ check, outcome }]
  })
  const differs = haveNamesThatDiffer(names)
  if (!differs && found.length === 0) return undefined
  const differingNames = NAME_SOURCES.flatMap(source => {
    const known = names[source]
    return known === undefined ? [] : [{ source, name: mayReveal ? known : presentMaskedName(known) }]
  })
  return { differingNames: differs ? differingNames : undefined, checks: found }
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
    isHeld: payment.isHeld,
    equalTo: record.equalTo,
    reference: payment.noticeReference,
    ourNumber: payment.ourNumber === null ? undefined : String(payment.ourNumber),
    retailerName,
    status: purchase?.status,
    movedAlone: presentReais(record.movedAloneCentavos),
    decisions: record.decisions.map(decision => presentDecision(decision, operators)),
    billets: record.billets.map(billet => presentPayable(billet, payment.amountCentavos)),
  }
}

function presentPayable(
  { billet, orderId, dueCentavos, isPayable, isOfPaidPurchase, ...covered }: CoveredBillet,
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
