import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import { SPECIAL_CASE_RULES, type SpecialCaseEffect, TERMS_OF_EFFECT } from '../../contract/special-cases.ts'
import { Refused } from '../../kernel/faults.ts'
import { isId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { endStops } from '../collection/index.ts'
import { type Decision, decideLocked } from '../desk/index.ts'
import { lockLoan } from '../loans/index.ts'
import type { Operator } from '../operators/index.ts'
import { prepareAcceptLess } from './effects/accept-less.ts'
import type { PreparedEffect, PrepareEffect } from './effects/effect.ts'
import { prepareClaimInsurance, prepareEndDebt } from './effects/end-debt.ts'
import { prepareFollowAgreedPlan, prepareFollowCourtPlan } from './effects/follow-plan.ts'
import { prepareLeaveToEstate, prepareSuspendCollection } from './effects/suspend-collection.ts'
import { prepareVoidContract } from './effects/void-contract.ts'
import { lockContract } from './lock-contract.ts'
import type { DecidedTerms } from './special-case.ts'
import { findCase, type LockedCase, listDocuments, lockCase, saveCase } from './store.ts'

const EFFECTS: Readonly<Record<SpecialCaseEffect, PrepareEffect>> = {
  ACCEPT_LESS: prepareAcceptLess,
  END_DEBT: prepareEndDebt,
  SUSPEND_COLLECTION: prepareSuspendCollection,
  LEAVE_TO_ESTATE: prepareLeaveToEstate,
  CLAIM_INSURANCE: prepareClaimInsurance,
  VOID_CONTRACT: prepareVoidContract,
  FOLLOW_AGREED_PLAN: prepareFollowAgreedPlan,
  FOLLOW_COURT_PLAN: prepareFollowCourtPlan,
}

/** What only stops collection: the claim of a fund that bought the contract stays as it is. */
const LEAVES_CLAIM: readonly SpecialCaseEffect[] = ['SUSPEND_COLLECTION', 'LEAVE_TO_ESTATE']

interface WantedDecision extends DecidedTerms {
  readonly caseId: string
  /** The version of the case that the operator saw. */
  readonly version: number
  readonly reason: string
}

/**
 * What a case does is proposed by one person and done by another, at any amount: each effect gives up money or rights of
 * the lender.
 */
export async function decideCase(app: App, operator: Operator, wanted: WantedDecision): Promise<Decision> {
  const { database, secrets } = app
  const { caseId, version, reason, ...terms } = wanted
  const seen = isId(caseId) ? await findCase(database, secrets, caseId) : undefined
  if (seen === undefined) throw new RequestError('desk_not_found')
  checkTerms(terms)
  return database.transaction(async tx => {
    const purchase = await lockContract(app, tx, seen.transactionId)
    const locked = await lockCase(tx, secrets, caseId)
    if (locked === undefined || purchase === undefined) throw new RequestError('desk_not_found')
    if (locked.version !== version) throw new RequestError('desk_case_changed')
    const prepared = await refuseAtDesk(() => prepare(app, tx, locked, terms))
    const proposed = saveCase(tx, secrets, locked, terms)
    const { amountCentavos } = prepared
    return decideLocked(app, tx, operator, {
      subject: { kind: 'special-case', id: caseId },
      version: proposed.version,
      purchase,
      result: terms.effect,
      target: undefined,
      reason,
      amountCentavos,
      needsFourEyes: false,
      alwaysFourEyes: 'SPECIAL_CASE',
      audit: {
        decided: 'special-case.decide',
        proposed: 'special-case.propose',
        details: { effect: terms.effect, transactionId: purchase.id },
      },
      apply: () => apply(app, tx, proposed, prepared),
    })
  })
}

/** The effect of an approved proposal; undefined when the case or its contract has changed meanwhile. */
export async function lockProposedEffect(
  app: App,
  tx: Transaction,
  { subject, version, transactionId = '' }: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const purchase = await lockContract(app, tx, transactionId)
  const locked = await lockCase(tx, app.secrets, subject.id)
  if (purchase === undefined || locked?.version !== version || locked.effect === null) return undefined
  const { effect, amountCentavos, effectiveOn, installments } = locked
  try {
    const prepared = await prepare(app, tx, locked, { effect, amountCentavos, effectiveOn, installments })
    return () => apply(app, tx, locked, prepared)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Exactly what the effect needs is given. */
function checkTerms({ effect, amountCentavos, effectiveOn, installments }: DecidedTerms): void {
  const needed = TERMS_OF_EFFECT[effect]
  const given = { amount: amountCentavos, day: effectiveOn, installments }
  for (const [name, value] of Object.entries(given) as [keyof typeof given, unknown][]) {
    if (needed.includes(name) && value === null) throw invalidParameter(name, `is needed for ${effect}`)
    if (!needed.includes(name) && value !== null)
      throw invalidParameter(name, `must not be given for ${effect}`)
  }
}

async function prepare(
  app: App,
  tx: Transaction,
  opened: LockedCase,
  terms: DecidedTerms,
): Promise<PreparedEffect> {
  const { effects, needsDocument } = SPECIAL_CASE_RULES[opened.kind]
  if (opened.state !== 'OPENED' && opened.state !== 'DOCUMENTED')
    throw new Refused(`the case is ${opened.state} already`)
  if (!effects.includes(terms.effect))
    throw new Refused(`a case of kind ${opened.kind} cannot have the effect ${terms.effect}`)
  if (needsDocument && (await listDocuments(tx, [opened.id])).length === 0)
    throw new Refused('a case of this kind is decided with a document')
  const purchase = await lockContract(app, tx, opened.transactionId)
  const loan = await lockLoan(tx, opened.transactionId)
  if (purchase?.status !== 'OPEN' || loan === undefined || loan.endedOn !== null)
    throw new Refused('the contract has ended')
  if (loan.suspendedBy !== null && terms.effect !== 'VOID_CONTRACT')
    throw new Refused(`the debt was moved to renegotiation ${loan.suspendedBy}: open the case there`)
  if (loan.assignedTo !== null && !LEAVES_CLAIM.includes(terms.effect))
    throw new Refused('the contract belongs to a fund: buy it back first')
  return EFFECTS[terms.effect]({ app, tx, opened, terms, purchase, loan })
}

async function apply(app: App, tx: Transaction, locked: LockedCase, prepared: PreparedEffect): Promise<void> {
  const now = app.clock.now()
  const { state, keepsStop } = await prepared.apply()
  saveCase(tx, app.secrets, locked, { state, decidedAt: now, endedAt: state === 'DONE' ? now : null })
  if (state === 'DONE' && !keepsStop) endStops(tx, locked.id, now)
}

/** What the people at the desk may read of a refusal. */
export async function refuseAtDesk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new RequestError('desk_special_case_refused', {
      message: `Refused: ${error.message}`,
      cause: error,
    })
  }
}
