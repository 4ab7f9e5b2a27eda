import type { CreditAssessment } from '../../../domains/quoting/index.ts'
import { JsonBytes } from '../../json-bytes.ts'
import { writeCredit } from '../present-credit.ts'

/** Reused by every response: writing is synchronous, so two responses never share it. */
const json = new JsonBytes()

export function presentPreApproval(assessment: CreditAssessment): Buffer {
  json.clear()
  json.text('{')
  writeCredit(json, assessment, false)
  json.text('}')
  return json.take()
}
