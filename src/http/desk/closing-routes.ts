import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  BeginClosingRequest,
  CLOSING_FILES,
  type ClosingDifference,
  type ClosingList,
  type ClosingView,
  ProposeClosingRequest,
  type QueuedClosing,
} from '../../contract/desk-closing.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { recordAudit } from '../../domains/audit/index.ts'
import {
  beginClosing,
  type ClosingRecord,
  proposeClosing,
  readClosing,
  readClosings,
} from '../../domains/closing/index.ts'
import { noteList } from '../../domains/desk/index.ts'
import { exportBooks } from '../../domains/reporting/index.ts'
import { computeMonthEnd, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { Refused } from '../../kernel/faults.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Site } from '../site.ts'
import { presentOutcome } from './case-routes.ts'
import { getSession } from './desk-guard.ts'
import { presentDecision } from './present.ts'

const LISTED = 60

export function addClosingRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/desk/api/closings',
    { config: { public: true, desk: 'closing.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<ClosingList>> => {
      const { closings, next } = await readClosings(api, LISTED)
      await noteList(api, getSession(request).operator, 'closing.view', { found: closings.length })
      return { now: api.clock.now().toISOString(), closings: closings.map(presentQueued), next }
    },
  )

  app.get<{ Params: { closing: string } }>(
    '/desk/api/closings/:closing',
    { config: { public: true, desk: 'closing.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<ClosingView>> => {
      const record = await readClosing(api, request.params.closing)
      if (record === undefined) throw new RequestError('desk_not_found')
      const { operator } = getSession(request)
      const note = { operatorId: operator.id, action: 'closing.view', subject: record.id } as const
      await recordAudit(api.database, { ...note, details: { month: record.month } }, api.realClock.now())
      return presentClosing(record)
    },
  )

  app.post<{ Body: BeginClosingRequest }>(
    '/desk/api/closings',
    { config: { public: true, desk: 'closing.close' }, schema: { body: BeginClosingRequest } },
    async (request): Promise<{ closingId: string }> => {
      const { month } = request.body
      const { id } = await beginClosing(api, computeMonthEnd(parseCalendarDate(`${month}-01`))).catch(refuse)
      const { operator } = getSession(request)
      const note = { operatorId: operator.id, action: 'closing.run', subject: id } as const
      await recordAudit(api.database, { ...note, details: { month } }, api.realClock.now())
      return { closingId: id }
    },
  )

  app.post<{ Params: { closing: string }; Body: ProposeClosingRequest }>(
    '/desk/api/closings/:closing/decision',
    { config: { public: true, desk: 'closing.close' }, schema: { body: ProposeClosingRequest } },
    async request => {
      const record = await readClosing(api, request.params.closing)
      if (record === undefined) throw new RequestError('desk_not_found')
      const wanted = { monthEnd: record.monthEnd, reason: request.body.reason.trim() }
      return presentOutcome(api, await proposeClosing(api, getSession(request).operator, wanted))
    },
  )

  app.get<{ Params: { closing: string; file: string } }>(
    '/desk/api/closings/:closing/files/:file',
    { config: { public: true, desk: 'books.export' }, exposeHeadRoute: false },
    async (request, reply) => {
      const what = CLOSING_FILES.find(each => each === request.params.file)
      const record = await readClosing(api, request.params.closing)
      if (what === undefined || record === undefined) throw new RequestError('desk_not_found')
      const { operator } = getSession(request)
      const note = { operatorId: operator.id, action: 'books.export', subject: record.id } as const
      await recordAudit(
        api.database,
        { ...note, details: { month: record.month, what } },
        api.realClock.now(),
      )
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${what}-${record.month}.csv"`)
        .send(Readable.from(exportBooks(api, record.monthEnd, what), { objectMode: false }))
    },
  )
}

function refuse(error: unknown): never {
  if (!(error instanceof Refused)) throw error
  throw new RequestError('desk_closing_refused', { message: `Refused: ${error.message}`, cause: error })
}

function presentQueued(record: Omit<ClosingRecord, 'decisions'>): Presented<QueuedClosing> {
  const { result } = record
  const stages = result === undefined ? [] : Object.values(result.totals.stages)
  const sum = (member: 'grossCentavos' | 'allowanceCentavos') =>
    result && presentReais(stages.reduce((total, stage) => total + stage[member], 0))
  return {
    closingId: record.id,
    month: record.month,
    state: record.state,
    contracts: result?.totals.contracts,
    gross: sum('grossCentavos'),
    provision: sum('allowanceCentavos'),
    differences: result?.differences.length ?? 0,
    closedBy: record.closedBy,
    closedAt: record.closedAt?.toISOString(),
    isProposed: record.isProposed,
  }
}

function presentClosing(record: ClosingRecord): Presented<ClosingView> {
  const { result, decisions, operators } = record
  const proposal = decisions.find(({ state }) => state === 'proposed')
  return {
    ...presentQueued(record),
    startedAt: record.startedAt.toISOString(),
    proposedBy: record.proposedBy,
    stages: Object.entries(result?.totals.stages ?? {}).map(([stage, totals]) => ({
      stage,
      contracts: totals.contracts,
      gross: presentReais(totals.grossCentavos),
      provision: presentReais(totals.allowanceCentavos),
    })),
    found: (result?.differences ?? []).map(presentDifference),
    remarks: result?.remarks ?? [],
    banks: (result?.banks ?? []).map(({ accountId, statementCentavos, bookCentavos }) => ({
      account: accountId,
      statement: statementCentavos === undefined ? undefined : presentReais(statementCentavos),
      books: bookCentavos === undefined ? undefined : presentReais(bookCentavos),
    })),
    proposal: proposal && presentDecision(proposal, operators),
    decisions: decisions.map(decision => presentDecision(decision, operators)),
  }
}

type FoundDifference = NonNullable<ClosingRecord['result']>['differences'][number]

function presentDifference(found: FoundDifference): Presented<ClosingDifference> {
  switch (found.what) {
    case 'account':
      return {
        what: 'account',
        account: found.account,
        contracts: presentReais(found.contractsCentavos),
        books: presentReais(found.booksCentavos),
      }
    case 'unprovided':
      return { what: 'unprovided', contracts: found.contracts }
    case 'debits':
      return { what: 'debits', amount: presentReais(found.centavos) }
    case 'bank':
      return { what: 'bank', account: found.account, amount: presentReais(found.centavos) }
  }
}
