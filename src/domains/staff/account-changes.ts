import type { App } from '../../app/app.ts'
import { writeDate } from '../../brazil/writing.ts'
import { RequestError } from '../../contract/errors.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../kernel/faults.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/jobs/job-table.ts'
import { appendAudit, listNotesAbout } from '../audit/index.ts'
import { composeMessage } from '../messaging/index.ts'
import {
  answerRetailerProposal,
  listRetailerProposals,
  type PayoutAccountText,
  proposeTerms,
  type RetailerProposal,
} from '../retailers/index.ts'
import { listPeople } from './list-people.ts'
import { lockMembershipsAt } from './membership-store.ts'
import { type StaffSession, staffOf } from './sessions.ts'

/** Long enough for an owner who reads their mail to stop it. */
const WAIT_HOURS = 48

const BY_STAFF = 'staff:'
const TIME = '48 hours'

/** Proposed in a console, so that owners answer it, or time; others are answered by people of the lender. */
const isProposedByStaff = ({ proposedBy }: Pick<RetailerProposal, 'proposedBy'>): boolean =>
  proposedBy.startsWith(BY_STAFF)

interface AccountChange {
  readonly id: string
  readonly retailerId: string
  readonly account: PayoutAccountText
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly takesEffectAt: Date
}

function toChange(proposal: RetailerProposal): AccountChange[] {
  const { id, retailerId, changes, proposedBy, proposedAt } = proposal
  if (!isProposedByStaff(proposal) || changes.account === undefined) return []
  const takesEffectAt = new Date(proposedAt.getTime() + WAIT_HOURS * HOUR_MS)
  const { account } = changes
  return [
    { id, retailerId, account, proposedBy: proposedBy.slice(BY_STAFF.length), proposedAt, takesEffectAt },
  ]
}

/** The change that waits, whether the lender is deciding on another one, and how long a change waits. */
export async function findAccountChanges(
  { database, secrets }: App,
  retailerId: string,
): Promise<{
  readonly change: AccountChange | undefined
  readonly isLenderChanging: boolean
  readonly waitHours: number
}> {
  const { proposals } = await listRetailerProposals(database, secrets)
  const own = proposals.filter(proposal => proposal.retailerId === retailerId)
  return {
    change: own.flatMap(toChange)[0],
    isLenderChanging: own.some(proposal => !isProposedByStaff(proposal)),
    waitHours: WAIT_HOURS,
  }
}

/**
 * Another owner approves it, or it takes effect by itself after 48 hours; all owners are told. Throws InputError when
 * the account could not be registered today.
 */
export async function proposeAccount(
  app: App,
  session: StaffSession,
  account: PayoutAccountText,
): Promise<'done' | 'pending'> {
  const { database, secrets, clock, realClock, messages } = app
  const { person, retailerId } = session
  // Nobody changes an account behind the back of the other owners.
  if (!messages.canSend('EMAIL')) throw new RequestError('service_unavailable')
  const owners = await listOwners(app, retailerId)
  const at = clock.now()
  return database.transaction(async tx => {
    // Of two owners at once, the second one sees the change of the first.
    await lockMembershipsAt(tx, retailerId)
    const { proposals } = await listRetailerProposals(tx, secrets)
    if (proposals.some(each => each.retailerId === retailerId && isProposedByStaff(each))) return 'pending'
    const author = { by: BY_STAFF + person.id, at }
    const id = await proposeTerms(tx, secrets, retailerId, { account }, author)
    const staff = staffOf(session)
    await appendAudit(
      tx,
      { staff, action: 'payee.propose', subject: id, details: { proposal: id } },
      realClock.now(),
    )
    const takesEffect = writeMoment(new Date(at.getTime() + WAIT_HOURS * HOUR_MS))
    const hasApprover = owners.some(owner => owner.id !== person.id)
    await tellOwners(app, tx, owners, { retailerId, account, proposer: person.name }, (facts, envelope) =>
      composeMessage('staff-account-proposed', { ...facts, hasApprover, takesEffect }, envelope),
    )
    return 'done'
  })
}

type Answered = 'done' | 'not found' | 'own'

/** Nobody approves what they proposed. */
export async function approveAccountChange(app: App, session: StaffSession, id: string): Promise<Answered> {
  const change = await findChangeOf(app, session.retailerId, id)
  if (change === undefined || !(await isStillOpen(app, change))) return 'not found'
  if (change.proposedBy === session.person.id) return 'own'
  return applyChange(app, change, { by: BY_STAFF + session.person.id, session })
}

/** Any owner stops it, whoever proposed it. */
export async function withdrawAccountChange(app: App, session: StaffSession, id: string): Promise<Answered> {
  if ((await findChangeOf(app, session.retailerId, id)) === undefined) return 'not found'
  return endChange(app, id, session)
}

async function findChangeOf(app: App, retailerId: string, id: string): Promise<AccountChange | undefined> {
  const { change } = await findAccountChanges(app, retailerId)
  return change?.id === id ? change : undefined
}

/**
 * An answered change that somebody put back in the database as it was has a genuine MAC. The audit log knows better: after the
 * proposal nothing was noted about it.
 */
async function isStillOpen(
  { database, reportForgery }: App,
  { id, retailerId }: AccountChange,
): Promise<boolean> {
  const [notes, declined] = await Promise.all([
    listNotesAbout(database, id, id),
    // The command line notes the retailer.
    listNotesAbout(database, retailerId, id),
  ])
  if (notes.length === 1 && notes[0]?.action === 'payee.propose' && declined.length === 0) return true
  await reportForgery('retailer_proposals', id)
  return false
}

interface Applying {
  readonly by: string
  /** Absent: its time came. */
  readonly session?: StaffSession
}

async function applyChange(app: App, change: AccountChange, { by, session }: Applying): Promise<Answered> {
  const { database, secrets, clock, realClock } = app
  const { id, retailerId, account } = change
  const { people, owners } = await listPeopleAndOwners(app, retailerId)
  const proposer = people.find(person => person.id === change.proposedBy)?.name ?? 'Quem saiu da loja'
  try {
    return await database.transaction(async (tx): Promise<Answered> => {
      await answerRetailerProposal(tx, secrets, id, { by, at: clock.now(), isApproved: true })
      const staff = session === undefined ? { personId: undefined, retailerId } : staffOf(session)
      const action = session === undefined ? 'payee.take-effect' : 'payee.approve'
      await appendAudit(tx, { staff, action, subject: id, details: { proposal: id } }, realClock.now())
      await tellOwners(app, tx, owners, { retailerId, account, proposer }, (facts, envelope) =>
        composeMessage('staff-account-changed', facts, envelope),
      )
      return 'done'
    })
  } catch (error) {
    if (error instanceof Refused) return 'not found'
    throw error
  }
}

async function endChange(
  { database, secrets, clock, realClock }: App,
  id: string,
  who: StaffSession | { readonly retailerId: string },
): Promise<Answered> {
  const staff = 'person' in who ? staffOf(who) : { personId: undefined, retailerId: who.retailerId }
  const by = staff.personId === undefined ? TIME : BY_STAFF + staff.personId
  try {
    return await database.transaction(async (tx): Promise<Answered> => {
      await answerRetailerProposal(tx, secrets, id, { by, at: clock.now(), isApproved: false })
      const note = { staff, action: 'payee.withdraw', subject: id, details: { proposal: id } } as const
      await appendAudit(tx, note, realClock.now())
      return 'done'
    })
  } catch (error) {
    if (error instanceof Refused) return 'not found'
    throw error
  }
}

/**
 * Changes whose 48 hours are over. One whose proposer is no longer an owner ends instead, and so does one that does not fit
 * the retailer any longer, such as after another CNPJ.
 */
export async function applyDueAccountChanges(app: App): Promise<void> {
  const { database, secrets, clock, messages } = app
  // Without mail the owners would not learn of it: it waits.
  if (!messages.canSend('EMAIL')) return
  const now = clock.now()
  const { proposals } = await listRetailerProposals(database, secrets)
  const due = proposals.flatMap(toChange).filter(({ takesEffectAt }) => takesEffectAt <= now)
  for (const change of due) {
    if (!(await isStillOpen(app, change))) continue
    const owners = await listOwners(app, change.retailerId)
    const isByOwner = owners.some(({ id }) => id === change.proposedBy)
    if (isByOwner && (await takesEffect(app, change))) continue
    await endChange(app, change.id, change)
  }
}

async function takesEffect(app: App, change: AccountChange): Promise<boolean> {
  try {
    await applyChange(app, change, { by: TIME })
    return true
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

async function listPeopleAndOwners(app: App, retailerId: string) {
  const { people } = await listPeople(app, retailerId)
  return { people, owners: people.filter(({ role }) => role === 'OWNER') }
}

const listOwners = async (app: App, retailerId: string) => (await listPeopleAndOwners(app, retailerId)).owners

type Owners = Awaited<ReturnType<typeof listOwners>>
type AccountFacts = Parameters<typeof composeMessage<'staff-account-changed'>>[1]
type Envelope = Parameters<typeof composeMessage<'staff-account-changed'>>[2]

async function tellOwners(
  { messages, publicUrl, clock, retailers }: App,
  tx: Transaction,
  owners: Owners,
  about: { readonly retailerId: string; readonly account: PayoutAccountText; readonly proposer: string },
  compose: (facts: AccountFacts, envelope: Envelope) => ReturnType<typeof composeMessage>,
): Promise<void> {
  const { retailerId, proposer } = about
  const shop = (await retailers.getRetailer(retailerId)).name
  const facts = { shop, proposer, account: writeAccount(about.account), url: `${publicUrl}/console/conta` }
  for (const { email: to } of owners)
    await messages.post(tx, compose(facts, { retailerId, channel: 'EMAIL', to, phone: '' }), clock.now())
}

/** A mailbox is not a place for a whole account. */
function writeAccount(account: PayoutAccountText): string {
  if ('pixKey' in account) return `chave Pix com final ${account.pixKey.slice(-4)}`
  const { bankCode, agency, account: number, accountDigit } = account
  return `banco ${bankCode}, agência ${agency}, conta com final ${number.slice(-4)}-${accountDigit}`
}

const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' })
const writeMoment = (at: Date): string => `${writeDate(calendarDateAt(at))}, às ${time.format(at)}`
