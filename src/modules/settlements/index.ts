export { chooseSettlementDay, computeLastSettlementDay, isPayableByLine } from './days.ts'
export { parseSelection, type SettlementSelection, writeSelection } from './selection.ts'
export {
  findLastSettlement,
  insertSettlement,
  listSettlements,
  lockSettlement,
  paySettlement,
  type Reductions,
  type Settlement,
  sumReductions,
} from './store.ts'
