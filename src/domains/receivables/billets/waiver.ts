import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Credit } from './credit.ts'
import { type BilletDebt, findFace, type Imputation, sumDebt } from './debt.ts'
import type { BilletRow } from './store/billet-row.ts'
import type { RecordedPart } from './store/recorded-payments.ts'
import type { Waiver } from './store/waivers.ts'

/** An installment is otherwise paid when no more than this part of it is left: a smaller payment was one on purpose. */
const LARGEST_REST = 0.1

/** What of a debt is let off when nothing of it is asked for any more. */
export const describeRest = (left: BilletDebt): Imputation => ({
  faceCentavos: left.openFaceCentavos,
  fineCentavos: left.openFineCentavos ?? 0,
  interestCentavos: left.openInterestCentavos,
})

/**
 * Small against the installment that it is left of. A down payment is not a debt: without all of it there is no contract.
 */
function isSmall(billet: BilletRow, left: BilletDebt): boolean {
  return billet.kind === 'installment' && sumDebt(left) <= findFace(billet) * LARGEST_REST
}

export const hasSmallRest = ({ allocations }: Credit): boolean =>
  allocations.some(({ billet, left }) => left !== undefined && isSmall(billet, left))

/** The same credit with small rests waived, as long as what is waived under the contract stays within the limit. */
export function waiveSmallRests(credit: Credit, limitCentavos: Centavos): Credit {
  let leftOfLimit = limitCentavos
  const allocations = credit.allocations.map(allocation => {
    const { billet, left } = allocation
    if (left === undefined || !isSmall(billet, left) || sumDebt(left) > leftOfLimit) return allocation
    leftOfLimit -= sumDebt(left)
    return { ...allocation, left: undefined, waived: describeRest(left) }
  })
  return { ...credit, allocations }
}

export const nameWaiver = (reference: string): string => `waiver:${reference}`

/** A waiver of a locked billet. */
export interface BilletWaiver extends Imputation {
  readonly billet: BilletRow
  /** Of its ledger entry. */
  readonly reference: string
  readonly waivedOn: CalendarDate
  /** Undefined: by the policy. */
  readonly decisionId?: string | undefined
}

export const describeWaiver = ({ billet, decisionId, ...waiver }: BilletWaiver): Waiver => ({
  ...waiver,
  billetId: billet.id,
  transactionId: billet.transactionId,
  installmentNumber: billet.installmentNumber,
  decisionId: decisionId ?? null,
})

/** What it takes off the face value, as a reduction that nobody paid. Charges are not in the books before they are paid. */
export const describeReduction = ({
  billet,
  reference,
  waivedOn: paidOn,
  faceCentavos,
}: BilletWaiver): RecordedPart[] =>
  faceCentavos === 0
    ? []
    : [
        {
          reference,
          billetId: billet.id,
          paidOn,
          faceCentavos,
          fineCentavos: 0,
          interestCentavos: 0,
          discountCentavos: faceCentavos,
        },
      ]
