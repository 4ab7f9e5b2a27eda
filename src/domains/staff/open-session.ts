import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import type { SignInMethod } from '../sign-in/index.ts'
import { listPlaces } from './people.ts'
import { findLastRetailer } from './session-store.ts'
import { openSession } from './sessions.ts'

interface Opening {
  readonly browser: string
  readonly how: SignInMethod
  readonly now: Date
  /** Where to begin; otherwise where the person was last. */
  readonly retailerId?: string | undefined
}

/** The session of somebody whose credentials were right. Somebody without a place at any retailer gets none. */
export async function openStaffSession(
  { secrets }: App,
  tx: Transaction,
  personId: string,
  { browser, how, now, retailerId }: Opening,
): Promise<{ readonly sessionId: string; readonly why?: undefined } | { readonly why: AuditRefusal }> {
  const { places } = await listPlaces(tx, secrets, personId)
  const wanted = retailerId ?? (await findLastRetailer(tx, personId))
  const place = places.find(each => each.retailerId === wanted) ?? places[0]
  if (place === undefined) return { why: 'removed' }
  const sessionId = await openSession(tx, secrets, place, { browser, openedAt: now, now })
  const staff = { personId, retailerId: place.retailerId }
  await appendAudit(tx, { staff, action: 'console.sign-in', details: { ...how } }, now)
  return { sessionId }
}
