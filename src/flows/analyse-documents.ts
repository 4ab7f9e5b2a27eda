import { type AnalysisPort, continueOnboarding, listDocuments } from '../modules/onboarding/index.ts'
import { findPurchase, MoveRefused, type Purchase } from '../modules/transactions/index.ts'
import type { Transaction } from '../platform/db/database.ts'
import { enqueueJob } from '../platform/jobs/queue.ts'
import { applyCustomerEvent, type CustomerEventContext } from './apply-customer-event.ts'

export const ANALYSE_DOCUMENTS = 'analyse-documents'

export interface AnalysisContext extends CustomerEventContext {
  readonly analysis: AnalysisPort
}

/** Within the transaction that makes the purchase wait for it. */
export async function requestAnalysis(
  tx: Transaction,
  purchase: Pick<Purchase, 'id' | 'retailerId'>,
  now: Date,
): Promise<void> {
  const { id: transactionId, retailerId } = purchase
  const payload = { transactionId, retailerId }
  await enqueueJob(tx, { kind: ANALYSE_DOCUMENTS, key: transactionId, runAt: now, payload })
}

/** Hands pictures, answers and a pending analysis over to the purchase that takes the place of another. */
export async function continueIdentification(
  tx: Transaction,
  fromId: string,
  to: Pick<Purchase, 'id' | 'retailerId' | 'status' | 'step'>,
  now: Date,
): Promise<void> {
  await continueOnboarding(tx, { fromId, toId: to.id }, now)
  if (to.status === 'PENDING' && to.step === 'ASYNC_ANALYSE') await requestAnalysis(tx, to, now)
}

const EVENTS = {
  passed: 'analysis-passed',
  unsure: 'analysis-unsure',
  refused: 'analysis-refused',
} as const

/** A job: run again, or after the purchase went elsewhere, it does nothing. */
export async function analyseDocuments(context: AnalysisContext, payload: unknown): Promise<void> {
  const { transactionId, retailerId } = payload as { transactionId: string; retailerId: string }
  const { database, secrets, analysis } = context
  const purchase = await findPurchase(database, secrets, retailerId, transactionId)
  if (purchase === undefined || purchase.status !== 'PENDING' || purchase.step !== 'ASYNC_ANALYSE') return
  const documents = await listDocuments(database, transactionId)
  const result = await analysis.analyse({ transactionId, cpf: purchase.customer.cpf, documents })
  try {
    await applyCustomerEvent(context, transactionId, EVENTS[result], {})
  } catch (error) {
    // Canceled while the pictures were being compared.
    if (!(error instanceof MoveRefused)) throw error
  }
}
