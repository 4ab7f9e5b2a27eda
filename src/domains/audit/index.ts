export { createForgeryReports, findAuditDifference, findAuditFault, sealAudit, verifyAudit } from './audit.ts'
export type { AuditEntry, AuditHead } from './chain.ts'
export {
  type AuditFilter,
  type AuditStaff,
  appendAudit,
  findAuditEntries,
  findRetailerEntries,
  listEntriesAbout,
  listNotesAbout,
  listNotesOf,
  recordAudit,
} from './store.ts'
