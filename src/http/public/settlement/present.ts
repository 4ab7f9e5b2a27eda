import type { Answer } from '../../../contract/presented.ts'
import type { IssuedSettlementAnswer, SettlementAnswer } from '../../../contract/settlement.ts'
import type { ComputedSettlement, IndebtedBillet } from '../../../domains/receivables/index.ts'
import type { IssuedSettlement } from '../../../domains/servicing/index.ts'
import { presentReais } from '../../../kernel/money.ts'
import { presentBillet } from '../present-billet.ts'

export function presentSettlement(
  transactionId: string,
  settlement: ComputedSettlement<IndebtedBillet>,
): Answer<typeof SettlementAnswer> {
  return {
    transactionId,
    date: settlement.date,
    overdueValue: presentReais(settlement.overdueCentavos),
    futureValue: presentReais(settlement.presentCentavos),
    discount: presentReais(settlement.discountCentavos),
    premiumRefund: presentReais(settlement.premiumRefundCentavos),
    value: presentReais(settlement.valueCentavos),
    installments: settlement.parts.map(part => ({
      installmentNumber: part.installmentNumber,
      faceValue: presentReais(part.faceCentavos),
      fine: presentReais(part.fineCentavos),
      interest: presentReais(part.interestCentavos),
      presentValue: presentReais(part.presentCentavos),
    })),
  }
}

export function presentIssued(
  { transactionId, settlement, billet, account }: IssuedSettlement,
  publicUrl: string,
): Answer<typeof IssuedSettlementAnswer> {
  return {
    ...presentSettlement(transactionId, settlement),
    billet: presentBillet(billet, account, publicUrl),
  }
}
