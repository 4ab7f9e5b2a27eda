import {
  type AnalysisPort,
  type AnalysisResult,
  continueOnboarding,
  listDocuments,
  openDocument,
} from '../../modules/onboarding/index.ts'
import { findPurchase, MoveRefused, type Purchase } from '../../modules/transactions/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import { applyCustomerEvent, type CustomerEventContext } from './apply-customer-event.ts'

export const ANALYSE_DOCUMENTS = 'analyse-documents'

export interface AnalysisContext extends CustomerEventContext {
  readonly analysis: AnalysisPort
}

/** Must run in the transaction that makes the purchase wait for the analysis. */
export async function requestAnalysis(
  tx: Transaction,
  purchase: Pick<Purchase, 'id' | 'retailerId'>,
  now: Date,
): Promise<void> {
  const { id: transactionId, retailerId } = purchase
  const payload = { transactionId, retailerId }
  await enqueueJob(tx, { kind: ANALYSE_DOCUMENTS, key: transactionId, runAt: now, payload })
}

/** Hands pictures, answers and a pending analysis over to the replacement purchase. */
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

/** A quarter of an hour: after that a person decides, rather than a service that is unavailable. */
const ATTEMPTS_BEFORE_DESK = 9

/** An idempotent job: it does nothing when repeated, or when the purchase has moved on. */
export async function analyseDocuments(
  context: AnalysisContext,
  payload: unknown,
  attempt = 1,
): Promise<void> {
  const { transactionId, retailerId } = payload as { transactionId: string; retailerId: string }
  const { database, secrets } = context
  const purchase = await findPurchase(database, secrets, retailerId, transactionId)
  if (purchase === undefined || purchase.status !== 'PENDING' || purchase.step !== 'ASYNC_ANALYSE') return
  const result = await askAnalysis(context, purchase).catch((error: unknown) => {
    if (attempt < ATTEMPTS_BEFORE_DESK) throw error
    return 'unsure' as const
  })
  try {
    await applyCustomerEvent(context, transactionId, EVENTS[result], {})
  } catch (error) {
    // Canceled while the pictures were being compared.
    if (!(error instanceof MoveRefused)) throw error
  }
}

async function askAnalysis(
  { database, secrets, analysis }: AnalysisContext,
  { id: transactionId, customer }: Purchase,
): Promise<AnalysisResult> {
  const documents = await listDocuments(database, transactionId)
  const openPicture = async (documentId: string): Promise<Buffer> => {
    const document = await openDocument(database, secrets, transactionId, documentId)
    if (document === undefined) throw new Error(`picture ${documentId} does not exist`)
    return document.bytes
  }
  return analysis.analyse({ transactionId, cpf: customer.cpf, documents, openPicture })
}
