import { createPasskeys, type Passkeys } from '../sign-in/index.ts'
import { deletePasskey, findPasskeyRow, insertPasskey, listPasskeyRows, usePasskey } from './passkey-store.ts'
import { listPersonRows, lockEnabledPerson, lockPersonRow } from './person-store.ts'
import { lockSession } from './session-store.ts'
import { type StaffSession, staffOf } from './sessions.ts'
import { createStaffRealm } from './sign-in.ts'

type From = Parameters<typeof createStaffRealm>[0]

export const staffPasskeys: Passkeys<StaffSession, From> = createPasskeys({
  prefix: 'staff-',
  table: 'staff_passkeys',
  createRealm: createStaffRealm,
  getOwner: ({ person }) => person,
  note: (session, what) => ({ staff: staffOf(session), action: `console.passkey-${what}` }),
  isOnlyWayIn: async (tx, id) => (await lockPersonRow(tx, id))?.totpSecret === null,
  findOwner: async (db, id) => (await listPersonRows(db, [id]))[0],
  lockEnabled: lockEnabledPerson,
  lockSession,
  list: listPasskeyRows,
  find: findPasskeyRow,
  insert: insertPasskey,
  use: usePasskey,
  remove: deletePasskey,
})
