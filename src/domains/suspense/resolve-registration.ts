import type { App } from '../../app/app.ts'
import type { RegistrationOutcome } from '../../contract/desk.ts'
import { RequestError } from '../../contract/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import { noteList } from '../desk/index.ts'
import type { Operator } from '../operators/index.ts'
import { listPlaced, lockPurchase } from '../purchases/index.ts'
import {
  closeRegistrationCase,
  findRegistrationCase,
  listRegistrationCases,
  lockBillet,
  lockRegistrationCase,
  type RegistrationCase,
  reissueBillet,
  resendWriteOff,
} from '../receivables/index.ts'

const PAGE = 200

export interface QueuedRegistrationCase {
  readonly registration: RegistrationCase
  readonly orderId: string | undefined
  readonly retailerName: string
}

/** The oldest first. */
export async function readRegistrations(app: App, operator: Operator): Promise<QueuedRegistrationCase[]> {
  const { database, secrets, retailers } = app
  const cases = await listRegistrationCases(database, PAGE)
  const owners = [...new Set(cases.map(({ transactionId }) => transactionId))]
  const orderOf = new Map(
    (await listPlaced(database, secrets, owners)).map(({ purchase }) => [purchase.id, purchase.orderId]),
  )
  await noteList(app, operator, 'registration.list', { found: cases.length })
  return Promise.all(
    cases.map(async registration => ({
      registration,
      orderId: orderOf.get(registration.transactionId),
      retailerName: (await retailers.getRetailer(registration.retailerId)).name,
    })),
  )
}

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
    await lockPurchase(tx, app.secrets, found.transactionId)
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
  const isOpen = billet?.paymentStatus === 'PENDING' && billet.canceledAt === null
  if (!isOpen || billet.registration !== 'rejected') throw new RequestError('desk_case_changed')
  const issued = await reissueBillet(app, tx, billet, app.clock.now())
  if (issued === 'EXPIRED') throw new RequestError('desk_billet_expired')
  if (issued === 'FACE_PAID') throw new RequestError('desk_only_charges_left')
  return { outcome: 'REISSUED', billetId: issued.id }
}

function resend(tx: Transaction, { billetId }: RegistrationCase): RegistrationOutcome {
  resendWriteOff(tx, billetId)
  return { outcome: 'ASKED_AGAIN', billetId }
}
