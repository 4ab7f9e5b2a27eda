import type { App } from '../../app/app.ts'
import type { PreApproveRequest } from '../../contract/pre-approve.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { parseReais } from '../../kernel/money.ts'
import { computePreviewPurchase } from '../credit/index.ts'
import { computePreview, type PreviewGroup } from '../pricing/index.ts'
import { checkSelling } from '../retailers/index.ts'
import {
  type CreditAssessment,
  chooseRemember,
  computeShowsScript,
  getTerms,
  parseApplicant,
  type Reply,
} from './credit-assessment.ts'

interface PreApproveCommand {
  readonly trackId: string
  readonly retailerId: string
  readonly request: PreApproveRequest
}

/** Decides on a customer and previews what they could buy. */
export async function preApprove(
  app: App,
  command: PreApproveCommand,
  reply: Reply<CreditAssessment>,
): Promise<Buffer> {
  const { retailerId, request, trackId } = command
  const { retailer, policy } = await getTerms(app, retailerId)
  checkSelling(retailer)
  const purchaseCentavos = request.price === undefined ? undefined : parseReais(request.price)
  const evaluation = await app.credit.evaluate({
    id: trackId,
    operation: 'pre-approve',
    retailerId,
    policy,
    applicant: parseApplicant(request),
    purchaseCentavos,
  })
  const limitCentavos = evaluation.decision.approvedLimitCentavos
  const preview: PreviewGroup[] =
    limitCentavos === undefined
      ? []
      : computePreview({
          policy: policy.document.pricing,
          purchaseCentavos: purchaseCentavos ?? computePreviewPurchase(policy.document, limitCentavos),
          purchaseDate: calendarDateAt(evaluation.evaluatedAt),
          chargesRegistrationFee: evaluation.isFirstContract,
          limitCentavos,
        })
  const showsScript = computeShowsScript(retailer, policy, purchaseCentavos)
  const body = reply.present({ evaluation, policy, showsScript, preview })
  await app.writeRecord({ evaluation, answer: { body, remember: chooseRemember(reply, evaluation) } })
  return body
}
