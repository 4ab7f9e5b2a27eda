import type { App } from '../../app/app.ts'
import type { AddPasskeyRequest, PasskeySignInRequest } from '../../contract/desk-passkeys.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import {
  addPasskey,
  type CoveredPasskey,
  listOwnPasskeys,
  offerPasskey,
  offerPasskeySignIn,
  type Passkey,
  type PasskeyRealm,
  type RelyingParty,
  type SignInOutcome,
  signInWithPasskey,
} from '../sign-in/index.ts'
import { deletePasskey, findPasskeyRow, insertPasskey, listPasskeyRows, usePasskey } from './passkey-store.ts'
import { listPersonRows, lockEnabledPerson, type PersonRow } from './person-store.ts'
import { type StaffSession, staffOf } from './sessions.ts'
import { createStaffRealm } from './sign-in.ts'

/** Covers the key and its owner, as at the desk. */
const passkeyMac = defineMac('staff_passkeys', (row: CoveredPasskey) => [
  row.id,
  row.ownerId,
  row.credentialId,
  row.publicKey,
])

const createKeys = (how: Parameters<typeof createStaffRealm>[0]): PasskeyRealm<PersonRow> => ({
  realm: createStaffRealm(how),
  table: 'staff_passkeys',
  mac: passkeyMac,
  findOwner: async (db, id) => (await listPersonRows(db, [id]))[0],
  getEmailIndex: ({ emailIndex }) => emailIndex,
  lockEnabled: lockEnabledPerson,
  list: listPasskeyRows,
  find: findPasskeyRow,
  insert: insertPasskey,
  use: usePasskey,
  remove: deletePasskey,
})
const KEYS = createKeys({ browser: '' })

export const listStaffPasskeys = (app: App, { person }: StaffSession): Promise<Passkey[]> =>
  listOwnPasskeys(app, KEYS, person.id)

export const offerStaffPasskey = (app: App, session: StaffSession): ReturnType<typeof offerPasskey> =>
  offerPasskey(app, KEYS, session.person.id, session)

export async function addStaffPasskey(
  app: App,
  session: StaffSession,
  party: RelyingParty,
  wanted: AddPasskeyRequest,
): Promise<'added' | 'refused' | 'sign-in again' | 'full'> {
  const staff = staffOf(session)
  const outcome = await addPasskey(
    app,
    KEYS,
    {
      id: session.person.id,
      session,
      party,
      note: (tx, subject, now) => appendAudit(tx, { staff, action: 'console.passkey-add', subject }, now),
    },
    wanted,
  )
  if (typeof outcome === 'string') return outcome
  const note = { staff, action: 'console.passkey-refused', details: { why: outcome.why } } as const
  await recordAudit(app.database, note, app.realClock.now())
  return 'refused'
}

/** False when the person has no such key. The password stays as the other way in. */
export function removeStaffPasskey(
  { database, realClock }: App,
  session: StaffSession,
  passkeyId: string,
): Promise<boolean> {
  const { person } = session
  return database.transaction(async tx => {
    if (!(await KEYS.remove(tx, person.id, passkeyId))) return false
    const note = { staff: staffOf(session), action: 'console.passkey-remove', subject: passkeyId } as const
    await appendAudit(tx, note, realClock.now())
    return true
  })
}

export const offerStaffPasskeySignIn = (app: App): string => offerPasskeySignIn(app, KEYS)

export const signInStaffWithPasskey = (
  app: App,
  party: RelyingParty,
  wanted: PasskeySignInRequest & { readonly invitation?: string | undefined },
  from: { readonly address: string; readonly browser: string },
): Promise<SignInOutcome> =>
  signInWithPasskey(
    app,
    createKeys({ browser: from.browser, invitation: wanted.invitation }),
    party,
    wanted,
    from.address,
  )
