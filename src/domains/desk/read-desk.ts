import type { App } from '../../app/app.ts'
import type { SubjectKind } from '../../contract/desk.ts'
import type { AuditAction } from '../../contract/desk-audit.ts'
import { isId } from '../../kernel/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { countOpenOrders } from '../payouts/index.ts'
import {
  countAtDesk,
  type DeskSearch,
  listAtDesk,
  listInvoicesToReview,
  listPlaced,
  type PlacedPurchase,
} from '../purchases/index.ts'
import { countOpenCases, countRegistrationCases, countStuckRefunds } from '../receivables/index.ts'
import { listClaims, listDecidedIds } from './decision-store.ts'
import { type Decision, listNewestDecisions, listProposals } from './decisions.ts'
import { listOperators, type Operator } from './operators.ts'

const COUNTED = 1_000
const PAGE = 200

export type OperatorNames = ReadonlyMap<string, Operator>

/** Who works on a subject, and the last proposal or remark about it. */
export interface SubjectAttention {
  readonly claimedBy: string | undefined
  readonly claimedUntil: Date | undefined
  readonly latest: Decision | undefined
}

export async function countWaiting({ database, secrets }: App) {
  const [identifications, invoices, suspense, registrations, proposals, orders, refunds] = await Promise.all([
    countAtDesk(database, COUNTED),
    listInvoicesToReview(database, secrets, { limit: COUNTED }),
    countOpenCases(database, COUNTED),
    countRegistrationCases(database, COUNTED),
    listProposals(database, secrets, COUNTED),
    countOpenOrders(database),
    countStuckRefunds(database, COUNTED),
  ])
  const created = orders.filter(({ state }) => state === 'created').reduce((sum, { count }) => sum + count, 0)
  return {
    identifications,
    invoices: invoices.length,
    suspense,
    registrations,
    payouts: created + refunds,
    proposals: proposals.length,
  }
}

export interface QueuedPurchase extends PlacedPurchase {
  readonly retailerName: string
  readonly attention: SubjectAttention
}

/** Waiting cases, longest wait first; a search also finds earlier decisions of the desk. */
export async function listQueue(
  app: App,
  operator: Operator,
  search: string,
): Promise<{ readonly cases: QueuedPurchase[]; readonly operators: OperatorNames }> {
  const { database, secrets, retailers } = app
  const wanted = search === '' ? undefined : parseSearch(app, search)
  const waiting = await listAtDesk(database, secrets, wanted, PAGE)
  const known = new Set(waiting.map(({ purchase }) => purchase.id))
  const decidedIds = wanted ? await listDecidedIds(database, 'identification', wanted, PAGE) : []
  const decided = await listPlaced(
    database,
    secrets,
    decidedIds.filter(id => !known.has(id)),
  )
  const found = [...waiting, ...decided]
  const ids = found.map(({ purchase }) => purchase.id)
  await noteList(app, operator, 'queue.view', { isSearch: search !== '', found: ids.length })
  const { attention, operators } = await readAttention(app, 'identification', ids)
  const cases = await Promise.all(
    found.map(async placed => ({
      ...placed,
      retailerName: (await retailers.getRetailer(placed.purchase.retailerId)).name,
      attention: attention(placed.purchase.id),
    })),
  )
  return { cases, operators }
}

/** An order id may look like a transaction id or a CPF, so the text is searched as everything that it can be. */
function parseSearch({ secrets }: App, search: string): DeskSearch {
  const digits = search.replaceAll(/[.\s-]/g, '')
  return {
    orderId: search,
    transactionId: isId(search) ? search : undefined,
    cpfIndex: /^\d{11}$/.test(digits) ? secrets.computeBlindIndex('cpf', digits) : undefined,
  }
}

export async function readAttention(
  app: App,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<{ attention: (id: string) => SubjectAttention; operators: OperatorNames }> {
  const { database, secrets, realClock } = app
  const [claims, decisions] = await Promise.all([
    listClaims(database, kind, ids, realClock.now()),
    listNewestDecisions(database, secrets, kind, ids),
  ])
  const claimOf = new Map(claims.map(claim => [claim.subjectId, claim]))
  const latestOf = new Map(decisions.map(decision => [decision.subject.id, decision]))
  return {
    operators: await nameOperators(app, decisions, [...claims.map(({ operatorId }) => operatorId)]),
    attention: id => ({
      claimedBy: claimOf.get(id)?.operatorId,
      claimedUntil: claimOf.get(id)?.expiresAt,
      latest: latestOf.get(id),
    }),
  }
}

/** Names of everyone who decided or answered, and of the other ids given. */
export async function nameOperators(
  { database, secrets }: App,
  decisions: readonly Decision[],
  others: readonly string[] = [],
): Promise<OperatorNames> {
  const ids = new Set([
    ...others,
    ...decisions.flatMap(({ decidedBy, answeredBy }) => [decidedBy, answeredBy]),
  ])
  const named = [...ids].filter(id => id !== undefined)
  if (named.length === 0) return new Map()
  return new Map((await listOperators(database, secrets, named)).map(each => [each.id, each]))
}

export async function readProposals(app: App, operator: Operator) {
  const proposals = await listProposals(app.database, app.secrets, PAGE)
  await noteList(app, operator, 'proposal.list', { found: proposals.length })
  return { proposals, operators: await nameOperators(app, proposals) }
}

/** Records that an operator read or searched a list, but not the search text. */
export function noteList(
  { database, realClock }: App,
  operator: Operator,
  action: AuditAction,
  details: Readonly<Record<string, number | boolean>>,
): Promise<void> {
  return recordAudit(database, { operatorId: operator.id, action, details }, realClock.now())
}
