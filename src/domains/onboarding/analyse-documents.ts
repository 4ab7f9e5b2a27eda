import type { App } from '../../app/app.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { enqueueJob, JobPostponed } from '../../platform/jobs/queue.ts'
import { findPurchase, MoveRefused, type Purchase } from '../purchases/index.ts'
import { type AnalysisAnswer, type AnalysisResult, computeVerdict } from './analysis.ts'
import { applyCustomerEvent } from './apply-customer-event.ts'
import { continueOnboarding, listDocuments, openDocument } from './evidence.ts'
import { findIdentityAnalysis, saveIdentityAnalysis } from './store.ts'

export const ANALYSE_DOCUMENTS = 'analyse-documents'

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

/** How long an analysis may stay PENDING, and how often the service is asked meanwhile. */
const PENDING_MS = 2 * 3_600_000
const FIRST_LOOK_MS = 5_000
const LONGEST_LOOK_MS = 5 * 60_000

/** An idempotent job: it does nothing when repeated, or when the purchase has moved on. */
export async function analyseDocuments(app: App, payload: unknown, attempt = 1): Promise<void> {
  const { transactionId, retailerId } = payload as { transactionId: string; retailerId: string }
  const { database, secrets } = app
  const purchase = await findPurchase(database, secrets, { retailerId, id: transactionId })
  if (purchase === undefined || purchase.status !== 'PENDING' || purchase.step !== 'ASYNC_ANALYSE') return
  const result = await judge(app, purchase).catch((error: unknown) => {
    if (error instanceof JobPostponed || attempt < ATTEMPTS_BEFORE_DESK) throw error
    return 'unsure' as const
  })
  const analysed = await findIdentityAnalysis(database, secrets, transactionId)
  const documentName = analysed?.answer.status === 'DONE' ? analysed.answer.name : undefined
  const isListed =
    result !== 'refused' && (await app.reactions.customerIdentified(app, purchase, documentName))
  try {
    await applyCustomerEvent(app, transactionId, EVENTS[isListed ? 'unsure' : result], {})
  } catch (error) {
    // Canceled while the pictures were being compared.
    if (!(error instanceof MoveRefused)) throw error
  }
}

/** Stores the result of the analysis before acting on it: the desk shows it beside the pictures. */
async function judge(app: App, purchase: Purchase): Promise<AnalysisResult> {
  const { database, secrets, clock, credit } = app
  const { id: transactionId, customer, decisionId } = purchase
  const documents = await listDocuments(database, transactionId)
  const pictures = documents.map(({ id }) => id).join()
  const known = await findIdentityAnalysis(database, secrets, transactionId)
  const earlier = known?.pictures === pictures ? known : undefined
  const now = clock.now()
  const answer = await ask(app, purchase, documents, earlier?.answer)
  const bureauName = (await credit.findReport(decisionId))?.name
  const askedAt = earlier?.askedAt ?? now
  await saveIdentityAnalysis(database, secrets, transactionId, { pictures, askedAt, answer, bureauName })
  if (answer.status === 'DONE')
    return computeVerdict(answer, { customer: customer.name, bureau: bureauName, document: answer.name })
  const waitedMs = now.getTime() - askedAt.getTime()
  if (waitedMs >= PENDING_MS) return 'unsure'
  const lookMs = Math.min(LONGEST_LOOK_MS, Math.max(FIRST_LOOK_MS, waitedMs / 2))
  throw new JobPostponed(new Date(now.getTime() + lookMs))
}

function ask(
  app: App,
  { id: transactionId, customer }: Purchase,
  documents: Awaited<ReturnType<typeof listDocuments>>,
  earlier: AnalysisAnswer | undefined,
): Promise<AnalysisAnswer> {
  const { analysis } = app
  if (earlier?.status === 'PENDING') return analysis.followUp(transactionId, earlier.reference)
  const openPicture = async (documentId: string): Promise<Buffer> => {
    const document = await openDocument(app, transactionId, documentId)
    if (document === undefined) throw new Error(`picture ${documentId} does not exist`)
    return document.bytes
  }
  const { cpf, name } = customer
  return analysis.analyse({ transactionId, cpf, name, documents, openPicture })
}
