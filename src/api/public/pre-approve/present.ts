import type { CreditAssessment } from '../../../flows/credit-assessment.ts'
import { presentCredit } from '../present-credit.ts'

export function presentPreApproval(assessment: CreditAssessment): Buffer {
  return Buffer.from(`{${presentCredit(assessment, false)}}`, 'latin1')
}
