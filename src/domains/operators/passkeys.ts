import type { App } from '../../app/app.ts'
import type { AddPasskeyRequest, PasskeySignInRequest } from '../../contract/desk-passkeys.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { appendAudit, recordAudit } from '../audit/index.ts'
import {
  addPasskey as addKey,
  type CoveredPasskey,
  listOwnPasskeys,
  offerPasskey as offerKey,
  offerPasskeySignIn as offerSignIn,
  type Passkey,
  type PasskeyRealm,
  type RelyingParty,
  type SignInOutcome,
  signInWithPasskey as signInWithKey,
} from '../sign-in/index.ts'
import {
  deletePasskey,
  findPasskeyRow,
  insertPasskey,
  listOperatorRows,
  listPasskeyRows,
  lockEnabledOperator,
  lockSession,
  type OperatorRow,
  usePasskey,
} from './operator-store.ts'
import type { Operator } from './operators.ts'
import type { Session } from './sessions.ts'
import { OPERATORS } from './sign-in.ts'

/** Covers the key and its owner: with write access to the database alone nobody can add a key that opens the desk. */
const passkeyMac = defineMac('operator_passkeys', (row: CoveredPasskey) => [
  row.id,
  row.ownerId,
  row.credentialId,
  row.publicKey,
])

const KEYS: PasskeyRealm<OperatorRow> = {
  realm: OPERATORS,
  table: 'operator_passkeys',
  mac: passkeyMac,
  findOwner: async (db, id) => (await listOperatorRows(db, [id]))[0],
  getEmailIndex: ({ emailIndex }) => emailIndex,
  lockEnabled: lockEnabledOperator,
  list: listPasskeyRows,
  find: findPasskeyRow,
  insert: insertPasskey,
  use: usePasskey,
  remove: deletePasskey,
}

export async function listPasskeys(app: App, { id }: Operator): Promise<Passkey[]> {
  const note = { operatorId: id, action: 'passkey.list', subject: id } as const
  await recordAudit(app.database, note, app.realClock.now())
  return listOwnPasskeys(app, KEYS, id)
}

/** The challenge for a new key of the operator of this session, or why there is none. */
export const offerPasskey = (app: App, session: Session): ReturnType<typeof offerKey> =>
  offerKey(app, KEYS, session.operator.id, session)

export async function addPasskey(
  app: App,
  session: Session,
  party: RelyingParty,
  wanted: AddPasskeyRequest,
): Promise<'added' | 'refused' | 'sign-in again' | 'full'> {
  const { id: operatorId } = session.operator
  const outcome = await addKey(
    app,
    KEYS,
    {
      id: operatorId,
      session,
      party,
      lockSession: tx => lockSession(tx, session.idHash),
      note: (tx, subject, now) => appendAudit(tx, { operatorId, action: 'passkey.add', subject }, now),
    },
    wanted,
  )
  if (typeof outcome === 'string') return outcome
  const note = { operatorId, action: 'passkey.refused', details: { why: outcome.why } } as const
  await recordAudit(app.database, note, app.realClock.now())
  return 'refused'
}

/** Returns false when the operator has no such key. */
export function removePasskey(
  { database, realClock }: App,
  { id: operatorId }: Operator,
  passkeyId: string,
): Promise<boolean> {
  return database.transaction(async tx => {
    if (!(await KEYS.remove(tx, operatorId, passkeyId))) return false
    await appendAudit(tx, { operatorId, action: 'passkey.remove', subject: passkeyId }, realClock.now())
    return true
  })
}

export const offerPasskeySignIn = (app: App): string => offerSignIn(app, KEYS)

export const signInWithPasskey = (
  app: App,
  party: RelyingParty,
  wanted: PasskeySignInRequest,
  address: string,
): Promise<SignInOutcome> => signInWithKey(app, KEYS, party, wanted, address)
