import type { FastifyInstance } from 'fastify'
import {
  AddCaseDocumentRequest,
  DecideSpecialCaseRequest,
  EndSpecialCaseRequest,
  OpenSpecialCaseRequest,
  SpecialCasesQuery,
} from '../../contract/desk-requests.ts'
import type {
  ListedSpecialCase,
  SpecialCaseList,
  SpecialCaseView,
} from '../../contract/desk-special-cases.ts'
import type { Presented } from '../../contract/presented.ts'
import {
  addDocument,
  type CaseRecord,
  decideCase,
  endCase,
  type ListedCase,
  listCases,
  openCase,
  openDocument,
  readCase,
} from '../../domains/special-cases/index.ts'
import { parseReais, presentReais } from '../../kernel/money.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import type { Site } from '../site.ts'
import { presentOutcome } from './case-routes.ts'
import { getSession } from './desk-guard.ts'
import { presentAttention, presentDecision } from './present.ts'

/** 10 MiB in base64, and a little. */
const DOCUMENT_LIMIT_BYTES = 14 * 1024 * 1024

export function addSpecialCaseRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: SpecialCasesQuery }>(
    '/desk/api/special-cases',
    {
      config: { public: true, desk: 'special-case.read' },
      exposeHeadRoute: false,
      schema: { querystring: SpecialCasesQuery },
    },
    async (request): Promise<Presented<SpecialCaseList>> => {
      const cases = await listCases(api, getSession(request).operator, request.query.transactionId)
      return { now: api.clock.now().toISOString(), cases: cases.map(presentListed) }
    },
  )

  app.get<{ Params: { case: string } }>(
    '/desk/api/special-cases/:case',
    { config: { public: true, desk: 'special-case.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<SpecialCaseView>> =>
      presentView(await readCase(api, getSession(request).operator, request.params.case)),
  )

  app.post<{ Body: OpenSpecialCaseRequest }>(
    '/desk/api/special-cases',
    { config: { public: true, desk: 'special-case.change' }, schema: { body: OpenSpecialCaseRequest } },
    async (request): Promise<Presented<{ caseId: string }>> => {
      const { transactionId, kind, note, contact } = request.body
      const wanted = { transactionId, kind, note: note.trim(), contact }
      return { caseId: (await openCase(api, getSession(request).operator, wanted)).id }
    },
  )

  app.post<{ Params: { case: string }; Body: DecideSpecialCaseRequest }>(
    '/desk/api/special-cases/:case/decision',
    { config: { public: true, desk: 'special-case.decide' }, schema: { body: DecideSpecialCaseRequest } },
    async request => {
      const { effect, amount, day, installments, version, reason } = request.body
      const wanted = {
        caseId: request.params.case,
        effect,
        amountCentavos: amount === undefined ? null : parseReais(amount),
        effectiveOn: day === undefined ? null : parseDay('day', day),
        installments: installments ?? null,
        version,
        reason: reason.trim(),
      }
      return presentOutcome(api, await decideCase(api, getSession(request).operator, wanted))
    },
  )

  app.post<{ Params: { case: string }; Body: EndSpecialCaseRequest }>(
    '/desk/api/special-cases/:case/end',
    { config: { public: true, desk: 'special-case.change' }, schema: { body: EndSpecialCaseRequest } },
    async (request): Promise<Presented<{ caseId: string }>> => {
      const wanted = { caseId: request.params.case, reason: request.body.reason.trim() }
      return { caseId: (await endCase(api, getSession(request).operator, wanted)).id }
    },
  )

  addDocumentRoutes(app, api)
}

function addDocumentRoutes(app: FastifyInstance, api: Site): void {
  app.post<{ Params: { case: string }; Body: AddCaseDocumentRequest }>(
    '/desk/api/special-cases/:case/documents',
    {
      config: { public: true, desk: 'special-case.change' },
      bodyLimit: DOCUMENT_LIMIT_BYTES,
      schema: { body: AddCaseDocumentRequest },
    },
    async (request): Promise<Presented<{ caseId: string }>> => {
      const bytes = Buffer.from(request.body.document, 'base64')
      const wanted = { caseId: request.params.case, bytes }
      return { caseId: (await addDocument(api, getSession(request).operator, wanted)).id }
    },
  )

  app.get<{ Params: { case: string; document: string } }>(
    '/desk/api/special-cases/:case/documents/:document',
    { config: { public: true, desk: 'special-case.change' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { case: caseId, document: documentId } = request.params
      const pdf = await openDocument(api, getSession(request).operator, { caseId, documentId })
      // An untrusted file: the operator downloads it and opens it outside our pages.
      return reply
        .type('application/pdf')
        .header('content-disposition', 'attachment; filename="documento.pdf"')
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
        .send(pdf)
    },
  )
}

function presentListed({ opened, purchase, retailerName }: ListedCase): Presented<ListedSpecialCase> {
  return {
    caseId: opened.id,
    transactionId: opened.transactionId,
    orderId: purchase.orderId,
    retailerName,
    kind: opened.kind,
    state: opened.state,
    openedAt: opened.openedAt.toISOString(),
    endedAt: opened.endedAt?.toISOString(),
    effect: opened.effect ?? undefined,
  }
}

function presentView(record: CaseRecord): Presented<SpecialCaseView> {
  const { opened, purchase, documents, decisions, attention, operators } = record
  const { amountCentavos } = opened
  return {
    ...presentListed(record),
    ...presentAttention(attention, operators),
    version: opened.version,
    status: purchase.status,
    note: opened.note,
    contact: opened.contact,
    amount: amountCentavos === null ? undefined : presentReais(amountCentavos),
    day: opened.effectiveOn ?? undefined,
    installments: opened.installments ?? undefined,
    documents: documents.map(({ id, sha256, bytes, addedAt }) => ({
      id,
      sha256: sha256.toString('hex'),
      bytes,
      addedAt: addedAt.toISOString(),
    })),
    decisions: decisions.map(decision => presentDecision(decision, operators)),
  }
}
