import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { DecisionRow } from './decision-store.ts'

type CoveredDecision = Omit<DecisionRow, 'reason' | 'answerReason' | 'mac'>

/** The reasons are sealed boxes that open for this decision only. */
export const decisionMac = defineMac('desk_decisions', (row: CoveredDecision) => [
  row.id,
  row.kind,
  row.subjectId,
  row.version,
  row.transactionId,
  row.orderId,
  row.cpfIndex,
  row.result,
  row.target,
  row.amountCentavos,
  row.state,
  row.fourEyesReason,
  row.decidedBy,
  row.decidedAt,
  row.answeredBy,
  row.answeredAt,
])
