import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { listDecisions, listOpenProposals, nameOperators, noteList, readAttention } from '../desk/index.ts'
import type { Operator } from '../operators/index.ts'
import { type ComplianceCase, findCase, listCases } from './cases/case-store.ts'
import { listLists } from './lists/list-store.ts'
import { findReportOfCase, listReports } from './reports/report-store.ts'

const PAGE = 200

/** An analysis ends within 45 days of the selection (Central Bank, Circular 3.978, art. 43). */
const ANALYSIS_DAYS = 45

export const computeAnalysisEnd = ({ openedAt }: Pick<ComplianceCase, 'openedAt'>): CalendarDate =>
  addDays(calendarDateAt(openedAt), ANALYSIS_DAYS)

/** The cases, the register and the lists in use. */
export async function readCompliance(app: App, { withClosed }: { readonly withClosed: boolean }) {
  const { database, secrets } = app
  const [cases, reports, lists] = await Promise.all([
    listCases(database, secrets, { withClosed, limit: PAGE }),
    listReports(database, secrets, PAGE),
    listLists(database, secrets),
  ])
  return { cases, reports, lists: lists.filter(({ replacedAt }) => replacedAt === null) }
}

/** The same for an operator, which is recorded. */
export async function readComplianceAtDesk(
  app: App,
  operator: Operator,
  filter: { readonly withClosed: boolean },
) {
  const read = await readCompliance(app, filter)
  await noteList(app, operator, 'compliance.list', { found: read.cases.length })
  const { proposals, operators } = await listOpenProposals(app)
  const proposedYears = proposals.filter(({ subject }) => subject.kind === 'no-occurrence')
  return { ...read, proposedYears, operators }
}

export async function readComplianceCase(app: App, operator: Operator, caseId: string) {
  const { database, secrets, realClock } = app
  const found = isId(caseId) ? await findCase(database, secrets, caseId) : undefined
  if (found === undefined) throw new RequestError('desk_not_found')
  const note = { operatorId: operator.id, action: 'compliance.view', subject: caseId, details: {} } as const
  await recordAudit(database, note, realClock.now())
  const subject = { kind: 'compliance', id: caseId } as const
  const [report, decisions, { attention, operators }] = await Promise.all([
    findReportOfCase(database, secrets, caseId),
    listDecisions(database, secrets, subject),
    readAttention(app, subject.kind, [caseId]),
  ])
  return {
    found,
    report,
    decisions,
    attention: attention(caseId),
    operators: new Map([...operators, ...(await nameOperators(app, decisions))]),
  }
}
