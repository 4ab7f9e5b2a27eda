import type { App } from '../../app/app.ts'
import { appendAudit } from '../audit/index.ts'
import { hashPassword, type SignIn, type SignInOutcome, signInWithPassword } from '../sign-in/index.ts'
import { openStaffSession } from './open-session.ts'
import { setCredentials } from './people.ts'
import { endSessionsOf } from './session-store.ts'
import { type StaffSession, staffOf } from './sessions.ts'
import { createStaffRealm } from './sign-in.ts'

interface PasswordChange extends Omit<SignIn, 'email'> {
  readonly newPassword: string
  readonly browser: string
}

/**
 * Another password for the person who is signed in, who shows the old one and a code as at a sign-in, with its limits.
 * All sessions of the person end, and a new one begins here.
 */
export async function changeOwnPassword(
  app: App,
  session: StaffSession,
  { newPassword, browser, ...shown }: PasswordChange,
): Promise<SignInOutcome> {
  const { person, retailerId } = session
  const passwordHash = await hashPassword(newPassword)
  const realm: ReturnType<typeof createStaffRealm> = {
    ...createStaffRealm({ browser }),
    async open(_app, tx, row, how, now) {
      await setCredentials(tx, app.secrets, row, { passwordHash })
      await endSessionsOf(tx, person.id, now, {})
      const note = { staff: staffOf(session), action: 'person.password', subject: person.id } as const
      await appendAudit(tx, note, now)
      return openStaffSession(app, tx, person.id, { browser, how, now, retailerId })
    },
  }
  return signInWithPassword(app, realm, { ...shown, email: person.email })
}
