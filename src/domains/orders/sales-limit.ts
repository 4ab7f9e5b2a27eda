import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type AuditStaff, appendAudit } from '../audit/index.ts'
import { findSalesLimit, insertSalesLimit, type SalesLimit } from './store.ts'

/** Undefined: nobody set one, and salespeople may not cancel. */
export function readSalesLimit(
  { database, secrets }: App,
  retailerId: string,
): Promise<SalesLimit | undefined> {
  return findSalesLimit(database, secrets, retailerId)
}

export async function changeSalesLimit(
  { database, secrets, realClock }: App,
  staff: AuditStaff & { readonly personId: string },
  cancelUpToCentavos: Centavos | null,
): Promise<SalesLimit> {
  const { retailerId, personId } = staff
  return database.transaction(async tx => {
    const now = realClock.now()
    const before = await findSalesLimit(tx, secrets, retailerId)
    const version = (before?.version ?? 0) + 1
    const limit = { retailerId, version, cancelUpToCentavos, changedBy: personId, changedAt: now }
    if (!(await insertSalesLimit(tx, secrets, limit))) throw new RequestError('console_person_changed')
    const details = { version, centavos: cancelUpToCentavos ?? 0 }
    await appendAudit(tx, { staff, action: 'order.limit', details }, now)
    return limit
  })
}
