import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findTotpStep } from './credentials.ts'
import { cleanEmail, type Realm, type SignerRow } from './realm.ts'
import { forgiveAttempts, takeSignInAttempt } from './store.ts'

type Proof<Row> =
  | { readonly outcome: 'proven'; readonly row: Row }
  | { readonly outcome: 'refused'; readonly row: Row | undefined; readonly why: AuditRefusal }
  | { readonly outcome: 'wait'; readonly seconds: number }

/**
 * Whether somebody has the authenticator of the person whom they name, for places without a password. A code is accepted
 * once, wherever it is shown. Failures are counted apart from those of the sign-in: nobody is locked out there by them.
 * `note` writes the audit entry of a proof.
 */
export async function proveWithCode<Row extends SignerRow>(
  { database, secrets, realClock, reportForgery }: App,
  realm: Realm<Row>,
  { email, code }: { readonly email: string; readonly code: string },
  note: (tx: Transaction, row: Row, now: Date) => Promise<void>,
): Promise<Proof<Row>> {
  const now = realClock.now()
  const emailIndex = realm.computeEmailIndex(secrets, cleanEmail(email))
  const subject = secrets.computeBlindIndex('request', `${realm.prefix}proof:${emailIndex.toString('hex')}`)
  const seconds = await takeSignInAttempt(database, subject, 'command', now)
  if (seconds !== undefined) return { outcome: 'wait', seconds }
  const row = await realm.find(database, emailIndex)
  if (row === undefined) return { outcome: 'refused', row, why: 'unknown' }
  if (!realm.isGenuine(secrets, row)) {
    await reportForgery(realm.table, row.id)
    return { outcome: 'refused', row, why: 'forged' }
  }
  if (row.disabledAt !== null) return { outcome: 'refused', row, why: 'disabled' }
  const secret = realm.openTotp(secrets, row)
  const step = secret && findTotpStep(secret, code, now)
  if (step === undefined) return { outcome: 'refused', row, why: 'code' }
  const isNew = await database.transaction(async tx => {
    if (!(await realm.useTotpStep(tx, row, step))) return false
    await forgiveAttempts(tx, subject)
    await note(tx, row, now)
    return true
  })
  return isNew ? { outcome: 'proven', row } : { outcome: 'refused', row, why: 'code used before' }
}
