import type { FastifyInstance } from 'fastify'
import {
  type AgreementOffers,
  DELAY_BANDS,
  type DelaySummary,
  type LoanBillet,
  type LoanList,
  type LoanView,
  type MadeAgreement,
  type SettlementQuote,
} from '../../contract/desk-loans.ts'
import {
  CopyBilletRequest,
  MakeAgreementRequest,
  OfferAgreementsRequest,
  SearchQuery,
  ServeNoticeRequest,
  WaiveRequest,
  WriteOffRequest,
} from '../../contract/desk-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { SettlementQuery, SettlementRequest } from '../../contract/settlement.ts'
import { decideWriteOff, serveAgain } from '../../domains/collection/index.ts'
import { countDelays } from '../../domains/loans/index.ts'
import {
  agreeAtDesk,
  copyBillet,
  decideWaiver,
  issuePayoffAtDesk,
  offerAtDesk,
  quoteAtDesk,
  readLoan,
  searchLoans,
} from '../../domains/servicing/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { parseReais, parseWrittenReais } from '../../kernel/money.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import { createAddressBudget } from '../../platform/http/address-budget.ts'
import { getRequestLog } from '../../platform/http/request-log.ts'
import type { Site } from '../site.ts'
import { presentOutcome } from './case-routes.ts'
import { getSession } from './desk-guard.ts'
import { presentFound, presentLoan } from './present-loan.ts'
import { presentLoanBillet, presentOffers, presentQuote } from './present-loan-service.ts'

/** Our-numbers are consecutive: without a limit all contracts could be enumerated. */
const SEARCHES_PER_MINUTE = 20

export function addLoanRoutes(app: FastifyInstance, api: Site): void {
  const searches = createAddressBudget(SEARCHES_PER_MINUTE)

  app.get<{ Querystring: SearchQuery }>(
    '/desk/api/loans',
    {
      config: { public: true, desk: 'loan.read' },
      exposeHeadRoute: false,
      schema: { querystring: SearchQuery },
    },
    async (request): Promise<Presented<LoanList>> => {
      const search = request.query.search?.trim() ?? ''
      const { operator } = getSession(request)
      const waitSeconds = search === '' ? undefined : searches.spend(operator.id)
      if (waitSeconds !== undefined)
        throw new RequestError('rate_limited', { retryAfterSeconds: waitSeconds })
      const loans = await searchLoans(api, operator, search)
      return { now: api.clock.now().toISOString(), loans: loans.map(presentFound) }
    },
  )

  // Counts name nobody: reading them is not recorded.
  app.get(
    '/desk/api/delays',
    { config: { public: true, desk: 'loan.read' }, exposeHeadRoute: false },
    async (): Promise<Presented<DelaySummary>> => {
      const now = api.clock.now()
      const counts = await countDelays(api.database, calendarDateAt(now))
      return {
        now: now.toISOString(),
        bands: DELAY_BANDS.map(band => ({ band, contracts: counts.get(band) ?? 0 })),
      }
    },
  )

  app.get<{ Params: { loan: string } }>(
    '/desk/api/loans/:loan',
    { config: { public: true, desk: 'loan.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<LoanView>> =>
      presentLoan(await readLoan(api, getSession(request).operator, request.params.loan), api.publicUrl),
  )

  addServingRoutes(app, api)
}

function addServingRoutes(app: FastifyInstance, api: Site): void {
  app.post<{ Params: { loan: string }; Body: CopyBilletRequest }>(
    '/desk/api/loans/:loan/copies',
    { config: { public: true, desk: 'loan.serve' }, schema: { body: CopyBilletRequest } },
    async (request): Promise<Presented<LoanBillet>> => {
      const { billetId, dueDate } = request.body
      const day = dueDate === undefined ? undefined : parseDay('dueDate', dueDate)
      const asked = { transactionId: request.params.loan, billetId, dueDate: day }
      return presentLoanBillet(await copyBillet(api, getSession(request).operator, asked), api.publicUrl)
    },
  )

  app.post<{ Params: { loan: string }; Body: WriteOffRequest }>(
    '/desk/api/loans/:loan/write-off',
    { config: { public: true, desk: 'loan.write-off' }, schema: { body: WriteOffRequest } },
    async request => {
      const wanted = { transactionId: request.params.loan, reason: request.body.reason.trim() }
      return presentOutcome(api, await decideWriteOff(api, getSession(request).operator, wanted))
    },
  )

  app.post<{ Params: { loan: string }; Body: ServeNoticeRequest }>(
    '/desk/api/loans/:loan/notices',
    { config: { public: true, desk: 'loan.serve' }, schema: { body: ServeNoticeRequest } },
    async request => {
      const asked = { transactionId: request.params.loan, kind: request.body.kind }
      return { noticeId: await serveAgain(api, getSession(request).operator, asked) }
    },
  )

  app.post<{ Params: { loan: string }; Body: WaiveRequest }>(
    '/desk/api/loans/:loan/waivers',
    { config: { public: true, desk: 'loan.waive' }, schema: { body: WaiveRequest } },
    async request => {
      const { installment: installmentNumber, reason } = request.body
      const wanted = { transactionId: request.params.loan, installmentNumber, reason: reason.trim() }
      return presentOutcome(api, await decideWaiver(api, getSession(request).operator, wanted))
    },
  )

  addSettlementRoutes(app, api)
  addAgreementRoutes(app, api)
}

function addSettlementRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Params: { loan: string }; Querystring: SettlementQuery }>(
    '/desk/api/loans/:loan/settlement',
    {
      config: { public: true, desk: 'loan.read' },
      exposeHeadRoute: false,
      schema: { querystring: SettlementQuery },
    },
    async (request): Promise<Presented<SettlementQuote>> => {
      const { amount, ...query } = request.query
      const amountCentavos = amount === undefined ? undefined : parseWrittenReais(amount)
      const asked = { ...query, amountCentavos }
      return presentQuote(await quoteAtDesk(api, getSession(request).operator, request.params.loan, asked))
    },
  )

  app.post<{ Params: { loan: string }; Body: SettlementRequest }>(
    '/desk/api/loans/:loan/settlement',
    { config: { public: true, desk: 'loan.serve' }, schema: { body: SettlementRequest } },
    async (request): Promise<Presented<LoanBillet>> => {
      const { amount, date, installments } = request.body
      const amountCentavos = amount === undefined ? undefined : parseReais(amount)
      const asked = { date, installments, amountCentavos }
      const context = { ...api, log: getRequestLog(request) }
      const { operator } = getSession(request)
      const billet = await issuePayoffAtDesk(context, operator, request.params.loan, asked)
      return presentLoanBillet(billet, api.publicUrl)
    },
  )
}

function addAgreementRoutes(app: FastifyInstance, api: Site): void {
  app.post<{ Params: { loan: string }; Body: OfferAgreementsRequest }>(
    '/desk/api/loans/:loan/offers',
    { config: { public: true, desk: 'loan.serve' }, schema: { body: OfferAgreementsRequest } },
    async (request): Promise<Presented<AgreementOffers>> => {
      const { installments, downPayment, firstDueDate } = request.body
      const asked = {
        transactionId: request.params.loan,
        numberOfInstallments: installments,
        entryCentavos: downPayment === undefined ? undefined : parseReais(downPayment),
        firstDueDate: firstDueDate === undefined ? undefined : parseDay('firstDueDate', firstDueDate),
      }
      return presentOffers(await offerAtDesk(api, getSession(request).operator, asked))
    },
  )

  app.post<{ Params: { loan: string }; Body: MakeAgreementRequest }>(
    '/desk/api/loans/:loan/agreement',
    { config: { public: true, desk: 'loan.serve' }, schema: { body: MakeAgreementRequest } },
    async (request): Promise<Presented<MadeAgreement>> => {
      const { operator } = getSession(request)
      const asked = { transactionId: request.params.loan, optionId: request.body.optionId }
      const { id, onboardingToken } = await agreeAtDesk(api, operator, asked)
      return { transactionId: id, link: `${api.publicUrl}/onboarding/${onboardingToken}` }
    },
  )
}
