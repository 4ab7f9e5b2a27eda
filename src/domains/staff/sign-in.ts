import type { App } from '../../app/app.ts'
import { recordAudit } from '../audit/index.ts'
import { type Realm, type SignIn, type SignInOutcome, signInWithPassword } from '../sign-in/index.ts'
import { acceptBySigningIn } from './invitations.ts'
import { computeStaffIndex, isPersonGenuine, openPersonTotp } from './people.ts'
import { findPersonRow, type PersonRow, usePersonTotpStep } from './person-store.ts'
import { openStaffSession } from './sessions.ts'

interface StaffSignIn extends SignIn {
  /** The kind of browser, for the list of sessions. */
  readonly browser: string
  /** The token of an invitation that signing in accepts. */
  readonly invitation?: string | undefined
}

export const signInStaff = (app: App, wanted: StaffSignIn): Promise<SignInOutcome> =>
  signInWithPassword(app, createStaffRealm(wanted), wanted)

/** People of retailers, as the sign-in knows them. */
export function createStaffRealm({
  browser,
  invitation,
}: Pick<StaffSignIn, 'browser' | 'invitation'>): Realm<PersonRow> {
  return {
    prefix: 'staff-',
    table: 'staff_people',
    computeEmailIndex: computeStaffIndex,
    find: findPersonRow,
    isGenuine: isPersonGenuine,
    openTotp: openPersonTotp,
    useTotpStep: usePersonTotpStep,
    async open(app, tx, row, how, now) {
      const accepted =
        invitation === undefined ? undefined : await acceptBySigningIn(app, tx, row, invitation, now)
      return openStaffSession(app, tx, row.id, { browser, how, now, retailerId: accepted })
    },
    async noteRefusal({ database, realClock }, personId, why) {
      const note = { action: 'console.sign-in-refused', subject: personId, details: { why } } as const
      await recordAudit(database, note, realClock.now())
    },
  }
}
