import type { App } from '../../app/app.ts'
import type { AuditAction } from '../../contract/desk-audit.ts'
import { RequestError } from '../../contract/errors.ts'
import { isForgeryOf } from '../../platform/crypto/row-mac.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import type { Operator } from '../operators/index.ts'
import {
  checkProposer,
  type Decision,
  findDecision,
  lockDecision,
  overtakeProposal,
  storeAnswer,
} from './decisions.ts'

interface ProposalAnswer {
  readonly proposalId: string
  readonly approve: boolean
  readonly reason: string
}

/** The second person approves a proposal, which applies it, or declines it. */
export async function answerProposal(
  app: App,
  operator: Operator,
  answer: ProposalAnswer,
): Promise<Decision> {
  try {
    return await answerGenuine(app, operator, answer)
  } catch (error) {
    if (!isForgeryOf(error, 'desk_decisions')) throw error
    await app.reportForgery('desk_decisions', error.rowId)
    throw new RequestError('desk_proposal_forged', { cause: error })
  }
}

async function answerGenuine(app: App, operator: Operator, answer: ProposalAnswer): Promise<Decision> {
  const { database, secrets, realClock } = app
  const found = await findDecision(database, secrets, answer.proposalId)
  if (found === undefined) throw new RequestError('desk_not_found')
  if (found.decidedBy === operator.id) {
    const note = { operatorId: operator.id, action: 'proposal.refused', subject: found.id } as const
    await recordAudit(database, { ...note, details: { why: 'own proposal' } }, realClock.now())
    throw new RequestError('desk_four_eyes')
  }
  const answered = await database.transaction(tx => settle(app, tx, operator, found, answer))
  if (answered.state === 'overtaken') throw new RequestError('desk_case_changed')
  return answered
}

/** Locks the subject before the proposal, in the same order as a decision does. */
async function settle(
  app: App,
  tx: Transaction,
  operator: Operator,
  found: Decision,
  { approve, reason }: ProposalAnswer,
): Promise<Decision> {
  const { secrets, clock, realClock } = app
  const apply = await app.reactions.proposalAnswered[found.subject.kind](app, tx, found, operator)
  const proposal = await lockDecision(tx, secrets, found.id)
  if (proposal?.state !== 'proposed') throw new RequestError('desk_case_changed')
  await checkProposer(tx, proposal)
  const note = (action: AuditAction, more: Readonly<Record<string, string | boolean>> = {}) =>
    appendAudit(
      tx,
      {
        operatorId: operator.id,
        action,
        subject: proposal.subject.id,
        details: { decisionId: proposal.id, kind: proposal.subject.kind, ...more },
      },
      realClock.now(),
    )
  if (approve && apply === undefined) {
    await overtakeProposal(tx, secrets, proposal)
    await note('proposal.overtaken')
    return { ...proposal, state: 'overtaken' }
  }
  const about = { approve, reason, by: operator.id, at: clock.now() }
  const answered = await storeAnswer(tx, secrets, proposal, about)
  if (approve) await apply?.()
  await note('proposal.answer', { approve, result: proposal.result })
  return answered
}
