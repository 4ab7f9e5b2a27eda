import type { FastifyInstance } from 'fastify'
import { type DeskOperator, mayDo } from '../../contract/desk.ts'
import type {
  ComplianceList,
  ComplianceReport,
  ComplianceView,
  QueuedCompliance,
} from '../../contract/desk-compliance.ts'
import {
  ComplianceQuery,
  DecideComplianceRequest,
  NoOccurrenceRequest,
  RecordReceiptRequest,
} from '../../contract/desk-requests.ts'
import type { Presented } from '../../contract/presented.ts'
import {
  computeAnalysisEnd,
  decideComplianceCase,
  proposeNoOccurrence,
  readComplianceAtDesk,
  readComplianceCase,
  recordReceipt,
} from '../../domains/compliance/index.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import type { Site } from '../site.ts'
import { presentOutcome } from './case-routes.ts'
import { getSession } from './desk-guard.ts'
import { presentAttention, presentDecision } from './present.ts'

export function addComplianceRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: ComplianceQuery }>(
    '/desk/api/compliance',
    {
      config: { public: true, desk: 'compliance.read' },
      exposeHeadRoute: false,
      schema: { querystring: ComplianceQuery },
    },
    async (request): Promise<Presented<ComplianceList>> => {
      const withClosed = request.query.closed === 'true'
      const { operator } = getSession(request)
      const { cases, reports, lists, proposedYears, operators } = await readComplianceAtDesk(api, operator, {
        withClosed,
      })
      return {
        now: api.clock.now().toISOString(),
        cases: cases.map(presentQueued),
        reports: reports.map(presentReport),
        lists: lists.map(({ id, kind, source, publishedOn, loadedAt, entryCount }) => ({
          listId: id,
          kind,
          source,
          publishedOn,
          loadedAt: loadedAt.toISOString(),
          entries: entryCount,
        })),
        proposedYears: proposedYears.map(each => presentDecision(each, operators)),
      }
    },
  )

  app.get<{ Params: { case: string } }>(
    '/desk/api/compliance/:case',
    { config: { public: true, desk: 'compliance.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<ComplianceView>> => {
      const { operator } = getSession(request)
      return presentView(await readComplianceCase(api, operator, request.params.case), operator)
    },
  )

  app.post<{ Params: { case: string }; Body: DecideComplianceRequest }>(
    '/desk/api/compliance/:case/decision',
    { config: { public: true, desk: 'compliance.decide' }, schema: { body: DecideComplianceRequest } },
    async request => {
      const { result, checks = [], reason, version } = request.body
      const wanted = { caseId: request.params.case, result, checks, version, reason: reason.trim() }
      return presentOutcome(api, await decideComplianceCase(api, getSession(request).operator, wanted))
    },
  )

  app.post<{ Body: NoOccurrenceRequest }>(
    '/desk/api/compliance-statements',
    { config: { public: true, desk: 'compliance.decide' }, schema: { body: NoOccurrenceRequest } },
    async request => {
      const { year, reason } = request.body
      const wanted = { year, reason: reason.trim() }
      return presentOutcome(api, await proposeNoOccurrence(api, getSession(request).operator, wanted))
    },
  )

  app.post<{ Params: { report: string }; Body: RecordReceiptRequest }>(
    '/desk/api/compliance-reports/:report/receipt',
    { config: { public: true, desk: 'compliance.decide' }, schema: { body: RecordReceiptRequest } },
    async request => {
      const { receipt, reportedOn } = request.body
      await recordReceipt(api, getSession(request).operator, {
        reportId: request.params.report,
        receipt: receipt.trim(),
        reportedOn: parseDay('reportedOn', reportedOn),
      })
      return { outcome: 'done' }
    },
  )
}

type CaseRecord = Awaited<ReturnType<typeof readComplianceCase>>
type Register = Awaited<ReturnType<typeof readComplianceAtDesk>>

const presentQueued = (found: CaseRecord['found']): Presented<QueuedCompliance> => ({
  caseId: found.id,
  kind: found.kind,
  openedAt: found.openedAt.toISOString(),
  dueOn: computeAnalysisEnd(found),
  transactionId: found.transactionId,
  result: found.result ?? undefined,
})

const presentReport = (report: Register['reports'][number]): Presented<ComplianceReport> => ({
  reportId: report.id,
  kind: report.kind,
  caseId: report.caseId ?? undefined,
  year: report.year ?? undefined,
  decidedOn: report.decidedOn,
  dueOn: report.dueOn ?? undefined,
  reportedOn: report.reportedOn ?? undefined,
  receipt: report.receipt ?? undefined,
})

/** Findings that name people. */
const NAMES: readonly string[] = ['customerName', 'listedName']

function presentView(record: CaseRecord, operator: Pick<DeskOperator, 'role'>): Presented<ComplianceView> {
  const { found, report, decisions, attention, operators } = record
  const seesPeople = mayDo(operator.role, 'case.reveal')
  return {
    ...presentQueued(found),
    ...presentAttention(attention, operators),
    version: found.version,
    findings: found.findings.filter(({ name }) => seesPeople || !NAMES.includes(name)),
    report: report && presentReport(report),
    decisions: decisions.map(decision => presentDecision(decision, operators)),
  }
}
