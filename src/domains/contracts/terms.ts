import { createHash } from 'node:crypto'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { Centavos } from '../../kernel/money.ts'

/**
 * Everything that lender and customer agree on. The document is rendered from this alone, and the customer signs its
 * hash. The version is that of the fields and of the wording that the document adds to them.
 */
export interface ContractTerms {
  readonly version: 2
  readonly transactionId: string
  readonly orderId: string
  readonly lender: {
    readonly name: string
    readonly document: string
    readonly address: string
    readonly city: string
    readonly sac?: string | undefined
    readonly ouvidoria?: string | undefined
    readonly privacy?: string | undefined
  }
  readonly retailer: { readonly id: string; readonly name: string; readonly cnpj?: string | undefined }
  readonly customer: {
    readonly cpf: string
    readonly name?: string | undefined
    readonly phone: string
    readonly email: string
    readonly address: {
      readonly zipCode: string
      readonly street: string
      readonly number: string
      readonly complement: string
      readonly city: string
      readonly state: string
    }
  }
  readonly products: readonly {
    readonly name: string
    readonly amount: number
    readonly valueCentavos: Centavos
  }[]
  readonly shippingCentavos: Centavos
  /** The day of the quotation. */
  readonly purchaseDate: CalendarDate
  /** The day of the release from which dates, tax and CET are shown; a later release moves them by the contract's rule. */
  readonly contractDate: CalendarDate
  /** Where it puts an earlier debt into new installments; absent for a purchase. */
  readonly renegotiation?: Renegotiation | undefined
  readonly purchaseCentavos: Centavos
  readonly downPaymentCentavos: Centavos
  /** Purchase less down payment. */
  readonly netLoanCentavos: Centavos
  readonly feeCentavos: Centavos
  readonly hasInsurance: boolean
  /** Name and registration, where there is insurance and the insurer is known. */
  readonly insurer?: string | undefined
  readonly premiumCentavos: Centavos
  readonly iofCentavos: Centavos
  readonly dailyIof: number
  readonly fixedIof: number
  /** Everything above that is lent. */
  readonly principalCentavos: Centavos
  readonly interestRatePM: number
  readonly interestRatePA: number
  /** In percent, thirtieth root of the monthly rate. */
  readonly dailyRate: number
  readonly cetPM: number
  readonly cetPA: number
  /** Of the total of the installments, in percent that add up to 100. */
  readonly shares: {
    readonly released: number
    readonly iof: number
    readonly fee: number
    readonly premium: number
    readonly interest: number
  }
  readonly installments: readonly AgreedInstallment[]
  readonly totalCentavos: Centavos
}

interface AgreedInstallment {
  readonly number: number
  readonly dueDate: CalendarDate
  readonly amountCentavos: Centavos
  readonly amortizationCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly balanceCentavos: Centavos
}

/** The debt that an agreement confirms, as it was on the day of the offer. */
export interface Renegotiation {
  readonly originalId: string
  readonly originalOrderId: string
  readonly originalDate: CalendarDate
  readonly originalRatePM: number
  readonly debtCentavos: Centavos
  /** Forgiven charges of the delay. */
  readonly discountCentavos: Centavos
}

/** SHA-256, in hexadecimal, of everything that the customer agrees to. */
export function computeContractHash(terms: ContractTerms): string {
  return createHash('sha256').update(computeCanonicalJson(terms)).digest('hex')
}
