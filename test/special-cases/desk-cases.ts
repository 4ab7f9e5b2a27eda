import assert from 'node:assert/strict'
import type { DecisionOutcome } from '../../src/contract/desk.ts'
import type { SpecialCaseView } from '../../src/contract/desk-special-cases.ts'
import type { SpecialCaseEffect, SpecialCaseKind } from '../../src/contract/special-cases.ts'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { readDebt } from '../../src/domains/receivables/payoff/read-debt.ts'
import { composeDocument } from '../../src/platform/pdf/a4-document.ts'
import { Drawing } from '../../src/platform/pdf/drawing.ts'
import { todayOf } from '../support/agreements.ts'
import { type Answer, PLAIN_RETAILER, query, type TestApp } from '../support/app.ts'
import { type DeskUser, newDeskUser } from '../support/desk.ts'

/** Two people who decide, and one more who only proposes. */
export interface Desk {
  readonly app: TestApp
  readonly analyst: DeskUser
  readonly approver: DeskUser
}

export async function newDesk(app: TestApp): Promise<Desk> {
  return { app, analyst: await newDeskUser(app, 'analyst'), approver: await newDeskUser(app, 'approver') }
}

/** Sessions end after twelve hours. */
export const signInAgain = (desk: Desk): Promise<Desk> => newDesk(desk.app)

/** A plain page; another number makes another file. */
const drawPdf = (number: number): Promise<Buffer> =>
  composeDocument([new Drawing().toString()], {
    title: `Documento ${number}`,
    createdAt: new Date('2026-01-02T12:00:00Z'),
  })

export async function openCase(
  { analyst }: Desk,
  transactionId: string,
  kind: SpecialCaseKind,
  more: object = {},
): Promise<string> {
  const body = { transactionId, kind, note: 'Contado por telefone, com documento.', ...more }
  const answer = await analyst.post<{ caseId: string }>('/special-cases', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.caseId
}

export async function attach({ analyst }: Desk, caseId: string): Promise<void> {
  const document = (await drawPdf(1)).toString('base64')
  const answer = await analyst.post(`/special-cases/${caseId}/documents`, { document })
  assert.equal(answer.status, 200, answer.text)
}

export async function view({ analyst }: Desk, caseId: string): Promise<SpecialCaseView> {
  const answer = await analyst.get<SpecialCaseView>(`/special-cases/${caseId}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export async function askDecision(desk: Desk, caseId: string, effect: SpecialCaseEffect, terms: object = {}) {
  const { version } = await view(desk, caseId)
  const body = { effect, version, reason: 'Conferido com o documento', ...terms }
  return desk.analyst.post<DecisionOutcome>(`/special-cases/${caseId}/decision`, body)
}

/** Proposed by one and approved by the other; the first may not approve. */
export async function decide(
  desk: Desk,
  caseId: string,
  effect: SpecialCaseEffect,
  terms: object = {},
): Promise<void> {
  const proposed = await askDecision(desk, caseId, effect, terms)
  assert.equal(proposed.status, 200, proposed.text)
  assert.equal(proposed.body.outcome, 'proposed')
  const { id } = proposed.body.decision
  const answer = { approve: true, reason: 'Conferi e concordo' }
  assert.equal((await desk.analyst.post(`/proposals/${id}/answer`, answer)).status, 403)
  const approved = await desk.approver.post<DecisionOutcome>(`/proposals/${id}/answer`, answer)
  assert.equal(approved.status, 200, approved.text)
  assert.equal(approved.body.outcome, 'done')
}

export async function owes(
  app: TestApp,
  transactionId: string,
  retailerId = PLAIN_RETAILER,
): Promise<number> {
  const { database, secrets } = app.services
  const purchase = await findPurchase(database, secrets, { retailerId, id: transactionId })
  assert.ok(purchase)
  return (await readDebt(app.services, purchase, todayOf(app))).totalCentavos
}

/** Names of the messages about a contract, in the order of their posting. */
export async function listMessages(app: TestApp, transactionId: string): Promise<string[]> {
  const rows = await query<{ template: string }>(
    app,
    'SELECT template FROM messages WHERE transaction_id = $1 ORDER BY position',
    [transactionId],
  )
  return rows.map(({ template }) => template)
}

export async function listOpenBillets(app: TestApp, transactionId: string) {
  return query<{ id: string; kind: string; amount: number; dueDate: string }>(
    app,
    `SELECT id, kind, amount_centavos AS amount, due_date::text AS "dueDate" FROM billets
      WHERE transaction_id = $1 AND payment_status = 'PENDING' AND canceled_at IS NULL ORDER BY installment_number, id`,
    [transactionId],
  )
}

export async function findListing(app: TestApp, transactionId: string) {
  const rows = await query<{ state: string; reason: string | null }>(
    app,
    'SELECT state, removal_reason AS reason FROM listings WHERE transaction_id = $1 ORDER BY decided_at DESC',
    [transactionId],
  )
  return rows[0]
}

/** The case does not allow it, and the message says why. */
export async function expectRefused(asked: Promise<Answer<unknown>>): Promise<void> {
  const { status, body, text } = await asked
  const { code } = body as { code?: string }
  assert.deepEqual([status, code], [409, 'desk_special_case_refused'], text)
}
