import type { App } from '../../app/app.ts'
import type { AuditAuthor } from '../../contract/desk-audit.ts'
import { newId } from '../../kernel/ids.ts'
import { appendAudit } from '../audit/index.ts'
import {
  cleanEmail,
  findDerivedCredentials,
  hashPassword,
  newAuthenticator,
  newPassword,
  type PasswordDerivation,
} from '../sign-in/index.ts'
import { addPerson, computeStaffIndex, givePlace } from './people.ts'
import { findPersonRow } from './person-store.ts'
import { createStaffRealm } from './sign-in.ts'

/**
 * An owner without an invitation, unless the person exists: for shops whose credentials are public.
 */
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
  const { email, name, retailerIds, by } = wanted
  if ((await findPersonRow(database, computeStaffIndex(secrets, cleanEmail(email)))) !== undefined) return
  const now = realClock.now()
  const { secret: totpSecret } = newAuthenticator(email)
  const passwordHash = await hashPassword(newPassword(derivePassword(totpSecret)))
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

/** Of a person whose credentials are public. */
export const findStaffCredentials = (
  app: App,
  email: string,
  derivePassword: PasswordDerivation,
): ReturnType<typeof findDerivedCredentials> =>
  findDerivedCredentials(app, createStaffRealm({ browser: '' }), email, derivePassword)
