import type { SubjectKind } from '../contract/desk.ts'
import { isId } from '../kernel/ids.ts'
import { countOpenCases } from '../modules/billets/index.ts'
import type { Credit } from '../modules/credit/index.ts'
import {
  type Decision,
  listClaims,
  listDecidedIds,
  listNewestDecisions,
  listOperators,
  listProposals,
  type Operator,
} from '../modules/desk/index.ts'
import { listInvoicesToReview } from '../modules/invoices/index.ts'
import type { Retailers } from '../modules/retailers/index.ts'
import { countAtDesk, listAtDesk, listPlaced, type PlacedPurchase } from '../modules/transactions/index.ts'
import type { DeskFlowContext } from './desk-turn.ts'

export interface DeskReadContext extends DeskFlowContext {
  readonly retailers: Retailers
  readonly credit: Credit
}

const COUNTED = 1_000
const PAGE = 200

export type OperatorNames = ReadonlyMap<string, Operator>

/** Who works on a subject, and what was proposed or said about it last. */
export interface SubjectAttention {
  readonly claimedBy: string | undefined
  readonly claimedUntil: Date | undefined
  readonly latest: Decision | undefined
}

export async function countWaiting({ database, secrets }: DeskReadContext) {
  const [identifications, invoices, suspense, proposals] = await Promise.all([
    countAtDesk(database, COUNTED),
    listInvoicesToReview(database, { limit: COUNTED }),
    countOpenCases(database, COUNTED),
    listProposals(database, secrets, COUNTED),
  ])
  return { identifications, invoices: invoices.length, suspense, proposals: proposals.length }
}

export interface QueuedPurchase extends PlacedPurchase {
  readonly retailerName: string
  readonly attention: SubjectAttention
}

/** Who waits, the longest first; a search also finds what the desk decided before. */
export async function listQueue(
  context: DeskReadContext,
  search: string,
): Promise<{ readonly cases: QueuedPurchase[]; readonly operators: OperatorNames }> {
  const { database, secrets, retailers } = context
  const wanted = parseSearch(context, search)
  const waiting = await listAtDesk(database, secrets, wanted, PAGE)
  const known = new Set(waiting.map(({ purchase }) => purchase.id))
  const decidedIds = search === '' ? [] : await listDecidedIds(database, 'identification', wanted, PAGE)
  const decided = await listPlaced(
    database,
    secrets,
    decidedIds.filter(id => !known.has(id)),
  )
  const found = [...waiting, ...decided]
  const ids = found.map(({ purchase }) => purchase.id)
  const { attention, operators } = await readAttention(context, 'identification', ids)
  const cases = await Promise.all(
    found.map(async placed => ({
      ...placed,
      retailerName: (await retailers.getRetailer(placed.purchase.retailerId)).name,
      attention: attention(placed.purchase.id),
    })),
  )
  return { cases, operators }
}

/** By transaction, by CPF with or without its punctuation, else by order. */
function parseSearch({ secrets }: DeskReadContext, search: string) {
  const nothing = { transactionId: undefined, orderId: undefined, cpfIndex: undefined }
  if (search === '') return nothing
  if (isId(search)) return { ...nothing, transactionId: search }
  const digits = search.replaceAll(/[.\s-]/g, '')
  if (/^\d{11}$/.test(digits)) return { ...nothing, cpfIndex: secrets.computeBlindIndex('cpf', digits) }
  return { ...nothing, orderId: search }
}

export async function readAttention(
  { database, secrets, realClock }: DeskReadContext,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<{ attention: (id: string) => SubjectAttention; operators: OperatorNames }> {
  const [claims, decisions] = await Promise.all([
    listClaims(database, kind, ids, realClock.now()),
    listNewestDecisions(database, secrets, kind, ids),
  ])
  const claimOf = new Map(claims.map(claim => [claim.subjectId, claim]))
  const latestOf = new Map(decisions.map(decision => [decision.subject.id, decision]))
  return {
    operators: await nameOperators({ database, secrets }, decisions, [
      ...claims.map(({ operatorId }) => operatorId),
    ]),
    attention: id => ({
      claimedBy: claimOf.get(id)?.operatorId,
      claimedUntil: claimOf.get(id)?.expiresAt,
      latest: latestOf.get(id),
    }),
  }
}

/** Of everybody who decided or answered, and of the others named. */
export async function nameOperators(
  { database, secrets }: Pick<DeskReadContext, 'database' | 'secrets'>,
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

export async function readProposals(context: DeskReadContext) {
  const proposals = await listProposals(context.database, context.secrets, PAGE)
  return { proposals, operators: await nameOperators(context, proposals) }
}
