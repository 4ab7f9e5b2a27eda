import { createHash } from 'node:crypto'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { computeCanonicalJson } from '../../platform/http/canonical-json.ts'

/**
 * Everything that lender and customer agree on. The document is rendered from this alone, and the customer signs its
 * hash.
 */
export interface Agreement {
  /** Version of these fields and of the wording that the document adds to them. */
  readonly version: 1
  readonly transactionId: string
  readonly orderId: string
  readonly lender: {
    readonly name: string
    readonly document: string
    readonly address: string
    readonly city: string
  }
  readonly retailer: { readonly id: string; readonly name: string }
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
  readonly purchaseDate: CalendarDate
  readonly purchaseCentavos: Centavos
  readonly downPaymentCentavos: Centavos
  /** Purchase less down payment. */
  readonly netLoanCentavos: Centavos
  readonly feeCentavos: Centavos
  readonly hasInsurance: boolean
  readonly premiumCentavos: Centavos
  readonly iofCentavos: Centavos
  readonly dailyIof: number
  readonly fixedIof: number
  /** Everything above that is lent. */
  readonly principalCentavos: Centavos
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly cetPM: number
  readonly cetPA: number
  readonly installments: readonly {
    readonly number: number
    readonly dueDate: CalendarDate
    readonly amountCentavos: Centavos
    readonly amortizationCentavos: Centavos
  }[]
  readonly totalCentavos: Centavos
}

/** SHA-256, in hexadecimal, of everything that the customer agrees to. */
export function computeContractHash(agreement: Agreement): string {
  return createHash('sha256').update(computeCanonicalJson(agreement)).digest('hex')
}
