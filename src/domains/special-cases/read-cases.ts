import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type Decision,
  listDecisions,
  nameOperators,
  type OperatorNames,
  readAttention,
  type SubjectAttention,
} from '../desk/index.ts'
import type { Operator } from '../operators/index.ts'
import { listPurchases, type Purchase } from '../purchases/index.ts'
import { getCase } from './open-case.ts'
import type { CaseDocument, SpecialCase } from './special-case.ts'
import { listCasesOf, listDocuments, listNewestCases } from './store.ts'

const LISTED = 200

export interface ListedCase {
  readonly opened: SpecialCase
  readonly purchase: Purchase
  readonly retailerName: string
}

export interface CaseRecord extends ListedCase {
  readonly documents: readonly CaseDocument[]
  /** The newest first. */
  readonly decisions: readonly Decision[]
  readonly attention: SubjectAttention
  readonly operators: OperatorNames
}

/** The newest first, ended ones too; of one contract, or of all. */
export async function listCases(
  app: App,
  operator: Operator,
  transactionId: string | undefined,
): Promise<ListedCase[]> {
  const { database, secrets, realClock } = app
  const note = {
    operatorId: operator.id,
    action: 'special-case.list',
    subject: transactionId,
    details: {},
  } as const
  await recordAudit(database, note, realClock.now())
  const cases =
    transactionId === undefined
      ? await listNewestCases(database, secrets, LISTED)
      : await listCasesOf(database, secrets, transactionId)
  return place(app, cases)
}

/** Everything about one case. The read is recorded in the audit log first. */
export async function readCase(app: App, operator: Operator, caseId: string): Promise<CaseRecord> {
  const { database, secrets, realClock } = app
  const opened = await getCase(app, caseId)
  const note = { operatorId: operator.id, action: 'special-case.view', subject: caseId, details: {} } as const
  await recordAudit(database, note, realClock.now())
  const [[placed], documents, decisions, { attention, operators }] = await Promise.all([
    place(app, [opened]),
    listDocuments(database, [caseId]),
    listDecisions(database, secrets, { kind: 'special-case', id: caseId }),
    readAttention(app, 'special-case', [caseId]),
  ])
  if (placed === undefined) throw new RequestError('desk_not_found')
  return {
    ...placed,
    documents,
    decisions,
    attention: attention(caseId),
    operators: new Map([...operators, ...(await nameOperators(app, decisions))]),
  }
}

/** The file itself; each reading is recorded. */
export async function openDocument(
  app: App,
  operator: Operator,
  { caseId, documentId }: { readonly caseId: string; readonly documentId: string },
): Promise<Buffer> {
  const { database, files, realClock } = app
  const found = (await listDocuments(database, [caseId])).find(({ id }) => id === documentId)
  const bytes = found && (await files.get(found.fileName))
  if (bytes === undefined) throw new RequestError('desk_not_found')
  const details = { documentId }
  const note = {
    operatorId: operator.id,
    action: 'special-case.read-document',
    subject: caseId,
    details,
  } as const
  await recordAudit(database, note, realClock.now())
  return bytes
}

async function place(
  { database, secrets, retailers }: App,
  cases: readonly SpecialCase[],
): Promise<ListedCase[]> {
  const ids = cases.map(({ transactionId }) => transactionId)
  const purchases = await listPurchases(database, secrets, { ids })
  return Promise.all(
    cases.flatMap(opened => {
      const purchase = purchases.get(opened.transactionId)
      return purchase === undefined ? [] : [name(retailers, opened, purchase)]
    }),
  )
}

async function name(
  retailers: App['retailers'],
  opened: SpecialCase,
  purchase: Purchase,
): Promise<ListedCase> {
  return { opened, purchase, retailerName: (await retailers.getRetailer(purchase.retailerId)).name }
}
