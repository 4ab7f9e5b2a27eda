import type { App } from '../../app/app.ts'
import type { RegistrationOutcome } from '../../contract/desk.ts'
import { RequestError } from '../../contract/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import type { Operator } from '../operators/index.ts'
import { isOpen, lockBillet } from './billets/store/billets.ts'
import {
  closeRegistrationCase,
  findRegistrationCase,
  lockRegistrationCase,
  type RegistrationCase,
  resendWriteOff,
} from './billets/store/registration-cases.ts'
import { reissueBillet } from './issue-receivables.ts'

/**
 * Puts another billet in the place of one that the bank did not register, or asks the bank once more to write one off.
 * Neither moves money, so one person is enough.
 */
export function resolveRegistration(
  app: App,
  operator: Operator,
  caseId: string,
): Promise<RegistrationOutcome> {
  return app.database.transaction(async tx => {
    const found = isId(caseId) ? await findRegistrationCase(tx, caseId) : undefined
    if (found === undefined) throw new RequestError('desk_not_found')
    // The purchase before its billets, as everything that changes one.
    await app.reactions.lockContract(tx, app.secrets, found.transactionId)
    if (!(await lockRegistrationCase(tx, caseId))) throw new RequestError('desk_case_changed')
    const outcome = found.kind === 'REJECTED' ? await reissue(app, tx, found) : resend(tx, found)
    const now = app.realClock.now()
    closeRegistrationCase(tx, caseId, operator.id, now)
    const action = found.kind === 'REJECTED' ? 'registration.reissue' : 'registration.write-off'
    const details = { billetId: found.billetId, becomes: outcome.billetId }
    await appendAudit(tx, { operatorId: operator.id, action, subject: caseId, details }, now)
    return outcome
  })
}

async function reissue(
  app: App,
  tx: Transaction,
  { billetId }: RegistrationCase,
): Promise<RegistrationOutcome> {
  const billet = await lockBillet(tx, app.secrets, billetId)
  if (billet?.registration !== 'rejected' || !isOpen(billet)) throw new RequestError('desk_case_changed')
  const issued = await reissueBillet(app, tx, billet, app.clock.now())
  if (issued === 'EXPIRED') throw new RequestError('desk_billet_expired')
  if (issued === 'FACE_PAID') throw new RequestError('desk_only_charges_left')
  return { outcome: 'REISSUED', billetId: issued.id }
}

function resend(tx: Transaction, { billetId }: RegistrationCase): RegistrationOutcome {
  resendWriteOff(tx, billetId)
  return { outcome: 'ASKED_AGAIN', billetId }
}
