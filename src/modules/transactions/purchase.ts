import type { CancelReason, Status, Step } from '../../contract/enums.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'

/** The figures that were agreed: those of the option, and they stay even when options are priced otherwise later. */
export interface ContractFigures {
  readonly numberOfInstallments: number
  readonly firstDueDate: CalendarDate
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly cetPA: number
  readonly cetPM: number
  readonly dailyIof: number
  readonly fixedIof: number
  readonly downPaymentPercentage: number
  readonly downPaymentCentavos: Centavos
  readonly tcPercentage: number
  readonly tcCentavos: Centavos
  readonly cmPercentage: number
  readonly cmCentavos: Centavos
  readonly retentionPercentage: number
  readonly retentionCentavos: Centavos
  readonly premiumCentavos: Centavos
  /** With the registration fee. */
  readonly financedCentavos: Centavos
  readonly totalIofCentavos: Centavos
  readonly amortizationTotalCentavos: Centavos
  readonly installmentCentavos: Centavos
  /** Sum of the installments. */
  readonly totalCentavos: Centavos
  readonly amortizationCentavos: readonly Centavos[]
  readonly iofCentavos: readonly Centavos[]
  readonly tcShareCentavos: readonly Centavos[]
  readonly iofDays: readonly number[]
}

export interface PurchaseProduct {
  readonly id: string
  readonly name: string
  readonly amount: number
  readonly valueCentavos: Centavos
  readonly category: string
  readonly categoryId: string
  readonly image: string
  readonly url: string
  readonly seller?: string
}

export interface PurchaseCustomer {
  readonly cpf: string
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

/** What is known of the purchase only under its own key. */
export interface PurchaseDetails {
  readonly customer: PurchaseCustomer
  /** Absent where a purchase was made without a cart. */
  readonly products?: readonly PurchaseProduct[]
  readonly shippingCentavos: Centavos
}

export interface RefundAccount {
  readonly numeroBanco: string
  readonly agencia: string
  readonly digitoAgencia?: string
  readonly numeroConta: string
  readonly digitoConta: string
  readonly tipoConta: 'POUPANCA' | 'CONTACORRENTE'
}

export interface Refund {
  readonly valueCentavos: Centavos
  readonly maxRefundDate: CalendarDate
}

export type CanceledBy = 'retailer' | 'customer'

export interface Purchase extends PurchaseDetails {
  readonly id: string
  readonly retailerId: string
  readonly orderId: string
  readonly optionId: string
  readonly checkoutId: string
  readonly decisionId: string
  readonly cpfIndex: Buffer
  readonly replacesId: string | undefined
  readonly status: Status
  readonly step: Step
  readonly cancelReason: CancelReason
  readonly canceledBy: CanceledBy | undefined
  readonly hasInsurance: boolean
  readonly contract: ContractFigures
  /** The contract with insurance, while the customer may still choose it. */
  readonly insuredContract: ContractFigures | undefined
  /** The contract before insurance was accepted in the onboarding. */
  readonly authorizedContract: ContractFigures | undefined
  readonly purchaseDate: CalendarDate
  /** V: products and delivery. */
  readonly purchaseCentavos: Centavos
  readonly downPaymentCentavos: Centavos
  /** V − E: without the registration fee. */
  readonly netLoanCentavos: Centavos
  readonly approvedLimitCentavos: Centavos
  readonly onboardingToken: string
  /** Number of the last event published. */
  readonly lastSequence: number
  readonly moveCount: number
  readonly deadlineAt: Date | undefined
  readonly downPaymentPaidAt: Date | undefined
  readonly createdAt: Date
  readonly changedAt: Date
  readonly signedAt: Date | undefined
  readonly completedAt: Date | undefined
  readonly canceledAt: Date | undefined
  readonly refund: Refund | undefined
  readonly transferCentavos: Centavos | undefined
  readonly transferDueAt: Date | undefined
  readonly transferedAt: Date | undefined
}
