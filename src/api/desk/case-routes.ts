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
import { answerProposal } from '../../flows/desk/answer-proposal.ts'
import { claimCase } from '../../flows/desk/decide-at-desk.ts'
import { decideIdentification } from '../../flows/desk/decide-identification.ts'
import { allowPicture, openPicture, readCase, revealApplicant } from '../../flows/desk/read-case.ts'
import { listQueue, nameOperators, readProposals } from '../../flows/desk/read-desk.ts'
import { isId } from '../../kernel/ids.ts'
import { type Decision, releaseClaim } from '../../modules/desk/index.ts'
import type { AddDeskRoute, DeskApi } from './desk-route.ts'
import { presentCase, presentDecision, presentQueued, presentRevealed } from './present.ts'

export function addCaseRoutes(add: AddDeskRoute, api: DeskApi): void {
  add({
    method: 'GET',
    path: '/cases',
    action: 'queue.read',
    query: SearchQuery,
    async handle({ session, query }): Promise<Presented<CaseList>> {
      const { cases, operators } = await listQueue(api, session.operator, query.search?.trim() ?? '')
      return { now: api.clock.now().toISOString(), cases: cases.map(each => presentQueued(each, operators)) }
    },
  })

  add({
    method: 'GET',
    path: '/cases/:case',
    action: 'case.read',
    handle: async ({ session, params }): Promise<Presented<CaseView>> =>
      presentCase(await readCase(api, session.operator, params.case ?? '')),
  })

  add({
    method: 'POST',
    path: '/cases/:case/reveal',
    action: 'case.reveal',
    handle: async ({ session, params }): Promise<Applicant> =>
      presentRevealed(await revealApplicant(api, session.operator, params.case ?? '')),
  })

  add({
    method: 'POST',
    path: '/cases/:case/decision',
    action: 'case.decide',
    body: DecideCaseRequest,
    async handle({ session, params, body }) {
      const transactionId = params.case ?? ''
      if (!isId(transactionId)) throw new RequestError('desk_not_found')
      const { result, picture, reason, version } = body
      const wanted = { transactionId, result, picture, reason: reason.trim(), version }
      return presentOutcome(api, await decideIdentification(api, session.operator, wanted))
    },
  })

  addPictureRoutes(add, api)
  addClaimRoutes(add, api)
  addProposalRoutes(add, api)
}

function addPictureRoutes(add: AddDeskRoute, api: DeskApi): void {
  add({
    method: 'POST',
    path: '/cases/:case/pictures/:document',
    action: 'case.picture',
    async handle({ session, params }): Promise<Presented<PictureView>> {
      const { case: transactionId = '', document = '' } = params
      const { token, expiresAt } = await allowPicture(api, session, transactionId, document)
      return { url: `/desk/api/pictures/${token}`, expiresAt: expiresAt.toISOString() }
    },
  })

  add({
    method: 'GET',
    path: '/pictures/:token',
    action: 'case.picture',
    async handle({ session, params }, reply) {
      return reply.type('image/jpeg').send(await openPicture(api, session, params.token ?? ''))
    },
  })
}

function addClaimRoutes(add: AddDeskRoute, api: DeskApi): void {
  add({
    method: 'POST',
    path: '/claims',
    action: 'case.claim',
    body: ClaimRequest,
    async handle({ session, body }) {
      await claimCase(api, session.operator, { kind: body.kind, id: body.subjectId })
      return {}
    },
  })

  add({
    method: 'POST',
    path: '/claims/release',
    action: 'case.claim',
    body: ClaimRequest,
    async handle({ session, body }) {
      await releaseClaim(api.database, { kind: body.kind, id: body.subjectId }, session.operator.id)
      return {}
    },
  })
}

function addProposalRoutes(add: AddDeskRoute, api: DeskApi): void {
  add({
    method: 'GET',
    path: '/proposals',
    action: 'proposal.read',
    async handle({ session }): Promise<Presented<ProposalList>> {
      const { proposals, operators } = await readProposals(api, session.operator)
      const presented = proposals.map(proposal => presentDecision(proposal, operators))
      return { now: api.clock.now().toISOString(), proposals: presented }
    },
  })

  add({
    method: 'POST',
    path: '/proposals/:proposal/answer',
    action: 'proposal.answer',
    body: AnswerProposalRequest,
    async handle({ session, params, body }) {
      const { approve, reason } = body
      const answer = { proposalId: params.proposal ?? '', approve, reason: reason.trim() }
      return presentOutcome(api, await answerProposal(api, session.operator, answer))
    },
  })
}

export async function presentOutcome(api: DeskApi, decision: Decision): Promise<Presented<DecisionOutcome>> {
  const outcome = decision.state === 'overtaken' ? 'declined' : decision.state
  return { outcome, decision: presentDecision(decision, await nameOperators(api, [decision])) }
}
