import { nextBusinessDay } from '../../../src/brazil/business-days.ts'
import type { SpecialCaseEffect, SpecialCaseKind } from '../../../src/contract/special-cases.ts'
import type { SuspenseResult } from '../../../src/contract/suspense.ts'
import { decideWriteOff } from '../../../src/domains/collection/index.ts'
import { listSuspendedPayments, readSuspendedPayment } from '../../../src/domains/receivables/index.ts'
import { decideWaiver } from '../../../src/domains/servicing/index.ts'
import { addDocument, decideCase, endCase, openCase } from '../../../src/domains/special-cases/index.ts'
import { resolveSuspense } from '../../../src/domains/suspense/index.ts'
import { addDays } from '../../../src/kernel/calendar-date.ts'
import type { Dice } from '../../servicing/dice.ts'
import { query } from '../../support/app.ts'
import type { Act } from './customer-acts.ts'
import type { Life } from './life.ts'
import { DOCUMENT, type Place, REASON } from './place.ts'

/** What two people at the desk do about one contract. */

export const waive: Act = async (place, life) => {
  const { app, proposer, today } = place
  const { installments } = await place.view(life)
  const due = installments.find(
    ({ paymentStatus, canceledAt, dueDate }) =>
      paymentStatus === 'PENDING' && canceledAt === undefined && dueDate <= today,
  )
  if (due === undefined) return false
  const { transactionId } = life
  const { installmentNumber } = due
  const asked = { transactionId, installmentNumber, reason: REASON }
  place.touched.add(transactionId)
  const { state } = await place.approve(await decideWaiver(app.services, proposer, asked))
  life.diary.push(`is let off installment ${installmentNumber}: ${state}`)
  return state === 'done'
}

export const writeOff: Act = async (place, life) => {
  const { app, proposer } = place
  const { transactionId } = life
  place.touched.add(transactionId)
  const decision = await decideWriteOff(app.services, proposer, { transactionId, reason: REASON })
  const { state } = await place.approve(decision)
  life.diary.push(`is written off: ${state}`)
  return state === 'done'
}

interface CaseTerms {
  readonly amountCentavos?: number
  readonly effectiveOn?: string
  readonly installments?: number
}

async function open(place: Place, life: Life, kind: SpecialCaseKind): Promise<string> {
  const { app, proposer } = place
  place.touched.add(life.transactionId)
  const { id } = await openCase(app.services, proposer, {
    transactionId: life.transactionId,
    kind,
    note: 'contado por telefone',
    contact: undefined,
  })
  life.diary.push(`has a case ${kind}`)
  return id
}

async function decide(
  place: Place,
  life: Life,
  caseId: string,
  effect: SpecialCaseEffect,
  { amountCentavos, effectiveOn, installments }: CaseTerms = {},
): Promise<boolean> {
  const { app, proposer } = place
  const { version } = await addDocument(app.services, proposer, { caseId, bytes: DOCUMENT })
  const decision = await decideCase(app.services, proposer, {
    caseId,
    version,
    reason: REASON,
    effect,
    amountCentavos: amountCentavos ?? null,
    effectiveOn: (effectiveOn as ReturnType<typeof nextBusinessDay> | undefined) ?? null,
    installments: installments ?? null,
  })
  const { state } = await place.approve(decision)
  life.diary.push(`${effect}: ${state}`)
  return state === 'done'
}

export const proveFraud: Act = async (place, life) => {
  const { purchase } = await place.view(life)
  if (purchase.renegotiates !== undefined) return false
  const isDone = await decide(place, life, await open(place, life, 'FRAUD'), 'VOID_CONTRACT')
  life.isOver = isDone
  return isDone
}

export const endByCourt: Act = async (place, life) =>
  decide(place, life, await open(place, life, 'COURT_ORDER'), 'END_DEBT')

/** Collection stands still; half of the orders are lifted at once, the others stay. */
export const suspendByCourt: Act = async (place, life) => {
  const caseId = await open(place, life, 'COURT_ORDER')
  const isDone = await decide(place, life, caseId, 'SUSPEND_COLLECTION')
  if (isDone && life.dice.roll(2) === 0) {
    await endCase(place.app.services, place.proposer, { caseId, reason: REASON })
    life.diary.push('the court lifts its order')
  }
  return isDone
}

/** The insurer owes the debt, or the heirs do. */
export const die: Act = async (place, life) => {
  const { purchase } = await place.view(life)
  const isClaimed = purchase.hasInsurance && life.dice.roll(4) > 0
  const caseId = await open(place, life, 'DEATH')
  return decide(place, life, caseId, isClaimed ? 'CLAIM_INSURANCE' : 'LEAVE_TO_ESTATE')
}

/** Less than the payoff; half of the customers pay it at once, the others later or never. */
export const payLess: Act = async (place, life) => {
  const { app, today } = place
  const caseId = await open(place, life, 'DISCOUNT')
  const until = nextBusinessDay(addDays(today, 10))
  const amountCentavos = 5_000 + life.dice.roll(20_000)
  if (!(await decide(place, life, caseId, 'ACCEPT_LESS', { amountCentavos, effectiveOn: until })))
    return false
  const [offered] = await query<{ id: string }>(
    app,
    `SELECT id FROM billets WHERE transaction_id = $1 AND kind = 'settlement' AND amount_centavos = $2 AND due_date = $3
       AND canceled_at IS NULL AND payment_status = 'PENDING' ORDER BY id DESC LIMIT 1`,
    [life.transactionId, amountCentavos, until],
  )
  if (offered === undefined) throw new Error('an offer without a billet')
  life.diary.push(`may pay ${amountCentavos} until ${until}`)
  if (life.dice.roll(2) === 0) await place.pay(offered.id, amountCentavos)
  else life.unpaid.push({ id: offered.id, amountCentavos })
  return true
}

/** An over-indebted person pays by the minutes of a conciliation, which forgive a part or add interest. */
export const followPlan: Act = async (place, life) => {
  const { app, today } = place
  const { purchase } = await place.view(life)
  if (purchase.renegotiates !== undefined) return false
  const terms = {
    amountCentavos: 1_000 + life.dice.roll(9_000),
    effectiveOn: addDays(today, 20),
    installments: 3 + life.dice.roll(10),
  }
  const caseId = await open(place, life, 'OVER_INDEBTEDNESS')
  if (!(await decide(place, life, caseId, 'FOLLOW_AGREED_PLAN', terms))) return false
  const [plan] = await query<{ id: string }>(
    app,
    `SELECT id FROM transactions WHERE renegotiates = $1 AND status = 'OPEN'`,
    [life.transactionId],
  )
  if (plan === undefined) throw new Error('a plan without a transaction')
  life.transactionId = plan.id
  life.transactionIds.push(plan.id)
  place.touched.add(plan.id)
  return true
}

export const forgetWrittenOff: Act = async (place, life) =>
  decide(place, life, await open(place, life, 'WRITTEN_OFF'), 'END_DEBT')

/** A case that leads to nothing. */
export const withdrawCase: Act = async (place, life) => {
  const caseId = await open(place, life, 'DISCOUNT')
  await endCase(place.app.services, place.proposer, { caseId, reason: REASON })
  return true
}

/**
 * Money that fits no billet goes back or pays another one; where something else has used it, its case is closed. Of what
 * both rails told, some was paid twice indeed.
 */
export async function resolvePayments(place: Place, dice: Dice): Promise<number> {
  const { app, proposer } = place
  const { database, secrets } = app.services
  let resolved = 0
  for (const payment of await listSuspendedPayments(database, secrets, 500)) {
    const { id: caseId, transactionId, isHeld, amountCentavos } = payment
    if (transactionId !== null) place.touched.add(transactionId)
    const wayOut = isHeld
      ? { result: dice.pick(['DUPLICATE', 'REFUND'] as const), billetId: undefined }
      : await findWayOut(place, dice, payment)
    if (wayOut === undefined) continue
    const asked = { caseId, reason: REASON, ...wayOut }
    const { state } = await place.approve(await resolveSuspense(app.services, proposer, asked))
    if (state !== 'done') continue
    resolved += 1
    if (isHeld && wayOut.result === 'REFUND') place.cashCentavos += amountCentavos
  }
  return resolved
}

/** As the desk's page offers it. What the bank took back is missing for a while, until the lender bears it. */
async function findWayOut(
  { app }: Place,
  dice: Dice,
  { id, transactionId }: { readonly id: string; readonly transactionId: string | null },
): Promise<{ readonly result: SuspenseResult; readonly billetId: string | undefined } | undefined> {
  const seen = await readSuspendedPayment(app.services, id, async () => undefined)
  if (seen?.isMissing) return dice.roll(10) === 0 ? { result: 'BEAR', billetId: undefined } : undefined
  if (!seen?.isInSuspense) return { result: 'CLOSE', billetId: undefined }
  const [open] = await query<{ id: string }>(
    app,
    `SELECT b.id FROM billets b JOIN transactions t ON t.id = b.transaction_id WHERE t.id = $1 AND t.status = 'OPEN'
       AND b.kind = 'installment' AND b.payment_status = 'PENDING' AND b.canceled_at IS NULL ORDER BY b.id LIMIT 1`,
    [transactionId],
  )
  if (open !== undefined && dice.roll(2) === 0) return { result: 'CREDIT', billetId: open.id }
  return { result: 'REFUND', billetId: undefined }
}
