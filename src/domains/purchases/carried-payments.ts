import { type Centavos, divideCentavos } from '../../kernel/money.ts'
import { computePartialReturn } from '../quoting/index.ts'
import type { BilletDebt, OpenCharges } from '../receivables/index.ts'
import type { ContractFigures, Purchase } from './purchase.ts'

/** How the money of a contract counts for its replacement. */
export interface CarriedPayments {
  /** By installment. A billet asks for the rest; a fully credited one shows its full amount as paid. */
  readonly creditedCentavos: readonly Centavos[]
  readonly refundCentavos: Centavos
  /** By number: unpaid charges of a delay. Undefined where overdue installments fall due anew (version 1). */
  readonly openCharges: ReadonlyMap<number, OpenCharges> | undefined
}

/** An installment of the contract before that is not paid. */
export type OpenInstallment = BilletDebt & { readonly installmentNumber: number }

/** What was paid of the face value of each installment. */
function listPaid({ contract }: Purchase, open: readonly OpenInstallment[]): readonly Centavos[] {
  const left = new Map(open.map(each => [each.installmentNumber, each.openFaceCentavos]))
  return contract.amortizationCentavos.map(
    (_, index) => contract.installmentCentavos - (left.get(index + 1) ?? 0),
  )
}

/**
 * Under a contract of version 2, what was given back counts as never bought, and the surplus is refunded. Version 1
 * promised nothing of the kind: all that was paid counts for the installments in their order.
 */
export function carryPayments(
  old: Purchase,
  reduced: ContractFigures,
  open: readonly OpenInstallment[],
): CarriedPayments {
  const paidCentavos = listPaid(old, open)
  if (old.contractVersion !== undefined) {
    const partial = computePartialReturn(old.contract, reduced, paidCentavos)
    const openCharges = new Map(
      open.map(each => [each.installmentNumber, shrinkCharges(each, old.contract, reduced)]),
    )
    return { ...partial, openCharges }
  }
  const paid = paidCentavos.reduce((sum, part) => sum + part, 0)
  const downPayment = old.contract.downPaymentCentavos - reduced.downPaymentCentavos
  return spreadInOrder(reduced, paid + downPayment)
}

export function spreadInOrder(
  { installmentCentavos, numberOfInstallments }: ContractFigures,
  amountCentavos: Centavos,
): CarriedPayments {
  let left = amountCentavos
  const creditedCentavos = Array.from({ length: numberOfInstallments }, () => {
    const part = Math.min(left, installmentCentavos)
    left -= part
    return part
  })
  return { creditedCentavos, refundCentavos: left, openCharges: undefined }
}

/** Charges are a part of the installment, so what is not paid of them shrinks with it. */
function shrinkCharges(
  { openFineCentavos, openInterestCentavos, interestFrom, dueDate }: OpenInstallment,
  contract: ContractFigures,
  reduced: ContractFigures,
): OpenCharges {
  const shrink = (charge: Centavos): Centavos =>
    divideCentavos(charge * reduced.installmentCentavos, contract.installmentCentavos)
  return {
    openFineCentavos: openFineCentavos === undefined ? undefined : shrink(openFineCentavos),
    openInterestCentavos: shrink(openInterestCentavos),
    interestFrom: interestFrom === dueDate ? undefined : interestFrom,
  }
}
