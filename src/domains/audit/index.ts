export { createForgeryReports, findAuditDifference, findAuditFault, sealAudit, verifyAudit } from './audit.ts'
export type { AuditEntry, AuditHead } from './chain.ts'
export {
  type AuditFilter,
  appendAudit,
  findAuditEntries,
  listEntriesAbout,
  listNotesAbout,
  listNotesOf,
  recordAudit,
} from './store.ts'
