export { invitationLink } from './accept-invitation.ts'
export {
  approveAccountChange,
  findAccountChanges,
  proposeAccount,
  withdrawAccountChange,
} from './account-changes.ts'
export { createOwner, findStaffCredentials } from './derived-credentials.ts'
export { resetLink } from './finish-reset.ts'
export { forgedStaff } from './forged-rows.ts'
export { invitePerson } from './invitations.ts'
export { staffJobs } from './jobs.ts'
export { listPeople } from './list-people.ts'
export {
  changePerson,
  endSessionsOfPerson,
  resendInvitation,
  withdrawInvitation,
} from './manage-people.ts'
export {
  changeOwnPassword,
  offerOwnAuthenticator,
  readOwnAccess,
  replaceOwnAuthenticator,
} from './own-credentials.ts'
export { staffPasskeys } from './passkeys.ts'
export { readRetailerAudit } from './read-audit.ts'
export { resetPerson, resetPersonByLender } from './resets.ts'
export {
  endOtherSessions,
  endOwnSession,
  endStaffSession,
  findStaffSession,
  type StaffSession,
  staffOf,
  switchRetailer,
} from './sessions.ts'
export { signInStaff } from './sign-in.ts'
