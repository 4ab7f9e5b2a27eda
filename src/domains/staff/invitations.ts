import type { App } from '../../app/app.ts'
import type { ConsolePerson, ConsoleRole } from '../../contract/console.ts'
import { newId } from '../../kernel/ids.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type AuditStaff, appendAudit } from '../audit/index.ts'
import { composeMessage } from '../messaging/index.ts'
import { cleanEmail } from '../sign-in/index.ts'
import {
  type InvitationRow,
  insertInvitation,
  lockInvitationRow,
  lockOpenInvitationTo,
  updateInvitation,
} from './invitation-store.ts'
import { computeStaffIndex, givePlace, isPersonGenuine, listPlaces } from './people.ts'
import { findPersonRow, type PersonRow } from './person-store.ts'

const DAY_MS = 86_400_000
const INVITATION_DAYS = 7
const TOKEN_BYTES = 32

type CoveredInvitation = Omit<InvitationRow, 'emailBox' | 'latestVersion' | 'mac'>

/** The e-mail is a sealed box bound to this invitation. */
const invitationMac = defineMac('staff_invitations', (row: CoveredInvitation) => [
  row.id,
  row.retailerId,
  row.emailIndex,
  row.role,
  row.invitedBy,
  row.tokenHash,
  row.createdAt,
  row.sentAt,
  row.expiresAt,
  row.state,
  row.acceptedBy,
  row.version,
])

/** An earlier state counts as forged: a link that was used or withdrawn would open the shop again. */
export const isInvitationGenuine = (secrets: Secrets, row: InvitationRow): boolean =>
  row.version === row.latestVersion && invitationMac.isGenuine(secrets, row)

const emailContext = (id: string): string => `staff_invitations.email_box:${id}`

export const openInvitedEmail = (secrets: Secrets, { id, emailBox }: InvitationRow): string =>
  open(secrets.sealing, emailContext(id), emailBox).toString()

export const hashInvitationToken = (secrets: Secrets, token: string): Buffer =>
  secrets.computeMac('staff-invitation', token)

interface Invited {
  readonly invitationId: string
  /** Only in the e-mail, and in the answer to whoever prints it. */
  readonly link: string
}

/**
 * Invites somebody to a retailer by e-mail, once more if an invitation is open: the older link then opens nothing. `by` is
 * the person who invites, none for the command line. 'known' when the person works there already.
 */
export async function invitePerson(
  app: App,
  wanted: { readonly email: string; readonly role: ConsoleRole; readonly retailerId: string },
  by?: ConsolePerson,
): Promise<Invited | 'known'> {
  const { database, secrets, realClock } = app
  const { role, retailerId } = wanted
  const email = cleanEmail(wanted.email)
  const emailIndex = computeStaffIndex(secrets, email)
  const now = realClock.now()
  const known = await findPersonRow(database, emailIndex)
  if (known !== undefined) {
    const { places } = await listPlaces(database, secrets, known.id)
    if (places.some(each => each.retailerId === retailerId)) return 'known'
  }
  const shopName = (await app.retailers.getRetailer(retailerId)).name
  return database.transaction(async tx => {
    const staff: AuditStaff = { personId: by?.id, retailerId }
    const open = await lockOpenInvitationTo(tx, retailerId, emailIndex)
    const isSame = open !== undefined && open.role === role
    if (open !== undefined && !isSame) await endInvitation(tx, secrets, open, { state: 'withdrawn' })
    const fresh = isSame ? freshen(secrets, open, now) : await createInvitation()
    const action = isSame ? 'person.invite-again' : 'person.invite'
    await appendAudit(tx, { staff, action, subject: fresh.id, details: { role } }, now)
    await postInvitation(app, tx, { ...fresh, email, shopName, retailerId, inviter: by?.name })
    if (isSame) await writeInvitation(tx, secrets, fresh.row)
    return { invitationId: fresh.id, link: composeLink(app.publicUrl, fresh.token) }

    async function createInvitation(): Promise<Fresh> {
      const id = newId(now.getTime())
      const token = newToken()
      const row = {
        id,
        retailerId,
        emailIndex,
        emailBox: seal(secrets.sealing, emailContext(id), email),
        role,
        invitedBy: by?.id ?? null,
        tokenHash: hashInvitationToken(secrets, token),
        createdAt: now,
        sentAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
        state: 'open' as const,
        acceptedBy: null,
        version: 1,
      }
      if (!(await insertInvitation(tx, { ...row, mac: invitationMac.compute(secrets, row) })))
        throw new Error('an invitation to the same person was written at the same time')
      return { id, token, row: { ...row, latestVersion: 1, mac: Buffer.alloc(0) } }
    }
  })
}

interface Fresh {
  readonly id: string
  readonly token: string
  readonly row: InvitationRow
}

const newToken = (): string => takeRandomBytes(TOKEN_BYTES).toString('base64url')

/** The same invitation with another link and seven more days. */
function freshen(secrets: Secrets, row: InvitationRow, now: Date): Fresh {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  return {
    id: row.id,
    token,
    row: { ...row, tokenHash: hashInvitationToken(secrets, token), sentAt: now, expiresAt },
  }
}

/** Behind the number sign a browser keeps it to itself: no log and no proxy sees it. */
export const composeLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/console/convite#${token}`

async function writeInvitation(tx: Transaction, secrets: Secrets, changed: InvitationRow): Promise<void> {
  const row = { ...changed, version: Math.max(changed.version, changed.latestVersion ?? 0) + 1 }
  await updateInvitation(tx, { ...row, mac: invitationMac.compute(secrets, row) })
}

export const endInvitation = (
  tx: Transaction,
  secrets: Secrets,
  row: InvitationRow,
  end: { readonly state: 'withdrawn' } | { readonly state: 'accepted'; readonly acceptedBy: string },
): Promise<void> => writeInvitation(tx, secrets, { ...row, ...end })

/** The open invitation with another link and seven more days. */
export async function sendInvitationAgain(
  app: App,
  tx: Transaction,
  row: InvitationRow,
  inviter: string,
): Promise<void> {
  const { secrets, realClock, retailers } = app
  const fresh = freshen(secrets, row, realClock.now())
  const { retailerId } = row
  const shopName = (await retailers.getRetailer(retailerId)).name
  const email = openInvitedEmail(secrets, row)
  await writeInvitation(tx, secrets, fresh.row)
  await postInvitation(app, tx, { token: fresh.token, email, shopName, retailerId, inviter })
}

async function postInvitation(
  { messages, publicUrl, clock }: App,
  tx: Transaction,
  about: Pick<Fresh, 'token'> & {
    readonly email: string
    readonly shopName: string
    readonly retailerId: string
    readonly inviter: string | undefined
  },
): Promise<void> {
  if (!messages.canSend('EMAIL')) return
  const { token, email: to, shopName, retailerId, inviter } = about
  const url = composeLink(publicUrl, token)
  const facts = { shop: shopName, inviter, url, days: INVITATION_DAYS }
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  const envelope = { retailerId, channel: 'EMAIL' as const, to, phone: '', expiresAt }
  await messages.post(tx, composeMessage('staff-invited', facts, envelope), now)
}

/** The open invitation of a link; undefined for every other one. */
export async function findOpenInvitation(
  { secrets, realClock, reportForgery }: App,
  find: Promise<InvitationRow | undefined>,
): Promise<InvitationRow | undefined> {
  const row = await find
  if (row === undefined || row.state !== 'open' || row.expiresAt <= realClock.now()) return undefined
  if (isInvitationGenuine(secrets, row)) return row
  await reportForgery('staff_invitations', row.id)
  return undefined
}

export async function takePlace(
  tx: Transaction,
  secrets: Secrets,
  invitation: InvitationRow,
  personId: string,
  now: Date,
): Promise<void> {
  const { id, retailerId, role } = invitation
  await endInvitation(tx, secrets, invitation, { state: 'accepted', acceptedBy: personId })
  await givePlace(tx, secrets, { personId, retailerId, role }, now)
  const staff = { personId, retailerId }
  await appendAudit(tx, { staff, action: 'person.accept', subject: id, details: { role } }, now)
}

/**
 * A person of another retailer accepts by signing in with what is known already. An invitation to another e-mail, or one that is
 * over, changes nothing. Returns the retailer.
 */
export async function acceptBySigningIn(
  app: App,
  tx: Transaction,
  person: PersonRow,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const { secrets } = app
  const row = await findOpenInvitation(app, lockInvitationRow(tx, hashInvitationToken(secrets, token)))
  if (row === undefined || !row.emailIndex.equals(person.emailIndex)) return undefined
  if (!isPersonGenuine(secrets, person)) return undefined
  await takePlace(tx, secrets, row, person.id, now)
  return row.retailerId
}
