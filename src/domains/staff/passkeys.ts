import type { App } from '../../app/app.ts'
import type { ConsolePerson } from '../../contract/console.ts'
import type { AddPasskeyRequest, PasskeySignInRequest } from '../../contract/desk-passkeys.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import {
  addPasskey,
  type CoveredPasskey,
  insertMadeKey,
  listOwnPasskeys,
  type MadeKey,
  offerPasskey,
  offerPasskeySignIn,
  type Passkey,
  type PasskeyRealm,
  type RelyingParty,
  type SignInOutcome,
  signInWithPasskey,
} from '../sign-in/index.ts'
import { deletePasskey, findPasskeyRow, insertPasskey, listPasskeyRows, usePasskey } from './passkey-store.ts'
import { listPersonRows, lockEnabledPerson, lockPersonRow, type PersonRow } from './person-store.ts'
import { lockSession } from './session-store.ts'
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

/** What an authenticator needs to make a key for somebody who has no session. */
export interface OfferedKey {
  readonly challenge: string
  readonly person: ConsolePerson
}

/** The key of somebody who has just been invited or reset. */
export const insertStaffKey = (
  app: App,
  tx: Transaction,
  key: MadeKey,
  owner: Parameters<typeof insertMadeKey>[4],
): ReturnType<typeof insertMadeKey> => insertMadeKey(app, tx, KEYS, key, owner)

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
      lockSession: tx => lockSession(tx, session.idHash),
      note: (tx, subject, now) => appendAudit(tx, { staff, action: 'console.passkey-add', subject }, now),
    },
    wanted,
  )
  if (typeof outcome === 'string') return outcome
  const note = { staff, action: 'console.passkey-refused', details: { why: outcome.why } } as const
  await recordAudit(app.database, note, app.realClock.now())
  return 'refused'
}

/** The last way in stays: without an authenticator the last key is not removed. */
export function removeStaffPasskey(
  { database, realClock }: App,
  session: StaffSession,
  passkeyId: string,
): Promise<'done' | 'not found' | 'last'> {
  const { person } = session
  return database.transaction(async tx => {
    const row = await lockPersonRow(tx, person.id)
    const ids = (await KEYS.list(tx, person.id)).map(({ id }) => id)
    if (!ids.includes(passkeyId)) return 'not found'
    if (ids.length === 1 && row?.totpSecret === null) return 'last'
    await KEYS.remove(tx, person.id, passkeyId)
    const note = { staff: staffOf(session), action: 'console.passkey-remove', subject: passkeyId } as const
    await appendAudit(tx, note, realClock.now())
    return 'done'
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
