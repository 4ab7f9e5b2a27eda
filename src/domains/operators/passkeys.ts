import { recordAudit } from '../audit/index.ts'
import { createPasskeys, type Passkeys } from '../sign-in/index.ts'
import {
  deletePasskey,
  findPasskeyRow,
  insertPasskey,
  listOperatorRows,
  listPasskeyRows,
  lockEnabledOperator,
  lockSession,
  usePasskey,
} from './operator-store.ts'
import type { Session } from './sessions.ts'
import { OPERATORS } from './sign-in.ts'

const passkeys: Passkeys<Session, undefined> = createPasskeys({
  prefix: OPERATORS.prefix,
  table: 'operator_passkeys',
  createRealm: () => OPERATORS,
  getOwner: ({ operator }) => operator,
  note: ({ operator }, what) => ({ operatorId: operator.id, action: `passkey.${what}` }),
  // Every operator has a password and an authenticator.
  isOnlyWayIn: async () => false,
  findOwner: async (db, id) => (await listOperatorRows(db, [id]))[0],
  lockEnabled: lockEnabledOperator,
  lockSession,
  list: listPasskeyRows,
  find: findPasskeyRow,
  insert: insertPasskey,
  use: usePasskey,
  remove: deletePasskey,
})

/** Listing one's own keys is audited, like everything else that operators look at. */
export const operatorPasskeys: Passkeys<Session, undefined> = {
  ...passkeys,
  async list(app, session) {
    const { id } = session.operator
    const note = { operatorId: id, action: 'passkey.list', subject: id } as const
    await recordAudit(app.database, note, app.realClock.now())
    return passkeys.list(app, session)
  },
}
