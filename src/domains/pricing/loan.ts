import { type Centavos, computeShare } from '../../kernel/money.ts'

/** What is bought and on which conditions. All percentages in percent; 0 where the charge does not apply. */
export interface LoanTerms {
  readonly purchaseCentavos: Centavos
  readonly downPaymentPercentage: number
  /** Registration fee, lawful once per customer. */
  readonly tcPercentage: number
  /** Credit insurance; only for the insured twin. */
  readonly insurancePercentage: number
  /** Commission of the retailer. */
  readonly cmPercentage: number
  readonly retentionPercentage: number
}

/** The amounts that do not depend on the number of installments. */
export interface Loan {
  readonly downPaymentPercentage: number
  readonly downPaymentCentavos: Centavos
  readonly tcPercentage: number
  readonly tcCentavos: Centavos
  readonly cmPercentage: number
  readonly cmCentavos: Centavos
  readonly retentionPercentage: number
  readonly retentionCentavos: Centavos
  readonly premiumCentavos: Centavos
  /** Purchase − down payment: what the customer really receives; the net amount of the CET. */
  readonly netLoanCentavos: Centavos
  /** Net loan + registration fee. */
  readonly financedCentavos: Centavos
}

/** Ten million reais: with every charge added, products of amounts and rates still fit a double exactly. */
const MAX_PURCHASE_CENTAVOS = 1_000_000_000

export function computeLoan(terms: LoanTerms): Loan {
  const purchase = terms.purchaseCentavos
  if (!(purchase >= 1 && purchase <= MAX_PURCHASE_CENTAVOS))
    throw new RangeError(`A purchase of ${purchase} centavos cannot be priced`)
  const downPaymentCentavos = computeShare(purchase, terms.downPaymentPercentage)
  const netLoanCentavos = purchase - downPaymentCentavos
  const tcCentavos = computeShare(purchase, terms.tcPercentage)
  const financedCentavos = netLoanCentavos + tcCentavos
  return {
    downPaymentPercentage: terms.downPaymentPercentage,
    downPaymentCentavos,
    tcPercentage: terms.tcPercentage,
    tcCentavos,
    cmPercentage: terms.cmPercentage,
    cmCentavos: computeShare(netLoanCentavos, terms.cmPercentage),
    retentionPercentage: terms.retentionPercentage,
    retentionCentavos: computeShare(financedCentavos, terms.retentionPercentage),
    premiumCentavos: computeShare(netLoanCentavos, terms.insurancePercentage),
    netLoanCentavos,
    financedCentavos,
  }
}
