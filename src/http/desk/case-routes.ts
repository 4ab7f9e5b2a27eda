import type { FastifyInstance } from 'fastify'
import type {
  Applicant,
  CaseList,
  CaseView,
  DecisionOutcome,
  PictureView,
  ProposalList,
} from '../../contract/desk.ts'
import {
  AnswerProposalRequest,
  ClaimRequest,
  DecideCaseRequest,
  SearchQuery,
} from '../../contract/desk-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import {
  answerProposal,
  claimCase,
  type Decision,
  nameOperators,
  readProposals,
  releaseClaim,
} from '../../domains/desk/index.ts'
import {
  allowPicture,
  decideIdentification,
  listQueue,
  openPicture,
  readCase,
  revealApplicant,
} from '../../domains/onboarding/index.ts'
import { isId } from '../../kernel/ids.ts'
import type { Site } from '../site.ts'
import { getSession } from './desk-guard.ts'
import { presentCase, presentDecision, presentQueued } from './present.ts'
import { presentRevealed } from './present-applicant.ts'

export function addCaseRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: SearchQuery }>(
    '/desk/api/cases',
    {
      config: { public: true, desk: 'queue.read' },
      exposeHeadRoute: false,
      schema: { querystring: SearchQuery },
    },
    async (request): Promise<Presented<CaseList>> => {
      const { operator } = getSession(request)
      const { cases, operators } = await listQueue(api, operator, request.query.search?.trim() ?? '')
      return { now: api.clock.now().toISOString(), cases: cases.map(each => presentQueued(each, operators)) }
    },
  )

  app.get<{ Params: { case: string } }>(
    '/desk/api/cases/:case',
    { config: { public: true, desk: 'case.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<CaseView>> => {
      const { operator } = getSession(request)
      return presentCase(await readCase(api, operator, request.params.case), operator.role)
    },
  )

  app.post<{ Params: { case: string } }>(
    '/desk/api/cases/:case/reveal',
    { config: { public: true, desk: 'case.reveal' } },
    async (request): Promise<Presented<Applicant>> =>
      presentRevealed(await revealApplicant(api, getSession(request).operator, request.params.case)),
  )

  app.post<{ Params: { case: string }; Body: DecideCaseRequest }>(
    '/desk/api/cases/:case/decision',
    { config: { public: true, desk: 'case.decide' }, schema: { body: DecideCaseRequest } },
    async request => {
      const transactionId = request.params.case
      if (!isId(transactionId)) throw new RequestError('desk_not_found')
      const { result, picture, reason, version } = request.body
      const wanted = { transactionId, result, picture, reason: reason.trim(), version }
      return presentOutcome(api, await decideIdentification(api, getSession(request).operator, wanted))
    },
  )

  addPictureRoutes(app, api)
  addClaimRoutes(app, api)
  addProposalRoutes(app, api)
}

function addPictureRoutes(app: FastifyInstance, api: Site): void {
  app.post<{ Params: { case: string; document: string } }>(
    '/desk/api/cases/:case/pictures/:document',
    { config: { public: true, desk: 'case.picture' } },
    async (request): Promise<Presented<PictureView>> => {
      const { case: transactionId, document } = request.params
      const { token, expiresAt } = await allowPicture(api, getSession(request), transactionId, document)
      return { url: `/desk/api/pictures/${token}`, expiresAt: expiresAt.toISOString() }
    },
  )

  app.get<{ Params: { token: string } }>(
    '/desk/api/pictures/:token',
    { config: { public: true, desk: 'case.picture' }, exposeHeadRoute: false },
    async (request, reply) =>
      reply.type('image/jpeg').send(await openPicture(api, getSession(request), request.params.token)),
  )
}

function addClaimRoutes(app: FastifyInstance, api: Site): void {
  app.post<{ Body: ClaimRequest }>(
    '/desk/api/claims',
    { config: { public: true, desk: 'case.claim' }, schema: { body: ClaimRequest } },
    async request => {
      const { kind, subjectId: id } = request.body
      await claimCase(api, getSession(request).operator, { kind, id })
      return {}
    },
  )

  app.post<{ Body: ClaimRequest }>(
    '/desk/api/claims/release',
    { config: { public: true, desk: 'case.claim' }, schema: { body: ClaimRequest } },
    async request => {
      const { kind, subjectId: id } = request.body
      await releaseClaim(api.database, { kind, id }, getSession(request).operator.id)
      return {}
    },
  )
}

function addProposalRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/desk/api/proposals',
    { config: { public: true, desk: 'proposal.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<ProposalList>> => {
      const { proposals, operators } = await readProposals(api, getSession(request).operator)
      const presented = proposals.map(proposal => presentDecision(proposal, operators))
      return { now: api.clock.now().toISOString(), proposals: presented }
    },
  )

  app.post<{ Params: { proposal: string }; Body: AnswerProposalRequest }>(
    '/desk/api/proposals/:proposal/answer',
    { config: { public: true, desk: 'proposal.answer' }, schema: { body: AnswerProposalRequest } },
    async request => {
      const { approve, reason } = request.body
      const answer = { proposalId: request.params.proposal, approve, reason: reason.trim() }
      return presentOutcome(api, await answerProposal(api, getSession(request).operator, answer))
    },
  )
}

export async function presentOutcome(api: Site, decision: Decision): Promise<Presented<DecisionOutcome>> {
  const outcome = decision.state === 'overtaken' ? 'declined' : decision.state
  return { outcome, decision: presentDecision(decision, await nameOperators(api, [decision])) }
}
