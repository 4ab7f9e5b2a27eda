export { proposeBuyBack, proposeReceipt, proposeSale } from './assign-contracts.ts'
export {
  createFund,
  readAssignment,
  readAssignments,
  readAssignmentsAtDesk,
  readFundStatement,
} from './read-assignments.ts'
