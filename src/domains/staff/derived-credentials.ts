import type { App } from '../../app/app.ts'
import type { ConsolePerson } from '../../contract/console.ts'
import type { AuditAuthor } from '../../contract/desk-audit.ts'
import { newId } from '../../kernel/ids.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { appendAudit } from '../audit/index.ts'
import {
  cleanEmail,
  computeTotp,
  computeTotpStep,
  hashPassword,
  isPasswordRight,
  newPassword,
  presentTotpLink,
  TOTP_SECRET_BYTES,
} from '../sign-in/index.ts'
import { addPerson, computeStaffIndex, givePlace, openPersonTotp, toPerson } from './people.ts'
import { findPersonRow } from './person-store.ts'

/** The bytes of a password that follows from the authenticator's secret. */
type PasswordDerivation = (totpSecret: Buffer) => Buffer

/** An owner without an invitation: for shops whose credentials are shown to whoever tries the service. */
export async function createOwner(
  { database, secrets, realClock }: App,
  wanted: {
    readonly email: string
    readonly name: string
    readonly retailerIds: readonly string[]
    readonly by: AuditAuthor
  },
  derivePassword: PasswordDerivation,
): Promise<void> {
  const now = realClock.now()
  const totpSecret = takeRandomBytes(TOTP_SECRET_BYTES)
  const passwordHash = await hashPassword(newPassword(derivePassword(totpSecret)))
  const { email, name, retailerIds, by } = wanted
  const id = newId(now.getTime())
  const credentials = { passwordHash, totpSecret, totpStep: 0 }
  await database.transaction(async tx => {
    if (!(await addPerson(tx, secrets, { id, email, name, credentials }, now))) return
    for (const retailerId of retailerIds) {
      await givePlace(tx, secrets, { personId: id, retailerId, role: 'OWNER' }, now)
      const staff = { personId: id, retailerId }
      const details = { by, role: 'OWNER' }
      await appendAudit(tx, { staff, action: 'person.accept', subject: id, details }, now)
    }
  })
}

export async function findPersonByEmail(
  { database, secrets }: App,
  email: string,
): Promise<ConsolePerson | undefined> {
  const row = await findPersonRow(database, computeStaffIndex(secrets, cleanEmail(email)))
  return row && toPerson(secrets, row)
}

/** The code that the person's app shows now. Only for people whose secret is published. */
export async function computeStaffCode(
  { database, secrets, realClock }: App,
  email: string,
): Promise<string | undefined> {
  const row = await findPersonRow(database, computeStaffIndex(secrets, cleanEmail(email)))
  const totpSecret = row && openPersonTotp(secrets, row)
  return totpSecret && computeTotp(totpSecret, computeTotpStep(realClock.now()))
}

/** Of a person whose password was derived from the authenticator's secret, and not changed since. */
export async function findDerivedStaffCredentials(
  { database, secrets, realClock }: App,
  email: string,
  derivePassword: PasswordDerivation,
): Promise<{ readonly password: string; readonly totpLink: string; readonly code: string } | undefined> {
  const row = await findPersonRow(database, computeStaffIndex(secrets, email))
  const totpSecret = row && openPersonTotp(secrets, row)
  if (!row?.passwordHash || totpSecret === undefined) return undefined
  const password = newPassword(derivePassword(totpSecret))
  if (!(await isPasswordRight(password, row.passwordHash))) return undefined
  const code = computeTotp(totpSecret, computeTotpStep(realClock.now()))
  return { password, totpLink: presentTotpLink(totpSecret, email), code }
}
