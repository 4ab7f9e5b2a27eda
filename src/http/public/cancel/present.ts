import type { CancelPreviewAnswer } from '../../../contract/cancel.ts'
import type { Answer } from '../../../contract/presented.ts'
import type { previewCancellation } from '../../../domains/purchases/index.ts'
import { endOfDay } from '../../../kernel/calendar-date.ts'
import { presentReais } from '../../../kernel/money.ts'

type CancellationPreview = Awaited<ReturnType<typeof previewCancellation>>
type PreviewAnswer = Answer<typeof CancelPreviewAnswer>

export function presentCancellation(preview: CancellationPreview): PreviewAnswer {
  const { customer } = preview
  return {
    transactionId: preview.transactionId,
    maxRefundDate: endOfDay(preview.maxRefundDate).toISOString(),
    costsBorneBy: preview.costsBorneBy,
    customer: {
      refundValue: presentReais(customer.refundCentavos),
      releasedValue: presentReais(customer.releasedCentavos),
    },
    ...presentCosts(preview),
  }
}

/** What retailer and lender give back. */
export function presentCosts({
  retailer,
  lender,
}: Pick<CancellationPreview, 'retailer' | 'lender'>): Pick<PreviewAnswer, 'retailer' | 'lender'> {
  const owed = retailer.transferCentavos + retailer.interestCentavos + retailer.iofCentavos
  return {
    retailer: {
      transferValue: presentReais(retailer.transferCentavos),
      untransferredValue: presentReais(retailer.untransferredCentavos),
      interest: presentReais(retailer.interestCentavos),
      iof: presentReais(retailer.iofCentavos),
      owedValue: presentReais(owed),
    },
    lender: {
      interest: presentReais(lender.interestCentavos),
      fee: presentReais(lender.feeCentavos),
      retention: presentReais(lender.retentionCentavos),
      iof: presentReais(lender.iofCentavos),
    },
  }
}
