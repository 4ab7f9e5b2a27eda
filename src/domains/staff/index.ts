export {
  acceptInvitation,
  acceptInvitationWithPasskey,
  offerAuthenticator,
  offerFirstPasskey,
  readInvitation,
} from './accept-invitation.ts'
export {
  ACCOUNT_WAIT_HOURS,
  approveAccountChange,
  findAccountChanges,
  isProposedByStaff,
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
  changeRole,
  endSessionsOfPerson,
  removePerson,
  resendInvitation,
  withdrawInvitation,
} from './manage-people.ts'
export { offerOwnAuthenticator, readOwnCredentials, replaceOwnAuthenticator } from './own-authenticator.ts'
export { changeOwnPassword } from './own-password.ts'
export { staffPasskeys } from './passkeys.ts'
export { readRetailerAudit } from './read-audit.ts'
export { RESET_HOURS, resetPerson, resetPersonByLender } from './resets.ts'
export {
  endOtherSessions,
  endOwnSession,
  endStaffSession,
  findStaffSession,
  listStaffSessions,
  STAFF_IDLE_MINUTES,
  type StaffSession,
  staffOf,
  switchRetailer,
} from './sessions.ts'
export { signInStaff } from './sign-in.ts'
