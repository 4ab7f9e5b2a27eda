export { countOpenCases, forgetFindings } from './cases/case-store.ts'
export { decideComplianceCase } from './decide-case.ts'
export { complianceJobs } from './jobs.ts'
export { listLists } from './lists/list-store.ts'
export { loadList, readList } from './lists/load-list.ts'
export {
  computeAnalysisEnd,
  readCompliance,
  readComplianceAtDesk,
  readComplianceCase,
} from './read-compliance.ts'
export { proposeNoOccurrence, recordReceipt } from './reports/register-report.ts'
