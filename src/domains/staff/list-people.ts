import type { App } from '../../app/app.ts'
import type { ConsoleRole } from '../../contract/console.ts'
import { listOpenInvitationRows } from './invitation-store.ts'
import { isInvitationGenuine, openInvitedEmail } from './invitations.ts'
import { type ListedPerson, listPeopleAt } from './manage-people.ts'
import { listOpenResetsOf } from './reset-store.ts'
import { isResetGenuine } from './resets.ts'

interface PersonWithReset extends ListedPerson {
  /** The person was reset and has not set up a new access: until when the link for that opens. */
  readonly resetUntil: Date | undefined
}

interface ListedInvitation {
  readonly id: string
  readonly email: string
  readonly role: ConsoleRole
  readonly sentAt: Date
  readonly expiresAt: Date
}

/** Who works at the retailer, and who is invited. Forged rows give nothing and are not listed. */
export async function listPeople(
  { database, secrets }: App,
  retailerId: string,
): Promise<{ readonly people: PersonWithReset[]; readonly invitations: ListedInvitation[] }> {
  const [people, invitations] = await Promise.all([
    listPeopleAt(database, secrets, retailerId),
    listOpenInvitationRows(database, retailerId),
  ])
  const personIds = people.map(({ id }) => id)
  const resets = await listOpenResetsOf(database, personIds)
  const endOf = new Map(
    resets.filter(row => isResetGenuine(secrets, row)).map(row => [row.personId, row.expiresAt]),
  )
  return {
    people: people.map(person => ({ ...person, resetUntil: endOf.get(person.id) })),
    invitations: invitations
      .filter(row => isInvitationGenuine(secrets, row))
      .map(row => ({ ...row, email: openInvitedEmail(secrets, row) })),
  }
}
