import { computeRowMac, isRowGenuine, type MacField } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { DecisionRow } from './decision-store.ts'

type CoveredDecision = Omit<DecisionRow, 'reason' | 'answerReason' | 'mac'>

/** The reasons are sealed boxes that open for this decision only. The order of the fields is part of the format. */
const listFields = (row: CoveredDecision): MacField[] => [
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
]

export const computeDecisionMac = (secrets: Secrets, row: CoveredDecision): Buffer =>
  computeRowMac(secrets, 'desk_decisions', listFields(row))

export const isDecisionGenuine = (secrets: Secrets, row: DecisionRow): boolean =>
  isRowGenuine(secrets, 'desk_decisions', listFields(row), row.mac)
