import type { App } from '../../app/app.ts'
import type { MacTable } from '../../platform/crypto/row-mac.ts'
import { listInvitationRows } from './invitation-store.ts'
import { isInvitationGenuine } from './invitations.ts'
import { listMembershipRows } from './membership-store.ts'
import { isMembershipGenuine, isPersonGenuine } from './people.ts'
import { listPersonRows } from './person-store.ts'
import { listResetRows } from './reset-store.ts'
import { isResetGenuine } from './resets.ts'

const toIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/** How forged rows of the people of retailers are found before anybody uses them. */
export const forgedStaff: readonly [MacTable, (app: App) => Promise<readonly string[]>][] = [
  [
    'staff_people',
    async ({ database, secrets }) =>
      toIds((await listPersonRows(database)).filter(row => !isPersonGenuine(secrets, row))),
  ],
  [
    'staff_memberships',
    async ({ database, secrets }) =>
      toIds((await listMembershipRows(database)).filter(row => !isMembershipGenuine(secrets, row))),
  ],
  [
    'staff_invitations',
    async ({ database, secrets }) =>
      toIds((await listInvitationRows(database)).filter(row => !isInvitationGenuine(secrets, row))),
  ],
  [
    'staff_resets',
    async ({ database, secrets }) =>
      toIds((await listResetRows(database)).filter(row => !isResetGenuine(secrets, row))),
  ],
]
