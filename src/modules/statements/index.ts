export {
  closeDifferences,
  type Difference,
  type DifferenceCase,
  isOverdue,
  listDifferences,
  openDifferences,
  resolveDifference,
} from './differences.ts'
export { type BookItem, matchLines, type OpenLine } from './match-lines.ts'
export { parseStatements } from './parse-statements.ts'
export { type BankStatement, type LineCategory, StatementError } from './statement.ts'
export {
  findFirstStatement,
  findStatement,
  insertMatches,
  listMatched,
  listOpenLines,
  setLineState,
  sumUnbookedLines,
  type TakenStatement,
  takeStatement,
} from './store.ts'
