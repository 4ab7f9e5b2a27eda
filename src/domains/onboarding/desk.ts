import type { App } from '../../app/app.ts'
import { isSameName } from '../../brazil/person-name.ts'
import type { CaseResult, Picture } from '../../contract/desk.ts'
import type { AuditAction, AuditAuthor } from '../../contract/desk-audit.ts'
import type { Source } from '../../contract/enums.ts'
import { RequestError } from '../../contract/errors.ts'
import {
  type ComparedFact,
  IDENTITY_FACTS,
  type IdentityFact,
  NAME_SOURCES,
  type NameSource,
} from '../../contract/identity.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { Busy } from '../../kernel/faults.ts'
import { isId } from '../../kernel/ids.ts'
import type { Remember, Transaction } from '../../platform/db/database.ts'
import { recordAudit } from '../audit/index.ts'
import type { Replay } from '../credit/index.ts'
import {
  composeMark,
  type Decision,
  decideAtDesk,
  findView,
  issueView,
  listDecisions,
  markPicture,
  nameOperators,
  type OperatorNames,
  readAttention,
  type SubjectAttention,
} from '../desk/index.ts'
import type { Operator, Session } from '../operators/index.ts'
import { advancePurchase, listMoves, listPlaced, lockPurchase, type Purchase } from '../purchases/index.ts'
import { findCheckoutsOf } from '../quoting/index.ts'
import { listDocuments, openDocument } from './evidence.ts'
import { findIdentityAnalysis, type IdentityAnalysis, storePictureRequest } from './store.ts'

type PlacedPurchase = Awaited<ReturnType<typeof listPlaced>>[number]

interface CaseRecord extends PlacedPurchase {
  readonly retailerName: string
  readonly source: Source | undefined
  readonly documents: Awaited<ReturnType<typeof listDocuments>>
  readonly identity: IdentityAnalysis | undefined
  readonly facts: readonly ComparedFact[]
  readonly moves: Awaited<ReturnType<typeof listMoves>>
  readonly replay: Replay | undefined
  readonly decisions: readonly Decision[]
  readonly attention: SubjectAttention
  readonly operators: OperatorNames
}

/** Everything that a decision needs, on one screen. The read is recorded in the audit log first. */
export async function readCase(app: App, operator: Operator, transactionId: string): Promise<CaseRecord> {
  const { database, secrets, credit, retailers } = app
  const placed = await getDeskPurchase(app, transactionId)
  await note(app, operator, 'case.view', transactionId)
  const subject = { kind: 'identification', id: transactionId } as const
  const [documents, known, moves, replay, decisions, retailer, [checkout], { attention, operators }] =
    await Promise.all([
      listDocuments(database, transactionId),
      compareSources(app, placed.purchase),
      listMoves(database, transactionId),
      credit.replay(placed.purchase.decisionId),
      listDecisions(database, secrets, subject),
      retailers.getRetailer(placed.purchase.retailerId),
      findCheckoutsOf(database, secrets, [placed.purchase]),
      readAttention(app, subject.kind, [transactionId]),
    ])
  return {
    ...placed,
    retailerName: retailer.name,
    source: checkout?.source,
    documents,
    ...known,
    moves,
    replay,
    decisions,
    attention: attention(transactionId),
    operators: new Map([...operators, ...(await nameOperators(app, decisions))]),
  }
}

/** Everything about the customer unmasked; recorded in the audit log before they are shown. */
export async function revealApplicant(
  app: App,
  operator: Operator,
  transactionId: string,
): Promise<{ readonly customer: Purchase['customer']; readonly facts: readonly ComparedFact[] }> {
  const { purchase } = await getDeskPurchase(app, transactionId)
  await note(app, operator, 'case.reveal', transactionId)
  const { facts } = await compareSources(app, purchase)
  return { customer: purchase.customer, facts }
}

/** What the customer, the bureau and the document say about who this is. */
async function compareSources(
  { database, secrets, credit }: App,
  { id, decisionId, customer }: Purchase,
): Promise<Pick<CaseRecord, 'identity' | 'facts'>> {
  const [identity, report] = await Promise.all([
    findIdentityAnalysis(database, secrets, id),
    credit.findReport(decisionId),
  ])
  const facts = compareFacts({
    customer,
    bureau: { name: report?.name ?? identity?.bureauName, birthDate: report?.birthDate },
    document: identity?.answer.status === 'DONE' ? identity.answer : {},
  })
  return { identity, facts }
}

/** Allows one picture to be viewed briefly, in this session only; each view is recorded. */
export async function allowPicture(
  app: App,
  { operator, idHash }: Session,
  transactionId: string,
  documentId: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const { database, secrets, realClock } = app
  await getDeskPurchase(app, transactionId)
  const documents = await listDocuments(database, transactionId)
  const document = documents.find(({ id }) => id === documentId)
  if (document === undefined) throw new RequestError('desk_not_found')
  const now = realClock.now()
  const details = { documentId, kind: document.kind }
  await note(app, operator, 'picture.view', transactionId, details)
  return issueView(secrets, { subjectId: transactionId, fileId: documentId }, idHash, now)
}

/** The picture with the operator's name and the time written over it. */
export async function openPicture(app: App, session: Session, token: string): Promise<Buffer> {
  const { secrets, realClock } = app
  const now = realClock.now()
  const view = findView(secrets, token, session.idHash, now)
  const picture = view && (await openDocument(app, view.subjectId, view.fileId))
  if (picture === undefined) throw new RequestError('desk_not_found')
  try {
    return await markPicture(picture.bytes, composeMark(session, now))
  } catch (error) {
    if (!(error instanceof Busy)) throw error
    throw new RequestError('service_unavailable', { retryAfterSeconds: 1, cause: error })
  }
}

/** Only purchases that are or were at the desk: the desk must not give access to all purchases. */
async function getDeskPurchase({ database, secrets }: App, transactionId: string): Promise<PlacedPurchase> {
  const [placed] = isId(transactionId) ? await listPlaced(database, secrets, { ids: [transactionId] }) : []
  if (placed === undefined) throw new RequestError('desk_not_found')
  if (placed.purchase.step === 'DESK') return placed
  const moves = await listMoves(database, transactionId)
  if (!moves.some(({ step }) => step === 'DESK')) throw new RequestError('desk_not_found')
  return placed
}

function note(
  { database, realClock }: App,
  operator: Operator,
  action: AuditAction,
  subject: string,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  return recordAudit(database, { operatorId: operator.id, action, subject, details }, realClock.now())
}

interface IdentificationDecision {
  readonly transactionId: string
  readonly result: CaseResult
  readonly picture: Picture | undefined
  readonly reason: string
  /** The version of the case as shown. */
  readonly version: number
  /** Noted in the audit log where no operator was at the desk. */
  readonly evidence?: Readonly<Record<string, string>> & { readonly by: AuditAuthor }
}

/**
 * An operator's decision about a doubtful identification. Above the limit a validation is only proposed, and another
 * operator answers.
 */
export function decideIdentification(
  app: App,
  operator: Operator,
  wanted: IdentificationDecision,
  remember?: Remember<Purchase>,
): Promise<Decision> {
  const { secrets, clock } = app
  const { transactionId, result, picture, reason, version } = wanted
  if (result === 'ASK_AGAIN' && picture === undefined)
    throw invalidParameter('picture', 'must say which picture to ask for again')
  return decideAtDesk(app, operator, async tx => {
    const waiting = await lockWaitingCase(app, tx, transactionId)
    if (waiting?.version !== version) throw new RequestError('desk_case_changed')
    const { purchase } = waiting
    if (result === 'VALIDATED') await refuseWhileHeld(app, tx, purchase)
    return {
      subject: { kind: 'identification', id: transactionId },
      version,
      purchase,
      result,
      target: result === 'ASK_AGAIN' ? picture : undefined,
      reason,
      amountCentavos: purchase.netLoanCentavos,
      needsFourEyes: result === 'VALIDATED',
      audit: {
        decided: 'case.decide',
        proposed: 'case.propose',
        details: { version, ...(picture && { picture }), ...wanted.evidence },
      },
      async apply(decision) {
        const decided = await advancePurchase(app, tx, purchase, getEvent(decision))
        if (result === 'ASK_AGAIN' && picture !== undefined)
          await storePictureRequest(tx, secrets, { transactionId, kind: picture, reason }, clock.now())
        await remember?.(tx, decided)
      },
    }
  })
}

/** A match with a list of exposed or sanctioned people is decided first. */
async function refuseWhileHeld(
  { secrets, reactions }: App,
  tx: Transaction,
  { cpfIndex }: Purchase,
): Promise<void> {
  if (await reactions.validationHeld(tx, secrets, cpfIndex)) throw new RequestError('desk_screening_open')
}

/** Locks the case while it waits for a decision. Throws when there is no such purchase. */
async function lockWaitingCase(
  { secrets }: App,
  tx: Transaction,
  transactionId: string,
): Promise<{ readonly purchase: Purchase; readonly version: number } | undefined> {
  const purchase = await lockPurchase(tx, secrets, transactionId)
  if (purchase === undefined) throw new RequestError('desk_not_found')
  if (purchase.status !== 'PENDING' || purchase.step !== 'DESK') return undefined
  const [placed] = await listPlaced(tx, secrets, { ids: [transactionId] })
  return placed && { purchase, version: placed.enteredBy }
}

/** The effect of an approved proposal; undefined when the case changed meanwhile. */
export async function lockProposedCase(
  app: App,
  tx: Transaction,
  proposal: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const waiting = await lockWaitingCase(app, tx, proposal.subject.id)
  if (waiting?.version !== proposal.version) return undefined
  if (proposal.result === 'VALIDATED') await refuseWhileHeld(app, tx, waiting.purchase)
  return () => advancePurchase(app, tx, waiting.purchase, getEvent(proposal))
}

function getEvent({ result, target }: Pick<Decision, 'result' | 'target'>): PurchaseEvent {
  if (result === 'VALIDATED') return 'desk-validated'
  if (result === 'REFUSED') return 'desk-refused'
  return `${target as Picture}-asked-again`
}

/** What each source says; unknown facts are absent. */
type KnownFacts = Readonly<Record<NameSource, Readonly<Partial<Record<IdentityFact, string | undefined>>>>>

/** Every known fact, and whether all sources agree on it. */
function compareFacts(known: KnownFacts): ComparedFact[] {
  return IDENTITY_FACTS.flatMap(fact => {
    const values = NAME_SOURCES.flatMap(source => {
      const value = known[source][fact]
      return value === undefined ? [] : [{ source, value }]
    })
    const [first, ...others] = values
    if (first === undefined) return []
    if (others.length === 0) return [{ fact, values }]
    // Each with each: two names may both be a short form of a third, and not of one another.
    const agrees = values.every(({ value }, index) =>
      values.slice(index + 1).every(other => isSame(fact, value, other.value)),
    )
    return [{ fact, values, agrees }]
  })
}

const isSame = (fact: IdentityFact, one: string, other: string): boolean =>
  fact === 'name' ? isSameName(one, other) : one === other
