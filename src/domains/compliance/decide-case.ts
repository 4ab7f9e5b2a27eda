import type { App } from '../../app/app.ts'
import {
  COMPLIANCE_OUTCOMES,
  type ComplianceResult,
  ENHANCED_CHECKS,
  type EnhancedCheck,
} from '../../contract/desk-compliance.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Decision, decideAtDesk } from '../desk/index.ts'
import type { Operator } from '../operators/index.ts'
import { listPurchases } from '../purchases/index.ts'
import { type ComplianceCase, closeCase, insertCase, lockCase } from './cases/case-store.ts'
import { registerReport } from './reports/register-report.ts'

interface ComplianceDecision {
  readonly caseId: string
  readonly result: ComplianceResult
  /** The checks that were made, for ACCEPTED. */
  readonly checks: readonly EnhancedCheck[]
  readonly reason: string
  readonly version: number
}

/**
 * An operator's decision about a match or an unusual payment. Whether COAF is told, who is cleared of a sanction and that
 * a politically exposed person is accepted takes two people.
 */
export function decideComplianceCase(
  app: App,
  operator: Operator,
  { caseId, result, checks, reason, version }: ComplianceDecision,
): Promise<Decision> {
  const { database, secrets } = app
  return decideAtDesk(app, operator, async tx => {
    const found = await lockOpenCase(app, tx, caseId)
    if (found.result !== null || found.version !== version) throw new RequestError('desk_case_changed')
    const { alone, two } = COMPLIANCE_OUTCOMES[found.kind]
    if (![...alone, ...two].includes(result))
      throw invalidParameter('result', `must be one of ${[...alone, ...two].join(', ')}`)
    const missing = result === 'ACCEPTED' ? ENHANCED_CHECKS.filter(check => !checks.includes(check)) : []
    if (missing.length > 0)
      throw invalidParameter('checks', `must have all enhanced checks: ${missing.join(', ')} is missing`)
    const purchases = await listPurchases(database, secrets, { ids: [found.transactionId] })
    return {
      subject: { kind: 'compliance', id: caseId },
      version,
      purchase: purchases.get(found.transactionId),
      result,
      target: result === 'ACCEPTED' ? ENHANCED_CHECKS.join(' ') : undefined,
      reason,
      amountCentavos: 0,
      needsFourEyes: false,
      alwaysFourEyes: two.includes(result) ? 'COMPLIANCE' : undefined,
      audit: { decided: 'compliance.decide', proposed: 'compliance.propose', details: { version } },
      apply: decision => settle(app, tx, found, decision),
    }
  })
}

/** The effect of an approved proposal; undefined when the case was closed meanwhile. */
export async function lockProposedCompliance(
  app: App,
  tx: Transaction,
  proposal: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const found = await lockOpenCase(app, tx, proposal.subject.id)
  if (found.result !== null || found.version !== proposal.version) return undefined
  return () => settle(app, tx, found, proposal)
}

async function lockOpenCase({ secrets }: App, tx: Transaction, caseId: string): Promise<ComplianceCase> {
  const found = isId(caseId) ? await lockCase(tx, secrets, caseId) : undefined
  if (found === undefined) throw new RequestError('desk_not_found')
  return found
}

async function settle(app: App, tx: Transaction, found: ComplianceCase, decision: Decision): Promise<void> {
  const { secrets, clock } = app
  const now = clock.now()
  const result = decision.result as ComplianceResult
  await closeCase(tx, secrets, found, result, now)
  if (result === 'REPORT' || result === 'NO_REPORT')
    await registerReport(app, tx, { kind: result, caseId: found.id, decisionId: decision.id })
  // Whether COAF is told about a sanctioned customer is a decision of its own, by two people.
  if (result === 'CONFIRMED')
    await insertCase(tx, secrets, {
      ...found,
      id: newId(now.getTime()),
      kind: 'CONFIRMED_SANCTION',
      about: found.id,
      openedAt: now,
    })
}
