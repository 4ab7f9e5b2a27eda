export {
  acceptInvitation,
  acceptInvitationWithPasskey,
  offerAuthenticator,
  offerFirstPasskey,
  readInvitation,
} from './accept-invitation.ts'
export {
  approveAccountChange,
  findAccountChanges,
  proposeAccount,
  withdrawAccountChange,
} from './account-changes.ts'
export { createOwner, findStaffCredentials } from './derived-credentials.ts'
export {
  finishReset,
  finishResetWithPasskey,
  offerResetAuthenticator,
  offerResetPasskey,
  readReset,
} from './finish-reset.ts'
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
export { offerOwnAuthenticator, readOwnAccess, replaceOwnAuthenticator } from './own-authenticator.ts'
export { changeOwnPassword } from './own-password.ts'
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
