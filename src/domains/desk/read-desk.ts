import type { App } from '../../app/app.ts'
import type { SubjectKind } from '../../contract/desk.ts'
import type { AuditAction } from '../../contract/desk-audit.ts'
import { recordAudit } from '../audit/index.ts'
import { listOperators, type Operator } from '../operators/index.ts'
import { listClaims } from './decision-store.ts'
import { type Decision, listNewestDecisions, listProposals } from './decisions.ts'

const PAGE = 200

export type OperatorNames = ReadonlyMap<string, Operator>

/** Who works on a subject, and the last proposal or remark about it. */
export interface SubjectAttention {
  readonly claimedBy: string | undefined
  readonly claimedUntil: Date | undefined
  readonly latest: Decision | undefined
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

export async function countProposals({ database, secrets }: App, limit: number): Promise<number> {
  return (await listProposals(database, secrets, limit)).length
}

export async function readProposals(app: App, operator: Operator) {
  const found = await listOpenProposals(app)
  await noteList(app, operator, 'proposal.list', { found: found.proposals.length })
  return found
}

/** The same for the command line, whose readers already see the database. */
export async function listOpenProposals(app: App) {
  const proposals = await listProposals(app.database, app.secrets, PAGE)
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
